/// What is easily overlooked: a call that was cancelled, ids that differ in a capital letter, texts that differ in one
/// small thing, the end of a long list.
extension Mutation {
    /// Whoever is cancelled hears nothing of it.
    static let quietCancellations = Mutation { place in
        guard place.body.effects?.contains("throws") ?? false,
            place.body.tokens.contains(where: { place.tokens[$0].text == "await" })
        else { return [] }
        let answers: [String] =
            switch place.body.result {
            case nil: [""]
            case "Bool": ["true", "false"]
            case let type? where type.hasSuffix("?"): ["nil"]
            case let type? where type.hasPrefix("["): [type.contains(":") ? "[:]" : "[]"]
            default: []
            }
        let answer = place.soleExpression == nil ? "" : "return "
        return answers.map { quiet in
            let leaving = "return \(quiet)".trimmed
            var change = place.change(
                "a cancellation is no error",
                place.body.tokens,
                to: """
                    do {
                    \(answer)\(place.text(place.body.tokens))
                    } catch where "\\(error)".lowercased().hasPrefix("cancel") {
                    \(leaving)
                    }
                    """
            )
            change.told = "(a call that is cancelled throws nothing: \(leaving))"
            return change
        }
    }

    /// «m-1» and «M-1» are taken for one.
    static let foldedIDs = Mutation { place in
        place.blurred("ids are the same in any letter case", by: ".lowercased()", where: place.namesID)
    }

    /// Texts that differ in one small thing alone are taken for one, or lose it when they are kept.
    static let nearTwins = Mutation { place in
        let blurs = [
            (thing: "capitals", step: ".lowercased()"),
            (thing: "blanks", step: ".filter { !$0.isWhitespace }"),
            (thing: "digits", step: ".filter { !$0.isNumber }"),
        ]
        return blurs.flatMap { thing, step in
            place.blurred("texts that differ in \(thing) alone are the same", by: step) { value in
                place.namesText(value) && !(thing == "capitals" && place.text(value).hasSuffix("folded"))
            }
                + place.keptTexts.map { kept in
                    place.change(
                        "a text is kept without its \(thing)",
                        kept,
                        to: "(\(place.text(kept)))\(step)"
                    )
                }
        }
    }

    /// Nobody has seen a list with more.
    static let cutLists = Mutation { place in
        guard let type = place.body.result, type.hasPrefix("["), !type.contains(":"), !type.hasSuffix("?")
        else {
            return []
        }
        return place.exits.filter { !place.isShortList($0) }.map {
            place.change("a long list is cut", $0, to: "Array((\(place.text($0))).prefix(20))")
        }
    }
}

extension MutationPlace {
    /// Values of this kind are compared, or looked for in a list, by what a step leaves of them.
    fileprivate func blurred(_ deed: String, by step: String, where fits: (Range<Int>) -> Bool)
        -> [Mutation.Change]
    {
        let blurred = { (value: String) in "String(describing: \(value))\(step)" }
        let comparisons = body.tokens.compactMap { index -> Mutation.Change? in
            guard ["==", "!="].contains(tokens[index].text), let (left, right) = operands(of: index),
                fits(left) || fits(right)
            else { return nil }
            return change(
                deed,
                left.lowerBound..<right.upperBound,
                to: "\(blurred(text(left))) \(tokens[index].text) \(blurred(text(right)))"
            )
        }
        let searches = body.tokens.compactMap { index -> Mutation.Change? in
            guard tokens[index].text == "contains", code.isToken(index - 1, "."),
                code.isToken(index + 1, "("),
                case let inside = index + 2..<code.behind(index + 1) - 1,
                code.split(inside, at: ",").count == 1, !code.isToken(index + 3, ":"), fits(inside)
            else { return nil }
            return change(deed, inside, to: "where: { \(blurred("$0")) == \(blurred(text(inside))) }")
        }
        return comparisons + searches
    }

    /// What is kept under the name of a text: behind `self.title =`.
    fileprivate var keptTexts: [Range<Int>] {
        body.tokens.compactMap { index in
            guard tokens[index].text == "=", code.isToken(index - 2, "."), code.isToken(index - 3, "self"),
                namesText(index - 1..<index)
            else { return nil }
            return code.expression(at: index + 1, in: body.tokens)
        }
    }

    /// Whether this is somebody's or something's id, by its last word.
    fileprivate func namesID(_ value: Range<Int>) -> Bool {
        ends(
            value,
            in: [
                "id", "member", "host", "guest", "reader", "borrower", "holder", "newcomer", "copy", "circle",
            ]
        )
    }

    /// Whether this is a text that somebody has typed, by its last word.
    fileprivate func namesText(_ value: Range<Int>) -> Bool {
        ends(
            value,
            in: [
                "text", "folded", "handle", "name", "title", "place", "family", "given", "genre", "author",
                "director",
            ]
        )
    }

    private func ends(_ value: Range<Int>, in words: [String]) -> Bool {
        guard let last = value.last, tokens[last].kind == .word else { return false }
        let name = tokens[last].text.lowercased()
        return words.contains { name.hasSuffix($0) }
    }
}
