import Foundation
import Testing

@testable import KataRunner

@Suite("Answers that take the place of what a suite means")
struct TakeoverTests {
    private static let starter = """
        struct Purse: Equatable {
            let coins: [Int]
            func total() -> Int { 0 }
        }
        """

    private static let suite = """
        import KataProbes
        import Testing

        @testable import Chapter1Shop

        @Suite("1.1 A purse") struct PurseTests {
            @Test("a rule") func rule() throws {
                let total = Purse(coins: []).total()
                let isSame = areEqual(total, 0)
                #expect(isSame == true)
                #expect(String(total).isEmpty && helper(total) == Purse(coins: []).coins.count)
                Issue.record("a loss")
            }

            private func helper(_ number: Int) -> Int { number }
        }
        """

    private func found(in answer: String) -> [String] {
        Takeover.all(
            in: answer,
            own: Takeover.types(in: Self.starter).union(Takeover.types(in: answer)),
            starter: Self.starter,
            suites: { Takeover.Suites([Self.suite], texts: [Self.starter]) }
        ).map { "\($0.line) \($0.kind) \($0.name)" }
    }

    @Test(
        "what a suite would mean from then on is told, with its line",
        arguments: [
            ("extension String { static func == (a: String, b: String) -> Bool { true } }", "1 sign =="),
            ("extension Bool {\n    static func ==(a: Self, b: Self) -> Bool { true }\n}", "2 sign =="),
            ("func == (a: Swift.Int, b: Swift.Int) -> Bool { true }", "1 sign =="),
            ("func ==<T>(a: T, b: T) -> Bool { true }", "1 sign =="),
            ("func == (a: [Purse], b: [Purse]) -> Bool { true }", "1 sign =="),
            ("func == (a: Purse?, b: Purse?) -> Bool { true }", "1 sign =="),
            ("struct Box { static func == (a: Int, b: Int) -> Bool { true } }", "1 sign =="),
            ("struct Box { struct Int {}; static func == (a: Int, b: Int) -> Bool { true } }", "1 sign =="),
            ("struct Lie { static func == (a: Lie, b: String) -> Bool { true } }", "1 sign =="),
            ("struct Lie: ExpressibleByStringLiteral {}", "1 literal ExpressibleByStringLiteral"),
            (
                "let r = /\"/\nextension Int { static func != (a: Int, b: Int) -> Bool { false } }\nlet s = /\"/",
                "2 sign !="
            ),
            ("/* /* */ */ extension Int { static func < (a: Int, b: Int) -> Bool { true } }", "1 sign <"),
            ("prefix func ! (a: Bool) -> Bool { true }", "1 sign !"),
            ("infix operator == : AssignmentPrecedence", "1 sign =="),
            (
                "@freestanding(expression) macro expect(_ a: Bool) = #externalMacro(module: \"A\", type: \"B\")",
                "1 depth macro expect"
            ),
            ("typealias String = Text", "1 name String"),
            ("struct `Int` {}", "1 name Int"),
            ("enum Testing {}", "1 name Testing"),
            ("struct Issue { static func record(_ a: String) {} }", "1 name Issue"),
            ("func areEqual(_ a: Int, _ b: Int) -> Bool? { true }", "1 name areEqual"),
            ("let areEqual: (Int, Int) -> Bool? = { _, _ in true }", "1 name areEqual"),
            ("extension Array { var count: Int { 0 } }", "1 name count"),
            ("extension [Int] { var count: Int { 0 } }", "1 name count"),
            ("public extension Sequence { var isEmpty: Bool { true } }", "1 name isEmpty"),
            ("extension Sendable { func areEqual(_ a: Int, _ b: Int) -> Bool? { true } }", "1 name areEqual"),
            ("extension Sendable {\n    typealias Issue = Int\n}", "2 name Issue"),
            ("typealias IntegerLiteralType = Double", "1 name IntegerLiteralType"),
            ("precedencegroup ComparisonPrecedence {}", "1 depth precedencegroup ComparisonPrecedence"),
            ("@_cdecl(\"memcmp\") func same() {}", "1 depth @_cdecl"),
            ("@_silgen_name(\"memcmp\") func same() -> Int32 { 0 }", "1 depth @_silgen_name"),
            ("@section(\".init_array\") let early = 1", "1 depth @section"),
        ]
    )
    func taken(answer: String, told: String) {
        #expect(found(in: answer) == [told])
    }

    @Test(
        "what is an answer's own is its own",
        arguments: [
            "extension Purse { static func == (a: Purse, b: Purse) -> Bool { a.coins == b.coins } }",
            "struct Won: Comparable { static func < (a: Self, b: Self) -> Bool { true } }",
            "struct Won { static func + (a: Won, b: Int) -> Won { a } }",
            "func == (a: Purse, b: Purse) -> Bool { true }",
            "protocol P: Equatable {}\nextension P { static func == (a: Self, b: Self) -> Bool { true } }",
            "protocol P {}\nfunc == <T: P>(a: T, b: T) -> Bool { true }",
            "protocol S<T> {}\nextension S { static func && (a: Self, b: some S<T>) -> any S<T> { a } }",
            "private extension String { static func == (a: String, b: String) -> Bool { true } }",
            "fileprivate func areEqual(_ a: Int, _ b: Int) -> Bool? { true }",
            "extension String { private var isEmpty: Bool { true } }",
            "extension [Int] { func total() -> Int { 0 } }",
            "extension String { var trimmed: String { self } }",
            "@_silgen_name(\"nowhere\") func nowhere() -> Int\nlet found = nowhere()\nfunc f() {}",
            "precedencegroup PipePrecedence {}\ninfix operator |> : PipePrecedence",
            "struct Page {}\nfunc page() {}\nlet helper = 1",
            "func helper(_ number: Int) -> Int { number }",
            "struct Purse { enum Error: Swift.Error { case empty }; typealias Set = Int }",
            "// extension String { static func == (a: String, b: String) -> Bool { true } }",
            "let words = \"extension String { static func == (a: String, b: String) {\"",
            "let words = \"\"\"\n    @_cdecl macro expect(\n    \"\"\"",
            "@MainActor @discardableResult func page() -> Int { 1 }",
            "func page() { let macro = 1; let count = macro / 2; print(\"a / b\", count / 3) }",
        ]
    )
    func own(answer: String) {
        #expect(found(in: answer) == [])
    }

    @Test("nothing that this workbook knows as an answer takes a suite's place")
    func answers() throws {
        let workbook = Workbook(root: WorkbookFile.root.path, files: .live)
        let catalogue = workbook.catalogue()
        var count = 0
        for chapter in catalogue.chapters {
            func text(_ file: String) -> String? { workbook.files.text(workbook.path(file)) }
            let starters = chapter.katas.compactMap { text($0.pristine) }
            let suites = Takeover.Suites(chapter.katas.compactMap { text($0.suite) }, texts: starters)
            let own = starters.reduce(into: Set<String>()) { $0.formUnion(Takeover.types(in: $1)) }
            for kata in chapter.katas {
                let files = [kata.file, kata.solution] + workbook.variants(of: kata).map(\.file)
                for file in files {
                    let data = try #require(try workbook.answer(file, to: kata), "\(file)")
                    let answer = String(decoding: data, as: UTF8.self)
                    let told = Takeover.all(
                        in: answer,
                        own: own.union(Takeover.types(in: answer)),
                        starter: text(kata.pristine),
                        suites: { suites }
                    )
                    #expect(told == [], "\(file)")
                    count += 1
                }
            }
        }
        #expect(count > 500)
    }
}
