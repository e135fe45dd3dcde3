/// A directive of DocC, as far as tutorials need them: `@Step { … }`, `@Code(name: "…", file: "…")`.
struct Directive: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case text(String)
        case directive(Directive)
    }

    var name: String
    var arguments: [String: String]
    var line: Int
    var contents: [Content] = []

    var children: [Directive] {
        contents.compactMap { if case .directive(let child) = $0 { child } else { nil } }
    }

    /// Its own text, without that of the directives in it.
    var text: String {
        contents.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined(separator: "\n\n")
    }

    func children(named name: String) -> [Directive] { children.filter { $0.name == name } }

    /// All directives of a name in it, however deep, in their order.
    func descendants(named name: String) -> [Directive] {
        children.flatMap { ($0.name == name ? [$0] : []) + $0.descendants(named: name) }
    }
}

/// Why a text can't be read.
struct Unreadable: Error, Hashable {
    var line: Int
    var why: Phrase
}

extension Directive {
    /// Reads a document. The result is a directive without a name, which holds what stands at the top.
    init(parsing text: String) throws(Unreadable) {
        var reader = DirectiveReader(text)
        self.init(name: "", arguments: [:], line: 1)
        contents = try reader.contents(of: nil)
    }
}

private struct DirectiveReader {
    private var lines: [Substring]
    private var next = 0

    init(_ text: String) {
        lines = text.lines
    }

    /// Everything up to the brace that closes the directive, or up to the end of the document.
    mutating func contents(of parent: Directive?) throws(Unreadable) -> [Directive.Content] {
        var contents: [Directive.Content] = []
        var text: [Substring] = []
        var isCode = false
        func flush() {
            let whole = Self.unindented(text)
            if !whole.isEmpty { contents.append(.text(whole)) }
            text = []
        }
        while next < lines.count {
            let line = lines[next]
            let trimmed = line.trimmed
            if trimmed.hasPrefix("```") { isCode.toggle() }
            if isCode || trimmed.hasPrefix("```") {
                text.append(line)
                next += 1
            } else if trimmed == "}" {
                guard parent != nil else {
                    throw Unreadable(line: next + 1, why: "This «}» closes nothing.")
                }
                next += 1
                flush()
                return contents
            } else if Self.isDirective(trimmed) {
                flush()
                contents.append(.directive(try directive()))
            } else {
                text.append(line)
                next += 1
            }
        }
        if let parent {
            throw Unreadable(line: parent.line, why: "«@\(parent.name) {» is never closed.")
        }
        flush()
        return contents
    }

    private static func isDirective(_ line: String) -> Bool {
        line.hasPrefix("@") && line.dropFirst().first.map { $0.isASCII && $0.isUppercase } ?? false
    }

    private mutating func directive() throws(Unreadable) -> Directive {
        let start = next + 1
        var rest = lines[next].trimmed.dropFirst()
        next += 1
        let name = rest.prefix { $0.isLetter || $0.isNumber }
        rest = rest.dropFirst(name.count)
        var directive = Directive(name: String(name), arguments: [:], line: start)
        if rest.first == "(" {
            var text = String(rest.dropFirst())
            var end = Self.closingParenthesis(in: text)
            while end == nil {
                guard next < lines.count else {
                    throw Unreadable(line: start, why: "«@\(name)(» is never closed.")
                }
                text += " " + lines[next].trimmed
                next += 1
                end = Self.closingParenthesis(in: text)
            }
            guard let end else { return directive }
            directive.arguments = Self.arguments(in: text[..<end])
            rest = Substring(text[text.index(after: end)...].trimmed)
        } else {
            rest = Substring(rest.trimmed)
        }
        guard rest.first == "{" else {
            guard rest.isEmpty else {
                throw Unreadable(line: start, why: "After «@\(name)» comes «\(rest)», where a «{» belongs.")
            }
            return directive
        }
        let inside = rest.dropFirst().trimmed
        if inside.hasSuffix("}"), !inside.hasSuffix("{}") || inside == "}" {
            var inner = DirectiveReader(inside.dropLast().trimmed)
            directive.contents = try inner.contents(of: nil)
            return directive
        }
        if !inside.isEmpty {
            next -= 1
            lines[next] = Substring(inside)
        }
        directive.contents = try contents(of: directive)
        return directive
    }

    private static func closingParenthesis(in text: String) -> String.Index? {
        var isText = false
        var index = text.startIndex
        while index < text.endIndex {
            switch text[index] {
            case "\\" where isText: text.formIndex(after: &index)
            case "\"": isText.toggle()
            case ")" where !isText: return index
            default: break
            }
            if index < text.endIndex { text.formIndex(after: &index) }
        }
        return nil
    }

    /// `name: "2-CopyTransfer.swift", time: 20`
    private static func arguments(in text: Substring) -> [String: String] {
        var arguments: [String: String] = [:]
        var rest = text
        while let colon = rest.firstIndex(of: ":") {
            let key = rest[..<colon].trimmed
            rest = rest[rest.index(after: colon)...].drop(while: \.isWhitespace)
            var value = ""
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while let character = rest.popFirst(), character != "\"" {
                    value.append(character == "\\" ? rest.popFirst() ?? character : character)
                }
            } else {
                value = rest.prefix { $0 != "," }.trimmed
            }
            arguments[key] = value
            rest = rest.drop { $0 != "," }.dropFirst()
        }
        return arguments
    }

    /// Without empty lines around it, and without the indentation that all lines share.
    private static func unindented(_ lines: [Substring]) -> String {
        let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
        var lines = lines[...]
        while let first = lines.first, isBlank(first) { lines = lines.dropFirst() }
        while let last = lines.last, isBlank(last) { lines = lines.dropLast() }
        let shared = lines.filter { !isBlank($0) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(min(shared, $0.prefix { $0 == " " }.count))) }
            .joined(separator: "\n")
    }
}
