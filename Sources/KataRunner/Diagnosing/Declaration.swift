/// A name that Swift code declares outside of functions: a type, a member, an extension.
struct Declaration: Hashable {
    var name: Substring
    /// The types around it: `Purse.Coin`; empty at the top of a file.
    var scope: String
    var line: Int

    static func all(in text: String) -> [Declaration] {
        var reader = Reader()
        for (index, line) in text.withoutComments.lines.enumerated() {
            reader.read(line, number: index + 1)
        }
        return reader.found
    }

    private struct Reader {
        var found: [Declaration] = []
        /// The type that each open brace belongs to; nil for a function's.
        private var scopes: [Substring?] = []
        private var keyword: Substring?
        private var type: Substring?

        private static let types: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]
        private static let members: Set<Substring> = ["typealias", "func", "let", "var"]

        mutating func read(_ line: Substring, number: Int) {
            var rest = line
            while let first = rest.first {
                if first == "{" {
                    scopes.append(type)
                    type = nil
                } else if first == "}" {
                    _ = scopes.popLast()
                } else if first.isPartOfName {
                    let word = rest.prefix(while: \.isPartOfName)
                    read(word: word, number)
                    rest = rest[word.endIndex...]
                    continue
                }
                rest = rest.dropFirst()
            }
        }

        private mutating func read(word: Substring, _ line: Int) {
            if Self.types.contains(word) || Self.members.contains(word) || word == "extension" {
                keyword = word
                return
            }
            guard let keyword else { return }
            self.keyword = nil
            type = Self.members.contains(keyword) ? nil : word
            guard keyword != "extension", !scopes.contains(nil) else { return }
            let scope = scopes.compactMap { $0 }.joined(separator: ".")
            found.append(Declaration(name: word, scope: scope, line: line))
        }
    }
}

extension Character {
    fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}
