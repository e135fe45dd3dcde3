import Foundation
import Testing

@testable import KataRunner

@Suite("Where katas stand")
struct CourseTests {
    private let files = Files.memory(
        Exemplary.texts.mapKeys { "/moa/\($0)" }
    )

    private func course() throws -> Course {
        let workbook = Workbook(root: "/moa", files: files)
        let file = ProgressFile(workbook: workbook)
        return Course(
            workbook: workbook,
            catalogue: workbook.catalogue(),
            toolchain: nil,
            progress: try file.load(),
            progressFile: file
        )
    }

    /// As another call of the runner would find it.
    private func status() throws -> Progress.Status {
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
        try course.note([(kata, kata.result())], earnedWith: marks, .fake(files: files))
    }

    private typealias Progress = KataRunner.Progress

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
    private func current(solved: [String] = [], chosen: String? = nil) throws -> String? {
        let workbook = Workbook(root: "/moa", files: files)
        let file = ProgressFile(workbook: workbook)
        var course = Course(
            workbook: workbook,
            catalogue: workbook.catalogue(),
            toolchain: nil,
            progress: KataRunner.Progress(),
            progressFile: file
        )
        for kata in course.catalogue.katas where solved.contains(kata.name) {
            try files.write(Data("solved".utf8), "/moa/\(kata.file)")
            course.progress.note(
                .passed,
                of: kata.name,
                fingerprint: course.fingerprint(of: kata),
                at: Date()
            )
        }
        course.progress.current = chosen
        return course.current()?.name
    }

    @Test("it is the first that isn't solved, or the one that was chosen", arguments: Row.all)
    func current(row: Row) throws {
        #expect(try current(solved: row.solved, chosen: row.chosen) == row.current)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var solved: [String] = []
        var chosen: String?
        var current: String?

        var testDescription: String { "solved \(solved), chosen \(chosen ?? "none")" }

        static let all = [
            Row(current: "Handle"),
            Row(solved: ["Handle"], current: "Names"),
            Row(chosen: "Names", current: "Names"),
            Row(chosen: "Renaming", current: "Renaming"),
            Row(solved: ["Names"], chosen: "Names", current: "Renaming"),
            Row(solved: ["Renaming"], chosen: "Renaming", current: "Handle"),
            Row(solved: ["Names", "Renaming"], chosen: "Names", current: "Handle"),
            Row(chosen: "a kata of old", current: "Handle"),
            Row(solved: ["Handle", "Names", "Renaming"], current: nil),
            Row(solved: ["Handle", "Names", "Renaming"], chosen: "Names", current: nil),
        ]
    }
}
