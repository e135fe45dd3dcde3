import Testing

@testable import KataRunner

@Suite("Conflict markers")
struct ConflictMarkersTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var end: String
        var ownIsBelow: Bool
        var testDescription: String { end }
    }

    @Test(
        "they are found with their line and with the learner's side",
        arguments: [
            Row(end: "origin/main", ownIsBelow: false),
            Row(end: "1f7a2c31f7a2c31f7a2c31f7a2c31f7a2c31f7a2", ownIsBelow: false),
            Row(end: "1f7a2c3 (my purse)", ownIsBelow: true),
            Row(end: "Stashed changes", ownIsBelow: true),
        ]
    )
    func found(row: Row) {
        for newline in ["\n", "\r\n"] {
            let text = ["a", "<<<<<<< HEAD", "b", "=======", "c", ">>>>>>> \(row.end)", ""].joined(
                separator: newline
            )
            let conflict = ConflictMarkers(in: text)
            #expect(conflict?.line == 2)
            #expect(conflict?.ownIsBelow == row.ownIsBelow)
        }
    }

    @Test(
        "what only looks like one is none",
        arguments: [
            "", "let text = \"<<<<<<< HEAD\"\n=======\n>>>>>>> b", "<<<<<<< HEAD\nno end",
            "=======\n>>>>>>> b",
            ">>>>>>> b\n=======\n<<<<<<< HEAD",
        ]
    )
    func none(text: String) {
        #expect(ConflictMarkers(in: text) == nil)
    }
}
