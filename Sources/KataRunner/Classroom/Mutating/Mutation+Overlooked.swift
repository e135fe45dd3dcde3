/// What is easily overlooked: a call that was cancelled, ids that differ in a capital letter, the end of a long list.
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
        guard let last = value.last, tokens[last].kind == .word else { return false }
        let words = [
            "id", "member", "host", "guest", "reader", "borrower", "holder", "newcomer", "copy", "circle",
        ]
        let name = tokens[last].text.lowercased()
        return words.contains { name.hasSuffix($0) }
    }
}
