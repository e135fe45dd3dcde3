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
            own: Takeover.own(by: [answer], beside: [SwiftCode(Self.starter)]),
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
            ("struct Lie: ExpressibleByStringInterpolation {}", "1 literal ExpressibleByStringInterpolation"),
            (
                "private struct Lie {}\nextension Lie: ExpressibleByStringLiteral {}",
                "2 literal ExpressibleByStringLiteral"
            ),
            (
                "private struct Key: CodingKey {}\nfunc f<T: ExpressibleByStringLiteral>(_ t: T) {}",
                "2 literal ExpressibleByStringLiteral"
            ),
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
            ("@`_cdecl`(\"memcmp\") func same() {}", "1 depth @_cdecl"),
            (
                "let (areEqual, other): (@Sendable (Int, Int) -> Bool?, Int) = ({ _, _ in true }, 1)",
                "1 name areEqual"
            ),
            ("let other = 1, areEqual: @Sendable (Int, Int) -> Bool? = { _, _ in true }", "1 name areEqual"),
            ("extension String { init(_ number: Int) { self = \"\" } }", "1 name String"),
            ("extension String { init<T>(_ number: T) { self = \"\" } }", "1 name String"),
            ("extension Set { init() { self = [] } }", "1 name Set"),
            ("let p = /; extension String { init(_ number: Int) { self = 0 } } ;/", "1 name String"),
            ("extension [Int] { subscript(index: Int) -> Int { 0 } }", "1 name Array"),
            ("func == <Purse>(a: Purse, b: Purse) -> Bool { true }", "1 sign =="),
            ("func == (a: Purse??, b: Purse??) -> Bool { true }", "1 sign =="),
            ("#if compiler(<5)\nlet a = 1\n'/*'\n#endif", "1 depth #if compiler"),
            ("#if swift(>=99)\nlet a = 1\n<#/*#>\n#endif", "1 depth #if swift"),
            ("#if _compiler_version(\"9999.*\")\nlet a = 1\n'/*'\n#endif", "1 depth #if _compiler_version"),
            ("func f() {\n    if true {}\n    /> \"/\n}", "3 depth / … /"),
            ("var a: Regex<Substring> { _read { yield/\\/*/ } }", "1 depth / … /"),
            (
                "let a = \"\\({ () -> Int in struct Lie: ExpressibleByNilLiteral { init(nilLiteral: ()) {} }; return 1 }())\"",
                "1 literal ExpressibleByNilLiteral"
            ),
            ("extension Int { static func\u{C}== (a: Int, b: Int) -> Bool { true } }", "1 sign =="),
            ("extension\u{B}Int { static func\0== (a: Int, b: Int) -> Bool { true } }", "1 sign =="),
            ("extension\u{A0}Int { static func\u{A0}== (a: Int, b: Int) -> Bool { true } }", "1 sign =="),
            ("\u{FEFF}typealias String = Text", "1 name String"),
            ("struct Lie: Numeric {}", "1 literal Numeric"),
            ("struct Lie {}\nextension Lie: Swift.BinaryInteger {}", "2 literal BinaryInteger"),
            ("protocol Liar where Self: Sendable, Self: StringProtocol {}", "1 literal StringProtocol"),
            ("typealias Liar = Sendable &\n    SetAlgebra", "2 literal SetAlgebra"),
            ("class Lie: NSNumber {}", "1 literal NSNumber"),
            (
                "private struct Lie: BinaryInteger {}\nvar total: some Numeric { Lie() }",
                "1 literal BinaryInteger"
            ),
            (
                "private struct Lie: BinaryInteger {}\nlet p = /; var total: some Numeric { Lie() } ;/",
                "1 literal BinaryInteger"
            ),
            ("private protocol Liar: OptionSet {}", "1 literal OptionSet"),
            (
                "protocol P {}\nextension Int: P {}\nfunc == <T: P>(a: Purse, b: T) -> Bool { true }",
                "3 sign =="
            ),
            (
                "protocol P {}\nprotocol Q: P {}\nextension Int: Q {}\nfunc == (a: Purse, b: some P) -> Bool { true }",
                "4 sign =="
            ),
            (
                "protocol P {}\ntypealias Q = P\nextension Int: Q {}\nfunc == (a: Purse, b: some P) -> Bool { true }",
                "4 sign =="
            ),
            (
                "struct Box { typealias N = Int }\nfunc == (a: Box.N, b: Box.N) -> Bool { true }", "2 sign =="
            ),
            (
                "protocol P {}\nextension Array: P {}\nextension P { var count: Int { 0 } }", "3 name count"
            ),
            (
                "extension DefaultStringInterpolation { mutating func appendInterpolation(_ a: String) {} }",
                "1 name appendInterpolation"
            ),
            (
                "extension String.StringInterpolation { mutating func appendInterpolation<T>(_ a: T) {} }",
                "1 name appendInterpolation"
            ),
            (
                "extension DefaultStringInterpolation { mutating func appendLiteral(_ a: String) {} }",
                "1 name appendLiteral"
            ),
            (
                "protocol P { func appendLiteral(_: String) }\nextension DefaultStringInterpolation: P {}\nextension P { mutating func appendInterpolation(_ a: Int) {} }",
                "3 name appendInterpolation"
            ),
            (
                "extension Result where Success == Bool { func __required() throws -> Bool { true } }",
                "1 name __required"
            ),
            (
                "protocol P { associatedtype Other; func f() -> Other }\nenum E { struct Other {} }\nstruct Lie: P { func f() -> String { \"\" } }\nfunc == (a: Lie, b: Lie.Other) -> Bool { true }",
                "4 sign =="
            ),
            (
                "enum E { struct Duration {} }\nfunc == (a: Duration, b: Duration) -> Bool { true }",
                "2 sign =="
            ),
            (
                "enum E { enum F { struct Duration {} }\nstruct Lie { static func == (a: Lie, b: Duration) -> Bool { true } } }",
                "2 sign =="
            ),
            (
                "func f() { struct Duration {} }\nfunc == (a: Duration, b: Duration) -> Bool { true }",
                "2 sign =="
            ),
            (
                "enum E { struct Duration {} }\nprotocol P {}\nextension Duration: P {}\nfunc == (a: Purse, b: some P) -> Bool { true }",
                "4 sign =="
            ),
            (
                "enum E { struct Duration {} }\nextension Duration { var count: Int { 0 } }",
                "2 name count"
            ),
            (
                "struct Lie {}\nextension String { init(_ number: Int, lie: Lie = Lie()) { self = \"\" } }",
                "2 name String"
            ),
        ]
    )
    func taken(answer: String, told: String) {
        #expect(found(in: answer) == [told])
    }

    @Test(
        "what is compiled is read, whatever stands beside it",
        arguments: [
            #"let a = "\(" /* ")"\#nHERE"#,
            #"let a = "\("//")"; HERE"#,
            #"let a = "\(f("//"))"; HERE\#nfunc f(_ a: String) -> String { a }"#,
            #"let a = "\("\("/*")")"\#nHERE"#,
            #"let a = "\("""\#n    /*\#n    """)"\#nHERE"#,
            #"let a = """\#n    \("""\#n        /*\#n        """)\#n    """\#nHERE"#,
            #"let a = "\(b, of: "/*")"\#nlet b = 1\#nHERE\#nextension DefaultStringInterpolation { mutating func appendInterpolation(_ a: Int, of b: String) {} }"#,
            ##"let a = #"\#(" /* ")"#\##nHERE"##,
            ##"let a = #"\(" /* "#\##nHERE"##,
            ###"let a = ##"\#(" /* "##\###nHERE"###,
            #"let a = "\({ "}" /* { */ }())"\#nHERE"#,
            #"let a = "\(")/*(")"\#nHERE"#,
            ##"let a = #"""#\##nHERE\##nlet b = #"""#"##,
            ##"let a = #"""b"#; HERE; let b = #"""#"##,
            ###"let a = ##""""# "##\###nHERE\###nlet b = ##"""##"###,
            ##"let a = #"\"#; HERE; let b = #"\"#"##,
            #"let a = """\#n    \"""/*\#n    """\#nHERE"#,
            "/*/*/ */ */ HERE",
            "// a\rHERE",
            "/* // */ HERE",
            "let a = 1 +/* \" */2\nHERE",
            "let a = [1].reduce(1, /); HERE; let b = [1].reduce(1, /)",
            "func f(_ a: inout Int) { a /= 2 }; HERE; func g(_ a: inout Int) { a /= 2 }",
            "func f(_ a: Int) -> Int { a/2 }; HERE; func g(_ a: Int) -> Int { a/2 }",
            "struct S { static func /(a: S, b: S) -> S { a } }; HERE; let b = 4/2",
            "prefix operator /; struct S {}; prefix func /(a: S) -> S { a }; let a = (/S()); HERE; let b = (/S())",
            "infix operator />: AdditionPrecedence; struct S { static func /> (a: S, b: S) -> S { a } }\nlet a = S() /> S(); HERE; let b = S() /> S()",
            "infix operator </>: AdditionPrecedence; struct S { static func </> (a: S, b: S) -> S { a } }\nlet a = S() </> S(); HERE; let b = S() </> S()",
            #"infix operator ≈: AdditionPrecedence; struct S {}; func ≈ (a: S, b: Regex<Substring>) -> S { a }\#nlet a = S() ≈ />\/* b/\#nHERE"#,
            #"func f() -> Regex<Substring> { return/\/*/ }\#nHERE"#,
            #"func f() -> Regex<Substring> { return /"/ }; HERE"#,
            #"func f() { _ = try!/\/*/ }\#nHERE"#,
            #"func f() { _ = [\#n    /\/*/\#n] }\#nHERE"#,
            #"func f() { _ = { (b: Int) in/\/*/ } }\#nHERE"#,
            #"struct S {}; prefix func ! (a: Regex<Substring>) -> S { S() }; let a = !/\/*/\#nHERE"#,
            "func f() { _ = /{/ }; HERE; func g() { _ = /}/ }",
            "func f() { _ = /}/ }; HERE; func g() { _ = /{/ }",
            #"func f() { _ = /[)"]/ }; HERE"#,
            "func f() { _ = /'/ }; HERE; func g() { _ = /'/ }",
            #"func f() { _ = #/"/# }; HERE; func g() { _ = #/"/# }"#,
            #"func f() { _ = #/\/#"/# }; HERE"#,
            "func f() { _ = #/\n    \"/*\n    /# }\nHERE",
            "let 금 = 4; let a = 금/2; HERE; let b = 금/2",
            #"let 🍎 = 4; let a = 🍎/2 + "a/b".count; HERE; let b = 🍎/2"#,
            "let consume = 4; let a = consume/2; HERE; let b = consume/2",
            "struct S { static let `case` = 4, `return` = 4 }\nlet a = S.return/2; HERE; let b = S.case/2",
            "let `in` = 4; let a = `in`/2; HERE; let b = `in`/2",
            #"func f() async { _ = await/"\/*/ }\#nHERE"#,
            "prefix operator /; struct S {}; prefix func /(a: S) -> S { a }; let a = /S();\tHERE; let b = /S()",
            #"func f(_ a: Int) {\#n    _ = a\#n    /\/*/.self\#n}\#nHERE"#,
            #"func f(_ a: String) throws {\#n    if/"\/*/.self is Int {}\#n}\#nHERE"#,
            #"func f() { switch 1 { case _ where/"\/*/.self is Int: break; default: break } }\#nHERE"#,
            #"prefix operator ++; struct S {}; prefix func ++ (a: Regex<Substring>) -> S { S() }\#nfunc f() { _ = ++/"\/*/ }\#nHERE"#,
            #"func f(_ a: Bool) { _ = a ? /"/ : /\/*/ }\#nHERE"#,
            ##"let a = #"""\##n    "/*"#\##n    """#; HERE"##,
            "struct S { let `{` = 1 }\nHERE",
            #"enum S { static let `}}` = 1; static let `a/*` = 2; static let `"` = 3 }; HERE"#,
            "func f() { let `{` = 1; _ = `{` }\nHERE",
            "let `extension` = 1; func f() { _ = `extension` }; HERE",
            "\u{FEFF}HERE",
            "let a = 1;\0HERE",
            "let a = 1\u{A0};\u{A0}HERE",
            "let a = 1;\u{C}HERE",
            "private import Foundation\nHERE",
            "func f(private: Int, struct: Int, extension: Int, func: Int) {}\nlet a: Void = f(private: 1, struct: 2, extension: 3, func: 4)\nHERE",
            "let a = (private: 1, let: 2, var: 3)\nHERE",
            "import struct Foundation.Date\nimport func Foundation.floor\nHERE",
        ]
    )
    func hidden(text: String) {
        let evil = "extension String { static func == (a: String, b: String) -> Bool { true } }"
        let before = text.firstRange(of: "HERE").map { text[..<$0.lowerBound] } ?? ""
        #expect(found(in: text.replacing("HERE", with: evil)).contains("\(before.lines.count) sign =="))
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
            "struct Purse { private struct Marks: OptionSet {}; private var marks: Marks = [] }",
            "fileprivate final class Tally: SignedNumeric {}",
            "private struct Key: CodingKey, ExpressibleByStringLiteral {}",
            "extension [Int] { func total() -> Int { 0 } }",
            "extension String { var trimmed: String { self } }",
            "@_silgen_name(\"nowhere\") func nowhere() -> Int\nlet found = nowhere()\nfunc f() {}",
            "precedencegroup PipePrecedence {}\ninfix operator |> : PipePrecedence",
            "extension String { init(_ a: Purse) { self = \"\" }; init(folding a: String) { self = a } }",
            "extension [Int] { subscript(safe index: Int) -> Int? { nil }; subscript(a: Purse) -> Int { 0 } }",
            "import struct Foundation.Date\nlet r = /class: \\/\"{2}/",
            "struct Page {}\nfunc page() {}\nlet helper = 1",
            "func helper(_ number: Int) -> Int { number }",
            "struct Purse { enum Error: Swift.Error { case empty }; typealias Set = Int }",
            "struct Purse { struct Coin {}; static func == (a: Purse.Coin, b: Purse.Coin) -> Bool { true } }",
            "func sum<Number: Numeric>(of numbers: [Number]) -> Number { numbers.reduce(0, +) }",
            "struct Shelf<Item: Numeric> where Item: Sendable {}\nclass Till { class func f(a: Numeric) {} }",
            "protocol P {}\nextension Purse: P {}\nfunc == (a: any P, b: any P) -> Bool { true }",
            "extension DefaultStringInterpolation { mutating func appendInterpolation(_ a: Purse) {} }",
            "struct Film { struct Day {} }\nfunc == (a: Film.Day, b: Film.Day) -> Bool { true }",
            "extension Purse { struct Day: Equatable { static func == (a: Day, b: Day) -> Bool { true } } }",
            "struct Film { struct Day {} }\nextension Film.Day { struct Hour {} }\nfunc == (a: Film.Day.Hour, b: Film.Day.Hour) -> Bool { true }",
            "struct Film { struct Day {}; static func == (a: Film, b: Day) -> Bool { true } }",
            "let limit = 3\nenum Flaw: Error, Issue { case empty }",
            "let (least, most) = (3, 20)\nextension Purse: Error, Issue {}\nprotocol P: Error, Issue {}",
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
            let codes = starters.map { SwiftCode($0) }
            let suites = Takeover.Suites(chapter.katas.compactMap { text($0.suite) }, texts: starters)
            for kata in chapter.katas {
                let files = [kata.file, kata.solution] + workbook.variants(of: kata).map(\.file)
                for file in files {
                    let data = try #require(try workbook.answer(file, to: kata), "\(file)")
                    let answer = String(decoding: data, as: UTF8.self)
                    let told = Takeover.all(
                        in: answer,
                        own: Takeover.own(by: [answer], beside: codes),
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
