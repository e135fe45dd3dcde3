/// Changes of which the text alone tells that nobody could feel them: they aren't made.
extension MutationPlace {
    /// Whether a call may do something when it is made again. A question has the same answer, what is assigned again
    /// is the same, and some work is found done.
    func isFeltTwice(_ call: Range<Int>) -> Bool {
        if isQuestion(call) { return false }
        let top = code.topLevel(call)
        if let equals = top.first(where: { tokens[$0].text == "=" }) {
            let target = call.lowerBound..<equals
            let value = equals + 1..<call.upperBound
            if text(target) == "_" { return !isQuestion(value) }
            return !words(in: target).isDisjoint(with: words(in: value))
        }
        let lasting: Set<String> = ["removeAll", "removeValue", "sort"]
        let last = top.last { tokens[$0].kind == .word }.map { tokens[$0].text }
        return !words(in: call).isDisjoint(with: ["try", "await"]) || !lasting.contains(last ?? "")
    }

    private func words(in range: Range<Int>) -> Set<String> {
        Set(range.filter { tokens[$0].kind == .word }.map { tokens[$0].text })
    }

    /// A call of a function of this file that looks at its values, and at nothing else.
    private func isQuestion(_ value: Range<Int>) -> Bool {
        guard let name = value.first(where: { tokens[$0].text != "try" }), code.isToken(name + 1, "("),
            code.behind(name + 1) == value.upperBound
        else { return false }
        return source.isQuestion(tokens[name].text)
    }

    /// A `return` after which nothing would be done anyway.
    func isLastReturn(_ statement: Range<Int>) -> Bool {
        body.result == nil && statement == blocks.first?.last && text(statement) == "return"
    }

    /// `[]` or `[a]`: its beginning is itself, and so is its reverse.
    func isShortList(_ value: Range<Int>) -> Bool {
        guard code.isToken(value.lowerBound, "["), code.behind(value.lowerBound) == value.upperBound else {
            return false
        }
        return code.split(value.lowerBound + 1..<value.upperBound - 1, at: ",").count < 2
    }

    /// Whether a function answers the same, whichever of its arguments comes first.
    func isSymmetric(_ name: Int) -> Bool { ["max", "min", "swap"].contains(tokens[name].text) }
}

extension MutationSource {
    /// What is private and opened is felt only if others can change something with it.
    ///
    /// - Parameter modifier: `private` or `fileprivate`.
    func isFeltOpen(_ modifier: Int) -> Bool {
        let words: Set<String> = [
            "struct", "enum", "class", "actor", "protocol", "typealias", "func", "var", "let", "init",
            "subscript", "extension",
        ]
        let keyword = code.tokens.indices.first { $0 > modifier && words.contains(code.tokens[$0].text) }
        guard let keyword else { return true }
        switch code.tokens[keyword].text {
        case "struct", "enum", "class", "actor", "protocol", "typealias":
            return false
        case "func":
            return outline.signatures.first { $0.tokens.lowerBound == keyword }.map { changes($0.tokens) }
                ?? true
        case "var":
            let name = code.tokens[keyword + 1].text
            let isComputed = !outline.stored.contains { $0.keyword == keyword }
            return !isComputed || outline.bodies.contains { $0.path.hasSuffix("\(name).set") }
        default:
            return true
        }
    }

    /// Whether all functions of this name look at values alone: they wait for nobody and belong to no class.
    func isQuestion(_ name: String) -> Bool {
        let signatures = outline.signatures.filter { $0.path.split(separator: ".").last == name[...] }
        return !signatures.isEmpty
            && signatures.allSatisfy { path, tokens in
                let owner = path.split(separator: ".").dropLast().joined(separator: ".")
                let isValue =
                    owner.isEmpty
                    || outline.types.contains {
                        $0.path == owner && ["struct", "enum"].contains(code.tokens[$0.keyword].text)
                    }
                return isValue && !changes(tokens) && !code.text(of: tokens).contains("async")
            }
    }

    /// Whether a function may change something: it is `mutating`, assigns to what isn't its own, or calls what gives
    /// nothing back.
    private func changes(_ signature: Range<Int>) -> Bool {
        guard let body = outline.bodies.first(where: { $0.tokens.lowerBound == signature.upperBound + 1 })
        else {
            return true
        }
        if code.modifiers(of: signature.lowerBound).contains("mutating") { return true }
        let braces = code.controlBraces(in: body.tokens)
        let own = Set(
            body.tokens.filter {
                ["let", "var"].contains(code.tokens[$0].text) && code.tokens[$0 + 1].kind == .word
            }.map { code.tokens[$0 + 1].text }
        )
        return code.blocks(in: body.tokens).contains { block in
            let statements = code.statements(in: block)
            return statements.contains { statement in
                let head = code.tokens[statement.lowerBound].text
                guard Mutation.isCall(head), !own.contains(head) else { return false }
                let isValue =
                    statements.count == 1 && body.result != nil && !braces.contains(block.lowerBound - 1)
                return !isValue || code.topLevel(statement).contains { code.isToken($0, "=") }
            }
        }
    }

    /// Whether only this file can reach what is in it.
    func isPrivate(_ type: CodeOutline.Kind) -> Bool {
        !code.modifiers(of: type.keyword).filter { ["private", "fileprivate"].contains($0) }.isEmpty
    }

    /// A `struct` of which nothing can change: whether it is copied or shared, nobody can tell.
    func isFixed(_ type: CodeOutline.Kind) -> Bool {
        let inside = "\(type.path)."
        let varies = outline.stored.contains {
            $0.path.hasPrefix(inside) && code.isToken($0.keyword, "var")
        }
        return !varies
            && !outline.signatures.contains {
                $0.path.hasPrefix(inside) && code.modifiers(of: $0.tokens.lowerBound).contains("mutating")
            }
            && !outline.bodies.contains { $0.path.hasPrefix(inside) && $0.path.hasSuffix(".set") }
    }
}
