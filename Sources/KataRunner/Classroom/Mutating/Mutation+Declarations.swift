/// Declarations that say more or other than they should.
extension DeclarationMutation {
    static let openedProperties = DeclarationMutation { source in
        // Nobody else can change what is private.
        let hidden = source.outline.types.filter(source.isPrivate).map { "\($0.path)." }
        return source.outline.stored.filter { stored in
            source.code.isToken(stored.keyword, "let")
                && !["private", "fileprivate"].contains { source.code.isToken(stored.keyword - 1, $0) }
                && !hidden.contains { stored.path.hasPrefix($0) }
        }.map { stored in
            (
                stored.path,
                source.change("a constant may change", stored.keyword..<stored.keyword + 1, to: "var")
            )
        }
    }

    static let openedAccess = DeclarationMutation { source in
        source.outline.modifiers.filter { source.isFeltOpen($0.token) }.map { path, token in
            // `private(set)` with its parentheses.
            let end = source.code.isToken(token + 1, "(") ? source.code.behind(token + 1) : token + 1
            return (path, source.change("what was private is open", token..<end, to: ""))
        }
    }

    static let shiftedValues = DeclarationMutation { source in
        let values = source.outline.stored.map { (path: $0.path, tokens: $0.value) }
        return (values + source.outline.signatures).flatMap { path, tokens in
            tokens.flatMap { index -> [(path: String, Mutation.Change)] in
                let token = source.code.tokens[index]
                var others: [String] = []
                if token.kind == .number, !source.code.isToken(index - 1, ".") {
                    others = source.code.neighbours(of: token.text)
                } else if token.text == "..." || token.text == "..<" {
                    others = [token.text == "..." ? "..<" : "..."]
                } else if token.text == "true" || token.text == "false" {
                    others = [token.text == "true" ? "false" : "true"]
                }
                return others.map {
                    (path, source.change("a value is shifted by one", index..<index + 1, to: $0))
                }
            }
        }
    }

    /// Whoever copies a class copies nothing.
    static let sharedInstances = DeclarationMutation { source in
        source.outline.types.filter {
            source.code.isToken($0.keyword, "struct") && !source.isFixed($0)
        }.map { type in
            (
                type.path,
                source.change("copies are shared", type.keyword..<type.keyword + 1, to: "final class")
            )
        }
    }
}

extension MutationSource {
    fileprivate func change(_ deed: String, _ tokens: Range<Int>, to text: String) -> Mutation.Change {
        Mutation.Change(deed: deed, edits: [TextEdit(range: code.bytes(of: tokens), text: text)])
    }
}
