import Foundation
import Testing

@Suite("Watching, end to end", .timeLimit(.minutes(30)))
struct EndToEndWatchTests {
    private static let keys =
        "n next p back s page i chapter h hint d solution r check c check chapter "
        + "a check all l list o open x reset ? keys q quit"

    @Test("from the first kata to the third, by keys and saves alone")
    func session() async throws {
        try await Toy.warm { toy in
            let terminal = try PseudoTerminal()
            let found = terminal.manners
            let watch = try toy.start(["watch"], on: terminal)

            // The page, and what leads to the verdict.
            try await terminal.see(
                now: "1.1 A purse that counts",
                "○ the total is the sum of the coins",
                "Stuck? h gives a hint",
                "Watching Exercises/Chapter1Shop/1-Purse.swift",
                "0 of 3 katas solved",
                Self.keys
            )
            #expect(terminal.manners != found, "keys come one by one")
            try terminal.type("h")
            try await terminal.see(now: "Hint 1 of 3", "h gives the next one", without: ["Hint 2"])
            try terminal.type("hhh")
            try await terminal.see(now: "Hint 1 of 3", "Hint 3 of 3", "No more.")
            #expect(try toy.text(".kata/progress.json").contains("\"hints\" : 3"))
            try terminal.type("s")
            try await terminal.see(now: "Task", "Rules", without: ["Hint"])
            try terminal.type("?")
            try await terminal.see(now: "check this kata again", without: ["Task"])
            try terminal.type("p")
            try await terminal.see(now: "This is the first kata.")

            // Solve it step by step, break it, solve it.
            try toy.answer(.purse, "wrong")
            try await terminal.see(
                now: "✘ 1.1 A purse that counts · 3 of 4 rules hold",
                "a coin has gone missing",
                Self.keys
            )
            try toy.answer(.purse, "does-not-compile")
            try await terminal.see(now: "1.1 A purse that counts · it does not compile yet")
            try toy.solve(.purse)
            try await terminal.see(
                now: "✔ 1.1 A purse that counts · all 4 rules hold",
                "Counting is easy once the empty purse is no exception.",
                "Well done! n leads on to 1.2 A receipt that reads",
                "1 of 3 katas solved"
            )
            try toy.answer(.purse, "wrong")
            try await terminal.see(
                now: "✘ no longer holds: the total is the sum of the coins",
                "3 of 4 rules hold",
                "0 of 3 katas solved"
            )
            try toy.solve(.purse)
            try await terminal.see(
                now: "✔ now holds: the total is the sum of the coins",
                "all 4 rules hold",
                "1 of 3 katas solved"
            )

            // The second one: begun, given up, brought back, solved.
            try terminal.type("n")
            try await terminal.see(now: "1.2 A receipt that reads", "Task", "1 of 3 katas solved")
            try terminal.type("x")
            try await terminal.see(now: "2-Receipt.swift is the starter already.", "Task")
            try toy.answer(.receipt, "wrong")
            let mine = try toy.text(Toy.Exercise.receipt.file)
            try await terminal.see(now: "✘ 1.2 A receipt that reads", without: ["Building", "Checking"])
            try terminal.type("x")
            try await terminal.see(
                now: "This file would be replaced, with a copy kept in .kata/backups:",
                "y puts the starter back. Any other key leaves your file as it is."
            )
            try terminal.type("n")
            try await terminal.see(now: "✘ 1.2 A receipt that reads", without: ["would be replaced"])
            #expect(try toy.text(Toy.Exercise.receipt.file) == mine, "nobody said yes")
            try terminal.type("xy")
            try await terminal.see(
                now: "2-Receipt.swift is the starter again.",
                "To bring back what you had written: kata undo",
                "Task"
            )
            #expect(try toy.text(Toy.Exercise.receipt.file) == toy.text(Toy.Exercise.receipt.pristine))
            #expect(try await toy.kata("undo").code == 0)
            #expect(try toy.text(Toy.Exercise.receipt.file) == mine)
            try await terminal.see(
                now: "✘ 1.2 A receipt that reads",
                without: ["starter again", "Building", "Checking"]
            )
            try terminal.type("p")
            try await terminal.see(now: "✔ 1.1 A purse that counts · all 4 rules hold")
            try terminal.type("l")
            try await terminal.see(
                now: "Katas",
                "▸ ✔ 1.1 A purse that counts ← you are here",
                "↑ ↓ move ← → fold u unsolved / search enter choose q leave"
            )
            try terminal.type("j\r")
            try await terminal.see(
                now: "✘ 1.2 A receipt that reads",
                without: ["Katas", "Building", "Checking"]
            )
            try toy.solve(.receipt)
            try await terminal.see(
                now: "✔ 1.2 A receipt that reads · all 4 rules hold",
                "Chapter 1 is complete. Look back on it: i",
                "n leads on to 2.1 A parcel within limits",
                "2 of 3 katas solved"
            )

            // The third, and a look at all of it.
            try terminal.type("n")
            try await terminal.see(now: "2.1 A parcel within limits", "Chapter 2 · Post", "Task")
            try terminal.type("n")
            try await terminal.see(now: "This is the last kata.")
            try terminal.type("o")
            try await terminal.see(
                now: "No editor is set.",
                "Open Exercises/Chapter2Post/1-Parcel.swift yourself, or name an editor:"
            )
            try terminal.type("c")
            try await terminal.see(
                now: "✘ 2.1 A parcel within limits",
                "Look closer: press l, choose 2.1",
                without: ["receipt"]
            )
            try terminal.type("a")
            try await terminal.see(
                now: "✔ 1.1 A purse that counts · all 4 rules hold",
                "✔ 1.2 A receipt that reads · all 4 rules hold",
                "✘ 2.1 A parcel within limits",
                "Look closer: press l, choose 2.1"
            )
            try toy.solve(.parcel)
            try await terminal.see(
                now: "✔ 2.1 A parcel within limits · all 4 rules hold",
                "Every kata of this workbook is solved.",
                "3 of 3 katas solved"
            )
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
            terminal.isGivenBack(as: found)
            #expect(try await toy.kata("list", "--json").output.contains("unsolved") == false)
        }
    }

    // MARK: - Saves

    @Test("a save during a check ends that check, and is checked itself")
    func saveDuringCheck() async throws {
        try await Toy.warm { toy in
            let terminal = try PseudoTerminal()
            let watch = try toy.start(["watch", "--timeout", "600"], on: terminal)
            try await terminal.see(now: "1.1 A purse that counts")
            try toy.purse(whenEmpty: toy.pause)
            try await terminal.see(now: "Checking the rules …")
            try await toy.waitForPause()
            try toy.solve(.purse)
            try await terminal.see(now: "all 4 rules hold", "1 of 3 katas solved")
            #expect(try toy.processes() == [], "the check that nobody waits for has gone on")
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
        }
    }

    /// What makes a check pointless, and what is seen then.
    struct Pointless: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var keys: String
        var seen: String
    }

    @Test(
        "a check that has become pointless is ended",
        arguments: [
            Pointless(testDescription: "the starter is put back", keys: "xy", seen: "is the starter again."),
            Pointless(testDescription: "the file is opened", keys: "o", seen: "No editor is set."),
        ]
    )
    func pointless(row: Pointless) async throws {
        try await Toy.warm { toy in
            let terminal = try PseudoTerminal()
            try toy.purse(whenEmpty: toy.pause)
            let watch = try toy.start(["watch", "--timeout", "600"], on: terminal)
            try await terminal.see(now: "Checking the rules …")
            try await toy.waitForPause()
            try terminal.type(row.keys)
            try await terminal.see(now: row.seen, "Watching", without: ["Checking the rules"])
            #expect(try toy.processes() == [])
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
        }
    }

    @Test("who goes on during a check stays there, and its verdict is kept")
    func goingOn() async throws {
        try await Toy.warm { toy in
            let terminal = try PseudoTerminal()
            try toy.purse(whenEmpty: toy.pause)
            let watch = try toy.start(["watch", "--timeout", "600"], on: terminal)
            try await terminal.see(now: "Checking the rules …")
            try await toy.waitForPause()
            try terminal.type("n")
            try await terminal.see(now: "1.2 A receipt that reads", "Task")
            try toy.goOn()
            try await terminal.see(
                now: "1.2 A receipt that reads",
                "Task",
                "1 of 3 katas solved",
                without: ["Checking"]
            )
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
        }
    }

    @Test("a solved kata that breaks with another edit is reported")
    func regression() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse)
            #expect(try await toy.kata("check", "1.1").code == 0)
            let terminal = try PseudoTerminal()
            let watch = try toy.start(["watch"], on: terminal)
            try await terminal.see(now: "1.2 A receipt that reads", "1 of 3 katas solved")
            try toy.append(
                "extension [Int] { func reduce(_ a: Int, _ b: (Int, Int) -> Int) -> Int { 7 } }\n",
                to: Toy.Exercise.receipt.file
            )
            try await terminal.see(
                now: "✘ 1.1 A purse that counts was solved and is open again",
                "✘ the total is the sum of the coins",
                "Look closer: press l, choose 1.1",
                "✘ 1.2 A receipt that reads",
                "0 of 3 katas solved"
            )
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
        }
    }

    @Test("a save is noticed within a tenth of a second")
    func promptness() async throws {
        try await Toy.fresh { toy in
            let terminal = try PseudoTerminal()
            let path = try toy.fakeSwift("exec sleep 600")
            let watch = try toy.start(["watch"], with: ["PATH": path], on: terminal)
            try await terminal.see(now: "1.1 A purse that counts")
            var delays: [Duration] = []
            // One of them must do, since a loaded machine may hold the test itself up.
            while delays.count < 20, delays.allSatisfy({ $0 >= .milliseconds(100) }) {
                let start = ContinuousClock.now
                try toy.append("// saved\n", to: Toy.Exercise.purse.file)
                terminal.lookHard(until: start + .milliseconds(200)) { $0.words.contains("Building") }
                delays.append(start.duration(to: .now))
                try await terminal.see(now: "Building chapter 1 …")
                try terminal.type("xy")
                try await terminal.see(now: "is the starter again", without: ["Building"])
            }
            #expect(try #require(delays.min()) < .milliseconds(100), "\(delays)")
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
        }
    }

    // MARK: - Ways out

    enum End: Sendable, CustomTestStringConvertible {
        case key
        case signal(String, Int32)

        var testDescription: String {
            switch self {
            case .key: "q"
            case .signal(let name, _): name
            }
        }

        var code: Int32 {
            switch self {
            case .key: 0
            case .signal(_, let number): 128 + number
            }
        }

        func come(to run: KataRun, on terminal: PseudoTerminal) throws {
            switch self {
            case .key: try terminal.type("q")
            case .signal(_, let number): run.send(number)
            }
        }

        static let all: [End] = [
            .key, .signal("SIGINT", SIGINT), .signal("SIGTERM", SIGTERM), .signal("SIGHUP", SIGHUP),
            .signal("SIGQUIT", SIGQUIT),
        ]
    }

    @Test("the terminal is given back as it was found, however it ends", arguments: End.all)
    func end(end: End) async throws {
        try await Toy.fresh { toy in
            let terminal = try PseudoTerminal()
            let found = terminal.manners
            let watch = try toy.start(["watch"], on: terminal)
            try await terminal.see(now: "1.1 A purse that counts", Self.keys)
            #expect(terminal.picture.isOtherScreen && !terminal.picture.showsCursor)
            try end.come(to: watch, on: terminal)
            #expect(try await watch.outcome(on: terminal).code == end.code)
            terminal.isGivenBack(as: found)
        }
    }

    @Test("in the middle of a check too, and nothing is left running", arguments: End.all)
    func endDuringCheck(end: End) async throws {
        try await Toy.fresh { toy in
            let terminal = try PseudoTerminal()
            let found = terminal.manners
            try toy.answer(.purse, "wrong")
            let path = try toy.fakeSwift("echo > \(toy.root)/started; exec sleep 600")
            let watch = try toy.start(["watch"], with: ["PATH": path], on: terminal)
            try await wait { toy.exists("started") }
            try await terminal.see(now: "Building chapter 1 …")
            try end.come(to: watch, on: terminal)
            #expect(try await watch.outcome(on: terminal).code == end.code)
            terminal.isGivenBack(as: found)
            #expect(try toy.processes() == [])
        }
    }

    @Test(
        "a runner that crashes itself gives the terminal back all the same",
        arguments: [SIGSEGV, SIGABRT, SIGILL, SIGTRAP]
    )
    func ownCrash(signal: Int32) async throws {
        try await Toy.fresh { toy in
            let terminal = try PseudoTerminal()
            let found = terminal.manners
            let watch = try toy.start(["watch"], on: terminal)
            try await terminal.see(now: "1.1 A purse that counts")
            watch.send(signal)
            #expect(try await watch.outcome(on: terminal).code == 128 + signal)
            terminal.isGivenBack(as: found)
        }
    }

    @Test("a closed window ends it")
    func closedWindow() async throws {
        try await Toy.fresh { toy in
            let terminal = try PseudoTerminal()
            let watch = try toy.start(["watch"], on: terminal)
            try await terminal.see(now: "1.1 A purse that counts")
            try terminal.hangUp()
            #expect(try await watch.outcome().code == 0)
        }
    }

    @Test("a further file of the chapter is noticed too, when it comes, changes and goes")
    func furtherFile() async throws {
        try await Toy.warm(.planningAnew) { toy in
            let file = "Exercises/Chapter1Shop/Sum.swift"
            let terminal = try PseudoTerminal()
            try toy.replace("coins.reduce(0, +)", with: "sum(coins)", in: Toy.Exercise.purse.solution)
            try toy.solve(.purse)
            #expect(try await toy.kata("show", "1.1").code == 0)
            let watch = try toy.start(["watch"], on: terminal)
            try await terminal.see(now: "cannot find 'sum' in scope")
            try toy.write("func sum(_ coins: [Int]) -> Int { 0 }\n", to: file)
            try await terminal.see(now: "✘ the total is the sum of the coins")
            try toy.write("func sum(_ coins: [Int]) -> Int { coins.reduce(0, +) }\n", to: file)
            try await terminal.see(now: "all 4 rules hold")
            try toy.remove(file)
            try await terminal.see(now: "cannot find 'sum' in scope")
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
        }
    }

    @Test("a chapter that is away for a moment is reported, and is there again when it is back")
    func awayAndBack() async throws {
        try await Toy.fresh { toy in
            let terminal = try PseudoTerminal()
            let watch = try toy.start(["watch"], on: terminal)
            try await terminal.see(now: "1.1 A purse that counts", "0 of 3 katas solved")
            let files = FileManager.default
            let (folder, away) = ("\(toy.root)/Exercises/Chapter1Shop", "\(toy.root)/away")
            try files.moveItem(atPath: folder, toPath: away)
            try await terminal.see(now: "There is no kata 1.1 in Exercises now.", "0 of 1 katas solved")
            try files.moveItem(atPath: away, toPath: folder)
            try await terminal.see(now: "1.1 A purse that counts", "0 of 3 katas solved")
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
        }
    }

    @Test("a page that changes and a kata that comes are taken in")
    func newPage() async throws {
        try await Toy.fresh { toy in
            let terminal = try PseudoTerminal()
            let watch = try toy.start(["watch"], on: terminal)
            try await terminal.see(now: "1.1 A purse that counts", "0 of 3 katas solved")
            let page = "Exercises/Chapter1Shop/README.md"
            try toy.replace("The shop's purse says that it is empty", with: "Nobody can pay", in: page)
            try await terminal.see(now: "Nobody can pay, whatever is in it.")
            let starter = "struct Till {}\n"
            try toy.write(starter, to: "Exercises/Chapter1Shop/3-Till.swift")
            try toy.write(starter, to: "Exercises/.pristine/Chapter1Shop/3-Till.swift")
            try await terminal.see(now: "0 of 4 katas solved")
            try terminal.type("l")
            try await terminal.see(now: "1.3 Till")
            try terminal.type("qq")
            #expect(try await watch.outcome(on: terminal).code == 0)
        }
    }

    @Test("after a check of all, afterwords are named, and n presents a kata before its verdict")
    func afterAll() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse, .parcel)
            try toy.answer(.receipt, "wrong")
            let terminal = try PseudoTerminal()
            let watch = try toy.start(["watch"], on: terminal)
            try await terminal.see(now: "all 4 rules hold", "The whole verdict: s", "Task")
            try terminal.type("a")
            try await terminal.see(
                now: "✘ 1.2 A receipt that reads",
                "Solved for the first time: 2.1 For an afterword, press l and choose its kata."
            )
            try terminal.type("n")
            try await terminal.see(now: "1.2 A receipt that reads", "The whole verdict: s", "Task")
            try terminal.type("s")
            try await terminal.see(now: "✘ 1.2 A receipt that reads", "Stuck?", without: ["Task"])
            try terminal.type("ljj\r")
            try await terminal.see(now: "2.1 A parcel within limits", "Afterword")
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
        }
    }

    @Test("d shows one good answer once the kata is solved, and asks before it spoils one that isn't")
    func solution() async throws {
        try await Toy.fresh { toy in
            let terminal = try PseudoTerminal()
            let watch = try toy.start(["watch"], on: terminal)
            try await terminal.see(now: "1.1 A purse that counts")
            try terminal.type("d")
            try await terminal.see(
                now: "1.1 isn't solved yet, and its solution would take the fun out of it."
            )
            try terminal.type("z")
            try await terminal.see(now: "Task", without: ["isn't solved yet"])
            try terminal.type("dy")
            try await terminal.see(
                now: "--- \(Toy.Exercise.purse.file)",
                "+++ \(Toy.Exercise.purse.solution)"
            )
            try terminal.type("d")
            try await terminal.see(now: "Task", without: ["+++"])
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
        }
    }

    @Test("each h brings the newest hint into a low window, and after the last one it stays there")
    func hintsInLowWindow() async throws {
        try await Toy.fresh { toy in
            let terminal = try PseudoTerminal(rows: 12)
            let watch = try toy.start(["watch"], on: terminal)
            try await terminal.see(now: "1.1 A purse that counts")
            for (level, words) in ["What is a sum", "Arrays can be", "Begin with zero", "No more."]
                .enumerated()
            {
                try terminal.type("h")
                try await terminal.see(now: "Hint \(min(level + 1, 3)) of 3", words)
            }
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
        }
    }

    @Test("a crash in the learner's code is a verdict, and watching goes on")
    func crash() async throws {
        try await Toy.warm { toy in
            let terminal = try PseudoTerminal()
            let found = terminal.manners
            let watch = try toy.start(["watch"], on: terminal)
            try await terminal.see(now: "1.1 A purse that counts")
            try toy.answer(.purse, "crash")
            try await terminal.see(
                now: "✘ an empty purse has no largest coin",
                "The process ended in the middle of this rule:",
                "3 of 4 rules hold"
            )
            try toy.solve(.purse)
            try await terminal.see(now: "✔ now holds: an empty purse has no largest coin", "all 4 rules hold")
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
            terminal.isGivenBack(as: found)
        }
    }

    @Test("without a screen it says what to do instead, and leaves with 2")
    func noScreen() async throws {
        try await Toy.fresh { toy in
            let said = "`kata watch` needs a terminal to draw on and to read keys from."
                .replacingOccurrences(of: "`", with: "")
            let piped = try await toy.kata("watch")
            #expect(piped.code == 2)
            #expect(piped.output == "")
            #expect(piped.complaint == "\(said) Without one, check after each edit: kata next")

            let dumb = try PseudoTerminal()
            let found = dumb.manners
            let watch = try toy.start(["watch"], with: ["TERM": "dumb"], on: dumb)
            #expect(try await watch.outcome(on: dumb).code == 2)
            #expect(dumb.shown.contains(said))
            #expect(!dumb.shown.contains("\u{1B}"))
            #expect(dumb.manners == found)
        }
    }

    // MARK: - Windows

    @Test("a window is drawn anew as wide and as high as it is now, in the middle of a check too")
    func resize() async throws {
        try await Toy.fresh { toy in
            let terminal = try PseudoTerminal()
            try toy.replace(
                "The shop's purse says that it is empty, whatever is in it.",
                with: Self.story,
                in: "Exercises/Chapter1Shop/README.md"
            )
            let path = try toy.fakeSwift("exec sleep 600")
            let watch = try toy.start(["watch"], with: ["PATH": path], on: terminal)
            for state in ["", "s"] {
                try terminal.type(state)
                for (columns, rows, keys) in [
                    (40, 60, "n next p s i h d r c a l o x ? q quit"), (200, 40, Self.keys),
                    (41, 60, "q quit"),
                    (80, 40, Self.keys),
                ] {
                    try terminal.resize(columns: columns, rows: rows)
                    try await terminal.sees { picture in
                        picture.letters.contains(Self.story.filter { $0 != " " })
                            && picture.words.contains("an empty purse has no largest coin")
                            && picture.words.contains(keys)
                    }
                }
                if state.isEmpty {
                    try toy.append("// saved\n", to: Toy.Exercise.purse.file)
                    try await terminal.see(now: "Building chapter 1")
                }
            }
            try terminal.resize(columns: 40, rows: 12)
            try await terminal.sees { $0.rows.contains("↓ more below") && $0.lastRow.hasSuffix("q quit") }
            try terminal.type("\u{1B}[6~\u{1B}[6~\u{1B}[6~\u{1B}[6~\u{1B}[6~\u{1B}[6~\u{1B}[6~")
            try await terminal.sees { $0.rows.contains("↑ more above") && $0.words.contains("Stuck?") }
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
            #expect(terminal.picture.trouble == [])
        }
    }

    private static let story = """
        모아의 장터에서는 지갑이 비어 있다고 말합니다. 무엇이 들어 있든 말이지요. \
        남궁민수와 황보석은 동전을 세어 보고 또 세어 보았지만 지갑은 언제나 비어 있다고 대답했습니다.
        """

    @Test("Korean that can't be wrapped is cut between two characters", arguments: [40, 41, 80])
    func korean(columns: Int) async throws {
        try await Toy.warm { toy in
            let terminal = try PseudoTerminal(columns: columns)
            let long = String(repeating: "남궁민수", count: 30)
            try toy.purse(whenEmpty: "print(\"\(long)\"); print(\"a\(long)\"); return 7")
            #expect(try await toy.kata("show", "1.1").code == 0)
            let watch = try toy.start(["watch"], on: terminal)
            try await terminal.sees { picture in
                picture.words.contains("Your code printed:")
                    && picture.rows.contains { $0.hasPrefix("  남궁민수") && $0.hasSuffix("…") }
                    && picture.rows.contains { $0.hasPrefix("  a남궁민수") && $0.hasSuffix("…") }
            }
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
            #expect(terminal.picture.trouble == [])
        }
    }
}

extension PseudoTerminal {
    /// Nothing shows that a program has used the whole screen.
    func isGivenBack(
        as found: Manners,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(manners == found, "its settings have changed", sourceLocation: sourceLocation)
        #expect(picture.openings > 0, "the screen was never taken", sourceLocation: sourceLocation)
        #expect(!picture.isOtherScreen, "the other screen is still shown", sourceLocation: sourceLocation)
        #expect(picture.showsCursor, "the cursor is gone", sourceLocation: sourceLocation)
        #expect(picture.wraps, "long lines are cut", sourceLocation: sourceLocation)
        #expect(picture.trouble == [], sourceLocation: sourceLocation)
    }
}
