/// What can be read of a suite without building it: its rules, in order, and where each stands.
struct SuiteSource: Hashable, Sendable {
    struct Rule: Hashable, Sendable {
        var name: String
        var line: Int
        /// It runs only under a condition of its own, as the consequences of a decision do.
        var isConditional: Bool
    }

    var suiteName: String?
    var rules: [Rule] = []
    /// Of each rule that has one, the condition under which it runs: «compiler.isAvailable».
    var conditions: [String: String] = [:]
    /// Some of its issues are known ones, and break no rule (`withKnownIssue`).
    var excuses = false
    /// The lines on which an expectation begins.
    var expectations: [Int] = []

    init(parsing text: String) {
        let source = text.withoutComments
        excuses = source.contains("withKnownIssue")
        suiteName = Self.attribute("@Suite", in: source[...]).flatMap { Self.firstString(in: $0.arguments) }
        for (index, line) in source.lines
            .enumerated()
        {
            if line.contains("#expect(") || line.contains("#require(") { expectations.append(index + 1) }
        }
        var rest = source[...]
        var line = 1
        while let test = Self.attribute("@Test", in: rest) {
            line += rest[..<test.start].count(where: \.isNewline)
            if let name = Self.firstString(in: test.arguments) {
                conditions[name] = Self.condition(in: test.arguments)
                rules.append(
                    Rule(name: name, line: line, isConditional: test.arguments.contains(".enabled(if:"))
                )
            }
            line += rest[test.start..<test.end].count(where: \.isNewline)
            rest = rest[test.end...]
        }
    }

    /// The next `@Name( … )` with its arguments, as far as its own closing parenthesis.
    private static func attribute(
        _ name: String,
        in source: Substring
    ) -> (start: Substring.Index, end: Substring.Index, arguments: Substring)? {
        guard let found = source.firstRange(of: name + "(") else { return nil }
        var depth = 1
        var isText = false
        var index = found.upperBound
        while index < source.endIndex, depth > 0 {
            switch source[index] {
            case "\\" where isText: source.formIndex(after: &index)
            case "\"": isText.toggle()
            case "(" where !isText: depth += 1
            case ")" where !isText: depth -= 1
            default: break
            }
            if index < source.endIndex { source.formIndex(after: &index) }
        }
        return (found.lowerBound, index, source[found.upperBound..<index])
    }

    private static func condition(in arguments: Substring) -> String? {
        guard let mark = arguments.firstRange(of: ".enabled(if:") else { return nil }
        var depth = 0
        let condition = arguments[mark.upperBound...].prefix { character in
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            return depth > 0 || depth == 0 && character != ","
        }
        return String(condition).trimmed
    }

    /// The string literal that the arguments begin with, unescaped.
    private static func firstString(in arguments: Substring) -> String? {
        let text = arguments.drop(while: \.isWhitespace)
        guard text.first == "\"" else { return nil }
        var value = ""
        var isEscaped = false
        for character in text.dropFirst() {
            if isEscaped {
                value.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                return value
            } else {
                value.append(character)
            }
        }
        return nil
    }
}
