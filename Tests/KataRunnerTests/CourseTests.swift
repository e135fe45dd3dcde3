import Foundation
import Testing

@testable import KataRunner

@Suite("Where katas stand")
struct CourseTests {
    private let files = Files.memory(
        Exemplary.texts.mapKeys { "/moa/\($0)" }
    )

    private func course(_ toolchain: Toolchain? = nil) throws -> Course {
        let workbook = Workbook(root: "/moa", files: files)
        let file = ProgressFile(workbook: workbook)
        return Course(
            workbook: workbook,
            catalogue: workbook.catalogue(),
            toolchain: toolchain,
            progress: try file.load(),
            progressFile: file
        )
    }

    /// As another call of the runner would find it.
    private func status() throws -> LearnerProgress.Status {
        var course = try course()
        return course.status(of: try #require(course.catalogue.katas.first))
    }

    private func edit(_ text: String) throws {
        try files.write(Data(text.utf8), "/moa/\(Exemplary.starter)")
    }

    /// The kata passes, as its file is now.
    private func pass() throws {
        var course = try course()
        let kata = try #require(course.catalogue.katas.first)
        let marks = course.marks(of: [kata])
        let found = Course.Examination(results: [Judged(kata, kata.result())], marks: marks)
        try course.note(found, at: Environment.fake(files: files).now())
    }

    @Test("what passed is solved, and is known to be so by the next call")
    func solved() throws {
        #expect(try status() == .unsolved)
        try edit("struct Handle { let text: String }")
        #expect(try status() == .unsolved)
        try pass()
        #expect(try status() == .solved)
    }

    @Test("a later edit makes it one to be earned again")
    func changed() throws {
        try edit("struct Handle { let text: String }")
        try pass()
        try edit("struct Handle { var text: String }")
        #expect(try status() == .changed)
    }

    struct Edit: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var file = Exemplary.starter
        var text: String
        var changes: [FingerprintParts.Change]
    }

    static let edits = [
        Edit(testDescription: "the code", text: "struct Handle { var text: String }", changes: [.code]),
        Edit(
            testDescription: "a comment",
            text: "// mine\nstruct Handle {\n    let text: String  // why\n}\n",
            changes: [.comments]
        ),
        Edit(
            testDescription: "a text that looks like a comment",
            text: "struct Handle { let text: String = \"//\" }",
            changes: [.code]
        ),
        Edit(
            testDescription: "a further file",
            file: "Exercises/Chapter1ValueObjects/Mine.swift",
            text: "let mine = 1",
            changes: [.otherFiles]
        ),
        Edit(
            testDescription: "the suite",
            file: "Tests/Chapter1ValueObjectsTests/1-HandleTests.swift",
            text: "@Suite struct HandleTests {}",
            changes: [.suite]
        ),
        Edit(
            testDescription: "what suites share",
            file: "Tests/Chapter1ValueObjectsTests/Helpers.swift",
            text: "let help = 1",
            changes: [.suite]
        ),
        Edit(
            testDescription: "a shared module",
            file: "Sources/Moa/Member.swift",
            text: "struct Member {}",
            changes: [.sharedModules]
        ),
        Edit(testDescription: "the compiler", file: "/new/swift", text: "7.0", changes: [.compiler]),
    ]

    @Test(
        "what has changed since is known, and tells whether the kata is to be gone back to",
        arguments: edits
    )
    func changes(edit: Edit) throws {
        try self.edit("struct Handle { let text: String }")
        try pass()
        try files.write(Data(edit.text.utf8), edit.file.hasPrefix("/") ? edit.file : "/moa/\(edit.file)")
        let toolchain =
            edit.changes == [.compiler]
            ? Toolchain(swift: "/new/swift", identity: "7.0", buildTool: nil) : nil
        var course = try course(toolchain)
        let kata = try #require(course.catalogue.katas.first)
        #expect(course.standing(of: kata).status == .changed)
        #expect(course.standing(of: kata).changes == edit.changes)
        #expect(course.current()?.id == kata.id, "nothing else is left to do")
    }

    @Test("a record of before the parts were kept is changed by who knows what")
    func unknownChange() throws {
        try edit("struct Handle { let text: String }")
        try pass()
        try ProgressFile(workbook: Workbook(root: "/moa", files: files)).update(at: Date()) {
            $0.katas["Handle"]?.parts = nil
        }
        try edit("struct Handle { var text: String }")
        var course = try course()
        let kata = try #require(course.catalogue.katas.first)
        #expect(course.standing(of: kata).status == .changed)
        #expect(course.standing(of: kata).changes == [])
    }

    @Test("a text that is solved isn't read as code again, and a starter never is")
    func readOnce() throws {
        func parts(knownAs code: String) throws -> FingerprintParts? {
            var course = try course()
            let kata = try #require(course.catalogue.katas.first)
            course.progress.katas[kata.name]?.parts?.code = code
            return course.marks(of: [kata])[kata.id]?.parts
        }
        #expect(try parts(knownAs: "known") == nil)
        try edit("struct Handle { let text: String }")
        try pass()
        #expect(try parts(knownAs: "known")?.code == "known")
        try edit("struct Handle { var text: String }")
        let edited = try #require(try parts(knownAs: "known"))
        #expect(edited.code != "known")
    }

    @Test("a starter that nobody has touched is unsolved, whatever was earned with it")
    func untouched() throws {
        try pass()
        #expect(try status() == .unsolved)
    }

    @Test("a file that is brought back to what passed is solved again")
    func broughtBack() throws {
        try edit("struct Handle { let text: String }")
        try pass()
        try edit("struct Handle { var text: String }")
        try edit("struct Handle { let text: String }")
        #expect(try status() == .solved)
    }

    @Test("a file that is missing is unsolved")
    func missing() throws {
        try edit("struct Handle { let text: String }")
        try pass()
        try files.remove("/moa/\(Exemplary.starter)")
        #expect(try status() == .unsolved)
    }
}

@Suite("The kata one is at")
struct CurrentKataTests {
    private let files = Files.memory(SmallWorkbook.texts.mapKeys { "/moa/\($0)" })

    /// - Parameters:
    ///   - solved: the names of katas that pass as their files are.
    ///   - chosen: the name of the kata that was made the current one.
    ///   - edited: what became of the text of a kata that was solved.
    private func current(
        solved: [String] = [],
        chosen: String? = nil,
        edited: [String: String] = [:]
    ) throws -> String? {
        let workbook = Workbook(root: "/moa", files: files)
        let file = ProgressFile(workbook: workbook)
        var course = Course(
            workbook: workbook,
            catalogue: workbook.catalogue(),
            toolchain: nil,
            progress: LearnerProgress(),
            progressFile: file
        )
        for kata in course.catalogue.katas where solved.contains(kata.name) {
            try files.write(Data("solved".utf8), "/moa/\(kata.file)")
            let marks = try #require(course.marks(of: [kata])[kata.id])
            course.progress.note(
                .passed,
                of: kata.name,
                fingerprint: marks.kata,
                parts: marks.parts,
                at: Date()
            )
        }
        for kata in course.catalogue.katas {
            guard let text = edited[kata.name] else { continue }
            try files.write(Data(text.utf8), "/moa/\(kata.file)")
        }
        course.progress.current = chosen
        return course.current()?.name
    }

    @Test("it is the first that isn't solved, or the one that was chosen", arguments: Row.all)
    func current(row: Row) throws {
        #expect(try current(solved: row.solved, chosen: row.chosen, edited: row.edited) == row.current)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var solved: [String] = []
        var chosen: String?
        var edited: [String: String] = [:]
        var current: String?

        var testDescription: String {
            "solved \(solved), chosen \(chosen ?? "none"), edited \(edited)"
        }

        static let all = [
            Row(current: "Handle"),
            Row(solved: ["Handle"], current: "Names"),
            Row(chosen: "Names", current: "Names"),
            Row(chosen: "Renaming", current: "Renaming"),
            Row(solved: ["Names"], chosen: "Names", current: "Renaming"),
            Row(solved: ["Renaming"], chosen: "Renaming", current: "Handle"),
            Row(solved: ["Names", "Renaming"], chosen: "Names", current: "Handle"),
            Row(solved: ["Handle"], edited: ["Handle": "// why\nsolved"], current: "Names"),
            Row(solved: ["Handle"], chosen: "Handle", edited: ["Handle": "solved // why"], current: "Names"),
            Row(solved: ["Handle"], edited: ["Handle": "solved otherwise"], current: "Handle"),
            Row(
                solved: ["Handle", "Names", "Renaming"],
                edited: ["Names": "solved // why"],
                current: "Names"
            ),
            Row(chosen: "a kata of old", current: "Handle"),
            Row(solved: ["Handle", "Names", "Renaming"], current: nil),
            Row(solved: ["Handle", "Names", "Renaming"], chosen: "Names", current: nil),
        ]
    }
}
