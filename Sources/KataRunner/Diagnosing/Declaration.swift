/// A name that Swift code declares outside of functions: a type, a member, an extension.
struct Declaration: Hashable {
    var name: Substring
    /// The types around it: `Purse.Coin`; empty at the top of a file.
    var scope: String
    var line: Int

    static func all(in text: String) -> [Declaration] {
        var reader = Reader()
        for token in SwiftCode(text).tokens { reader.read(token) }
        return reader.found
    }

    private struct Reader {
        var found: [Declaration] = []
        /// The type that each open brace belongs to; nil for a function's.
        private var scopes: [String?] = []
        private var keyword: String?
        private var type: String?

        private static let types: Set<String> = [
            "struct", "class", "enum", "actor", "protocol", "extension",
        ]
        private static let members: Set<String> = ["typealias", "func", "let", "var"]

        mutating func read(_ token: SwiftCode.Token) {
            switch token.text {
            case "{":
                scopes.append(type)
                type = nil
            case "}": _ = scopes.popLast()
            case _ where Self.types.contains(token.text) || Self.members.contains(token.text):
                keyword = token.text
            default:
                guard token.kind == .word, let keyword else { return }
                self.keyword = nil
                type = Self.members.contains(keyword) ? nil : token.name
                guard keyword != "extension", !scopes.contains(nil) else { return }
                let scope = scopes.compactMap { $0 }.joined(separator: ".")
                found.append(Declaration(name: token.name[...], scope: scope, line: token.line))
            }
        }
    }
}
