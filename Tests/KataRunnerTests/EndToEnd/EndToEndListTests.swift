import Foundation
import Testing

@Suite("The list to walk through, end to end", .timeLimit(.minutes(30)))
struct EndToEndListTests {
    private static let keys = "↑ ↓ move ← → fold u unsolved / search enter choose q leave"

    /// The row on which the cursor is.
    private static func cursor(_ picture: TerminalPicture) -> String? {
        picture.rows.first { $0.hasPrefix("▸") }?.split(separator: " ").dropFirst().joined(separator: " ")
    }

    @Test("arrows and j and k move, left and right fold, and enter makes a kata the current one")
    func walk() async throws {
        try await Toy.fresh { toy in
            let terminal = try PseudoTerminal()
            let found = terminal.manners
            let list = try toy.start(["list"], on: terminal)
            func at(_ row: String) async throws {
                try await terminal.sees { Self.cursor($0) == row }
            }
            let first = "○ 1.1 A purse that counts ← you are here"
            try await terminal.see(now: "Katas", "- 1 Shop 0 of 2", "- 2 Post 0 of 1", Self.keys)
            try await at(first)
            for (key, row) in [
                ("\u{1B}[B", "○ 1.2 A receipt that reads"), ("j", "- 2 Post 0 of 1"),
                ("j", "○ 2.1 A parcel within limits"), ("j", "○ 2.1 A parcel within limits"),
                ("k", "- 2 Post 0 of 1"), ("\u{1B}[A", "○ 1.2 A receipt that reads"),
                ("\u{1B}[D", "+ 1 Shop 0 of 2"), ("j", "- 2 Post 0 of 1"), ("k", "+ 1 Shop 0 of 2"),
                ("\u{1B}[C", "- 1 Shop 0 of 2"), (" ", "+ 1 Shop 0 of 2"), ("\r", "- 1 Shop 0 of 2"),
                ("\u{1B}OB", first), ("G", "○ 2.1 A parcel within limits"), ("g", "- 1 Shop 0 of 2"),
                ("jj", "○ 1.2 A receipt that reads"),
            ] {
                try terminal.type(key)
                try await at(row)
            }
            try terminal.type("\r")
            #expect(try await list.outcome(on: terminal).code == 0)
            terminal.isGivenBack(as: found)
            #expect(terminal.picture.words == "You are at 1.2 A receipt that reads now. Go on: kata next")
            #expect(try await toy.kata("next").output.hasPrefix("1.2 A receipt that reads\n"))
        }
    }

    @Test("u leaves the unsolved ones, / searches, and q leaves with nothing changed")
    func search() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse)
            #expect(try await toy.kata("check", "1.1").code == 0)
            let progress = try toy.text(".kata/progress.json")
            let terminal = try PseudoTerminal()
            let found = terminal.manners
            let list = try toy.start(["list"], on: terminal)
            try await terminal.see(now: "✔ 1.1", "○ 1.2", "○ 2.1", "1 of 2")
            try terminal.type("u")
            try await terminal.see(now: "Unsolved ones only", "○ 1.2", "○ 2.1", "u all", without: ["1.1"])
            try terminal.type("/PAR")
            try await terminal.see(
                now: "Search: PAR▏",
                "○ 2.1 A parcel within limits",
                "enter keep the search esc end it",
                without: ["1.2"]
            )
            try terminal.type("없\u{7F}\u{7F}\u{7F}\r")
            try await terminal.see(now: "Search: P", "2.1", "q leave", without: ["Search: PA"])
            try terminal.type("/소포")
            try await terminal.see(now: "Search: 소포▏", "Nothing here.", without: ["2.1"])
            try terminal.type("\u{1B}")
            try await terminal.see(now: "Unsolved ones only", "1.2", "2.1", without: ["Search"])
            try terminal.type("u")
            try await terminal.see(now: "✔ 1.1", "u unsolved")
            try terminal.type("q")
            #expect(try await list.outcome(on: terminal).code == 0)
            terminal.isGivenBack(as: found)
            #expect(terminal.picture.words == "")
            #expect(try toy.text(".kata/progress.json") == progress)
        }
    }

    @Test(
        "the terminal is given back as it was found, however it ends",
        arguments: EndToEndWatchTests.End.all
    )
    func end(end: EndToEndWatchTests.End) async throws {
        try await Toy.fresh { toy in
            let terminal = try PseudoTerminal()
            let found = terminal.manners
            let list = try toy.start(["list"], on: terminal)
            try await terminal.see(now: "Katas", Self.keys)
            try end.come(to: list, on: terminal)
            #expect(try await list.outcome(on: terminal).code == end.code)
            terminal.isGivenBack(as: found)
        }
    }

    @Test("a window of any size shows the cursor and the keys, and cuts no character in two")
    func windows() async throws {
        try await Toy.fresh { toy in
            try toy.replace(
                "## 1.2 A receipt that reads",
                with: "## 1.2 영수증은 사람이 읽는 것이므로 손님이 산 차례대로 물건의 이름을 말해야 한다",
                in: "Exercises/Chapter1Shop/README.md"
            )
            let terminal = try PseudoTerminal()
            let list = try toy.start(["list"], on: terminal)
            try await terminal.see(now: "Katas", Self.keys)
            for (columns, rows) in [(40, 40), (41, 20), (200, 40), (23, 30), (40, 6), (80, 24)] {
                try terminal.resize(columns: columns, rows: rows)
                try terminal.type("G")
                try await terminal.sees { picture in
                    Self.cursor(picture)?.hasPrefix("○ 2.1 A") == true && picture.lastRow.hasSuffix("leave")
                }
                try terminal.type("gjj")
                try await terminal.sees { picture in
                    Self.cursor(picture)?.hasPrefix("○ 1.2 영수증은") == true
                        && picture.lastRow.hasSuffix("leave")
                        && (rows < 20 || picture.letters.contains("손님이산차례대로물건의이름을말해야한다"))
                }
            }
            try terminal.type("q")
            #expect(try await list.outcome(on: terminal).code == 0)
            #expect(terminal.picture.trouble == [])
        }
    }

    @Test("without a screen, or if nobody wants one, it prints")
    func prints() async throws {
        try await Toy.fresh { toy in
            let piped = try await toy.kata("list")
            #expect(piped.code == 0)
            #expect(piped.output.contains("1.1  A purse that counts"))
            #expect(!piped.output.contains("\u{1B}"))
            for (words, term) in [(["list", "--plain"], nil), (["list"], "dumb")] {
                let terminal = try PseudoTerminal()
                let list = try toy.start(words, with: ["TERM": term], on: terminal)
                #expect(try await list.outcome(on: terminal).code == 0)
                #expect(terminal.picture.words.hasSuffix("Go on: kata next"))
                #expect(terminal.picture.openings == 0)
            }
        }
    }
}
