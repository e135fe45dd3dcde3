import Foundation
import Testing

/// The program of kata 6.5, built from a copy of this workbook: the runner's own tests know no chapter.
@Suite("The desk by the door, end to end", .timeLimit(.minutes(10)))
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
        }
    }

    private func firstEvening(_ copy: ClubdeskCopy) async throws {
        let kim = try await copy.clubdesk("join Kim")
        #expect(kim.code == 0)
        #expect(kim.output.contains("Welcome, Kim."))
        #expect(kim.errors == "")
        let typed = try await copy.clubdesk(
            "",
            typing:
                "join Kim So\njoin KIM\nrename Kim So to Sori\nshow sori\n\nleave Kim\nleave Kim\nquit\nlist\n"
        )
        #expect(typed.code == 1, "two wishes were refused")
        let heard = typed.output.split(separator: "\n").filter { !$0.hasPrefix("(Moa hears") }.map {
            $0.replacing(/m-[0-9a-f]{8}/, with: "m-…")
        }
        #expect(
            heard == [
                "Welcome, Kim So. Your id is m-….", "KIM is taken: another member is called so.",
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
        #expect(taken.errors == "SORI is taken: another member is called so.\n")
        let other = try await copy.clubdesk("--store other.jsonl list")
        #expect(other.output == "Nobody is in Moa yet.\n")
    }

    private func misunderstandings(_ copy: ClubdeskCopy) async throws {
        for words in ["fly", "join", "rename Kim", "--fast", "--store", "--store . list"] {
            let outcome = try await copy.clubdesk(words)
            #expect(outcome.code == 2, "clubdesk \(words)")
            #expect(outcome.output == "" && outcome.errors != "", "clubdesk \(words)")
        }
        try Data("[]\nno row\n{}\n".utf8).write(to: URL(fileURLWithPath: "\(copy.root)/damaged.jsonl"))
        let damaged = try await copy.clubdesk("--store damaged.jsonl list")
        #expect(damaged.code == 2)
        #expect(damaged.errors.contains("damaged.jsonl is damaged: row 2"))
        let help = try await copy.clubdesk("--help")
        #expect(help.code == 0)
        #expect(help.output.contains("rename Kim to Mina"))
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
            cd workbook && swift build --product clubdesk 2>&1 \
                && ln -sf "$(swift build --show-bin-path)/clubdesk" desk
            """
        )
        try #require(outcome.code == 0, "\(outcome.output.suffix(2000))")
    }

    func clubdesk(_ words: String, typing lines: String = "") async throws -> KataRun.Outcome {
        let typed = lines.replacing("\n", with: "\\n")
        return try await toy.shell("cd workbook && printf '\(typed)' | ./desk \(words)")
    }
}
