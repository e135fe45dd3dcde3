import Foundation
import Testing

#if os(Linux)
    /// What needs a terminal that controls its programs, as a shell's does.
    @Suite("In the foreground of a terminal, end to end", .timeLimit(.minutes(30)))
    struct EndToEndForegroundTests {
        /// Makes the terminal the runner's own, and passes on what the runner answers.
        private static let inForeground = ["setsid", "--ctty", "--wait"]

        @Test(
            "Control-C and Control-\\ leave, Control-Z does nothing where no shell could bring it back",
            arguments: [("\u{3}", SIGINT), ("\u{1C}", SIGQUIT)]
        )
        func controls(key: String, signal: Int32) async throws {
            try await Toy.fresh { toy in
                let terminal = try PseudoTerminal()
                let found = terminal.manners
                let watch = try toy.start(["watch"], by: Self.inForeground, on: terminal)
                try await terminal.see(now: "1.1 A purse that counts")
                try terminal.type("\u{1A}n")
                try await terminal.see(now: "1.2 A receipt that reads")
                try terminal.type(key)
                #expect(try await watch.outcome(on: terminal).code == 128 + signal)
                terminal.isGivenBack(as: found)
            }
        }

        @Test("Control-Z gives the terminal to the shell, and fg comes back with the screen as it was")
        func suspension() async throws {
            try await Toy.fresh { toy in
                // The file that is waited for is whole once it is there.
                let look = "stty -a > .build-part; mv .build-part .build-manners"
                let shell = "set -m; \"$@\"; echo suspended; \(look); read -r line; fg"
                let terminal = try PseudoTerminal(rows: 14)
                let found = terminal.manners
                let callers = Self.inForeground + ["bash", "-c", shell, "bash"]
                let watch = try toy.start(["watch"], by: callers, on: terminal)
                try await terminal.see(now: "1.1 A purse that counts", "more below")
                try terminal.type("\u{1B}[B\u{1B}[B")
                try await terminal.see(now: "more above", without: ["1.1 A purse that counts"])
                let before = terminal.picture.rows
                try terminal.type("\u{1A}")
                try await terminal.sees { !$0.isOtherScreen && $0.words.contains("suspended") }
                #expect(terminal.picture.showsCursor && terminal.picture.wraps)
                try await wait { toy.exists(".build-manners") }
                let settings = try toy.text(".build-manners").split(separator: " ")
                #expect(settings.contains("icanon") && settings.contains("echo"))
                try terminal.type("\n")
                try await terminal.sees { $0.isOtherScreen && $0.rows == before }
                try terminal.type("q")
                #expect(try await watch.outcome(on: terminal).code == 0)
                terminal.isGivenBack(as: found)
            }
        }

        @Test("an editor gets the terminal as it was found, its keys, and what it saves is checked")
        func editor() async throws {
            try await Toy.warm { toy in
                // It reads from the terminal and prints to it, and minds Control-C as it likes.
                try toy.write(
                    """
                    trap 'echo interrupted' INT
                    stty -a > '\(toy.root)/.build/manners'
                    echo "editing $1"
                    while :; do read -r line && break; done
                    echo "read $line"
                    cp '\(toy.root)/\(Toy.Exercise.purse.solution)' "$1"
                    """,
                    to: ".build/it's an editor.sh"
                )
                let terminal = try PseudoTerminal()
                let found = terminal.manners
                let editor = "/bin/sh \".build/it's an editor.sh\""
                let watch = try toy.start(["watch", "--edit", editor], by: Self.inForeground, on: terminal)
                try await terminal.see(now: "1.1 A purse that counts", "Watching")
                try terminal.type("o")
                try await terminal.sees { !$0.isOtherScreen && $0.words.contains("editing") }
                #expect(terminal.picture.showsCursor)
                #expect(terminal.manners == found)
                let settings = try toy.text(".build/manners").split(separator: " ")
                #expect(settings.contains("icanon") && settings.contains("echo"))
                try terminal.type("\u{3}")
                try await terminal.see("interrupted")
                try terminal.type("done\n")
                try await terminal.see(now: "✔ 1.1 A purse that counts · all 4 rules hold", "q quit")
                #expect(terminal.shown.contains("read done"))
                try terminal.type("q")
                #expect(try await watch.outcome(on: terminal).code == 0)
                terminal.isGivenBack(as: found)
            }
        }

        @Test("an editor that can't be started is reported on the screen")
        func noSuchEditor() async throws {
            try await Toy.fresh { toy in
                let terminal = try PseudoTerminal()
                let watch = try toy.start(
                    ["watch"],
                    by: Self.inForeground,
                    with: ["EDITOR": "no-such-editor"],
                    on: terminal
                )
                try await terminal.see(now: "1.1 A purse that counts")
                try terminal.type("o")
                try await terminal.see(
                    now: "The editor «no-such-editor» could not be started.",
                    "Open Exercises/Chapter1Shop/1-Purse.swift yourself"
                )
                try terminal.type("q")
                #expect(try await watch.outcome(on: terminal).code == 0)
            }
        }
    }
#endif
