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
        place.body.tokens.compactMap { index -> Change? in
            guard ["==", "!="].contains(place.tokens[index].text),
                let (left, right) = place.operands(of: index),
                place.namesID(left) || place.namesID(right)
            else { return nil }
            let sides = [left, right].map { "String(describing: \(place.text($0))).lowercased()" }
            return place.change(
                "ids are the same in any letter case",
                left.lowerBound..<right.upperBound,
                to: sides.joined(separator: " \(place.tokens[index].text) ")
            )
        }
            + place.body.tokens.compactMap { index -> Change? in
                guard place.tokens[index].text == "contains", place.code.isToken(index - 1, "."),
                    place.code.isToken(index + 1, "("),
                    case let inside = index + 2..<place.code.behind(index + 1) - 1,
                    place.code.split(inside, at: ",").count == 1, !place.code.isToken(index + 3, ":"),
                    place.namesID(inside)
                else { return nil }
                let id = "String(describing: \(place.text(inside))).lowercased()"
                return place.change(
                    "ids are the same in any letter case",
                    inside,
                    to: "where: { String(describing: $0).lowercased() == \(id) }"
                )
            }
    }

    /// Texts that differ in one small thing alone are taken for one, or lose it when they are kept.
    static let nearTwins = Mutation { place in
        let blurs = [
            (thing: "capitals", step: ".lowercased()"),
            (thing: "blanks", step: ".filter { !$0.isWhitespace }"),
            (thing: "digits", step: ".filter { !$0.isNumber }"),
        ]
        return place.body.tokens.flatMap { index -> [Change] in
            let sign = place.tokens[index].text
            if ["==", "!="].contains(sign), let (left, right) = place.operands(of: index),
                place.namesText(left) || place.namesText(right)
            {
                let isFolded = [left, right].contains { place.tokens[$0.upperBound - 1].text == "folded" }
                return blurs.dropFirst(isFolded ? 1 : 0).map { thing, step in
                    let sides = [left, right].map { "String(describing: \(place.text($0)))\(step)" }
                    return place.change(
                        "texts that differ in \(thing) alone are the same",
                        left.lowerBound..<right.upperBound,
                        to: sides.joined(separator: " \(sign) ")
                    )
                }
            }
            guard sign == "=", place.code.isToken(index - 2, "."), place.code.isToken(index - 3, "self"),
                place.namesText(index - 1..<index),
                let kept = place.code.expression(at: index + 1, in: place.body.tokens)
            else { return [] }
            return blurs.map { thing, step in
                place.change("a text is kept without its \(thing)", kept, to: "(\(place.text(kept)))\(step)")
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
                "text", "folded", "handle", "name", "title", "place", "family", "given", "genre", "director",
            ]
        )
    }

    private func ends(_ value: Range<Int>, in words: [String]) -> Bool {
        guard let last = value.last, tokens[last].kind == .word else { return false }
        let name = tokens[last].text.lowercased()
        return words.contains { name.hasSuffix($0) }
    }
}
