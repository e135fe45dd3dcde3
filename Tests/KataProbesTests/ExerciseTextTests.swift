import Foundation
import KataProbes
import Testing

@Suite("The file that a learner edits")
struct ExerciseTextTests {
    private let root = FileManager.default.temporaryDirectory
        .appendingPathComponent("kata-exercise-\(UUID().uuidString)", isDirectory: true)

    private var suite: String {
        root.appendingPathComponent("Tests/Chapter9KitesTests/1-KnotTests.swift").path
    }

    @Test("is found from the place of its suite")
    func found() throws {
        let folder = root.appendingPathComponent("Exercises/Chapter9Kites", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        try "struct Knot {}\n"
            .write(to: folder.appendingPathComponent("1-Knot.swift"), atomically: true, encoding: .utf8)
        let text = try exerciseText(for: suite)
        #expect(text == "struct Knot {}\n")
    }

    @Test("is an error where it is missing")
    func missing() {
        #expect(throws: (any Error).self) { try exerciseText(for: suite) }
    }
}
