import Foundation
import Testing

@testable import KataRunner

@Suite("A class of three hundred is graded in parts, end to end", .timeLimit(.minutes(60)))
struct EndToEndShardsTests {
    private static let hasParallel = has("parallel")

    private static func has(_ program: String) -> Bool {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }

    /// What the guide says below the name of an engine.
    private static func guide(to engine: String) throws -> String {
        let guide = try String(
            contentsOf: WorkbookFile.root.appendingPathComponent(".github/GRADING.md"),
            encoding: .utf8
        )
        let section = try #require(guide.components(separatedBy: "**\(engine)**").dropFirst().first)
        let block = try #require(section.components(separatedBy: "```sh\n").dropFirst().first)
        return block.components(separatedBy: "```")[0]
    }

    /// One of a hundred answers, each of which three hand in.
    private static func student(_ number: Int, salt: String) -> Classroom.Student {
        let (isSolved, isPosted) = (number % 5 != 0, number % 2 == 0)
        return Classroom.Student(
            name: "s\(number)",
            standings: [isSolved ? "solved" : "failed", "untouched", isPosted ? "solved" : "untouched"]
        ) {
            if isSolved { try $0.solve(.purse) } else { try $0.answer(.purse, "wrong") }
            try $0.append("// \(number % 100) \(salt)", to: Toy.Exercise.purse.file)
            if isPosted { try $0.solve(.parcel) }
        }
    }

    /// A page lets only its own script run, by a word that is drawn anew for each page.
    private func withoutNonces(_ page: String) -> String {
        page.replacing(/nonce[-=]["\w-]+/, with: "nonce")
    }

    @Test(
        "the guide's lines for GNU parallel make the table of one run, byte for byte (where parallel is installed)",
        .enabled(if: hasParallel)
    )
    func parallel() async throws {
        let salt = UUID().uuidString
        let students = (1...300).map { Self.student($0, salt: salt) }
        try await Toy.warm { toy in
            try Classroom(toy, in: "\(toy.root)/submissions").handIn(students)
            let ground = EndToEndGradeTests.Ground.here.words

            func grade(_ words: [String]) async throws -> String {
                let outcome = try await toy.start(["grade"] + words).outcome()
                #expect(outcome.code == 0, "\(outcome.errors)")
                return outcome.output
            }
            func inOneRun(_ words: String...) async throws -> String {
                try await grade(["submissions", "--cache", "one"] + ground + words)
            }
            func inParts(_ words: String...) async throws -> String {
                try await grade(["--merge", "results"] + words)
            }
            let table = try await inOneRun()
            let json = try await inOneRun("--json")
            let report = try JSONDecoder().decode(GradeReport.self, from: Data(json.utf8))
            let standings = Dictionary(uniqueKeysWithValues: report.students.map { ($0.name, $0.standings) })
            #expect(standings == Dictionary(uniqueKeysWithValues: students.map { ($0.name, $0.standings) }))

            let parts = try await toy.bash(Self.guide(to: "GNU parallel"), grading: ground)
            #expect(parts.code == 0, "\(parts.errors)")
            #expect((1...4).allSatisfy { toy.exists("results/\($0).json") })
            #expect(
                try await inParts() == table.replacing("grade submissions", with: "grade --merge results")
            )
            let csv = try await inOneRun("--csv")
            let csvOfParts = try await inParts("--csv")
            #expect(csvOfParts == csv)
            _ = try await inOneRun("--html", "one.html")
            let (page, pageOfParts) = (try toy.text("one.html"), try toy.text("class.html"))
            let isSamePage = withoutNonces(page) == withoutNonces(pageOfParts)
            #expect(isSamePage, "the page of the parts is not the page of one run")
        }
    }
}

extension Toy {
    /// Runs lines of a guide, in which `swift run kata` is the real runner.
    fileprivate func bash(_ lines: String, grading words: [String]) async throws -> KataRun.Outcome {
        let script = """
            swift() {
                case "$*" in
                    "build --product kata") ;;
                    "run --skip-build kata grade "*) shift 4; "\(Self.runner)" grade "$@" \(words.joined(separator: " ")) ;;
                    "run kata "*) shift 2; "\(Self.runner)" "$@" ;;
                    *) echo "unknown to the test: swift $*" >&2; return 64 ;;
                esac
            }
            export -f swift
            export PARALLEL_SHELL=$BASH
            set -e
            \(lines)
            """
        try write(script, to: "guide.sh")
        return try await shell("exec bash guide.sh")
    }
}
