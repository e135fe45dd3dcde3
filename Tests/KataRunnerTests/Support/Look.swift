import Testing

@testable import KataRunner

/// A way to look at a screen.
struct Look: Hashable, Sendable, CustomTestStringConvertible {
    var name: String
    var width = 80
    var usesColour = false
    var isASCII = false
    var language = Language.english

    static let plain = Look(name: "plain")
    static let narrow = Look(name: "narrow", width: 40)
    /// A window of 200 columns, of which text takes what can be read.
    static let wide = Look(name: "wide", width: Capabilities.comfortable(200))
    static let coloured = Look(name: "coloured", usesColour: true)
    static let ascii = Look(name: "ascii", isASCII: true)
    static let korean = Look(name: "korean", language: .someKorean)

    var testDescription: String { name }

    var layout: Layout {
        Layout(
            width: width,
            language: language,
            isASCII: isASCII,
            marksEmphasis: !usesColour,
            invocation: "swift run kata"
        )
    }

    /// As a file for people can hold it: «␛» stands for the escape that begins a colour.
    func text(of lines: [Line]) -> String {
        Painter(usesColour: usesColour).text(of: layout.rows(of: lines))
            .replacing("\u{1B}", with: "␛")
    }
}

extension Language {
    /// Some sentences of the runner in Korean, as a translator would write them: arguments change places.
    static let someKorean = Language(
        code: "ko",
        translations: [
            "{} of {} katas solved": "카타 {2}개 가운데 {1}개 해결",
            "Go on: `kata next`": "계속: `kata next`",
            "Edit": "고칠 파일",
            "Again": "다시",
            "Stuck?": "막혔나요?",
            "{} of {} rules hold": "규칙 {2}개 가운데 {1}개 성립",
            "There is no kata or chapter «{}».": "«{}» 카타나 장은 없습니다.",
            "Did you mean `{}`?": "혹시 `{}` 말인가요?",
        ]
    )
}
