import Foundation
import Testing

@testable import KataRunner

@Suite("The painter")
struct PainterTests {
    private let rows = [
        [Span(text: "✔", style: .good), Span(text: " held")],
        [Span(text: "고칠 ", style: .strong), Span(text: "let", style: .code)],
    ]

    @Test("without colour there is text alone")
    func plain() {
        #expect(Painter(usesColour: false).text(of: rows) == "✔ held\n고칠 let\n")
    }

    @Test("colour begins and ends with its words")
    func coloured() {
        let text = Painter(usesColour: true).text(of: rows)
        #expect(
            text == "\u{1B}[38;5;28m✔\u{1B}[0m held\n\u{1B}[1m고칠 \u{1B}[0m\u{1B}[38;5;30mlet\u{1B}[0m\n"
        )
    }

    @Test(
        "every colour can be read on white and on black",
        arguments: [Style.code, .good, .bad, .notable]
    )
    func contrast(style: Style) throws {
        let luminance = Self.luminance(try #require(Painter.colours[style]))
        #expect(1.05 / (luminance + 0.05) >= 4, "on white")
        #expect((luminance + 0.05) / 0.05 >= 4, "on black")
    }

    /// Of a colour of the cube in the middle of the 256, as the WCAG defines it.
    private static func luminance(_ colour: Int) -> Double {
        let steps = [0.0, 95, 135, 175, 215, 255]
        let cube = colour - 16
        return zip([cube / 36, cube / 6 % 6, cube % 6], [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
            let level = steps[part.0] / 255
            let linear = level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
            return sum + linear * part.1
        }
    }

    @Test(
        "all but plain text is set apart by colour",
        arguments: [Style.heading, .strong, .emphasis, .faint, .code, .good, .bad, .notable]
    )
    func everyStyle(style: Style) {
        let text = Painter(usesColour: true).text(of: [Span(text: "x", style: style)])
        #expect(text.hasPrefix("\u{1B}["))
        #expect(text.hasSuffix("x\u{1B}[0m"))
    }
}

@Suite("What the terminal can do")
struct CapabilitiesTests {
    @Test(
        "the width is the terminal's, else what COLUMNS says, else 80, and never extreme",
        arguments: Width.all
    )
    func width(row: Width) {
        let variables = row.variable.map { ["COLUMNS": $0] } ?? [:]
        let found = Capabilities(columns: row.columns, isTerminal: row.columns != nil, variables: variables)
        #expect(found.width == row.width)
    }

    struct Width: Sendable, CustomTestStringConvertible {
        var columns: Int?
        var variable: String?
        var width: Int

        var testDescription: String { "terminal \(columns ?? 0), COLUMNS=\(variable ?? "")" }

        static let all = [
            Width(columns: nil, variable: nil, width: 80), Width(columns: 72, variable: nil, width: 72),
            Width(columns: 72, variable: "60", width: 72), Width(columns: nil, variable: "60", width: 60),
            Width(columns: nil, variable: "wide", width: 80), Width(columns: nil, variable: "0", width: 80),
            Width(columns: nil, variable: "-5", width: 80), Width(columns: nil, variable: "", width: 80),
            Width(columns: 0, variable: nil, width: 80), Width(columns: 240, variable: nil, width: 100),
            Width(columns: 5, variable: nil, width: 20),
        ]
    }

    @Test("colour is for terminals that want it, and for those who ask", arguments: Colour.all)
    func colour(row: Colour) {
        let found = Capabilities(
            columns: 80,
            isTerminal: row.isTerminal,
            variables: row.variables,
            colour: row.asked
        )
        #expect(found.usesColour == row.usesColour)
    }

    struct Colour: Sendable, CustomTestStringConvertible {
        var asked = Capabilities.ColourChoice.auto
        var isTerminal = true
        var variables: [String: String] = [:]
        var usesColour: Bool

        var testDescription: String { "\(asked), terminal \(isTerminal), \(variables)" }

        static let all = [
            Colour(usesColour: true),
            Colour(isTerminal: false, usesColour: false),
            Colour(variables: ["NO_COLOR": "1"], usesColour: false),
            Colour(variables: ["NO_COLOR": ""], usesColour: true),
            Colour(variables: ["TERM": "dumb"], usesColour: false),
            Colour(variables: ["TERM": "xterm"], usesColour: true),
            Colour(asked: .never, usesColour: false),
            Colour(asked: .always, isTerminal: false, usesColour: true),
            Colour(asked: .always, variables: ["NO_COLOR": "1", "TERM": "dumb"], usesColour: true),
        ]
    }

    @Test("marks beyond ASCII are for terminals that know them", arguments: Characters.all)
    func characters(row: Characters) {
        let found = Capabilities(
            columns: 80,
            isTerminal: row.isTerminal,
            variables: row.variables,
            ascii: row.asked
        )
        #expect(found.isASCII == row.isASCII)
    }

    struct Characters: Sendable, CustomTestStringConvertible {
        var asked = false
        var isTerminal = true
        var variables: [String: String] = [:]
        var isASCII: Bool

        var testDescription: String { "--ascii \(asked), terminal \(isTerminal), \(variables)" }

        static let all = [
            Characters(isASCII: false),
            Characters(asked: true, isASCII: true),
            Characters(asked: true, isTerminal: false, isASCII: true),
            Characters(variables: ["LANG": "C"], isASCII: true),
            Characters(isTerminal: false, variables: ["LANG": "C"], isASCII: false),
            Characters(variables: ["LANG": "C.UTF-8"], isASCII: false),
            Characters(variables: ["LANG": "ko_KR.utf8"], isASCII: false),
            Characters(variables: ["LANG": "ko_KR.UTF-8", "LC_ALL": "C"], isASCII: true),
            Characters(variables: ["LANG": "ko_KR.UTF-8", "LC_ALL": ""], isASCII: false),
            Characters(variables: ["LANG": "C", "LC_CTYPE": "en_US.UTF-8"], isASCII: false),
            Characters(variables: ["TERM": "dumb", "LANG": "en_US.UTF-8"], isASCII: true),
        ]
    }
}
