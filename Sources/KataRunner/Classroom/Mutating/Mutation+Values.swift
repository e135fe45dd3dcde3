/// Numbers by one, other results, other words, texts that are empty.
extension Mutation {
    static let shiftedNumbers = Mutation { place in
        place.body.tokens.flatMap { index -> [Change] in
            let token = place.tokens[index]
            if token.kind == .number, !place.code.isToken(index - 1, ".") {
                return place.code.neighbours(of: token.text).map {
                    place.change("a number is shifted by one", index..<index + 1, to: $0)
                }
            }
            guard token.kind == .sign, token.isSpacedBefore, token.isSpacedAfter else { return [] }
            let others = ["+": "-", "-": "+", "*": "+", "+=": "-=", "-=": "+="]
            return others[token.text].map {
                [place.change("plus and minus are exchanged", index..<index + 1, to: $0)]
            } ?? []
        }
    }

    static let replacedResults = Mutation { place in
        guard let type = place.body.result else { return [] }
        return place.exits.flatMap { exit in
            let text = place.text(exit)
            var others: [String] =
                switch type {
                case "Bool": ["true", "false"]
                case "Int": ["0", "(\(text)) + 1"]
                case "String": ["\"\""]
                default:
                    if type.hasSuffix("?") {
                        ["nil"]
                    } else if type.hasPrefix("[") {
                        [type.contains(":") ? "[:]" : "[]"]
                            + (place.isShortList(exit)
                                ? [] : ["Array((\(text)).prefix(1))", "(\(text)).reversed()"])
                    } else if type.hasPrefix("Set<") {
                        ["[]"]
                    } else {
                        []
                    }
                }
            let bare = type.hasSuffix("?") ? String(type.dropLast()) : type
            others += place.body.parameters.filter { $0.type == type || $0.type == bare }.map(\.name)
            if place.body.path.split(separator: ".").dropLast().last.map(String.init) == bare {
                others.append("self")
            }
            return others.map { place.change("another result is returned", exit, to: $0) }
        }
    }

    /// Words that are easily taken for one another.
    static let exchangedWords = Mutation { place in
        let pairs = [
            ("first", "last"), ("min", "max"), ("prefix", "suffix"), ("hasPrefix", "hasSuffix"),
            ("lowerBound", "upperBound"), ("allSatisfy", "contains"), ("startIndex", "endIndex"),
            ("removeFirst", "removeLast"), ("dropFirst", "dropLast"), ("lowercased", "uppercased"),
        ]
        let narrower = [
            ("folded", "text"), ("whitespacesAndNewlines", "whitespaces"), ("isWhitespace", "isNewline"),
            ("isLetter", "isLowercase"), ("isNumber", "isASCII"), ("count", "utf8.count"),
            ("isEmpty", "description.isEmpty"),
            ("unicodeScalars", "utf8"),
        ]
        let isCalled: (Int) -> Bool = { place.code.isToken($0 - 1, ".") || place.code.isToken($0 + 1, "(") }
        return place.words(
            "a word is replaced by its opposite",
            pairs + pairs.map { ($1, $0) },
            where: isCalled
        )
            + place.words("a property of text is exchanged for a narrower one", narrower) {
                place.code.isToken($0 - 1, ".")
            }
            + place.words("yes and no are exchanged", [("true", "false"), ("false", "true")])
    }

    /// Steps of a chain that are left out: `.sorted()`, `.lowercased()`.
    static let omittedSteps = Mutation { place in
        let steps: Set<String> = [
            "sorted", "reversed", "lowercased", "uppercased", "filter", "dropFirst", "dropLast", "prefix",
            "suffix",
            "trimmingCharacters", "trimmed", "folded", "rounded", "compactMap", "map", "union", "subtracting",
            "intersection", "split", "joined",
        ]
        return place.body.tokens.compactMap { index in
            guard steps.contains(place.tokens[index].text), place.code.isToken(index - 1, ".") else {
                return nil
            }
            var end = index + 1
            while end < place.body.tokens.upperBound, !place.tokens[end].startsLine,
                ["(", "{"].contains(place.tokens[end].text), !place.braces.contains(end)
            {
                end = place.code.behind(end)
            }
            return place.change("a step of a chain is left out", index - 1..<end, to: "")
        }
    }

    static let emptiedTexts = Mutation { place in
        place.body.tokens.compactMap { index in
            let token = place.tokens[index]
            guard token.kind == .text, token.text.count > 2, token.text.hasPrefix("\""),
                token.text.hasSuffix("\""),
                !token.text.hasPrefix("\"\"\"")
            else { return nil }
            return place.change("a text is empty", index..<index + 1, to: "\"\"")
        }
    }
}

extension MutationPlace {
    /// What the body returns: behind each `return`, or the one expression that it consists of.
    var exits: [Range<Int>] {
        let returned = body.tokens.filter { tokens[$0].text == "return" && isOutsideClosures($0) }
            .compactMap { code.expression(at: $0 + 1, in: body.tokens) }
        return returned + (soleExpression.map { [$0] } ?? branches)
    }

    /// The values of an `if` or `switch` that is the only statement.
    private var branches: [Range<Int>] {
        guard let whole = blocks.first?.first, blocks[0].count == 1,
            ["if", "switch"].contains(tokens[whole.lowerBound].text),
            !whole.contains(where: { tokens[$0].text == "return" })
        else { return [] }
        return blocks.dropFirst().filter { $0.count == 1 }.map { $0[0] }.filter { value in
            isOutsideClosures(value.lowerBound)
                && !["throw", "if", "switch"].contains(tokens[value.lowerBound].text)
        }
    }
}

extension SwiftCode {
    /// The whole numbers beside one.
    func neighbours(of text: String) -> [String] {
        guard let number = Int(text.replacing("_", with: "")) else { return [] }
        return (number > 0 ? [number - 1] : []).map(String.init) + [String(number + 1)]
    }
}
