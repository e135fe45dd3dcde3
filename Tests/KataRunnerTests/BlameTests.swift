import Testing

@testable import KataRunner

@Suite("Whose file is at fault")
struct BlameTests {
    private static let name = Sample.personName.file
    private static let handle = Sample.handle.file
    private static let own = "\(Sample.valueObjects.folder)/Own.swift"

    private func blame(_ texts: [String: String], starters: [String: String] = [:]) -> Blame {
        var chapter = Sample.valueObjects
        chapter.otherFiles = texts[Self.own] == nil ? [] : ["Own.swift"]
        return Blame(
            catalogue: Catalogue(chapters: [chapter]),
            chapters: [chapter],
            built: { texts[$0] },
            given: { starters[$0] }
        )
    }

    /// «file:line sentence», in order.
    private func told(_ blamed: [String: [Diagnostic]]) -> [String] {
        blamed.sorted { $0.key < $1.key }.flatMap { file, diagnostics in
            diagnostics.map { "\(file):\($0.line):\($0.column) \($0.message)" }
        }
    }

    @Test("a missing brace is reported where it was opened, and then the compiler's last word on the file")
    func brace() {
        let text = "struct A {\n    func b() {\n        c()\n\n    func d() {}\n}\n"
        let causes = blame([Self.name: text]).causes([
            .error("expected '}' in struct", Self.name, 2, 5),
            .error("cannot find 'Handle' in scope", Self.handle, 4, 1),
            .error("expected '}' in struct", Self.name, 7, 1),
            .error("'mutating' is only valid on methods", Self.name, 5, 5),
        ])
        #expect(
            told(causes) == [
                "\(Self.name):2:14 A `}` is missing: what this `{` opens is never closed.",
                "\(Self.name):7:1 expected '}' in struct",
            ]
        )
        #expect(causes[Self.name]?.first?.sourceLine == "    func b() {")
    }

    @Test("where every brace seems to be closed, the compiler's last word stands alone")
    func closed() {
        let causes = blame([Self.name: "struct A {}\n"]).causes([
            .error("expected '}' in struct", Self.name, 1, 5),
            .error("expected '}' in struct", Self.name, 2, 1),
        ])
        #expect(told(causes) == ["\(Self.name):2:1 expected '}' in struct"])
    }

    struct Double: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var texts: [String: String]
        var starters: [String: String] = [:]
        var said = "invalid redeclaration of 'Card'"
        /// Of the handle's file.
        var line = 1
        var told: [String]
    }

    static let doubles = [
        Double(
            testDescription: "the starter of one kata declares it: the other one is at fault",
            texts: [name: "// mine\nstruct Card {}", handle: "struct Card {}"],
            starters: [Sample.handle.pristine: "struct Card {}"],
            told: ["\(name):2:1 `Card` is declared here and in \(handle):1."]
        ),
        Double(
            testDescription: "no starter declares it: both are named",
            texts: [name: "struct Card {}", handle: "class Card {}"],
            told: [
                "\(name):1:1 `Card` is declared here and in \(handle):1.",
                "\(handle):1:1 `Card` is declared here and in \(name):1.",
            ]
        ),
        Double(
            testDescription: "a file of one's own",
            texts: [own: "enum Card {}", handle: "struct Card {}"],
            starters: [Sample.handle.pristine: "struct Card {}"],
            told: ["\(own):1:1 `Card` is declared here and in \(handle):1."]
        ),
        Double(
            testDescription: "an ambiguous name",
            texts: [name: "struct Card {}", handle: "let card: Card\nstruct Card {}"],
            starters: [Sample.handle.pristine: "struct Card {}"],
            said: "'Card' is ambiguous for type lookup in this context",
            told: ["\(name):1:1 `Card` is declared here and in \(handle):2."]
        ),
        Double(
            testDescription: "an ambiguous function",
            texts: [name: "func card() {}", handle: "func card() {}"],
            starters: [Sample.handle.pristine: "func card() {}"],
            said: "ambiguous use of 'card()'",
            told: ["\(name):1:1 `card` is declared here and in \(handle):1."]
        ),
        Double(
            testDescription: "a member of the same type",
            texts: [
                name: "extension Card { var text: String { \"\" } }",
                handle: "struct Card { let text: String }",
            ],
            starters: [Sample.handle.pristine: "struct Card { let text: String }"],
            said: "invalid redeclaration of 'text'",
            told: ["\(name):1:1 `text` is declared here and in \(handle):1."]
        ),
        Double(
            testDescription: "members of different types are none",
            texts: [name: "struct Name { let text: String }", handle: "struct Card { let text: String }"],
            said: "invalid redeclaration of 'text'",
            told: []
        ),
        Double(
            testDescription: "twice in one file is the compiler's to tell",
            texts: [handle: "struct Card {}\nstruct Card {}"],
            told: []
        ),
    ]

    @Test(
        "a name in two files is reported with both, and belongs to the kata that was given it",
        arguments: doubles
    )
    func double(row: Double) {
        let causes = blame(row.texts, starters: row.starters)
            .causes([.error(row.said, Self.handle, row.line, 8)])
        #expect(told(causes).sorted() == row.told.sorted())
    }

    @Test("a complaint about a suite is one about its kata, and one about the workbook about nobody")
    func suites() {
        let blamed = blame([:]).all([
            .error("no member 'text'", Sample.handle.suite, 3, 1),
            .error("odd", "Sources/Moa/Member.swift", 1, 1),
        ])
        #expect(told(blamed) == ["\(Self.handle):3:1 no member 'text'"])
    }

    // MARK: - Reading code

    struct Braces: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        /// «line:column»
        var place: String?
    }

    static let braces = [
        Braces(testDescription: "none is missing", text: "struct A {\n    let b = { 1 }\n}\n"),
        Braces(testDescription: "the last one", text: "struct A {\n    func b() {\n    }\n", place: "1:10"),
        Braces(testDescription: "a function's", text: "struct A {\n    func b() {\n}\n", place: "2:14"),
        Braces(
            testDescription: "the first of several types",
            text: "struct A {\n    let b: Int\n\nstruct C {\n}\n\nstruct D {\n}\n",
            place: "1:10"
        ),
        Braces(
            testDescription: "one inside of a function",
            text: "func a() {\n\tfor b in c {\n\t\tif d {\n\t}\n}\n",
            place: "3:8"
        ),
        Braces(testDescription: "a comment's is none", text: "struct A {  // {\n}\n/* { */\n"),
        Braces(
            testDescription: "a condition of several lines",
            text: "func a() {\n    guard let b,\n          let c else {\n        return\n    }\n}\n"
        ),
    ]

    @Test("the brace that nothing closes is found by how the code is indented", arguments: braces)
    func unclosed(row: Braces) {
        #expect(UnclosedBrace(in: row.text).map { "\($0.line):\($0.column)" } == row.place)
    }

    @Test("declarations are found with their types, and a use, a comment or a function's own is none")
    func declarations() {
        let text = """
            // struct Ghost {}
            let purse = Purse()
            final class Purse: Store {
                static func total() { let sum = 1 }
                struct Coin { var worth: Int { get } }
            }
            extension Purse { var text: String { "}" } }
            func total<Coin>(of coin: Coin) { print("{", "struct Ghost {") }
            let `default` = /[{]/
            """
        #expect(
            Declaration.all(in: text).map { "\($0.line) \($0.scope).\($0.name)" } == [
                "2 .purse", "3 .Purse", "4 Purse.total", "5 Purse.Coin", "5 Purse.Coin.worth", "7 Purse.text",
                "8 .total", "9 .default",
            ]
        )
    }
}
