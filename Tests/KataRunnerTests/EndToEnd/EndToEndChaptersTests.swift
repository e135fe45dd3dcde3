import Foundation
import Testing

@Suite("A workspace for each chapter, end to end", .timeLimit(.minutes(30)))
struct EndToEndChaptersTests {
    @Test("going from one chapter to another and back plans nothing anew")
    func backAndForth() async throws {
        try await Toy.warm { toy in
            for kata in ["1.1", "2.1"] { _ = try await toy.kata("check", kata) }
            try toy.purse(whenEmpty: "print(coins)")
            let first = try await toy.kata("check", "1.1", "--verbose")
            try toy.answer(.parcel, "wrong")
            let second = try await toy.kata("check", "2.1", "--verbose")
            for run in [first, second] {
                #expect(run.errors.contains("swift-build-tool"))
                #expect(!run.errors.contains("/swift build "), "\(run.errors)")
            }
            #expect([first.code, second.code] == [0, 1])
        }
    }

    @Test("a check of one chapter does not wait for a check of another")
    func sideBySide() async throws {
        try await Toy.warm { toy in
            try toy.purse(whenEmpty: toy.pause)
            try toy.solve(.parcel)
            let first = try toy.start(["check", "1.1", "--timeout", "600"])
            try await toy.waitForPause()
            #expect(try await toy.kata("check", "2.1").code == 0)
            try toy.goOn()
            #expect(try await first.outcome().code == 0)
        }
    }

    @Test("the verdicts of a chapter are shown while the next one is still checked")
    func asTheyCome() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse, .receipt)
            try toy.pausingParcel()
            let terminal = try PseudoTerminal()
            let check = try toy.start(["check", "all", "--timeout", "600"], on: terminal)
            try await toy.waitForPause(takingFrom: terminal)
            try await terminal.see(
                now: "✔ 1.1 A purse that counts",
                "✔ 1.2 A receipt that reads",
                without: ["of 3 katas solved"]
            )
            try toy.goOn()
            #expect(try await check.outcome(on: terminal).code == 0)
            try await terminal.see(now: "✔ 2.1 A parcel within limits", "3 of 3 katas solved")
        }
    }

    @Test("in watch too")
    func asTheyComeInWatch() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse, .receipt)
            try toy.pausingParcel()
            let terminal = try PseudoTerminal()
            let watch = try toy.start(["watch", "--timeout", "600"], on: terminal)
            try await terminal.see(now: "all 4 rules hold")
            try terminal.type("a")
            try await toy.waitForPause(takingFrom: terminal)
            try await terminal.see(
                now: "✔ 1.1 A purse that counts",
                "✔ 1.2 A receipt that reads",
                without: ["Go on: n"]
            )
            try toy.goOn()
            try await terminal.see(now: "✔ 2.1 A parcel within limits", "Go on: n")
            try terminal.type("q")
            #expect(try await watch.outcome(on: terminal).code == 0)
        }
    }

    @Test("what was found before an interruption is kept")
    func interrupted() async throws {
        try await Toy.warm { toy in
            try toy.solve(.purse, .receipt)
            try toy.pausingParcel()
            let check = try toy.start(["check", "all", "--timeout", "600"])
            try await toy.waitForPause()
            check.send(SIGINT)
            #expect(try await check.outcome().code == 130)
            #expect(try await toy.statuses() == ["solved", "solved", "unsolved"])
        }
    }

    @Test("the one workspace that earlier runners used for all chapters is removed")
    func earlier() async throws {
        try await Toy.warm { toy in
            try toy.write("", to: ".build/kata/.build/debug.yaml")
            try toy.write("", to: ".build/kata/Tests/Chapter1ShopTests/1-PurseTests.swift")
            _ = try await toy.kata("check", "1.1")
            #expect(!toy.exists(".build/kata/.build"))
            #expect(!toy.exists(".build/kata/Tests"))
            #expect(toy.exists(".build/kata/chapter-1/.build"))
        }
    }
}

extension Toy {
    /// A terminal holds only so much of what a waiting runner shows.
    fileprivate func waitForPause(takingFrom terminal: PseudoTerminal) async throws {
        try await wait {
            terminal.look()
            return exists(".build/paused")
        }
    }

    /// A parcel that is right, and waits until a test lets it go on.
    fileprivate func pausingParcel() throws {
        try solve(.parcel)
        try replace("struct Parcel {", with: "import Foundation\n\nstruct Parcel {", in: Exercise.parcel.file)
        try replace(
            "switch grams {",
            with: "\(pause)\n        return switch grams {",
            in: Exercise.parcel.file
        )
    }
}
