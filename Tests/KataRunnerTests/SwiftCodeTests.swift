import Testing

@testable import KataRunner

@Suite("Swift code as tokens")
struct SwiftCodeTests {
    private func words(_ text: String) -> [String] { SwiftCode(text).tokens.map(\.text) }

    @Test("words, numbers, signs and brackets are tokens, comments are none")
    func tokens() {
        #expect(
            words("let a = b[0] ?? -1_000 // c\n/* d /* e */ f */ x?.y(...2.5)")
                == [
                    "let", "a", "=", "b", "[", "0", "]", "??", "-", "1_000", "x", "?", ".", "y", "(", "...",
                    "2.5",
                    ")",
                ]
        )
    }

    @Test("a text is one token, and what is put into it are tokens of their own")
    func texts() {
        #expect(words(#"f("a \" // b")"#) == ["f", "(", #""a \" // b""#, ")"])
        #expect(words(#""a \(b("c")) d""#) == ["\"a ", "\\(", "b", "(", "\"c\"", ")", ")", " d\""])
        #expect(words("##\"a \"# \\(b) \\##(c)\"##") == ["##\"a \"# \\(b) ", "\\##(", "c", ")", "\"##"])
        #expect(words("\"\"\"\n  a \"b\" {\n  \"\"\"\nx") == ["\"\"\"\n  a \"b\" {\n  \"\"\"", "x"])
    }

    @Test(
        "code, texts, comments and patterns are told apart as the compiler does",
        arguments: [
            ("a +/* b */c /* d", ["a", "+", "c"]),
            ("a //b\rc", ["a", "c"]),
            ("a!==b .c ..<d a.!b", ["a", "!", "==", "b", ".", "c", "..<", "d", "a", ".!", "b"]),
            ("`a /* b`/`c`", ["`a /* b`", "/", "`c`"]),
            ("\u{FEFF}a\u{A0}b\0c÷d", ["a", "b", "c", "÷", "d"]),
            (##"a(#""\"#, #"""b"#)"##, ["a", "(", ##"#""\"#"##, ",", ##"#"""b"#"##, ")"]),
            ("a = /b\\/[)]/.c", ["a", "=", "/b\\/[)]/", ".", "c"]),
            ("a /= b; c /= d", ["a", "/=", "b", ";", "c", "/=", "d"]),
            ("a(1, /) + b(/)", ["a", "(", "1", ",", "/", ")", "+", "b", "(", "/", ")"]),
            ("return/a/\na/b/c", ["return", "/a/", "a", "/", "b", "/", "c"]),
            ("func /(a: B) { a/2 }", ["func", "/", "(", "a", ":", "B", ")", "{", "a", "/", "2", "}"]),
            ("[!/a/, #/\n\"/#]", ["[", "!", "/a/", ",", "#/\n\"/#", "]"]),
        ]
    )
    func apart(text: String, tokens: [String]) {
        #expect(words(text) == tokens)
    }

    @Test("where mutants are made, what stands in a pattern are tokens too")
    func opened() {
        let code = SwiftCode("a = /b{2}/", opensPatterns: true)
        #expect(code.tokens.map(\.text) == ["a", "=", "/", "b", "{", "2", "}", "/"])
    }

    @Test("comments are spaces, and what looks like one is none")
    func comments() {
        let text = ##"a(#"""#, "\("/*")") /* /* */ " */ + "//" // "/*"\r/* b"##
        let bare = ##"a(#"""#, "\("/*")")               + "//"        \r    "##
        #expect(text.replacing("\\r", with: "\r").withoutComments == bare.replacing("\\r", with: "\r"))
    }

    @Test("brackets know their partners, in interpolations too")
    func partners() {
        let code = SwiftCode(#"{ f("\(a[1])") }"#)
        for (index, token) in code.tokens.enumerated() where token.kind == .bracket {
            #expect(token.partner.flatMap { code.tokens[$0].partner } == index, "\(token.text)")
        }
        #expect(code.behind(0) == code.tokens.count)
    }

    @Test("a line goes on with a statement that an operator, a dot or `else` continues")
    func statements() {
        let code = SwiftCode(
            """
            let a = b
                .first { $0 > 1 }
                ?? c
            guard a,
                d
            else { return }
            x = y +
                z; f()
            if a { b() }
            else if c { d() }
            switch e {
            case .f: g()
            }
            """
        )
        let statements = code.statements(in: 0..<code.tokens.count).map { code.text(of: $0).prefix(7) }
        #expect(statements == ["let a =", "guard a", "x = y +", "f()", "if a { ", "switch "])
    }

    @Test("blocks begin behind the header of a closure and behind a case")
    func blocks() {
        let code = SwiftCode(
            """
            a.map { one, other in one }
            for each in all { f(each) }
            switch b {
            case .c, .d: e()
            default:
                g()
                h()
            }
            """
        )
        let blocks = code.blocks(in: 0..<code.tokens.count).dropFirst().map { code.text(of: $0) }
        #expect(blocks == ["one", "f(each)", "e()", "g()\n    h()"])
    }

    @Test("an outline tells the bodies, and nothing of what was given")
    func outline() {
        let outline = CodeOutline(
            of: SwiftCode(
                """
                struct Circle {
                    private(set) var seats: [Seat] = []
                    let host: Member
                    var free: Int { 12 - seats.count }
                    var name: String {
                        get { "a" }
                        set { rename(newValue) }
                    }

                    init(host: Member) { self.host = host }
                    func seat(of member: Member, in row: Int = 0) async throws(Refusal) -> Seat? { nil }
                }

                // MARK: - Given

                extension Circle {
                    func given() -> Int { 1 }
                }
                """
            )
        )
        #expect(
            outline.bodies.map(\.path)
                == ["Circle.free", "Circle.name", "Circle.name.set", "Circle.init", "Circle.seat"]
        )
        #expect(outline.bodies.map(\.result) == ["Int", "String", nil, nil, "Seat?"])
        #expect(outline.bodies.last?.effects == "async throws(Refusal)")
        #expect(outline.bodies.last?.parameters.map(\.name) == ["member", "row"])
        #expect(outline.bodies.last?.parameters.map(\.type) == ["Member", "Int"])
        #expect(outline.stored.map(\.path) == ["Circle.seats", "Circle.host"])
        #expect(outline.types.map(\.path) == ["Circle"])
        #expect(outline.modifiers.map(\.path) == ["Circle"])
    }
}
