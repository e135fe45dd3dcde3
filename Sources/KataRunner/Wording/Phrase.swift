/// A sentence for people. Its template is the key under which a translation is found.
///
/// `"There is no kata «\(name)»."` has the template `There is no kata «{}».`; a translation may take the
/// arguments in another order: `«{1}»`, `{2}`, and may leave a particle to the word before it: `{을/를}`.
/// Templates may hold inline Markdown, arguments are verbatim.
struct Phrase: Hashable, Sendable {
    var template: String
    var arguments: [Argument]

    enum Argument: Hashable, Sendable {
        case text(String)
        case phrase(Phrase)
    }

    /// Text that is data and not wording: a title, a path, what a suite said.
    static func verbatim(_ text: String) -> Phrase {
        Phrase(template: "{}", arguments: [.text(text)])
    }

    static func count(_ number: Int, one: Phrase, many: Phrase) -> Phrase {
        number == 1 ? one : many
    }
}

extension Phrase: ExpressibleByStringInterpolation {
    init(stringLiteral template: String) {
        self.init(template: template, arguments: [])
    }

    init(stringInterpolation: Interpolation) {
        self.init(template: stringInterpolation.template, arguments: stringInterpolation.arguments)
    }

    struct Interpolation: StringInterpolationProtocol {
        var template = ""
        var arguments: [Argument] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) {
            template += literal
        }

        mutating func appendInterpolation(_ phrase: Phrase) {
            template += "{}"
            arguments.append(.phrase(phrase))
        }

        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            template += "{}"
            arguments.append(.text(value.description))
        }
    }
}

extension Phrase {
    /// A phrase in some language, with its data kept apart: a mark in the text stands for each piece of data,
    /// so that Markdown is read in the wording alone and may enclose data all the same.
    struct Marked: Hashable, Sendable {
        var text = ""
        var data: [String] = []

        /// Scalars for private use, which none of our texts has.
        private static let firstMark: UInt32 = 0xF0000

        mutating func append(data text: String) {
            if let mark = Unicode.Scalar(Self.firstMark + UInt32(data.count)) {
                self.text.unicodeScalars.append(mark)
            }
            data.append(text)
        }

        /// The text, or a part of it, with the data in its place.
        func filled(_ text: String) -> String {
            guard !text.isPrintableASCII,
                text.unicodeScalars.contains(where: { $0.value >= Self.firstMark })
            else { return text }
            var filled = ""
            for scalar in text.unicodeScalars {
                let index = Int(scalar.value) - Int(Self.firstMark)
                if data.indices.contains(index) {
                    filled += data[index]
                } else {
                    filled.unicodeScalars.append(scalar)
                }
            }
            return filled
        }
    }

    func marked(in language: Language) -> Marked {
        var marked = Marked()
        mark(&marked, language)
        return marked
    }

    /// The phrase as plain text, for JSON, JUnit and files.
    func text(in language: Language = .english) -> String {
        let marked = marked(in: language)
        return marked.filled(marked.text)
    }

    private func mark(_ marked: inout Marked, _ language: Language) {
        let translation = language.translations[template]
        let text = translation ?? template
        // Braces in a text without data are braces: pages show code.
        guard !arguments.isEmpty || translation != nil else { return marked.text += text }
        var nextArgument = 0
        var rest = Substring(text)
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
        {
            let place = rest[rest.index(after: open)..<close]
            let after = rest.index(after: close)
            if translation != nil, let particle = Particle(place) {
                marked.text += rest[..<open]
                marked.text += particle.form(after: marked.filled(marked.text))
                rest = rest[after...]
                continue
            }
            guard !arguments.isEmpty, place.isEmpty || Int(place) != nil else {
                marked.text += rest[..<after]
                rest = rest[after...]
                continue
            }
            marked.text += rest[..<open]
            rest = rest[after...]
            let index = Int(place).map { $0 - 1 } ?? nextArgument
            nextArgument += 1
            guard arguments.indices.contains(index) else { continue }
            switch arguments[index] {
            case .text(let text): marked.append(data: text)
            case .phrase(let phrase): phrase.mark(&marked, language)
            }
        }
        marked.text += rest
    }
}
