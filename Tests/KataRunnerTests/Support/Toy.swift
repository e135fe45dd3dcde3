import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A copy of the toy workbook, for the real runner to work on.
struct Toy: Sendable {
    let root: String

    enum Exercise: String, CaseIterable, Sendable {
        case purse = "Chapter1Shop/1-Purse"
        case receipt = "Chapter1Shop/2-Receipt"
        case parcel = "Chapter2Post/1-Parcel"

        var file: String { "Exercises/\(rawValue).swift" }
        var pristine: String { "Exercises/.pristine/\(rawValue).swift" }
        var solution: String { "Solutions/\(rawValue).swift" }
        var suite: String {
            "Tests/" + rawValue.replacingOccurrences(of: "/", with: "Tests/") + "Tests.swift"
        }
        var variants: String { "Tests/Variants/\(rawValue)" }
        var name: String { String(rawValue.drop { $0 != "-" }.dropFirst()) }
    }

    /// Where authors keep the fingerprints of suites.
    static let seals = "Exercises/.pristine/suites.txt"

    // MARK: - Where it comes from

    /// One as after `git clone`, which nothing was ever built in.
    static func fresh<Result>(
        named name: String = "toy",
        _ use: (Toy) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        let toy = Toy(root: "\(folder)/\(name)-\(UUID().uuidString)")
        return try await Lanes.shared.lend { _ in
            defer { try? FileManager.default.removeItem(atPath: toy.root) }
            try toy.unpack()
            return try await use(toy)
        }
    }

    /// What a warm toy was last built with. Another compiler, and other files, make SwiftPM plan its build anew, there
    /// and back, so those who need the same share a toy.
    enum Warmth: Hashable, Sendable {
        case asUsual
        /// Files come and go, or a stand-in takes the compiler's place: here nobody expects a plan to be there.
        case planningAnew
        case with(ToyBuildSystem)

        fileprivate var suffix: String {
            switch self {
            case .asUsual: ""
            case .planningAnew: "-anew"
            case .with(let system): "-\(system.rawValue)"
            }
        }
    }

    /// One that differs from a fresh one in what its `.build` has kept warm. It is nobody else's meanwhile.
    static func warm<Result>(
        _ warmth: Warmth = .asUsual,
        _ use: (Toy) async throws -> Result
    ) async throws -> Result {
        try await Lanes.shared.lend { lane in
            let toy = Toy(root: "\(Self.products)/toys/\(lane)\(warmth.suffix)")
            try toy.unpack()
            for sign in ["paused", "go-on"] { try? toy.remove(".build/\(sign)") }
            return try await use(toy)
        }
    }

    private func unpack() throws {
        let files = FileManager.default
        try files.createDirectory(atPath: root, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: root) where name != ".build" {
            try files.removeItem(atPath: "\(root)/\(name)")
        }
        for name in try files.contentsOfDirectory(atPath: Self.original) where !name.hasPrefix(".") {
            try files.copyItem(atPath: "\(Self.original)/\(name)", toPath: "\(root)/\(name)")
        }
    }

    // MARK: - What is in it

    func text(_ file: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
    }

    func write(_ text: String, to file: String) throws {
        try write(Data(text.utf8), to: file)
    }

    /// Makes the folder if there is none.
    func write(_ data: Data, to file: String) throws {
        let url = URL(fileURLWithPath: "\(root)/\(file)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try data.write(to: url)
    }

    func move(_ file: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: "\(root)/\(file)", toPath: "\(root)/\(other)")
    }

    func link(_ file: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(root)/\(file)",
            withDestinationPath: destination
        )
    }

    func makeFolder(_ folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(root)/\(folder)",
            withIntermediateDirectories: true
        )
    }

    func allow(_ permissions: Int, _ path: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions],
            ofItemAtPath: "\(root)/\(path)"
        )
    }

    /// Of a file, in bytes; none where there is no file.
    func size(of file: String) throws -> Int {
        guard exists(file) else { return 0 }
        return try FileManager.default.attributesOfItem(atPath: "\(root)/\(file)")[.size] as? Int ?? 0
    }

    func exists(_ file: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(root)/\(file)")
    }

    func remove(_ file: String) throws {
        try FileManager.default.removeItem(atPath: "\(root)/\(file)")
    }

    func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted()
    }

    func solve(_ exercises: Exercise...) throws {
        for exercise in exercises { try write(text(exercise.solution), to: exercise.file) }
    }

    /// Puts one of the answers in `Tests/Fixtures/Answers` into the exercise.
    func answer(_ exercise: Exercise, _ name: String) throws {
        let file = "\(Self.answers)/\(exercise.name)/\(name).swift"
        try write(String(contentsOfFile: file, encoding: .utf8), to: exercise.file)
    }

    /// A purse that is right, but for what it does when it is empty: that stands on line 8 of its file.
    func purse(whenEmpty deed: String, also declarations: String = "") throws {
        try write(Self.purse(whenEmpty: deed, also: declarations), to: Exercise.purse.file)
    }

    static func purse(whenEmpty deed: String, also declarations: String = "") -> String {
        """
        import Foundation

        struct Purse {
            let coins: [Int]

            func total() async -> Int {
                if coins.isEmpty {
                    \(deed)
                }
                return coins.reduce(0, +)
            }

            func largest() async -> Int? { coins.max() }
        }

        \(declarations)
        """
    }

    func append(_ text: String, to file: String) throws {
        try write(self.text(file) + text, to: file)
    }

    func replace(_ old: String, with new: String, in file: String) throws {
        let text = try text(file)
        guard text.contains(old) else { throw NotFound(text: old, file: file) }
        try write(text.replacingOccurrences(of: old, with: new), to: file)
    }

    /// Every file that is not the runner's own, with what it holds and when it was changed.
    func state() throws -> [String: FileState] {
        var state: [String: FileState] = [:]
        for name in ["Package.swift"] + folders(of: ["Exercises", "Solutions", "Sources", "Tests"]) {
            let path = "\(root)/\(name)"
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            state[name] = FileState(
                data: try Data(contentsOf: URL(fileURLWithPath: path)),
                modified: attributes[.modificationDate] as? Date
            )
        }
        return state
    }

    private func folders(of names: [String]) -> [String] {
        names.flatMap { folder in
            (FileManager.default.enumerator(atPath: "\(root)/\(folder)") ?? .init())
                .compactMap { ($0 as? String).map { "\(folder)/\($0)" } }
        }
    }

    struct FileState: Hashable {
        var data: Data
        var modified: Date?
    }

    struct NotFound: Error {
        var text: String
        var file: String
    }
}

// MARK: - Where things are

extension Toy {
    static let original = "\(FixtureFolder.path)/Toy"
    static let answers = "\(FixtureFolder.path)/Answers"

    /// Where the build has put the runner, beside the test bundle.
    static let products: String = {
        #if canImport(Darwin)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
            return bundle.bundleURL.deletingLastPathComponent().path
        #else
            return Bundle.main.bundleURL.resolvingSymlinksInPath().path
        #endif
    }()
}

/// As many workbooks as builds make sense side by side, each with a place that stays warm.
private actor Lanes {
    static let shared = Lanes()

    nonisolated func lend<Result>(_ use: (Int) async throws -> Result) async throws -> Result {
        let lane = await take()
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await use(lane))
        } catch {
            result = .failure(error)
        }
        await giveBack(lane)
        return try result.get()
    }

    private lazy var free = [claim(), claim()]
    private var waiting: [CheckedContinuation<Int, Never>] = []
    private var claimed = 0

    private func take() async -> Int {
        if let lane = free.popLast() { return lane }
        return await withCheckedContinuation { waiting.append($0) }
    }

    private func giveBack(_ lane: Int) {
        if waiting.isEmpty {
            free.append(lane)
        } else {
            waiting.removeFirst().resume(returning: lane)
        }
    }

    /// The next one that no other run of the tests has. The lock is held until this process ends.
    private func claim() -> Int {
        let folder = "\(Toy.products)/toys"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        repeat {
            claimed += 1
            let lock = open("\(folder)/\(claimed).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            if lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0 { return claimed }
            close(lock)
        } while true
    }
}
