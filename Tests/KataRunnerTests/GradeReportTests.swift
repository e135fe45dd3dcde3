import Foundation
import Testing

@testable import KataRunner

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Grades for other programs")
struct GradeReportTests {
    private func csv(named name: String) -> String {
        let book = Gradebook(
            chapters: [],
            students: [Gradebook.Student(name: name, path: "/class", grades: [])]
        )
        let row = GradeCSV.document(book).components(separatedBy: "\r\n")[1]
        return String(row.dropLast(",/class,0,0".count))
    }

    @Test("CSV has a row a student and a column a kata")
    func table() {
        let rows = GradeCSV.document(.someClass).components(separatedBy: "\r\n")
        #expect(rows.count == 8)
        #expect(rows[0].hasPrefix("student,submission,solved,katas,1.1 Names without splitting,"))
        #expect(rows[1] == "anna,/class/anna,4,4,solved,solved,solved,solved")
        #expect(rows[2] == "박지훈,/class/박지훈,1,4,solved,failed,untouched,untouched")
        #expect(rows[7] == "")
    }

    struct Name: Sendable, CustomTestStringConvertible {
        var name: String
        var field: String
        var testDescription: String { name.debugDescription }
    }

    @Test(
        "no name is a formula to a spreadsheet, or breaks out of its field",
        arguments: [
            Name(name: "=cmd|' /C calc'!A0", field: "\"'=cmd|' /C calc'!A0\""),
            Name(name: "+1", field: "\"'+1\""),
            Name(name: "-1", field: "\"'-1\""),
            Name(name: "@sum", field: "\"'@sum\""),
            Name(name: "＝1", field: "\"'＝1\""),
            Name(name: " =1", field: "\"' =1\""),
            Name(name: "\t=1", field: "\"'\t=1\""),
            Name(name: "\u{200B}=1", field: "\"'\u{200B}=1\""),
            Name(name: "a\"b,c\nd", field: "\"a\"\"b,c\nd\""),
            Name(name: "o'neill", field: "\"o'neill\""),
            Name(name: "anna-maria", field: "anna-maria"),
        ]
    )
    func names(name: Name) { #expect(csv(named: name.name) == name.field) }

    @Test("JSON holds every grade, with its rules and its notes")
    func json() throws {
        let text = GradeJSON.document(.someClass)
        let report = try JSONDecoder().decode(GradeReport.self, from: Data(text.utf8))
        #expect(report.formatVersion == 1)
        #expect(report.students.map(\.name) == Gradebook.someClass.students.map(\.name))
        #expect(report.students[0].standings == ["solved", "solved", "solved", "solved"])
        #expect(report.students[4].grades[0].notes == ["endedEarly"])
        #expect(report.students[1].grades[1].rules.map(\.outcome) == ["failed"])
    }

    @Test("JUnit has a suite for each kata of each student, and none without a case")
    func junit() throws {
        let text = JUnit.document(.someClass)
        #expect(text.components(separatedBy: "<testsuite ").count == 6 * 4 + 1)
        #expect(text.components(separatedBy: "<testcase ").count == 6 * 4 + 1)
        #expect(text.contains("<error type=\"untouched\"></error>"))
        #expect(text.contains("The submission has no such file."))
        #expect(!text.contains("\u{1B}"))
        #expect(!text.contains("\u{202E}"), "a name turns the text around")
        let parser = XMLParser(data: Data(text.utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }

    @Test("the rules that most break come first, by students and not by times")
    func brokenRules() {
        let rules = Gradebook.someClass.brokenRules
        #expect(rules.map(\.students) == [3, 1, 1])
        #expect(rules.first?.kata.id == "1.2")
    }
}

/// What `kata grade --json` says, read as a stranger would read it.
struct GradeReport: Decodable {
    var formatVersion: Int
    var students: [Student]

    struct Student: Decodable {
        var name: String
        var solved: Int
        var grades: [Grade]

        var standings: [String] { grades.map(\.standing) }
    }

    struct Grade: Decodable {
        var kata: String
        var standing: String
        var rules: [CheckReport.Rule]
        var diagnostics: [CheckReport.Place]
        var notes: [String]
    }
}
