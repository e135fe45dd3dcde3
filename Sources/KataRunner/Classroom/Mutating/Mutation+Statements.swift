/// Statements that are left out, done twice or done in another order.
extension Mutation {
    private static let declaring: Set<String> = [
        "let", "var", "func", "struct", "enum", "class", "actor", "typealias", "@MainActor", "nonisolated",
    ]
    private static let leaving: Set<String> = ["return", "throw", "break", "continue", "fallthrough"]
    private static let branching: Set<String> = [
        "if", "guard", "for", "while", "repeat", "switch", "do", "defer", "case", "default",
    ]

    static let removedStatements = Mutation { place in
        place.blocks.enumerated().flatMap { number, statements -> [Change] in
            statements.filter { statement in
                let first = place.tokens[statement.lowerBound].text
                if declaring.contains(first) || statement == place.soleExpression
                    || place.isLastReturn(statement)
                {
                    return false
                }
                if first == "guard" {
                    return place.code.clauses(of: statement.lowerBound, in: statement).allSatisfy(
                        place.code.isBoolean
                    )
                }
                // What a block of a closure or a switch consists of is its value.
                return number == 0 || statements.count > 1 || place.isControlled(statement)
            }.map { place.change("a statement is left out", $0, to: place.isCase($0) ? "break" : "") }
        }
    }

    /// A question that is asked twice is not: it costs a moment, and nobody asked for that.
    static let doubledStatements = Mutation { place in
        place.blocks.flatMap { statements in
            statements.filter {
                place.isCall($0) && $0 != place.soleExpression && place.isFeltTwice($0)
            }.map { statement in
                let text = place.text(statement)
                return place.change("a call is made twice", statement, to: "\(text)\n\(text)")
            }
        }
    }

    /// Only where somebody can tell: two steps have effects, or one comes before the question whether it may.
    static let swappedStatements = Mutation { place in
        place.blocks.flatMap { statements in
            zip(statements, statements.dropFirst()).compactMap { one, other -> Change? in
                let heads = [one, other].map { place.tokens[$0.lowerBound].text }
                guard !heads.contains(where: leaving.contains), !heads.contains("func"),
                    place.isOrdered(one, before: other)
                else { return nil }
                let edits = [(one, other), (other, one)].map { old, new in
                    TextEdit(range: place.code.bytes(of: old), text: place.text(new))
                }
                return Change(deed: "two steps change places", edits: edits)
            }
        }
    }

    static func isCall(_ head: String) -> Bool {
        !declaring.contains(head) && !leaving.contains(head) && !branching.contains(head)
    }
}

extension MutationPlace {
    /// A statement that calls something and keeps nothing of it.
    fileprivate func isCall(_ statement: Range<Int>) -> Bool {
        Mutation.isCall(tokens[statement.lowerBound].text)
            && [")", "}"].contains(tokens[statement.upperBound - 1].text)
    }

    fileprivate func isOrdered(_ one: Range<Int>, before other: Range<Int>) -> Bool {
        func waits(_ statement: Range<Int>) -> Bool { statement.contains { tokens[$0].text == "await" } }
        func assigns(_ statement: Range<Int>) -> Bool {
            Mutation.isCall(tokens[statement.lowerBound].text)
                && code.topLevel(statement).contains {
                    tokens[$0].text.hasSuffix("=") && tokens[$0].isSpacedBefore
                }
        }
        if waits(one) || waits(other) { return true }
        if ["guard", "if"].contains(tokens[one.lowerBound].text) { return isCall(other) || assigns(other) }
        return isCall(one) && (isCall(other) || assigns(other)) || assigns(one) && isCall(other)
    }

    /// Its block belongs to `if` or its kin.
    fileprivate func isControlled(_ statement: Range<Int>) -> Bool {
        braces.contains(statement.lowerBound - 1)
    }

    /// It is all that stands behind a `case`.
    fileprivate func isCase(_ statement: Range<Int>) -> Bool {
        let next = statement.upperBound
        return code.isToken(statement.lowerBound - 1, ":")
            && (code.isToken(next, "}") || code.isToken(next, "case") || code.isToken(next, "default"))
    }
}
