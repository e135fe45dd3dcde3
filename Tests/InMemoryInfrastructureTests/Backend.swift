import Foundation
import InMemoryInfrastructure
import Testing

/// The stores that all keep the same promises.
enum Backend: String, CaseIterable, CustomTestStringConvertible {
    case map
    case logInMemory = "row log in memory"
    case logInFile = "row log in a file"
    case interceptedMap = "intercepted map"
    case interceptedLogInMemory = "intercepted row log in memory"
    case interceptedLogInFile = "intercepted row log in a file"

    var testDescription: String { rawValue }

    /// A new, empty store for books; what it writes is gone afterwards.
    func withStore(_ work: (any Store<Book>) async throws -> Void) async throws {
        try await withScratchFolder { folder in
            let file = folder.appendingPathComponent("books.jsonl")
            switch self {
            case .map:
                try await work(MapStore(unique: [.code]))
            case .logInMemory:
                try await work(RowLogStore(rows: Data(), unique: [.code]))
            case .logInFile:
                try await work(RowLogStore(file: file, unique: [.code]))
            case .interceptedMap:
                try await work(MapStore(unique: [.code]).passedThrough)
            case .interceptedLogInMemory:
                try await work(RowLogStore(rows: Data(), unique: [.code]).passedThrough)
            case .interceptedLogInFile:
                try await work(RowLogStore(file: file, unique: [.code]).passedThrough)
            }
        }
    }
}

extension Store {
    /// Through every decorator, none of which does anything.
    fileprivate var passedThrough: any Store<Record> {
        intercepted { _ in { _ in } }
            .failing(by: FaultPlan())
            .recorded(by: CallRecorder())
            .charged(to: RowBudget(limit: 0))
            .held(at: ManualGate(), after: [])
            .meeting(at: Rendezvous(), after: [])
    }
}

/// A folder that is there while `work` runs.
func withScratchFolder(_ work: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("kata-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder)
}
