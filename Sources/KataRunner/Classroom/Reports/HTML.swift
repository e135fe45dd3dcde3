/// A page in the making. What is not markup of ours comes in as text, and all text is escaped.
struct HTML {
    typealias Attributes = KeyValuePairs<String, String?>

    let language: Language
    private(set) var text = ""

    init(language: Language) {
        self.language = language
    }

    /// An attribute that is nil is left out; one that is empty stands alone.
    mutating func element(
        _ name: String,
        _ attributes: Attributes = [:],
        _ body: (inout HTML) -> Void
    ) {
        open(name, attributes)
        body(&self)
        text += "</\(name)>"
    }

    mutating func element(_ name: String, _ attributes: Attributes, _ phrase: Phrase) {
        element(name, attributes) { $0.say(phrase) }
    }

    mutating func element(_ name: String, _ phrase: Phrase) {
        element(name, [:], phrase)
    }

    /// A tag that has no end: `meta`, `input`.
    mutating func open(_ name: String, _ attributes: Attributes = [:]) {
        text += "<\(name)"
        for (name, value) in attributes {
            guard let value else { continue }
            text += value.isEmpty ? " \(name)" : " \(name)=\"\(Self.escaped(value))\""
        }
        text += ">"
    }

    mutating func say(_ phrase: Phrase) {
        text += Self.escaped(phrase.text(in: language))
    }

    /// A name, in one line: a break in it is shown and not made.
    mutating func name(_ name: String) {
        element("bdi") { $0.text += Self.escaped(name) }
    }

    mutating func lines(_ phrase: Phrase) {
        lines(phrase.text(in: language))
    }

    /// What may have several lines, cut at a length that nobody would read.
    mutating func lines(_ lines: String) {
        let shown = String(Substring(lines.unicodeScalars.prefix(2000)))
        text += Self.escaped(shown == lines ? lines : shown + " …", keepingLines: true)
    }

    /// Script and style, which are the project's own: no data is put into them.
    mutating func fixed(_ name: String, _ content: String, nonce: String) {
        text += "<\(name) nonce=\"\(nonce)\">\n\(content)</\(name)>\n"
    }

    mutating func breakLine() {
        text += "\n"
    }
}

extension HTML {
    /// Safe between tags and between quotes. What can't be seen, or turns the direction of what follows, is
    /// shown by its number.
    static func escaped(_ text: String, keepingLines: Bool = false) -> String {
        guard text.utf8.contains(where: mayNeedCare) else { return text }
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\n" where keepingLines, "\t" where keepingLines: escaped.unicodeScalars.append(scalar)
            default:
                if isUnseen(scalar) {
                    escaped += "⟨U+\(hexadecimal(scalar.value))⟩"
                } else {
                    escaped.unicodeScalars.append(scalar)
                }
            }
        }
        return escaped
    }

    /// Most texts have no such byte, and a large class has many texts.
    private static func mayNeedCare(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x1F, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF, UInt8(ascii: "&"), UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        default: false
        }
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060,
            0x2066...0x2069, 0xFEFF, 0xFFFE...0xFFFF:
            true
        default: false
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
