/// Errors that are swallowed, exchanged or not thrown.
extension Mutation {
    static let swallowedErrors = Mutation { place in
        place.body.tokens.flatMap { index -> [Change] in
            guard place.tokens[index].text == "try", let call = place.attempt(at: index) else { return [] }
            let text = place.text(call)
            let whole = index..<call.upperBound
            return [place.change("an error is swallowed", whole, to: "try? \(text)")]
                + ["nil", "[]", "false", "true"].map { standIn in
                    place.change("an error is swallowed", whole, to: "((try? \(text)) ?? \(standIn))")
                }
        }
            + place.body.tokens.compactMap { index in
                // A catch of one error that catches all.
                guard place.tokens[index].text == "catch",
                    let open = (index..<place.body.tokens.upperBound).first(where: {
                        place.tokens[$0].text == "{"
                    }),
                    open > index + 1
                else { return nil }
                return place.change("any error is caught", index + 1..<open, to: "")
            }
    }

    static let exchangedErrors = Mutation { place in
        place.throwing.flatMap { _, error -> [Change] in
            let own = place.text(error)
            guard let index = place.source.thrown.firstIndex(of: own) else { return [] }
            let others = (place.source.thrown[(index + 1)...] + place.source.thrown[..<index]).prefix(2)
            return others.map { place.change("another error is thrown", error, to: $0) }
        }
    }

    /// Where something was refused, nothing is said.
    static let silentRefusals = Mutation { place in
        place.throwing.filter { place.isOutsideClosures($0.keyword) }.flatMap { keyword, error -> [Change] in
            let type = place.body.result
            let values: [String] =
                switch type {
                case nil: [""]
                case "Bool": ["true", "false"]
                case let type? where type.hasSuffix("?"): ["nil"]
                case let type? where type.hasPrefix("["): ["[]"]
                default: []
                }
            return values.map {
                place.change("a refusal is silent", keyword..<error.upperBound, to: "return \($0)".trimmed)
            }
        }
    }
}

extension MutationPlace {
    fileprivate var throwing: [(keyword: Int, error: Range<Int>)] {
        body.tokens.filter { tokens[$0].text == "throw" }.compactMap { index in
            code.expression(at: index + 1, in: body.tokens).map { (index, $0) }
        }
    }

    /// What a `try` is about.
    fileprivate func attempt(at index: Int) -> Range<Int>? {
        var end = index + 1
        guard !code.isToken(end, "?"), !code.isToken(end, "!") else { return nil }
        let ends: Set<String> = [
            ",", ";", "else", "?", ":", "&&", "||", "??", "==", "!=", "<", ">", "<=", ">=",
        ]
        while end < body.tokens.upperBound, end == index + 1 || !code.startsStatement(end) {
            let token = tokens[end]
            if let partner = token.partner {
                guard partner > end, !braces.contains(end) else { break }
                end = partner + 1
            } else if ends.contains(token.text), token.isSpacedBefore || [",", ";"].contains(token.text) {
                break
            } else {
                end += 1
            }
        }
        return index + 1 < end ? index + 1..<end : nil
    }
}
