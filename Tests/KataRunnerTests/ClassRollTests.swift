import Foundation
import Testing

@testable import KataRunner

@Suite("What a teacher says of a class")
struct ClassRollTests {
    private static let katas = [Gradebook.Chapter].sample.flatMap(\.katas)

    private static func roll(_ json: String) throws -> ClassRoll {
        try ClassRoll(Data(json.utf8), katas: katas)
    }

    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test("names, numbers, addresses, groups and due dates are read")
    func pupils() throws {
        let roll = try Self.roll(
            """
            {
              "names": {
                "anna": "Anna Kim",
                "ben": {"name": "Ben", "id": 4711, "email": "ben@example.org", "due": "2026-12-24T12:00:00Z"}
              },
              "groups": {
                "Monday": ["anna"],
                "Tuesday": {"members": ["ben", "carol"], "due": "2026-12-02T18:00:00+01:00"}
              },
              "due": "2026-12-01T18:00:00+01:00"
            }
            """
        )
        #expect(roll.pupils["anna"] == .init(name: "Anna Kim", group: "Monday"))
        #expect(roll.pupils["ben"]?.id == "4711")
        #expect(roll.pupils["ben"]?.email == "ben@example.org")
        #expect(roll.due(of: "anna") == (try date("2026-12-01T17:00:00Z")))
        #expect(roll.due(of: "ben") == (try date("2026-12-24T12:00:00Z")))
        #expect(roll.due(of: "carol") == (try date("2026-12-02T17:00:00Z")))
        #expect(roll.due(of: "somebody else") == roll.due)
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        var json: String
        var why: String
        var testDescription: String { json }
    }

    @Test(
        "what can't be meant is told, and not passed over",
        arguments: [
            Bad(json: "[]", why: "it isn't a JSON object"),
            Bad(json: "{", why: "it isn't a JSON object"),
            Bad(
                json: #"{"point": {}}"#,
                why: "«point» is unknown: there are names, groups, due and points"
            ),
            Bad(
                json: #"{"due": "2026-12-01"}"#,
                why: "«due» of the class isn't a time such as 2026-12-01T18:00:00+01:00"
            ),
            Bad(json: #"{"groups": {"A": ["x"], "B": ["x"]}}"#, why: "x is in two groups: A and B"),
            Bad(
                json: #"{"points": {"9.9": 1}}"#,
                why: "«points» names 9.9, and there is no such kata or chapter"
            ),
            Bad(json: #"{"points": {"1.1": -1}}"#, why: "«points» must give 1.1 a number that is 0 or more"),
            Bad(
                json: #"{"points": {"1.1": {"be good": 1}}}"#,
                why: "«points» names a rule that 1.1 doesn't have: be good"
            ),
        ]
    )
    func bad(row: Bad) {
        #expect {
            try Self.roll(row.json)
        } throws: { error in
            (error as? ClassRoll.Flaw)?.why.text() == row.why
        }
    }

    @Test("points are by chapter, by kata, and by rule even where the kata isn't solved")
    func points() throws {
        let rules = Self.katas[1].rules
        let roll = try Self.roll(
            """
            {"points": {"2": 1, "2.2": 3, "1.2": {\(rules.indices.map { "\"\(rules[$0])\": 0.5" }.joined(separator: ","))}}}
            """
        )
        let marking = Marking(roll: roll)
        let book = Gradebook.small
        #expect(marking.mostPoints(in: book) == 4 + Double(rules.count) / 2)
        #expect(marking.points(of: book.students[0]) == marking.mostPoints(in: book))
        #expect(marking.points(of: book.students[3]) == 0)
        var partly = book.students[3]
        partly.grades[1] = Grade.broken([1]).of(Self.katas[1])
        #expect(marking.points(of: partly) == Double(rules.count - 1) / 2)
    }

    @Test(
        "points have no more digits than they need",
        arguments: [(0, "0"), (7, "7"), (7.5, "7.5"), (0.25, "0.25"), (1.05, "1.05"), (1.0 / 3, "0.33")]
            as [(Double, String)]
    )
    func digits(points: Double, text: String) { #expect(points.asPoints == text) }

    @Test("late is who handed in after their own due date, and nobody of whom the time isn't known")
    func late() throws {
        let marking = Marking(
            roll: try Self.roll(
                """
                {"due": "2026-12-01T18:00:00Z", "names": {"ben": {"due": "2026-12-03T18:00:00Z"}, "gone": "G"}}
                """
            )
        )
        func student(_ name: String, _ time: String?) throws -> Gradebook.Student {
            .init(name: name, path: name, grades: [], handedIn: try time.map(date))
        }
        #expect(marking.isLate(try student("anna", "2026-12-01T18:00:00Z")) == false)
        #expect(marking.isLate(try student("anna", "2026-12-01T18:00:01Z")) == true)
        #expect(marking.isLate(try student("ben", "2026-12-02T00:00:00Z")) == false)
        #expect(marking.isLate(try student("anna", nil)) == nil)
        let book = Gradebook(chapters: [], students: [try student("ben", nil)])
        #expect(marking.absent(from: book) == ["gone"])
    }
}

@Suite("Grade books and imports")
struct GradeBookTests {
    private static let marking: Marking = {
        let roll = #"{"names": {"김소리": {"name": "Kim Sori", "id": "17", "email": "sori@example.org"}}}"#
        return Marking(
            roll: try? ClassRoll(Data(roll.utf8), katas: []),
            remarks: ["김소리": "=well done, \"all\" of it\nreally", "gone": "moved away"]
        )
    }()

    @Test("a remark is still there after any number of runs, whoever is there")
    func remarks() throws {
        var marking = Self.marking
        for _ in 0..<3 {
            let text = GradeCSV.book(.small, marking)
            let remarks = try #require(Remarks.read(Data(text.utf8)))
            #expect(remarks == Self.marking.remarks)
            marking = Marking(remarks: remarks)
        }
    }

    @Test("whoever has handed in nothing has a row of their own, but not where nothing would count as zero")
    func absent() throws {
        let roll = try ClassRoll(Data(#"{"names": {"gone": "Gone Girl"}}"#.utf8), katas: [])
        let marking = Marking(roll: roll, remarks: ["gone": "moved away"])
        let rows = CSVTable(parsing: GradeCSV.book(.small, marking)).rows
        #expect(rows.count == 6)
        #expect(rows[5][..<4] == ["gone", "", "0", "4"])
        #expect(rows[5][4..<8] == ["missing", "missing", "missing", "missing"])
        #expect(rows[5].suffix(7) == ["Gone Girl", "", "0", "4", "", "", "moved away"])
        for document in [GradeCSV.moodle(.small, marking), GradeCSV.canvas(.small, marking)] {
            #expect(!document.contains("Gone Girl"))
        }
    }

    @Test(
        "a spreadsheet may save the table with semicolons, tabs, a mark at the beginning and other line ends"
    )
    func spreadsheets() {
        for separator in [",", ";", "\t"] {
            let lines = ["student,solved,remark", "anna,3,fine", "ben,2,\"so, so\"", ""]
            for end in ["\n", "\r\n", "\r"] {
                let text = lines.joined(separator: end)
                    .replacingOccurrences(of: "so, so", with: "#")
                    .replacingOccurrences(of: ",", with: separator)
                    .replacingOccurrences(of: "#", with: "so, so")
                #expect(
                    Remarks.read(Data("\u{FEFF}\(text)".utf8)) == ["anna": "fine", "ben": "so, so"]
                )
            }
        }
    }

    @Test("a file of somebody else's is not taken for a grade book")
    func foreign() {
        #expect(Remarks.read(Data("a,b\n1,2\n".utf8)) == nil)
        #expect(Remarks.read(Data()) == nil)
        #expect(Remarks.read(Data([0xFF, 0xFE])) == nil)
    }

    @Test("Moodle finds users by address or number, and reads points and feedback")
    func moodle() {
        let rows = CSVTable(parsing: GradeCSV.moodle(.small, Self.marking)).rows
        #expect(rows[0] == ["Email address", "ID number", "Student", "Points", "Feedback"])
        #expect(rows[1][..<4] == ["sori@example.org", "17", "Kim Sori", "4"])
        #expect(rows[1][4].hasPrefix("4 of 4 katas solved. =well done"))
        #expect(rows.count == 5)
    }

    @Test("Canvas has its columns, and a row that says what the assignment is worth")
    func canvas() {
        let rows = CSVTable(parsing: GradeCSV.canvas(.small, Self.marking)).rows
        #expect(rows[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Katas"])
        #expect(rows[1] == ["Points Possible", "", "", "", "", "4"])
        #expect(rows[2] == ["Kim Sori", "", "17", "sori@example.org", "", "4"])
        #expect(rows.count == 6)
    }

    @Test("the class's own columns come behind the katas")
    func columns() {
        let rows = CSVTable(parsing: GradeCSV.document(.small, Self.marking)).rows
        #expect(rows[0].suffix(6) == ["name", "group", "points", "of", "handed in", "late"])
        #expect(rows[1].suffix(6) == ["Kim Sori", "", "4", "4", "", ""])
    }
}

@Suite("Equal answers")
struct EqualAnswerTests {
    private let starter = "struct Club {\n    // TODO: names\n}\n"

    private func answer(_ names: [String], blanks: String = " ", remark: String = "") -> String {
        let lines = (1...15).map {
            "    func \(names[0])\($0)(\(names[1]): Int) -> Int { \(names[1]) + \($0) }"
        }
        return "struct Club {\n\(remark)\(lines.joined(separator: "\n"))\n}\n"
            .replacingOccurrences(of: " + ", with: "\(blanks)+\(blanks)")
    }

    private func mark(_ answer: String) -> String? {
        AnswerMark.of(Data(answer.utf8), starter: Data(starter.utf8))
    }

    @Test("names, blanks and comments make no difference")
    func equal() {
        let one = mark(answer(["add", "value"]))
        #expect(one != nil)
        #expect(mark(answer(["plus", "x"], blanks: "", remark: "    // mine alone\n")) == one)
    }

    @Test("another operation, another number or another kind of type does")
    func different() {
        let text = answer(["add", "value"])
        #expect(mark(text.replacingOccurrences(of: "+", with: "-")) != mark(text))
        #expect(mark(text.replacingOccurrences(of: "value + 3 }", with: "value + 4 }")) != mark(text))
        #expect(mark(text.replacingOccurrences(of: "struct", with: "class")) != mark(text))
    }

    @Test("what is near to the starter tells nothing")
    func short() {
        #expect(mark(starter) == nil)
        #expect(mark("struct Club {\n    let name: String\n}\n") == nil)
    }

    @Test("who gave it is named in the class's order, and so is the workbook's solution")
    func groups() {
        var book = Gradebook.small
        for (student, mark) in [(0, "a"), (1, "b"), (2, "a"), (3, "s")] {
            book.students[student].grades[0].mark = mark
        }
        book.students[1].grades[1].mark = "a"
        let equal = EqualAnswers.all(in: book, solutions: ["1.1": "s", "1.2": "s"])
        #expect(
            equal == [
                EqualAnswers(kata: "1.1", students: ["김소리", "Mary Ann Evans"], isSolution: false),
                EqualAnswers(kata: "1.1", students: ["이민"], isSolution: true),
            ]
        )
    }
}
