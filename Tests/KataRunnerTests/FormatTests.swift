import Foundation
import Testing

@testable import KataRunner

@Suite("Numbers and bars")
struct FormatTests {
    @Test(
        "a time is told as people tell it",
        arguments: [
            (0, "0.00 s"), (0.42, "0.42 s"), (0.045, "0.05 s"), (9.94, "9.94 s"), (9.96, "10 s"),
            (12.4, "12 s"),
            (59.6, "1 min 0 s"), (125, "2 min 5 s"),
        ] as [(TimeInterval, String)]
    )
    func seconds(seconds: TimeInterval, text: String) {
        #expect(seconds.shortSeconds == text)
    }

    @Test("a bar shows the first kata solved, and the last one missing", arguments: Bar.all)
    func bar(row: Bar) {
        let parts = Widgets.bar(done: row.done, of: row.total, width: 10)
        let text = Layout(width: 80).rows(of: [Line(parts: parts)]).map(\.text).joined()
        #expect(text.count { $0 == "█" } == row.filled)
        #expect(text.count == 10)
    }

    struct Bar: Sendable, CustomTestStringConvertible {
        var done: Int
        var total: Int
        var filled: Int

        var testDescription: String { "\(done) of \(total)" }

        static let all = [
            Bar(done: 0, total: 40, filled: 0), Bar(done: 1, total: 40, filled: 1),
            Bar(done: 20, total: 40, filled: 5), Bar(done: 39, total: 40, filled: 9),
            Bar(done: 40, total: 40, filled: 10), Bar(done: 0, total: 0, filled: 0),
        ]
    }
}

@Suite("Differences")
struct DiffTests {
    private func text(_ old: String, _ new: String) -> String {
        let lines = DiffScreen.lines(from: old, "a", to: new, "b")
        return Painter(usesColour: false).text(of: Layout(width: 80).rows(of: lines))
    }

    @Test("equal texts have none")
    func same() {
        #expect(text("이름\n", "이름\n") == "The two files are the same.\n")
    }

    @Test("a change has three lines around it, and far changes stand apart")
    func context() {
        let old = (1...20).map { "line \($0)" }
        var new = old
        new[4] = "line five"
        new.remove(at: 17)
        let hunks = DiffScreen.hunks(from: old.joined(separator: "\n"), to: new.joined(separator: "\n"))
        #expect(hunks.map(\.oldStart) == [2, 15])
        #expect(hunks.map(\.newStart) == [2, 15])
        #expect(hunks[0].lines.count == 8)
        #expect(
            hunks[1].lines == [
                .same("line 15"), .same("line 16"), .same("line 17"), .removed("line 18"), .same("line 19"),
                .same("line 20"),
            ]
        )
    }

    @Test(
        "it can be applied: what stays and what is added makes the new text",
        arguments: [
            ("", "a\nb"), ("a\nb", ""), ("a\nb\nc", "c\nb\na"), ("a\na\na", "a\na"), ("한\n글", "한\n말\n글"),
        ]
    )
    func applies(old: String, new: String) {
        let hunks = DiffScreen.hunks(from: old, to: new)
        #expect(hunks.flatMap(\.new).joined(separator: "\n") == new)
        #expect(hunks.flatMap(\.old).joined(separator: "\n") == old)
    }
}
