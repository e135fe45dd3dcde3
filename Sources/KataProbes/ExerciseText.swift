import Foundation

/// The text of the file that a learner edits, for a rule about what a part of it may know.
///
/// The file is found from the suite's place: `Tests/Chapter8SpecificationsTests/6-FilmSearchTests.swift` is about
/// `Exercises/Chapter8Specifications/6-FilmSearch.swift`, and in the solutions track about its twin in `Solutions`.
public func exerciseText(for suite: String = #filePath) throws -> String {
    let suite = URL(fileURLWithPath: suite)
    let tests = suite.deletingLastPathComponent()
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    let chapter = tests.lastPathComponent.replacingOccurrences(of: "Tests", with: "")
    let file = suite.lastPathComponent.replacingOccurrences(of: "Tests.swift", with: ".swift")
    // A workspace of the runner holds exercises alone, whatever the track.
    let tracks =
        ProcessInfo.processInfo.environment["KATA_TRACK"] == "solutions"
        ? ["Solutions", "Exercises"] : ["Exercises"]
    let candidates = tracks.map { root.appendingPathComponent("\($0)/\(chapter)/\(file)") }
    let found = candidates.first { FileManager.default.fileExists(atPath: $0.path) }
    return try String(contentsOf: found ?? candidates[0], encoding: .utf8)
}
