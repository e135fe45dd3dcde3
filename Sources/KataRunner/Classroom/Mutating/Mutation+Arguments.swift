/// Values that stand in one another's place.
extension Mutation {
    static let exchangedArguments = Mutation { place in
        place.body.tokens.flatMap { index -> [Change] in
            guard place.tokens[index].text == "(", let close = place.tokens[index].partner, index > 0,
                place.tokens[index - 1].kind == .word, !place.tokens[index].isSpacedBefore,
                !place.isSymmetric(index - 1)
            else { return [] }
            let values = place.code.split(index + 1..<close, at: ",").map { place.value(of: $0) }
            return values.indices.dropLast().compactMap { first in
                let (one, other) = (values[first], values[first + 1])
                guard !one.isEmpty, !other.isEmpty, place.text(one) != place.text(other) else { return nil }
                let edits = [(one, other), (other, one)].map { old, new in
                    TextEdit(range: place.code.bytes(of: old), text: place.text(new))
                }
                return Change(deed: "two arguments change places", edits: edits)
            }
        }
    }
}

extension Mutation {
    /// What was there before a change in the place of what came of it, one id for the other.
    static let exchangedNames = Mutation { place in
        let names = place.names
        return place.body.tokens.flatMap { index -> [Change] in
            guard names.contains(place.tokens[index].text), place.isWholeValue(index) else { return [] }
            // Those that were named last are the likeliest slips.
            let others = names.filter { $0 != place.tokens[index].text }.suffix(3)
            return others.map { place.change("another value is taken", index..<index + 1, to: $0) }
        }
    }
}

extension MutationPlace {
    /// Of the parameters, and of what the body itself declares.
    fileprivate var names: [String] {
        let declared = body.tokens.filter {
            ["let", "var"].contains(tokens[$0].text) && $0 + 1 < body.tokens.upperBound
                && tokens[$0 + 1].kind == .word
        }.map { tokens[$0 + 1].text }
        var names: [String] = []
        for name in body.parameters.map(\.name) + declared where name != "_" && !names.contains(name) {
            names.append(name)
        }
        return names
    }

    /// An argument, or what is returned, that is a name and nothing else.
    fileprivate func isWholeValue(_ index: Int) -> Bool {
        let isFirst = ["(", ",", ":", "return"].contains { code.isToken(index - 1, $0) }
        let isEnd = [")", ","].contains { code.isToken(index + 1, $0) }
        return isFirst && (isEnd || code.isToken(index - 1, "return") && code.startsStatement(index + 1))
            || code.isToken(index - 1, "return") && code.isToken(index + 1, "}")
    }

    /// An argument without its label.
    fileprivate func value(of argument: Range<Int>) -> Range<Int> {
        guard argument.count > 2, code.isToken(argument.lowerBound + 1, ":"),
            tokens[argument.lowerBound].kind == .word
        else { return argument }
        return argument.lowerBound + 2..<argument.upperBound
    }
}
