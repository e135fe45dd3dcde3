import Foundation
import Testing

@testable import KataRunner

@Suite("A class that several machines judge")
struct GradeMergeTests {
    /// The class as one machine judges it.
    private static let whole: Gradebook = {
        var book = Gradebook.large(students: 23, chapters: 2, katas: 3)
        book.edition = "now"
        book.everybody = book.students.map(\.name)
        return book
    }()

    /// What one machine of so many writes, read again.
    private func part(_ shard: String, _ book: Gradebook = whole) throws -> Gradebook {
        var part = book
        part.students = try #require(Shard(shard)).part(of: book.students)
        return try #require(GradeJSON.gradebook(of: Data(GradeJSON.document(part).utf8)))
    }

    private func parts(of count: Int) throws -> [Gradebook] {
        try (1...count).map { try part("\($0)/\(count)") }
    }

    @Test(
        "a part is told by its number and how many there are",
        arguments: ["0/3", "4/3", "3", "", "1/2/3", "a/b", "-1/3", "1/0", "/"]
    )
    func noShard(text: String) { #expect(Shard(text) == nil) }

    @Test("parts are alike, and together they are the class", arguments: [1, 2, 3, 7, 40])
    func shards(count: Int) throws {
        let parts = try (1...count).map { try #require(Shard("\($0)/\(count)")).part(of: Array(0..<23)) }
        #expect(parts.flatMap { $0 }.sorted() == Array(0..<23))
        #expect(try #require(parts.map(\.count).max()) - (#require(parts.map(\.count).min())) <= 1)
    }

    @Test("merged, they say what one machine would have said", arguments: [1, 4, 23])
    func merged(count: Int) throws {
        let merge = GradeMerge(try parts(of: count).reversed(), edition: "now")
        #expect(merge.isComplete)
        #expect(merge.doubled == [])
        #expect(merge.gradebook.students == Self.whole.students)
        #expect(GradeCSV.document(merge.gradebook) == GradeCSV.document(Self.whole))
        #expect(JUnit.document(merge.gradebook) == JUnit.document(Self.whole))
        #expect(GradeHTML.document(merge.gradebook) == GradeHTML.document(Self.whole))
    }

    @Test("parts by chapters are put together too")
    func chapters() throws {
        let parts = [2, 1].map { number in
            var part = Self.whole
            part.chapters = part.chapters.filter { $0.number == number }
            for index in part.students.indices {
                part.students[index].grades.removeAll { $0.kata.chapter != number }
            }
            return part
        }
        let merge = GradeMerge(parts, edition: "now")
        #expect(merge.isComplete)
        #expect(merge.doubled == [])
        #expect(merge.gradebook.students == Self.whole.students)
        #expect(merge.gradebook.chapters == Self.whole.chapters)
    }

    @Test("whoever is missing is named, though the part that had them is lost")
    func missing() throws {
        let merge = GradeMerge([try part("1/3"), try part("3/3")], edition: "now")
        #expect(!merge.isComplete)
        #expect(merge.missing == (try part("2/3").students.map(\.name)))
        #expect(merge.gradebook.students.count == 23 - merge.missing.count)
    }

    @Test("whoever lacks a chapter is missing there, and no grade is made up")
    func lacking() throws {
        var parts = try parts(of: 2)
        parts[0].students[0].grades.removeLast()
        let merge = GradeMerge(parts, edition: "now")
        #expect(merge.missing == [parts[0].students[0].name])
        let last = try #require(merge.gradebook.students[0].grades.last)
        #expect(last.standing == .notJudged)
        #expect(last.notes == [.noResult])
    }

    @Test("whoever was judged twice is named, and the first result stands")
    func doubled() throws {
        var again = try part("2/2")
        for index in again.students.indices { again.students[index].grades = [] }
        again.students[0].grades = [Grade(kata: "1.1", standing: .crashed)]
        let merge = GradeMerge(try parts(of: 2) + [again], edition: "now")
        #expect(merge.isComplete)
        #expect(merge.doubled == [again.students[0].name])
        #expect(merge.gradebook.students == Self.whole.students)
    }

    @Test("whoever was judged by another version of the workbook is named")
    func otherEdition() throws {
        var parts = try parts(of: 3)
        parts[1].edition = "then"
        let merge = GradeMerge(parts, edition: "now")
        #expect(!merge.isComplete)
        #expect(merge.ofOtherEdition == parts[1].students.map(\.name))
    }

    @Test("what is no result is not read", arguments: ["", "{}", "[]", "{\"formatVersion\": 2}"])
    func noResult(text: String) { #expect(GradeJSON.gradebook(of: Data(text.utf8)) == nil) }
}
