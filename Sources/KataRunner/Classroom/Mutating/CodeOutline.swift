/// The declarations of a file: bodies that can be built in several versions, and what stands between them.
///
/// What was given to the learner, below `// MARK: - Given`, is no part of it: none of it is the learner's decision.
struct CodeOutline: Sendable {
    struct Parameter: Hashable, Sendable {
        var name: String
        var type: String
    }

    /// Code that runs: of a function, an initialiser, an accessor.
    struct Body: Hashable, Sendable {
        /// `Circle.join`
        var path: String
        /// Between the braces.
        var tokens: Range<Int>
        var parameters: [Parameter] = []
        /// Nil where nothing is returned.
        var result: String?
        /// `async throws(Refusal)`, of a function.
        var effects: String?
        var isInitializer = false
        /// It stands in a type and belongs to its instances.
        var isMethod = false
    }

    /// A stored property, with the value that it begins with.
    struct Stored: Hashable, Sendable {
        var path: String
        /// `let` or `var`.
        var keyword: Int
        /// Of the value; empty where there is none.
        var value: Range<Int>
    }

    /// `struct`, `class`, `actor` or `enum`.
    struct Kind: Hashable, Sendable {
        var path: String
        var keyword: Int
    }

    private(set) var bodies: [Body] = []
    private(set) var stored: [Stored] = []
    private(set) var types: [Kind] = []
    /// From `func` or `init` to the brace, where values may stand in for arguments.
    private(set) var signatures: [(path: String, tokens: Range<Int>)] = []
    /// Where each member begins, with its modifiers, and what it is called.
    private(set) var modifiers: [(path: String, token: Int)] = []

    init(of code: SwiftCode) {
        read(code, 0..<code.tokens.count, in: [])
        let given = code.given
        func isOwn(_ token: Int) -> Bool {
            let place = code.tokens[token].range.lowerBound
            return !given.contains { $0.contains(place) }
        }
        bodies = bodies.filter { !$0.tokens.isEmpty && isOwn($0.tokens.lowerBound) }
        stored = stored.filter { isOwn($0.keyword) }
        types = types.filter { isOwn($0.keyword) }
        signatures = signatures.filter { isOwn($0.tokens.lowerBound) }
        modifiers = modifiers.filter { isOwn($0.token) }
    }

    private mutating func read(_ code: SwiftCode, _ range: Range<Int>, in path: [String]) {
        var index = range.lowerBound
        while index < range.upperBound {
            let word = code.tokens[index].text
            let next = index + 1 < range.upperBound ? code.tokens[index + 1].text : ""
            let isMember = !code.isToken(index - 1, ".")
            switch word {
            case "struct", "class", "actor", "enum", "extension", "protocol":
                guard isMember, code.tokens.indices.contains(index + 1), code.tokens[index + 1].kind == .word,
                    !["func", "var", "let", "subscript", "init"].contains(next),
                    let open = Self.brace(after: index, in: code, range),
                    let close = code.tokens[open].partner
                else { break }
                if word != "protocol" {
                    if word != "extension" {
                        types.append(Kind(path: (path + [next]).joined(separator: "."), keyword: index))
                    }
                    read(code, open + 1..<close, in: path + [next])
                }
                index = close
            case "func", "init", "deinit", "subscript":
                guard isMember, word != "init" || ["(", "?", "<", "!"].contains(next),
                    let open = Self.brace(after: index, in: code, range),
                    let close = code.tokens[open].partner
                else { break }
                let name = word == "func" ? next : word
                let result = Self.result(in: code, index..<open)
                var body = Body(path: (path + [name]).joined(separator: "."), tokens: open + 1..<close)
                body.parameters = Self.parameters(in: code, index..<open)
                body.result = result
                signatures.append((path: body.path, tokens: index..<open))
                body.isInitializer = word == "init"
                if word == "func" {
                    body.effects = Self.effects(in: code, index..<open)
                    body.isMethod =
                        !path.isEmpty
                        && code.modifiers(of: index).allSatisfy {
                            !["static", "class", "mutating"].contains($0)
                        }
                }
                if word == "subscript" { readAccessors(code, body) } else { bodies.append(body) }
                index = close
            case "var", "let":
                index = property(at: index, code, range, path) - 1
            case "private", "fileprivate":
                modifiers.append((path: path.joined(separator: "."), token: index))
            default: break
            }
            index = max(index, code.behind(index) - 1) + 1
        }
    }

    /// The place behind a property.
    private mutating func property(at keyword: Int, _ code: SwiftCode, _ range: Range<Int>, _ path: [String])
        -> Int
    {
        var index = keyword + 1
        var type: Range<Int>?
        while index < range.upperBound {
            let token = code.tokens[index]
            if token.startsLine, !["{", "=", ":", "->", ","].contains(token.text) { break }
            if token.text == ":", type == nil { type = index + 1..<index + 1 }
            if token.text == "{" || token.text == "=" { break }
            index = code.behind(index)
            if let start = type?.lowerBound { type = start..<max(start, index) }
        }
        let name = (path + [code.tokens[min(keyword + 1, range.upperBound - 1)].text]).joined(separator: ".")
        if index < range.upperBound, code.tokens[index].text == "{", let close = code.tokens[index].partner {
            let result = type.map { code.text(of: $0) }
            readAccessors(code, Body(path: name, tokens: index + 1..<close, result: result))
            return close + 1
        }
        var value = index..<index
        if index < range.upperBound, code.tokens[index].text == "=" {
            let start = index + 1
            index = code.behind(start)
            while index < range.upperBound, !code.startsStatement(index) { index = code.behind(index) }
            value = start..<index
        }
        stored.append(Stored(path: name, keyword: keyword, value: value))
        return max(index, keyword + 1)
    }

    /// `get { … } set { … }`, or a getter alone without its word.
    private mutating func readAccessors(_ code: SwiftCode, _ whole: Body) {
        let names: Set<String> = ["get", "set", "willSet", "didSet"]
        let top = code.topLevel(whole.tokens)
        let opening = top.prefix { code.tokens[$0].text != "{" }
        guard opening.contains(where: { names.contains(code.tokens[$0].text) }), opening.count < top.count
        else {
            return bodies.append(whole)
        }
        var name = ""
        for index in top {
            if names.contains(code.tokens[index].text) { name = code.tokens[index].text }
            guard code.tokens[index].text == "{", let close = code.tokens[index].partner else { continue }
            var body = whole
            body.tokens = index + 1..<close
            if name != "get" {
                body.path += ".\(name)"
                body.result = nil
            }
            bodies.append(body)
        }
    }

    private static func brace(after index: Int, in code: SwiftCode, _ range: Range<Int>) -> Int? {
        var index = index + 1
        while index < range.upperBound, code.tokens[index].text != "{" { index = code.behind(index) }
        return index < range.upperBound ? index : nil
    }

    private static func result(in code: SwiftCode, _ signature: Range<Int>) -> String? {
        let top = code.topLevel(signature)
        guard let arrow = top.last(where: { code.tokens[$0].text == "->" }) else { return nil }
        let end = top.first { $0 > arrow && code.tokens[$0].text == "where" } ?? signature.upperBound
        let type = code.text(of: arrow + 1..<end)
        return ["Void", "()"].contains(type) ? nil : type
    }

    private static func effects(in code: SwiftCode, _ signature: Range<Int>) -> String {
        let top = code.topLevel(signature)
        guard let open = top.first(where: { code.tokens[$0].text == "(" }) else { return "" }
        let end = top.first { $0 > open && code.tokens[$0].text == "->" } ?? signature.upperBound
        let effects = code.behind(open)..<end
        return effects.isEmpty ? "" : code.text(of: effects)
    }

    private static func parameters(in code: SwiftCode, _ signature: Range<Int>) -> [Parameter] {
        guard let open = signature.first(where: { code.tokens[$0].text == "(" }),
            let close = code.tokens[open].partner
        else { return [] }
        return code.split(open + 1..<close, at: ",").compactMap { part in
            guard let colon = code.topLevel(part).first(where: { code.tokens[$0].text == ":" }),
                colon > part.lowerBound, colon + 1 < part.upperBound
            else { return nil }
            let end = code.topLevel(part).first { code.tokens[$0].text == "=" } ?? part.upperBound
            return Parameter(name: code.tokens[colon - 1].text, type: code.text(of: colon + 1..<end))
        }
    }
}

extension SwiftCode {
    /// The words before a keyword, on its line, that belong to the same declaration.
    func modifiers(of keyword: Int) -> [String] {
        var modifiers: [String] = []
        var index = keyword
        while index > 0, !tokens[index].startsLine, !["{", "}", ";"].contains(tokens[index - 1].text) {
            index -= 1
            modifiers.append(tokens[index].text)
        }
        return modifiers
    }

    /// The parts of a list.
    func split(_ range: Range<Int>, at separator: String) -> [Range<Int>] {
        let ends = topLevel(range).filter { tokens[$0].text == separator }
        return zip([range.lowerBound] + ends.map { $0 + 1 }, ends + [range.upperBound])
            .compactMap { $0 < $1 ? $0..<$1 : nil }
    }

    /// The bytes of the sections that were given to the learner.
    fileprivate var given: [Range<Int>] {
        var given: [Range<Int>] = []
        var start: Int?
        var place = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.starts(with: "// MARK: - ".utf8) {
                if let begun = start { given.append(begun..<place) }
                let title = String(decoding: line, as: UTF8.self).lowercased()
                start = title.hasPrefix("// mark: - given") || title.hasSuffix(", given") ? place : nil
            }
            place += line.count + 1
        }
        if let begun = start { given.append(begun..<max(begun, bytes.count)) }
        return given
    }
}
