/// Conditions that say the opposite, are asked in half, or aren't asked at all.
extension Mutation {
    static let negatedConditions = Mutation { place in
        place.conditions.flatMap { head, clauses in
            clauses.filter(place.code.isBoolean).map { clause in
                place.change("a condition is negated", clause, to: "!(\(place.text(clause)))")
            }
        }
            + place.body.tokens.compactMap { index -> Change? in
                // What is negated is affirmed.
                guard place.tokens[index].text == "!", !place.tokens[index].isSpacedAfter,
                    place.tokens[index].isSpacedBefore
                        || ["(", "["].contains(place.tokens[index - 1].text)
                else { return nil }
                return place.change("a condition is negated", index..<index + 1, to: "")
            }
    }

    static let droppedConditions = Mutation { place in
        place.conditions.flatMap { _, clauses -> [Change] in
            guard clauses.count > 1 else { return [] }
            return clauses.indices.filter { place.code.isBoolean(clauses[$0]) }.map { index in
                // With the comma before it, or behind it where it is the first.
                let tokens =
                    index > 0
                    ? clauses[index].lowerBound - 1..<clauses[index].upperBound
                    : clauses[0].lowerBound..<clauses[1].lowerBound
                return place.change("a condition is dropped", tokens, to: "")
            }
        }
            + place.body.tokens.flatMap { index -> [Change] in
                let sign = place.tokens[index].text
                guard sign == "&&" || sign == "||" else { return [] }
                let stops = sign == "&&" ? SwiftCode.endsOperand : SwiftCode.endsOperand.subtracting(["&&"])
                guard let (left, right) = place.operands(of: index, stops: stops) else { return [] }
                let whole = left.lowerBound..<right.upperBound
                return [
                    place.change("half of a condition is dropped", whole, to: place.text(left)),
                    place.change("half of a condition is dropped", whole, to: place.text(right)),
                    place.change(
                        "«and» and «or» are exchanged",
                        index..<index + 1,
                        to: sign == "&&" ? "||" : "&&"
                    ),
                ]
            }
    }

    /// Of `a == b` both sides are still looked at, and nothing hangs on it.
    static let constantConditions = Mutation { place in
        place.body.tokens.flatMap { index -> [Change] in
            guard place.comparison(at: index) != nil, let (left, right) = place.operands(of: index) else {
                return []
            }
            let whole = left.lowerBound..<right.upperBound
            let text = place.text(whole)
            return [
                place.change("a comparison always holds", whole, to: "(\(text) || true)"),
                place.change("a comparison never holds", whole, to: "(\(text) && false)"),
            ]
        }
    }

    static let shiftedComparisons = Mutation { place in
        place.body.tokens.flatMap { index -> [Change] in
            let sign = place.tokens[index].text
            let others =
                place.comparison(at: index) ?? (sign == "..<" ? ["..."] : sign == "..." ? ["..<"] : [])
            return others.map { place.change("a comparison is shifted", index..<index + 1, to: $0) }
        }
    }

    /// One side of `a ? b : c` and of `a ?? b` whatever `a` says.
    static let chosenBranches = Mutation { place in
        place.body.tokens.flatMap { index -> [Change] in
            let token = place.tokens[index]
            let ends: Set<String> = [
                ",", "=", "return", "throw", "in", "try", "await", ";", "?", ":", "if", "guard", "while",
                "else",
            ]
            if token.text == "??", let (left, right) = place.operands(of: index, stops: ends) {
                let whole = left.lowerBound..<right.upperBound
                return [
                    place.change("the default value is always taken", whole, to: place.text(right))
                ]
            }
            guard token.text == "?", token.isSpacedBefore, token.isSpacedAfter,
                let (condition, yes) = place.operands(of: index, stops: ends),
                place.code.isToken(yes.upperBound, ":"),
                let (_, no) = place.operands(of: yes.upperBound, stops: ends.subtracting(["?", ":"]))
            else { return [] }
            let whole = condition.lowerBound..<no.upperBound
            return [
                place.change("a choice is always yes", whole, to: place.text(yes)),
                place.change("a choice is always no", whole, to: place.text(no)),
            ]
        }
    }
}

extension MutationPlace {
    /// The clauses of each `if`, `guard` and `while`.
    fileprivate var conditions: [(head: Int, clauses: [Range<Int>])] {
        body.tokens.filter {
            ["if", "guard", "while"].contains(tokens[$0].text) && code.isKeyword($0)
        }
        .map { ($0, code.clauses(of: $0, in: body.tokens)) }
    }

    /// What a comparison that stands here can be shifted to.
    fileprivate func comparison(at index: Int) -> [String]? {
        let token = tokens[index]
        guard token.kind == .sign, token.isSpacedBefore, token.isSpacedAfter else { return nil }
        return switch token.text {
        case "<": ["<=", ">"]
        case "<=": ["<"]
        case ">": [">=", "<"]
        case ">=": [">"]
        case "==": ["!="]
        case "!=": ["=="]
        default: nil
        }
    }
}
