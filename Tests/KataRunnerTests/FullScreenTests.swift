import Testing

@testable import KataRunner

@Suite("The whole screen")
struct FullScreenTests {
    private let terminal = FakeTerminal(keys: [], rows: 10, columns: 40)
    private let footer = [Line.empty, Line("the keys")]

    private func screen() -> FullScreen {
        FullScreen(
            Session(
                environment: .fake(terminal: terminal.terminal),
                capabilities: Capabilities(columns: 40, isTerminal: true, variables: [:], colour: .never),
                language: .english,
                isVerbose: false
            )
        )
    }

    private func body(_ count: Int) -> [Line] { (1...count).map { Line("line \($0)") } }

    private var last: [String] { terminal.frames.last ?? [] }

    @Test("a frame fills every row, and the footer stands on the last ones")
    func fills() {
        var screen = screen()
        screen.draw(body(3), footer: footer)
        #expect(last == ["line 1", "line 2", "line 3", "", "", "", "", "", "", "the keys"])
    }

    @Test("what doesn't fit is cut off below, and the footer stays whole")
    func cut() {
        var screen = screen()
        screen.draw(body(30), footer: footer)
        #expect(last.count == 10)
        #expect(
            last.prefix(8) == [
                "line 1", "line 2", "line 3", "line 4", "line 5", "line 6", "line 7", "line 8",
            ]
        )
        #expect(last.suffix(2) == ["↓ more below", "the keys"])
    }

    @Test("the same frame is not written twice")
    func unchanged() {
        var screen = screen()
        for _ in 1...3 { screen.draw(body(3), footer: footer) }
        #expect(terminal.frames.count == 1)
    }

    @Test("a body that has no room says where there is more of it")
    func more() {
        var screen = screen()
        screen.draw(body(30), footer: footer)
        #expect(last.suffix(2) == ["↓ more below", "the keys"])
        screen.scroll(.down)
        screen.draw(body(30), footer: footer)
        #expect(last.suffix(2) == ["↑↓ more above and below", "the keys"])
        screen.scroll(.end)
        screen.draw(body(30), footer: footer)
        #expect(last.suffix(2) == ["↑ more above", "the keys"])
    }

    @Test("what can't be wrapped is cut between two characters, at the edge of the window")
    func cutAtTheEdge() {
        var screen = screen()
        let long = String(repeating: "남궁민수", count: 8)
        screen.draw(
            [.preformatted(long), .preformatted("\(long.dropLast())a"), .preformatted("a\tb")],
            footer: footer
        )
        #expect(last[0].displayWidth <= 40 && last[0].contains("민…"), "\(last[0])")
        #expect(last[2] == "a    b", "a tab would be as wide as the terminal likes")
        terminal.resize(rows: 10, columns: 200)
        screen.draw([.preformatted(long)], footer: footer)
        #expect(last[0] == long, "there is room for code, if not for text to read")
    }

    @Test("keys scroll the body and not beyond its ends, and the footer stays", arguments: Scroll.all)
    func scrolling(row: Scroll) {
        var screen = screen()
        for key in row.keys {
            screen.scroll(key)
            screen.draw(body(30), footer: footer)
        }
        #expect(last.first == "line \(row.first)")
        #expect(last[7] == "line \(row.first + 7)")
        #expect(last.last == "the keys")
    }

    struct Scroll: Sendable, CustomTestStringConvertible {
        var keys: [Key]
        var first: Int

        var testDescription: String { keys.map { "\($0)" }.joined(separator: ", ") }

        static let all = [
            Scroll(keys: [.down], first: 2), Scroll(keys: [.down, .down, .up], first: 2),
            Scroll(keys: [.up], first: 1), Scroll(keys: [.pageDown], first: 5),
            Scroll(keys: [.character(" "), .pageUp], first: 1), Scroll(keys: [.end], first: 23),
            Scroll(keys: [.end, .down, .down, .up], first: 22), Scroll(keys: [.end, .home], first: 1),
            Scroll(keys: [.character("z")], first: 1),
        ]
    }

    @Test("the line that must be seen is scrolled to, wrapped lines above it or not")
    func visible() {
        var screen = screen()
        let long = Line("one two three four five six seven eight nine ten eleven")
        let body = (0..<20).map { $0 < 4 ? long : Line("line \($0)") }
        screen.draw(body, footer: footer, showing: 15)
        #expect(last[7] == "line 15")
        screen.draw(body, footer: footer, showing: 12)
        #expect(last[7] == "line 15", "it is seen already")
        screen.draw(body, footer: footer, showing: 5)
        #expect(last.first == "line 5")
    }

    @Test("a window that becomes smaller or wider is drawn as it is now")
    func resized() {
        var screen = screen()
        let long = Line("one two three four five six seven eight nine ten eleven")
        screen.draw([long], footer: footer)
        #expect(last.prefix(2) == ["one two three four five six seven eight", "nine ten eleven"])
        terminal.resize(rows: 6, columns: 60)
        screen.draw([long], footer: footer)
        #expect(
            last == ["one two three four five six seven eight nine ten eleven", "", "", "", "", "the keys"]
        )
        terminal.resize(rows: 1, columns: 60)
        screen.draw(body(9), footer: footer)
        #expect(last == ["line 1", "line 2", "↓ more below", "the keys"], "four rows are the least")
    }

    @Test("a footer takes half of the window at the most, its last rows")
    func tallFooter() {
        var screen = screen()
        screen.draw(body(30), footer: (1...20).map { Line("key \($0)") })
        #expect(last.prefix(5) == ["line 1", "line 2", "line 3", "line 4", "line 5"])
        #expect(last.suffix(5) == ["key 16", "key 17", "key 18", "key 19", "key 20"])
    }

    @Test("nothing of a body reaches the terminal as a command to it")
    func controls() {
        var screen = screen()
        screen.draw([Line(verbatim: "\u{1B}[2J\r\nx"), .preformatted("a\r\nb\u{7}")], footer: footer)
        #expect(last.count == 10)
        #expect(last.prefix(2) == ["␛[2J x", "a b␇"])
    }

    @Test("a path that is too long is left to the terminal to wrap, which copies it in one piece")
    func longPath() {
        var screen = screen()
        let path = "Exercises/Chapter1ValueObjects/1-PersonName.swift"
        var picture = TerminalPicture(rows: 10, columns: 40)
        picture.take("\u{1B}[?1049h\u{1B}[?7l".utf8)
        for body in [[Line(verbatim: "before"), Line(verbatim: path), Line(verbatim: "after")], body(3)] {
            screen.draw(body, footer: footer)
            picture.take("\u{1B}[H\(last.map { "\u{1B}[K\($0)" }.joined(separator: "\r\n"))".utf8)
            #expect(picture.trouble == [] && !picture.wraps)
            guard body.count == 3, last.contains(where: { $0.contains(path) }) else { continue }
            #expect(
                picture.rows.prefix(4) == [
                    "before", String(path.prefix(40)), String(path.dropFirst(40)), "after",
                ]
            )
        }
        #expect(picture.rows == ["line 1", "line 2", "line 3", "", "", "", "", "", "", "the keys"])
    }

    @Test("Control-Z gives the terminal back, stops the job, and draws the same screen again")
    func suspended() {
        let terminal = FakeTerminal(keys: ["a\u{1A}b"], rows: 10, columns: 40)
        var screen = FullScreen(
            Session(
                environment: .fake(terminal: terminal.terminal),
                capabilities: Capabilities(columns: 40, isTerminal: true, variables: [:], colour: .never),
                language: .english,
                isVerbose: false
            )
        )
        screen.draw(body(30), footer: footer)
        screen.scroll(.down)
        screen.draw(body(30), footer: footer)
        #expect(screen.keys(within: 1) == [.character("a"), .character("b")])
        #expect(terminal.screens == ["open", "close", "suspend", "open"])
        screen.draw(body(30), footer: footer)
        #expect(terminal.frames.count == 3)
        #expect(terminal.frames[2] == terminal.frames[1])
    }

    @Test("the terminal is taken over once and given back")
    func closing() {
        var screen = screen()
        #expect(terminal.screens == ["open"])
        screen.close()
        #expect(terminal.screens == ["open", "close"])
        #expect(screen.keys(within: 1) == nil)
    }
}
