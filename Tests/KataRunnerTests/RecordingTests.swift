import Testing

@testable import KataRunner

@Suite("Recordings")
struct RecordingTests {
    private let files = Files.memory(["/screens/old.txt": "a\nb\n"])

    private func check(_ name: String, _ text: String, _ mode: Recording.Mode) throws -> Recording.Outcome {
        try Recording(file: "/screens/\(name).txt", files: files).check(text, mode)
    }

    @Test("what looks as recorded passes, in either mode", arguments: [Recording.Mode.compare, .record])
    func same(mode: Recording.Mode) throws {
        #expect(try check("old", "a\nb\n", mode) == .same)
    }

    @Test("what differs is shown as a difference, and the recording stays")
    func difference() throws {
        guard case .differs(let difference) = try check("old", "a\nc\n", .compare) else {
            Testing.Issue.record("no difference was told")
            return
        }
        #expect(difference.contains("-b\n+c\n"))
        #expect(files.text("/screens/old.txt") == "a\nb\n")
    }

    @Test("what was never recorded is missing, and nothing is written")
    func missing() throws {
        #expect(try check("new", "a\n", .compare) == .missing)
        #expect(files.text("/screens/new.txt") == nil)
    }

    @Test(
        "recording writes what is missing or differs, and doesn't count as passed",
        arguments: ["new", "old"]
    )
    func recording(name: String) throws {
        #expect(try check(name, "c\n", .record) == .recorded)
        #expect(files.text("/screens/\(name).txt") == "c\n")
        #expect(try check(name, "c\n", .compare) == .same)
    }

    @Test(
        "it is recorded where it is asked for, and never in CI",
        arguments: [
            ([:], .compare), (["KATA_RECORD": "1"], .record), (["KATA_RECORD": "0"], .compare),
            (["KATA_RECORD": "1", "CI": "true"], .compare), (["KATA_RECORD": "1", "CI": ""], .record),
        ] as [([String: String], Recording.Mode)]
    )
    func modes(variables: [String: String], mode: Recording.Mode) {
        #expect(Recording.mode(variables) == mode)
    }
}
