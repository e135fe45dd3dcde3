import Foundation

/// A mark (hash) of an answer by which two are known as equal but for names, comments and blanks.
enum AnswerMark {
    /// Lines that the starter doesn't have. With fewer, most right answers are equal by themselves.
    static let fewestOwnLines = 12

    /// Nil where the answer is too near to the starter to tell anything.
    static func of(_ answer: Data, starter: Data) -> String? {
        let own = lines(answer)
        let given = Set(lines(starter))
        guard own.count(where: { !given.contains($0) }) >= fewestOwnLines else { return nil }
        var mark = Fingerprint()
        var places: [Substring: Int] = [:]
        for word in own.flatMap(words) {
            if isName(word) {
                let place = places[word] ?? places.count
                places[word] = place
                mark.add("#\(place)")
            } else {
                mark.add(String(word))
            }
        }
        return mark.description
    }

    /// Those that hold more than braces.
    private static func lines(_ text: Data) -> [String] {
        String(decoding: text, as: UTF8.self).withoutComments.lines.map { String($0.trimmed) }
            .filter { $0.contains { $0.isLetter || $0.isNumber } }
    }

    /// Names and numbers as they stand; every other mark for itself.
    private static func words(of line: String) -> [Substring] {
        var words: [Substring] = []
        var rest = line[...]
        while let first = rest.first {
            if isPartOfName(first) {
                let word = rest.prefix(while: isPartOfName)
                words.append(word)
                rest = rest.dropFirst(word.count)
            } else {
                if !first.isWhitespace { words.append(rest.prefix(1)) }
                rest = rest.dropFirst()
            }
        }
        return words
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    private static func isName(_ word: Substring) -> Bool {
        guard let first = word.first else { return false }
        return (first.isLetter || first == "_") && !keywords.contains(word)
    }

    /// What a language keeps for itself tells two answers apart.
    private static let keywords: Set<Substring> = [
        "actor", "any", "as", "async", "await", "break", "case", "catch", "class", "continue", "default",
        "defer",
        "do", "else", "enum", "extension", "false", "fileprivate", "for", "func", "get", "guard", "if",
        "import",
        "in", "init", "inout", "internal", "is", "let", "mutating", "nil", "private", "protocol", "public",
        "repeat",
        "rethrows", "return", "self", "Self", "set", "some", "static", "struct", "subscript", "super",
        "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
