extension Takeover {
    /// What a declaration says that something is: `struct Won: Comparable`, `extension Int: Coin`,
    /// `typealias Price = Won`, `protocol Coin where Self: Sendable`.
    struct Kinship {
        var keyword: String
        var name: String
        /// No other file can name it, nor anything that is of it.
        var isPrivate: Bool
        var others: [SwiftCode.Token]

        var isDeclaration: Bool { Reader.types.contains(keyword) }

        private static let keywords = Reader.types.union(["extension", "typealias", "associatedtype"])

        static func all(in tokens: [SwiftCode.Token]) -> [Kinship] {
            tokens.indices.dropLast().compactMap { index in
                let (keyword, name) = (tokens[index], tokens[index + 1])
                guard keyword.kind == .word, keywords.contains(keyword.text),
                    !Reader.values.contains(name.text)
                else { return nil }
                let rest = tokens[(index + 1)...]
                let others = keyword.text == "typealias" ? meant(in: rest) : listed(in: rest)
                let isPrivate = ["private", "fileprivate"].contains(modifier(before: index, in: tokens))
                return Kinship(keyword: keyword.text, name: name.name, isPrivate: isPrivate, others: others)
            }
        }

        private static func modifier(before index: Int, in tokens: [SwiftCode.Token]) -> String? {
            tokens[..<index].last { !["final", "indirect"].contains($0.text) }?.text
        }

        /// Behind the colon, and what is demanded of `Self`.
        private static func listed(in tokens: ArraySlice<SwiftCode.Token>) -> [SwiftCode.Token] {
            var depth = 0
            var (isListed, isDemanded) = (false, false)
            var others: [SwiftCode.Token] = []
            for (before, token) in zip(tokens, tokens.dropFirst()) {
                let (opened, closed) = (token.text.count { $0 == "<" }, token.text.count { $0 == ">" })
                depth = max(0, depth + opened - closed)
                if depth > 0 { continue }
                switch token.text {
                case "{", "}", "(", "=": return others
                case ":": isListed = !isDemanded || before.text == "Self"
                case "where": (isListed, isDemanded) = (false, true)
                case "," where isDemanded: isListed = false
                case _ where isListed && token.kind == .word: others.append(token)
                default: break
                }
            }
            return others
        }

        /// Behind the equals sign.
        private static func meant(in tokens: ArraySlice<SwiftCode.Token>) -> [SwiftCode.Token] {
            var others: [SwiftCode.Token] = []
            var isDue = true
            for token in tokens.drop(while: { $0.text != "=" }).dropFirst() {
                switch token.text {
                case "any", "(": continue
                case "&", ".": isDue = true
                case _ where isDue && token.kind == .word:
                    others.append(token)
                    isDue = false
                default: return others
                }
            }
            return others
        }
    }
}
