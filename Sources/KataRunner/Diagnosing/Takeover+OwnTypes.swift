extension Takeover {
    /// Types that an answer or a starter declares, by what they are declared in: a name means one of them only where Swift
    /// finds it. Elsewhere the same name may be somebody else's.
    struct OwnTypes: Hashable, Sendable {
        /// Of each name, the types in which it is declared; an empty one is the top of a file.
        private var places: [String: Set<String>] = [:]

        init(in texts: [[SwiftCode.Token]]) {
            for text in texts { read(text) }
        }

        private mutating func read(_ tokens: [SwiftCode.Token]) {
            // Nil is a body, in which nobody else finds a type.
            var scopes: [String?] = []
            var next: String?
            for (index, token) in tokens.enumerated() {
                let following = index + 1 < tokens.count ? tokens[index + 1] : nil
                switch token.text {
                case "{":
                    scopes.append(next)
                    next = nil
                case "}": _ = scopes.popLast()
                case "extension" where token.kind == .word: next = Self.extended(tokens[(index + 1)...])
                case _ where token.kind == .word && Reader.types.contains(token.text):
                    guard let following, following.kind == .word, !Reader.values.contains(following.text)
                    else { continue }
                    next = following.name
                    if let place = scopes.last ?? "" { places[following.name, default: []].insert(place) }
                default: break
                }
            }
        }

        /// `Film.Day` is `Day`.
        private static func extended(_ tokens: ArraySlice<SwiftCode.Token>) -> String? {
            var name = tokens.first?.name
            var rest = tokens.dropFirst()
            while rest.first?.text == ".", let inner = rest.dropFirst().first {
                (name, rest) = (inner.name, rest.dropFirst(2))
            }
            return name
        }

        /// At the top of a file, or where these types are around it.
        func contains(_ name: String, from scopes: [String] = []) -> Bool {
            places[name].map { places in places.contains("") || scopes.contains(where: places.contains) }
                ?? false
        }

        func contains(_ name: String, in outer: String) -> Bool { places[name]?.contains(outer) ?? false }

        func subtracting(_ names: Set<String>) -> OwnTypes {
            var types = self
            types.places = places.filter { !names.contains($0.key) }
            return types
        }
    }
}
