import Foundation
import Testing

/// The program of kata 6.5, built from a copy of this workbook: the runner's own tests know no chapter.
@Suite("The desk by the door, end to end", .timeLimit(.minutes(30)))
struct EndToEndClubdeskTests {
    @Test("says what isn't solved yet, and then serves two evenings over one file")
    func evenings() async throws {
        try await Toy.fresh(named: "clubdesk") { toy in
            let copy = try ClubdeskCopy(beside: toy)

            try await copy.build(copy.starter)
            let unopened = try await copy.clubdesk("join Kim")
            #expect(unopened.code == 1)
            #expect(unopened.errors.contains("kata 6.5, section «The opening»"))

            try await copy.build(copy.withoutRepository)
            let half = try await copy.clubdesk("", typing: "list\njoin Jo\njoin Kim\n")
            #expect(half.code == 1)
            #expect(half.output.components(separatedBy: "section «The repository»").count == 3)
            #expect(half.output.contains("This is too short for a handle."))

            try await copy.build(copy.solution)
            try await firstEvening(copy)
            try await secondEvening(copy)
            try await misunderstandings(copy)
            try await strangeHandles(copy)
            try await strangeFiles(copy)
        }
    }

    private func firstEvening(_ copy: ClubdeskCopy) async throws {
        let kim = try await copy.clubdesk("join Kim")
        #expect(kim.code == 0)
        #expect(
            kim.output.contains(
                /^Welcome, Kim\. Your id is m-[0-9a-f]{8}\.\n\(Moa hears: Kim has joined\.\)\n$/
            ),
            "the one at the desk is answered first, and then Moa hears of it"
        )
        #expect(kim.errors == "")
        let typed = try await copy.clubdesk(
            "",
            typing:
                "join Kim So\njoin KIM\nrename Kim So to Sori\nshow sori\n\nleave kIM\nleave Kim\nquit\nlist\n"
        )
        #expect(typed.code == 1, "two wishes were refused")
        let heard = typed.output.split(separator: "\n").filter { !$0.hasPrefix("(Moa hears") }.map {
            $0.replacing(/m-[0-9a-f]{8}/, with: "m-…")
        }
        #expect(
            heard == [
                "Welcome, Kim So. Your id is m-….", "KIM is taken: another member is called that.",
                "You are called Sori from now on. Your id is still m-….", "Sori is in Moa, under the id m-….",
                "Goodbye, Kim. Your handle is free again.", "Nobody in Moa is called Kim.",
            ]
        )
    }

    private func secondEvening(_ copy: ClubdeskCopy) async throws {
        let list = try await copy.clubdesk("list")
        #expect(list.output.hasPrefix("Sori (m-"))
        #expect(list.output.split(separator: "\n").count == 1)
        let again = try await copy.clubdesk("join Kim")
        #expect(again.code == 0, "Kim has left, and the handle is free")
        let taken = try await copy.clubdesk("rename Kim SORI")
        #expect(taken.code == 1)
        #expect(taken.errors == "SORI is taken: another member is called that.\n")
        let other = try await copy.clubdesk("--store other.jsonl list")
        #expect(other.output == "Nobody is in Moa yet.\n")
    }

    private func misunderstandings(_ copy: ClubdeskCopy) async throws {
        for words in ["fly", "join", "rename Kim", "--fast", "--store", "--store . list"] {
            let outcome = try await copy.clubdesk(words)
            #expect(outcome.code == 2, "clubdesk \(words)")
            #expect(outcome.output == "" && outcome.errors != "", "clubdesk \(words)")
        }
        _ = try await copy.clubdesk("--store damaged.jsonl join Kim")
        try copy.write(copy.text(of: "damaged.jsonl") + "no row\n{}\n", to: "damaged.jsonl")
        let damaged = try await copy.clubdesk("--store damaged.jsonl list")
        #expect(damaged.code == 2)
        #expect(damaged.errors.contains("damaged.jsonl is damaged: row 2"))
        let help = try await copy.clubdesk("--help")
        #expect(help.code == 0)
        #expect(help.output.contains("rename Kim to Mina"))
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(help.output)")
    }

    private func strangeHandles(_ copy: ClubdeskCopy) async throws {
        for (words, answer) in [
            ("'join Kim'", "Welcome, Kim. "), ("join 'Kim   So'", "Welcome, Kim So. "),
            ("join 'Mina to Jun'", "Welcome, Mina to Jun. "), ("show Kim So", "Kim So is in Moa"),
            ("rename 'Mina to Jun' to Haneul", "You are called Haneul from now on."),
        ] {
            let outcome = try await copy.clubdesk("--store strange.jsonl \(words)")
            #expect(outcome.code == 0 && outcome.output.hasPrefix(answer), "clubdesk \(words): \(outcome)")
        }
        let typed = try await copy.clubdesk(
            "--store strange.jsonl",
            typing: """
                rename "Kim So" to "Sori to Kim"
                rename Sori to Kim to Jun
                rename "Sori to Kim" to Jun
                \\033[A
                join Bo\\033[A
                join Kim\\007
                list
                """
        )
        let heard = typed.output.split(separator: "\n").filter { !$0.hasPrefix("(Moa hears") }
            .map { String($0.replacing(/m-[0-9a-f]{8}/, with: "m-…")) }
        let knows = "What it knows: join, show, rename, leave, list, help, quit."
        let noLetter = "That line holds a key that writes no letter, an arrow perhaps. Type it again."
        #expect(
            heard == [
                "You are called Sori to Kim from now on. Your id is still m-….",
                "Which «to» is it? Say «rename \"Kim to Mina\" to Sori», with the quotes.", knows,
                "You are called Jun from now on. Your id is still m-….",
                noLetter, knows, noLetter, knows, noLetter, knows,
                "Kim (m-…)", "Jun (m-…)", "Haneul (m-…)",
            ]
        )
        let argument = try await copy.clubdesk("--store strange.jsonl join \"$(printf 'Bo\\033[A')\"")
        #expect(argument.code == 2)
        let option = try await copy.clubdesk("\"$(printf -- '--fast\\033[A')\"")
        #expect(option.code == 2 && !option.errors.contains("\u{1B}"))
    }

    private func strangeFiles(_ copy: ClubdeskCopy) async throws {
        for text in [
            "milk, eggs", "milk, eggs\n", "\n", "7", "{\"a\": 1}", "{\"a\": 1}\n", "[]\n", "[\n", "a\nb\n",
        ] {
            try copy.write(text, to: "notes.txt")
            for wish in ["list", "join Kim"] {
                let outcome = try await copy.clubdesk("--store notes.txt \(wish)")
                #expect(outcome.code == 2, "\(wish), where notes.txt holds \(text.debugDescription)")
                #expect(outcome.errors.hasPrefix("notes.txt holds something other than members"))
                #expect(try copy.text(of: "notes.txt") == text, "after \(wish)")
            }
        }

        try copy.write("[{\"sav", to: "interrupted.jsonl")
        let first = try await copy.clubdesk("--store interrupted.jsonl join Kim")
        #expect(first.code == 0, "the very first row was interrupted, and is written again")
        let kept = try copy.text(of: "interrupted.jsonl")
        try copy.write(kept + kept.dropLast(20), to: "interrupted.jsonl")
        let second = try await copy.clubdesk("--store interrupted.jsonl join Sori")
        #expect(second.code == 0, "the last row was interrupted")
        let text = try copy.text(of: "interrupted.jsonl")
        #expect(text.hasPrefix(kept) && text.split(separator: "\n").count == 2)

        try copy.write(kept + "milk, eggs", to: "notes.jsonl")
        let mixed = try await copy.clubdesk("--store notes.jsonl join Sori")
        #expect(mixed.code == 2 && mixed.errors.contains("notes.jsonl is damaged: row 2"))
        #expect(try copy.text(of: "notes.jsonl") == kept + "milk, eggs")

        let nowhere = try await copy.clubdesk("--store nowhere/x.jsonl list")
        #expect(nowhere.output == "Nobody is in Moa yet.\n")
        #expect(!FileManager.default.fileExists(atPath: "\(copy.root)/nowhere"), "it was only looked at")
    }
}

/// This workbook as a learner has it, with one file that is written again and again.
private struct ClubdeskCopy {
    let root: String
    let starter: String
    let solution: String
    private let toy: Toy
    private let file: String

    init(beside toy: Toy) throws {
        self.toy = toy
        root = "\(toy.root)/workbook"
        let chapter = "Chapter6Factories"
        file = "\(root)/Exercises/\(chapter)/5-MoaOpens.swift"
        let workbook = WorkbookFile.root.path
        let files = FileManager.default
        try files.createDirectory(atPath: root, withIntermediateDirectories: true)
        try files.copyItem(atPath: "\(workbook)/Package.swift", toPath: "\(root)/Package.swift")
        try files.copyItem(atPath: "\(workbook)/Exercises", toPath: "\(root)/Exercises")
        for name in ["Sources", "Tests"] {
            try files.createSymbolicLink(
                atPath: "\(root)/\(name)",
                withDestinationPath: "\(workbook)/\(name)"
            )
        }
        starter = try WorkbookFile.text("Exercises/.pristine/\(chapter)/5-MoaOpens.swift")
        solution = try WorkbookFile.text("Solutions/\(chapter)/5-MoaOpens.swift")
    }

    /// The solution, with the repository as it was given.
    var withoutRepository: String {
        get throws {
            let marks = ["\n// MARK: - Repository\n", "\n// MARK: - Opening\n"]
            func part(of text: String) throws -> Range<String.Index> {
                let begin = try #require(text.range(of: marks[0]))
                let end = try #require(text.range(of: marks[1]))
                return begin.lowerBound..<end.lowerBound
            }
            return try solution.replacingCharacters(in: part(of: solution), with: starter[part(of: starter)])
        }
    }

    func build(_ text: String) async throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let outcome = try await toy.shell(
            """
            cd workbook && swift build --disable-index-store --product clubdesk 2>&1 \
                && ln -sf "$(swift build --show-bin-path)/clubdesk" desk
            """
        )
        try #require(outcome.code == 0, "\(outcome.output.suffix(2000))")
    }

    func text(of name: String) throws -> String {
        try String(contentsOf: URL(fileURLWithPath: "\(root)/\(name)"), encoding: .utf8)
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(root)/\(name)"))
    }

    func clubdesk(_ words: String, typing lines: String = "") async throws -> KataRun.Outcome {
        let typed = lines.replacing("\n", with: "\\n")
        return try await toy.shell("cd workbook && printf '\(typed)' | ./desk \(words)")
    }
}
