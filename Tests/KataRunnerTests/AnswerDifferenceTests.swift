import Foundation
import Testing

@testable import KataRunner

@Suite("Answers kept as a difference")
struct AnswerDifferenceTests {
    /// A solution of two methods, each with its reason.
    private static let solution = """
        // 1.1 Names without splitting

        /// What a member is called.
        ///
        /// Why a struct: it never changes,
        /// and can be shared.
        struct PersonName {
            // Why not `first`: those are places
            // in a text.
            let family: String

            /// How Korean readers see it.
            func familyFirst() -> String {
                family + given
            }

            func givenFirst() -> String {
                given + family
            }
        }

        // MARK: - Given

        /// Why it is no name.
        enum NoName {}

        """

    private static let answer = """
        // Fails: a part of two words stays whole
        // Tempting: it is shorter.

        /// What a member is called.
        struct PersonName {
            let family: String

            /// How Korean readers see it.
            func familyFirst() -> String {
                family + given
            }

            func givenFirst() -> String {
                family
            }
        }

        // MARK: - Given

        /// Why it is no name.
        enum NoName {}

        """

    private static let file = """
        // Fails: a part of two words stays whole
        // Tempting: it is shorter.

        --- solution, without its reasons
        +++ answer
        @@ struct PersonName {
             }

             func givenFirst() -> String {
        -        given + family
        +        family
             }
         }


        """

    @Test("its file says what is wrong with it, and nothing else")
    func form() throws {
        let difference = try #require(
            AnswerDifference.shortest(
                from: AnswerDifference.Base.given.map { ($0, Self.solution) },
                to: Self.answer
            )
        )
        #expect(difference.base == .unexplainedSolution)
        #expect(difference.text == Self.file)
        let read = try AnswerDifference(parsing: Self.file)
        #expect(read.text == Self.file)
        #expect(try read.applied(to: Self.solution) == Self.answer)
    }

    @Test(
        "a text and its difference make the answer, byte for byte",
        arguments: [
            Pair("the same", "a\nb\n", "a\nb\n"),
            Pair("a line first", "a\nb\n", "x\na\nb\n"),
            Pair("a line last", "a\nb\n", "a\nb\nx\n"),
            Pair("the first line gone", "a\nb\nc\n", "b\nc\n"),
            Pair("the last line gone", "a\nb\nc\n", "a\nb\n"),
            Pair("all gone", "a\nb\n", ""),
            Pair("from nothing", "", "a\nb\n"),
            Pair("far apart", lines(1...40), "0\n" + lines(1...19) + lines(21...40) + "41\n"),
            Pair("without a last line end", "a\nb", "x\nb"),
            Pair("the last line end gone", "a\nb\n", "a\nb"),
            Pair("a last line end more", "a\nb", "a\nb\n"),
            Pair("empty lines", "\n\na\n\n\n", "\na\n\n\n\n"),
            Pair("nothing but a line end", "\n", "a"),
            Pair("line ends of Windows", "a\r\nb\r\nc\n", "a\nb\r\nc\r\n"),
            Pair("other bytes of the same letters", "한\né\n", "\u{1112}\u{1161}\u{11AB}\ne\u{301}\n"),
            Pair("an accent at the beginning of a line", "a\n\u{301}b\nc\n", "\u{301}a\n\u{301}b\n"),
            Pair("spaces at the ends", "a \n\tb\n", "a\n\tb \n"),
            Pair(
                "lines that look like a difference",
                "--- a\n@@\n+b\n-c\n\\ d\n",
                "@@ a\n+b\n--c\n\\ d\n e\n"
            ),
            Pair("the same lines again and again", repeated("same"), repeated("b")),
            Pair("comments", "// a\n/// Why\n/// a\n/// Why b\nlet a\n//\n", "// x\n/// a\nlet a\n"),
        ]
    )
    func exact(pair: Pair) throws {
        for base in AnswerDifference.Base.given + [.rightAnswer("valid-other")] {
            let file = AnswerDifference(from: base, pair.old, to: pair.new).text
            let read = try AnswerDifference(parsing: file)
            #expect(read.text == file)
            #expect(try Array(read.applied(to: pair.old).utf8) == Array(pair.new.utf8))
        }
    }

    @Test("it still fits when the text changes elsewhere, and lines move")
    func moves() throws {
        let longer = Self.solution
            .replacing(
                "let family: String\n",
                with: "let family: String\n    let given: String\n    let more: Int\n"
            )
            .replacing("those are places", with: "they say where something stands")
            .replacing("// 1.1 Names", with: "// 1.2 Names")
        let answer = try AnswerDifference(parsing: Self.file).applied(to: longer)
        #expect(
            answer
                == Self.answer.replacing(
                    "let family: String\n",
                    with: "let family: String\n    let given: String\n    let more: Int\n"
                )
        )
    }

    @Test("a hunk has as many lines around it as it needs to be found")
    func found() throws {
        let difference = AnswerDifference(from: .solution, Self.repeated("same"), to: Self.repeated("b"))
        #expect(difference.parts.count == 1)
        #expect(difference.parts[0].hunk.old.count > 7, "three lines on either side stand there twenty times")
        #expect(difference.parts[0].hunk.old.contains("middle 0\n"))
    }

    @Test("a declaration that a hunk stands in is named, wherever its brackets are")
    func headings() {
        let text =
            "struct A {\n    func b(\n        c: Int\n    ) -> Int {\n        1\n        2\n        3\n        4\n    }\n}\n"
        let difference = AnswerDifference(from: .solution, text, to: text.replacing("4", with: "5"))
        #expect(difference.parts.map(\.heading) == ["func b("])
    }

    @Test("without its comments, a solution still has the marks of its sections")
    func bare() {
        let bare = """
            // Fails: a

            struct PersonName {
                let family: String

                func familyFirst() -> String {
                    family + given
                }

                func givenFirst() -> String {
                    given + family
                }
            }

            // MARK: - Given

            enum NoName {}

            """
        #expect(AnswerDifference(from: .bareSolution, Self.solution, to: bare).parts == [])
        #expect(AnswerDifference(from: .unexplainedSolution, Self.solution, to: bare).parts != [])
    }

    @Test("what is really another shape is better read whole")
    func whole() {
        let other = "// A class.\n\nfinal class PersonName {\n    init() {}\n}\n"
        #expect(AnswerDifference.shortest(from: [(.solution, Self.solution)], to: other) == nil)
        #expect(AnswerDifference.shortest(from: [], to: other) == nil)
    }

    @Test("an answer may differ from another right one, as long as that is kept whole")
    func likeAnother() throws {
        let kata = Kata(
            id: KataID(chapter: 1, number: 1),
            name: "Purse",
            target: "Chapter1Shop",
            page: KataPage(),
            fileExists: true
        )
        let file = "\(kata.variants)/wrong-two.diff"
        let difference = AnswerDifference(
            from: .rightAnswer("valid-class"),
            "// A class.\na\nb\n",
            to: "// Fails: c\na\n"
        )
        var texts = [
            "/\(kata.variants)/valid-class.swift": "// A class.\na\nb\n", "/\(file)": difference.text,
        ]
        texts["/\(kata.variants)/valid-like.diff"] = difference.text
        let workbook = Workbook(root: "", files: .memory(texts))
        #expect(workbook.bases(of: kata) == AnswerDifference.Base.given + [.rightAnswer("valid-class")])
        #expect(try workbook.answer(file, to: kata) == Data("// Fails: c\na\n".utf8))
        texts["/\(kata.variants)/valid-class.swift"] = nil
        #expect(throws: AnswerDifference.Flaw.noBase(.rightAnswer("valid-class"), line: 3)) {
            try Workbook(root: "", files: .memory(texts)).answer(file, to: kata)
        }
    }

    // MARK: - What doesn't fit

    @Test(
        "a hunk that has no place, or several, or one too early is reported with its line",
        arguments: Misfit.all
    )
    func misfits(row: Misfit) throws {
        let difference = try AnswerDifference(parsing: row.file)
        #expect(throws: row.flaw) { try difference.applied(to: row.text) }
    }

    @Test(
        "a line that can't be read is reported by its number",
        arguments: [
            ("", 2), ("// Fails: a\n", 3), ("// Fails: a\n--- solution\n+++ answer\n", 3),
            ("// Fails: a\n\n--- Solutions/1-A.swift\n+++ answer\n", 3), ("// Fails: a\n\n--- solution\n", 3),
            ("// Fails: a\n\n--- solution\n+++ answer\n a\n", 5), ("\n--- wrong-b\n+++ answer\n", 2),
            ("// Fails: a\n\n--- solution\n+++ answer\n@@\n a\nb\n", 7),
            ("// Fails: a\n\n--- solution\n+++ answer\n@@\n\\ No newline at end of file\n", 6),
        ]
    )
    func unreadable(text: String, line: Int) {
        #expect(throws: AnswerDifference.Flaw.unreadable(line: line)) { try AnswerDifference(parsing: text) }
    }

    // MARK: - Rows

    struct Pair: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var old: String
        var new: String

        init(_ name: String, _ old: String, _ new: String) {
            (testDescription, self.old, self.new) = (name, old, "// Fails: a\n" + new)
        }
    }

    struct Misfit: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var hunks: String
        var flaw: AnswerDifference.Flaw

        var file: String { "// Fails: a\n\n--- solution\n+++ answer\n" + hunks }

        static let all = [
            Misfit(
                testDescription: "lines that aren't there",
                text: "a\nb\nc\n",
                hunks: "@@\n a\n-c\n",
                flaw: .misfit(.nowhere(0), .solution, line: 5)
            ),
            Misfit(
                testDescription: "lines with other bytes",
                text: "é\n",
                hunks: "@@\n-e\u{301}\n",
                flaw: .misfit(.nowhere(0), .solution, line: 5)
            ),
            Misfit(
                testDescription: "lines that stand there twice",
                text: "a\nb\na\nb\nc\n",
                hunks: "@@\n-c\n@@ func a() {\n a\n-b\n",
                flaw: .misfit(.atSeveralPlaces(1), .solution, line: 7)
            ),
            Misfit(
                testDescription: "nothing to be found by",
                text: "a\n",
                hunks: "@@\n+b\n",
                flaw: .misfit(.atSeveralPlaces(0), .solution, line: 5)
            ),
            Misfit(
                testDescription: "lines above those of the hunk before",
                text: "a\nb\n",
                hunks: "@@\n-b\n@@\n-a\n",
                flaw: .misfit(.outOfOrder(1), .solution, line: 7)
            ),
            Misfit(
                testDescription: "lines that the hunk before has taken",
                text: "a\nb\nc\n",
                hunks: "@@\n-a\n b\n@@\n b\n-c\n",
                flaw: .misfit(.outOfOrder(1), .solution, line: 8)
            ),
        ]
    }

    private static func lines(_ numbers: ClosedRange<Int>) -> String {
        numbers.map { "\($0)\n" }.joined()
    }

    /// Blocks that are all alike, with one line in their midst, and something in the second block after it.
    private static func repeated(_ line: String) -> String {
        let block = "{\n    same\n}\n\n"
        let blocks = String(repeating: block, count: 10)
        return blocks + "middle 0\n" + block + block.replacing("same", with: line) + blocks
    }
}
