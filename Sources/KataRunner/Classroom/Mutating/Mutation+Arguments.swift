/// Values that stand in one another's place.
extension Mutation {
    static let exchangedArguments = Mutation { place in
        place.body.tokens.flatMap { index -> [Change] in
            guard place.tokens[index].text == "(", let close = place.tokens[index].partner, index > 0,
                place.tokens[index - 1].kind == .word, !place.tokens[index].isSpacedBefore
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

extension MutationPlace {
    /// An argument without its label.
    fileprivate func value(of argument: Range<Int>) -> Range<Int> {
        guard argument.count > 2, code.isToken(argument.lowerBound + 1, ":"),
            tokens[argument.lowerBound].kind == .word
        else { return argument }
        return argument.lowerBound + 2..<argument.upperBound
    }
}
