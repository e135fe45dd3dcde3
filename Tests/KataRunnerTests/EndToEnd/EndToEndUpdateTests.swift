import Foundation
import Testing

@testable import KataRunner

@Suite("Updates of the workbook, end to end", .timeLimit(.minutes(30)))
struct EndToEndUpdateTests {
    private static let purse = Toy.Exercise.purse
    private static let own = "// mine, 지갑\r\nstruct Purse {}\n\n"

    @Test("a new starter comes in where git refuses to pull, and the learner's file is as it was")
    func edited() async throws {
        try await Cloned.fresh { clone in
            try clone.mine.write(Self.own, to: Self.purse.file)
            try clone.mine.write("let note = 1\n", to: "Exercises/Chapter1Shop/Notes.swift")
            try clone.publishStarter()
            #expect(try !clone.mine.tryGit(["pull", "--ff-only"]).isGood, "git alone would do")
            let run = try await clone.update()
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.words.hasPrefix("✔ The workbook is now as on origin/main: 1 new commit."))
            #expect(run.words.contains("your file is as you wrote it: • 1.1 A purse that counts"))
            #expect(
                run.words.contains(
                    "To begin with the new one: kata reset 1.1. Then kata undo brings your file back."
                )
            )
            #expect(try clone.mine.text(Self.purse.file) == Self.own)
            #expect(try clone.mine.text("Exercises/Chapter1Shop/Notes.swift") == "let note = 1\n")
            #expect(try clone.mine.text(Self.purse.pristine).hasPrefix("// A better starter.\n"))
            #expect(try clone.mine.git("rev-parse", "HEAD") == clone.theirs.git("rev-parse", "HEAD"))
            #expect(
                try clone.mine.gitStatus() == [
                    " M \(Self.purse.file)", "?? Exercises/Chapter1Shop/Notes.swift",
                ]
            )

            #expect(try await clone.mine.kata("undo").code == 1, "an update leaves nothing to undo")
            #expect(try await clone.mine.kata("reset", "1.1", "--yes").code == 0)
            #expect(try clone.mine.text(Self.purse.file).hasPrefix("// A better starter.\n"))
            #expect(try await clone.mine.kata("undo").code == 0)
            #expect(try clone.mine.text(Self.purse.file) == Self.own)

            let again = try await clone.update()
            #expect(again.code == 0)
            #expect(again.words == "✔ There is nothing new on origin/main. Go on: kata next")
        }
    }

    @Test("a starter that nobody has edited is the new one, and new katas and rules are reported")
    func untouched() async throws {
        try await Cloned.fresh { clone in
            try clone.mine.answer(.receipt, "wrong")
            try clone.publishStarter()
            let stamp = "Exercises/.pristine/Chapter2Post/2-Stamp.swift"
            for file in [stamp, "Exercises/Chapter2Post/2-Stamp.swift"] {
                try clone.theirs.write("", to: file)
            }
            try clone.theirs.append("// stricter\n", to: Toy.Exercise.receipt.suite)
            try clone.theirs.commit("A stamp, and a stricter receipt")
            let run = try await clone.update()
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.words.contains("2 new commits."))
            #expect(run.words.contains("New: • 2.2 Stamp"))
            #expect(run.words.contains("The rules have changed: • 1.2 A receipt that reads"))
            #expect(!run.words.contains("1.1"), "what nobody has edited is no matter")
            #expect(try clone.mine.text(Self.purse.file) == clone.mine.text(Self.purse.pristine))
        }
    }

    @Test("edits that were committed are merged, and the exercises keep the learner's side")
    func committed() async throws {
        try await Cloned.fresh { clone in
            try clone.mine.write(Self.own, to: Self.purse.file)
            try clone.mine.write("mine", to: "notes.txt")
            try clone.mine.commit("My purse")
            try clone.mine.answer(.parcel, "wrong")
            let parcel = try clone.mine.text(Toy.Exercise.parcel.file)
            try clone.publishStarter()
            try clone.publishStarter(of: .parcel)
            let run = try await clone.update()
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.words.contains("Your own commits were merged with it"))
            #expect(run.words.contains("1.1 A purse that counts"))
            #expect(try clone.mine.text(Self.purse.file) == Self.own)
            #expect(try clone.mine.text(Toy.Exercise.parcel.file) == parcel)
            #expect(try clone.mine.text("notes.txt") == "mine")
            #expect(try clone.mine.text(Self.purse.pristine).hasPrefix("// A better starter.\n"))
            #expect(try clone.mine.gitStatus() == [" M \(Toy.Exercise.parcel.file)"])
            let parents = try clone.mine.git("log", "-1", "--format=%P").split(separator: " ")
            #expect(parents.count == 2)
            #expect(try clone.mine.git("rev-list", "--count", "HEAD..origin/main").hasPrefix("0"))
        }
    }

    @Test(
        "a kata with another number takes the learner's file along, and one that is gone leaves it in a copy"
    )
    func moved() async throws {
        try await Cloned.fresh { clone in
            try clone.mine.write(Self.own, to: Self.purse.file)
            try clone.mine.answer(.receipt, "wrong")
            let receipt = try clone.mine.text(Toy.Exercise.receipt.file)
            for folder in ["Exercises/Chapter1Shop", "Exercises/.pristine/Chapter1Shop"] {
                try clone.theirs.move("\(folder)/1-Purse.swift", to: "\(folder)/3-Purse.swift")
                try clone.theirs.remove("\(folder)/2-Receipt.swift")
            }
            try clone.theirs.remove(Toy.Exercise.receipt.suite)
            try clone.theirs.commit("Other numbers")
            let run = try await clone.update()
            #expect(run.code == 0, "\(run.errors)")
            let place = "Exercises/Chapter1Shop/3-Purse.swift"
            #expect(run.words.contains("Your \(Self.purse.file) is \(place) now."))
            #expect(try clone.mine.text(place) == Self.own)
            #expect(!clone.mine.exists(Self.purse.file))
            let copy = try #require(run.words.firstMatch(of: /Yours is in (\S+)\./).map { String($0.1) })
            #expect(run.words.contains("\(Toy.Exercise.receipt.file) is no longer part of the workbook."))
            #expect(try clone.mine.text("\(copy)/\(Toy.Exercise.receipt.file)") == receipt)
        }
    }

    @Test("what was solved is solved again where the suite still holds, and open where it doesn't")
    func solved() async throws {
        try await Toy.warm { toy in
            let clone = try Cloned(toy)
            defer { try? clone.mine.remove(".build/\(clone.theirs.root.split(separator: "/").last ?? "")") }
            try toy.solve(.purse, .receipt)
            #expect(try await toy.kata("check", "1").code == 0)
            #expect(try await toy.statuses() == ["solved", "solved", "unsolved"])
            try clone.theirs.append("// a remark\n", to: Self.purse.suite)
            try clone.theirs.replace("@Test(", with: "@Test(.disabled(), ", in: Toy.Exercise.receipt.suite)
            try clone.publishStarter()
            let run = try await clone.update()
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.words.contains("2 solved katas depend on what is new."))
            #expect(try await toy.kata("check", "all").code == 1)
            #expect(try await toy.statuses() == ["solved", "unsolved", "unsolved"])
        }
    }

    // MARK: - Obstacles

    struct Obstacle: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var words: [String] = []
        var prepare: @Sendable (Cloned) throws -> Void
        var said: [String]

        init(
            _ name: String,
            _ words: String...,
            said: [String],
            prepare: @escaping @Sendable (Cloned) throws -> Void
        ) {
            testDescription = name
            self.words = words
            self.said = said
            self.prepare = prepare
        }
    }

    static let obstacles = [
        Obstacle(
            "no git clone",
            said: ["This workbook is not a git clone of its own", "Clone the workbook again"]
        ) {
            try $0.mine.remove(".git")
        },
        Obstacle("no network", said: ["Nothing could be fetched from origin.", "kata update --no-fetch"]) {
            try $0.mine.git("remote", "set-url", "origin", "/nowhere/at-all")
        },
        Obstacle(
            "no upstream",
            said: ["Your branch main follows no other", "kata update --from origin/main"]
        ) {
            try $0.mine.git("branch", "--unset-upstream")
        },
        Obstacle("no remote", said: ["Your branch main follows no other", "git remote add upstream URL"]) {
            try $0.mine.git("remote", "remove", "origin")
        },
        Obstacle("a detached head", said: ["No branch is checked out", "git switch main"]) {
            try $0.mine.git("checkout", "--quiet", "--detach")
        },
        Obstacle(
            "a remote that isn't there",
            "--from",
            "upstream/main",
            said: ["There is no remote for «upstream/main»"]
        ) { _ in },
        Obstacle(
            "a branch that isn't there",
            "--from",
            "origin/next",
            said: ["origin has no branch origin/next."]
        ) { _ in },
        Obstacle(
            "uncommitted changes elsewhere",
            said: ["what you have changed and not committed: Package.swift.", "git stash push Package.swift"]
        ) {
            try $0.theirs.append("// theirs\n", to: "Package.swift")
            try $0.theirs.commit("A manifest")
            try $0.mine.append("// mine\n", to: "Package.swift")
        },
        Obstacle("a new file in the way", said: ["Exercises/Chapter2Post/2-Stamp.swift exists already"]) {
            try $0.theirs.write("// theirs\n", to: "Exercises/Chapter2Post/2-Stamp.swift")
            try $0.theirs.commit("A stamp")
            try $0.mine.write("// mine\n", to: "Exercises/Chapter2Post/2-Stamp.swift")
        },
        Obstacle(
            "commits about the same file elsewhere",
            said: ["both change what isn't an exercise: Package.swift.", "git merge origin/main"]
        ) {
            try $0.theirs.append("// theirs\n", to: "Package.swift")
            try $0.theirs.commit("A manifest")
            try $0.mine.append("// mine\n", to: "Package.swift")
            try $0.mine.commit("My manifest")
        },
        Obstacle("a merge that isn't over", said: ["Git is in the middle of a merge", "git merge --abort"]) {
            try $0.mine.append("// mine\n", to: Toy.Exercise.purse.file)
            try $0.mine.commit("My purse")
            try $0.mine.git("fetch", "--quiet")
            _ = try $0.mine.tryGit(["merge", "--no-ff", "--no-commit", "origin/main"])
        },
        Obstacle(
            "a lock that a killed git has left",
            said: [".git/index.lock exists.", "rm .git/index.lock"]
        ) {
            try $0.mine.write("", to: ".git/index.lock")
        },
    ]

    @Test("what stands in the way is reported with a remedy, and nothing is changed", arguments: obstacles)
    func obstacle(obstacle: Obstacle) async throws {
        try await Cloned.fresh { clone in
            try clone.publishStarter()
            try obstacle.prepare(clone)
            try clone.mine.append("// and mine\n", to: Toy.Exercise.parcel.file)
            let before = try clone.mine.state()
            let run = try await clone.start(obstacle.words).outcome()
            #expect(run.code == 2)
            for words in obstacle.said { #expect(run.complaint.contains(words), "\(run.complaint)") }
            #expect(try clone.mine.state() == before)
            #expect(!clone.mine.exists(".kata/update.json"))
        }
    }

    @Test("without git on the path that is said")
    func noGit() async throws {
        try await Cloned.fresh { clone in
            let run = try await clone.update(with: ["PATH": "/nowhere"])
            #expect(run.code == 2)
            #expect(run.complaint.hasPrefix("No git was found on the path"))
        }
    }

    @Test("in the clone of a fork the workbook's own branch is named, and can be pulled from")
    func fork() async throws {
        try await Cloned.fresh { clone in
            try clone.mine.git("clone", "--quiet", clone.theirs.root, "\(clone.theirs.root)-fork")
            try clone.mine.git("remote", "rename", "origin", "upstream")
            try clone.mine.git("remote", "add", "origin", "\(clone.theirs.root)-fork")
            try clone.mine.git("fetch", "--quiet", "origin")
            try clone.mine.git("branch", "--quiet", "--set-upstream-to=origin/main")
            try clone.publishStarter()
            try clone.mine.write(Self.own, to: Self.purse.file)
            let run = try await clone.update()
            #expect(run.code == 0)
            #expect(run.words.contains("ask the workbook itself for news: kata update --from upstream/main"))
            let own = try await clone.update("--from", "upstream/main")
            #expect(own.code == 0)
            #expect(own.words.contains("1 new commit."))
            #expect(try clone.mine.text(Self.purse.file) == Self.own)
        }
    }

    // MARK: - Cut off

    /// When an update is interrupted, and what is left then.
    struct Moment: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// What `git merge` does until a test lets it go on.
        var merge: String

        static let all = [
            Moment(testDescription: "before git moves anything", merge: ":"),
            Moment(testDescription: "after git has moved everything", merge: "\"$git\" \"$@\""),
            Moment(
                testDescription: "in the middle of what git writes",
                merge: """
                    "$git" show origin/main:Exercises/.pristine/Chapter1Shop/1-Purse.swift | head -c 30 > Exercises/.pristine/Chapter1Shop/1-Purse.swift
                    rm Exercises/Chapter2Post/1-Parcel.swift
                    printf new > new.txt
                    """
            ),
        ]
    }

    private func cutOff(_ clone: Cloned, at moment: Moment, by signal: Int32) async throws -> KataRun.Outcome
    {
        try clone.theirs.write("new", to: "new.txt")
        try clone.theirs.append("// theirs\n", to: Toy.Exercise.parcel.file)
        try clone.publishStarter()
        try clone.mine.write(Self.own, to: Self.purse.file)
        let path = try clone.mine.fakeGit(
            """
            case "$*" in *merge\\ --ff-only*)
                \(moment.merge)
                touch .build/paused
                while ! [ -e .build/go-on ]; do sleep 0.01; done ;;
            esac
            """
        )
        let run = try clone.start(with: ["PATH": path])
        try await clone.mine.waitForPause()
        #expect(try clone.mine.text(Self.purse.file) != Self.own, "the edits are in the way at this moment")
        run.send(signal)
        return try await run.outcome()
    }

    @Test("killed at any moment, the next update brings the edits back and goes on", arguments: Moment.all)
    func killed(moment: Moment) async throws {
        try await Cloned.fresh { clone in
            _ = try await cutOff(clone, at: moment, by: SIGKILL)
            let list = try await clone.mine.kata("list")
            #expect(list.complaint.contains("An update was interrupted. Your edits are safe"))
            let run = try await clone.update()
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.complaint.contains("Your edits are back in their place."))
            #expect(try clone.mine.text(Self.purse.file) == Self.own)
            #expect(try clone.mine.gitStatus() == [" M \(Self.purse.file)"])
            #expect(try clone.mine.git("rev-parse", "HEAD") == clone.theirs.git("rev-parse", "HEAD"))
            #expect(try await clone.mine.kata("list").errors.isEmpty)
        }
    }

    @Test(
        "killed at any moment, undo brings the edits back, and the next update goes on",
        arguments: Moment.all
    )
    func undone(moment: Moment) async throws {
        try await Cloned.fresh { clone in
            _ = try await cutOff(clone, at: moment, by: SIGKILL)
            #expect(try await clone.mine.kata("undo").code == 0)
            #expect(try clone.mine.text(Self.purse.file) == Self.own)
            #expect(try await clone.mine.kata("list").errors.isEmpty)
            let run = try await clone.update()
            #expect(run.code == 0, "\(run.errors)")
            #expect(try clone.mine.text(Self.purse.file) == Self.own)
            #expect(try clone.mine.gitStatus() == [" M \(Self.purse.file)"])
        }
    }

    @Test("what was written after an update was killed stays, and undo brings back what was before")
    func writtenSince() async throws {
        try await Cloned.fresh { clone in
            _ = try await cutOff(clone, at: Moment.all[0], by: SIGKILL)
            try clone.mine.write("// newer\n", to: Self.purse.file)
            #expect(try await clone.update().code == 0)
            #expect(try clone.mine.text(Self.purse.file) == "// newer\n")
            #expect(try await clone.mine.kata("undo").code == 0)
            #expect(try clone.mine.text(Self.purse.file) == Self.own)
        }
    }

    @Test("asked to end, an update brings the edits back first", arguments: [SIGINT, SIGTERM, SIGHUP])
    func interrupted(signal: Int32) async throws {
        try await Cloned.fresh { clone in
            let outcome = try await cutOff(clone, at: Moment.all[2], by: signal)
            #expect(outcome.code == 128 + signal)
            #expect(outcome.complaint.hasPrefix("Interrupted. Your edits are back in their place."))
            #expect(try clone.mine.text(Self.purse.file) == Self.own)
            #expect(try await clone.update().code == 0)
            #expect(try clone.mine.text(Self.purse.file) == Self.own)
            #expect(try clone.mine.gitStatus() == [" M \(Self.purse.file)"])
        }
    }

    // MARK: - Conflicts that git has left

    struct Conflict: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var steps: [[String]]

        static let all = [
            Conflict(
                testDescription: "a merge",
                steps: [["commit", "-qam", "mine"], ["pull", "-q", "--no-rebase"]]
            ),
            Conflict(
                testDescription: "a rebase",
                steps: [["commit", "-qam", "mine"], ["pull", "-q", "--rebase"]]
            ),
            Conflict(
                testDescription: "a stash",
                steps: [["stash", "-q"], ["pull", "-q", "--ff-only"], ["stash", "pop", "-q"]]
            ),
        ]
    }

    @Test("a conflict is reported as one, and the two commands help", arguments: Conflict.all)
    func conflict(row: Conflict) async throws {
        try await Cloned.fresh { clone in
            try clone.mine.write("// mine\n" + clone.mine.text(Self.purse.file), to: Self.purse.file)
            let own = try clone.mine.text(Self.purse.file)
            try clone.publishStarter()
            for step in row.steps { _ = try clone.mine.tryGit(step) }
            let broken = try clone.mine.text(Self.purse.file)
            #expect(broken.contains("<<<<<<< "), "git has left no conflict")
            for command in [["check", "1.1"], ["next"]] {
                let run = try await clone.mine.start(command).outcome()
                #expect(run.code == 1)
                #expect(run.words.contains("Git has left a conflict in this file"))
                #expect(run.words.contains("\(Self.purse.file):1 "))
                #expect(run.words.contains("Take the workbook's: kata reset 1.1"))
                #expect(!run.words.contains("<<<<<<<"))
            }
            let run = try await clone.mine.kata("check", "1.1")
            let keep = try #require(run.words.firstMatch(of: /Keep yours: git (checkout --\w+ \S+)/))
            _ = try clone.mine.tryGit(keep.1.split(separator: " ").map(String.init))
            #expect(try clone.mine.text(Self.purse.file) == own)
            try clone.mine.write(broken, to: Self.purse.file)
            #expect(try await clone.mine.kata("reset", "1.1", "--yes").code == 0)
            #expect(try clone.mine.text(Self.purse.file).hasPrefix("// A better starter.\n"))
        }
    }

    @Test("watching tells of a conflict when git leaves one")
    func watched() async throws {
        try await Cloned.fresh { clone in
            let terminal = try PseudoTerminal()
            let watch = try clone.mine.start(["watch"], on: terminal)
            try await terminal.see(now: "1.1 A purse that counts")
            try clone.mine.write(
                "<<<<<<< HEAD\n// mine\n=======\n// theirs\n>>>>>>> origin/main\n",
                to: Self.purse.file
            )
            try await terminal.see(now: "Git has left a conflict in this file", "kata reset 1.1")
            watch.send(SIGINT)
            #expect(try await watch.outcome(on: terminal).code == 130)
        }
    }
}
