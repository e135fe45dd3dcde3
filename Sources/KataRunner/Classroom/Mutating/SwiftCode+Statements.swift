/// Statements, and the extents of expressions, as far as tokens and brackets tell them.
extension SwiftCode {
    /// Of blocks: tokens between the braces, or behind the header of a closure or of a `case`.
    func blocks(in body: Range<Int>) -> [Range<Int>] {
        var blocks = [body]
        for index in body where tokens[index].text == "{" {
            guard let end = tokens[index].partner else { continue }
            let inner = index + 1..<end
            if ["case", "default"].contains(where: { isToken(index + 1, $0) }) {
                blocks += cases(in: inner)
            } else {
                blocks.append(behindHeader(of: inner)..<end)
            }
        }
        return blocks.filter { !$0.isEmpty }
    }

    /// What stands behind `{ a, b in`.
    private func behindHeader(of inner: Range<Int>) -> Int {
        var index = inner.lowerBound
        while index < inner.upperBound, index == inner.lowerBound || !tokens[index].startsLine {
            if tokens[index].text == "in" { return index + 1 }
            if ["for", "{", ".", "="].contains(tokens[index].text) { break }
            index = behind(index)
        }
        return inner.lowerBound
    }

    private func cases(in inner: Range<Int>) -> [Range<Int>] {
        let top = topLevel(inner)
        let starts = top.filter { index in
            ["case", "default"].contains(tokens[index].text) && tokens[index].startsLine
        }
        return starts.enumerated().compactMap { number, start in
            let end = number + 1 < starts.count ? starts[number + 1] : inner.upperBound
            guard let colon = top.first(where: { $0 > start && $0 < end && tokens[$0].text == ":" }) else {
                return nil
            }
            return colon + 1..<end
        }
    }

    /// The tokens that stand in no brackets of their own; of groups the opening bracket.
    func topLevel(_ range: Range<Int>) -> [Int] {
        var found: [Int] = []
        var index = range.lowerBound
        while index < range.upperBound {
            found.append(index)
            index = behind(index)
        }
        return found
    }

    func statements(in block: Range<Int>) -> [Range<Int>] {
        var starts: [Int] = []
        var isSeparated = true
        for index in topLevel(block) {
            if tokens[index].text == ";" {
                isSeparated = true
            } else if isSeparated || startsStatement(index) {
                starts.append(index)
                isSeparated = false
            }
        }
        return starts.enumerated().map { number, start in
            var end = number + 1 < starts.count ? starts[number + 1] : block.upperBound
            while end > start + 1, tokens[end - 1].text == ";" { end -= 1 }
            return start..<end
        }
    }

    /// Whether a line that begins with this token begins a statement, and doesn't go on with one.
    func startsStatement(_ index: Int) -> Bool {
        let token = tokens[index]
        guard token.startsLine else { return false }
        if ["else", "catch", "{", ".", ")", "]", "}", ",", "?", ":", "?."].contains(token.text) {
            return false
        }
        if token.kind == .sign, token.isSpacedAfter { return false }
        guard index > 0 else { return true }
        let previous = tokens[index - 1]
        if [",", "=", "->", "(", "[", "try", "await", "return", "throw"].contains(previous.text) {
            return false
        }
        // An operator at the end of a line.
        return !(previous.kind == .sign && previous.isSpacedBefore && previous.text != ":")
    }

    /// Not `a.if`, and not the label in `join(kim, if: …)`.
    func isKeyword(_ index: Int) -> Bool { !isToken(index - 1, ".") && !isToken(index + 1, ":") }

    /// The braces that belong to `if`, `for` and their kin, and not to a closure.
    func controlBraces(in body: Range<Int>) -> Set<Int> {
        let heads: Set<String> = [
            "if", "guard", "while", "for", "switch", "catch", "else", "do", "repeat", "defer",
        ]
        var braces: Set<Int> = []
        for index in body where heads.contains(tokens[index].text) && isKeyword(index) {
            var next = index + 1
            while next < body.upperBound, tokens[next].text != "{" {
                if ["}", ")", "]"].contains(tokens[next].text) { break }
                next = behind(next)
            }
            if next < body.upperBound, tokens[next].text == "{" { braces.insert(next) }
        }
        return braces
    }

    /// The tokens around an operator that are its operands.
    ///
    /// - Parameter stops: what binds less.
    func operands(
        of index: Int,
        in body: Range<Int>,
        stops: Set<String>,
        _ braces: Set<Int>
    ) -> (left: Range<Int>, right: Range<Int>)? {
        // «a?.b» goes on, «a ? b» doesn't.
        func isStop(_ token: Token) -> Bool {
            stops.contains(token.text) && (token.text != "?" || token.isSpacedBefore)
        }
        var start = index
        while start > body.lowerBound, !startsStatement(start) || start == index {
            let before = tokens[start - 1]
            if let partner = before.partner {
                guard partner < start - 1, !braces.contains(partner) else { break }
                start = partner
            } else if isStop(before) {
                break
            } else {
                start -= 1
            }
        }
        var end = index + 1
        while end < body.upperBound, end == index + 1 || !startsStatement(end) {
            let token = tokens[end]
            if let partner = token.partner {
                guard partner > end, !braces.contains(end) else { break }
                end = partner + 1
            } else if isStop(token) {
                break
            } else {
                end += 1
            }
        }
        guard start < index, index + 1 < end else { return nil }
        return (start..<index, index + 1..<end)
    }

    /// What ends an operand of `==` and its kin, of `&&` and of `||`.
    static let endsOperand: Set<String> = [
        "&&", "||", "?", ":", ",", "=", "return", "throw", "in", "if", "guard", "while", "where", "else",
        "case",
        "try", "await", ";",
    ]

    /// The conditions of an `if`, `guard` or `while`, between its commas.
    func clauses(of head: Int, in body: Range<Int>) -> [Range<Int>] {
        var end = head + 1
        while end < body.upperBound, !["{", "else", "}"].contains(tokens[end].text) { end = behind(end) }
        let commas = topLevel(head + 1..<end).filter { tokens[$0].text == "," }
        let starts = [head + 1] + commas.map { $0 + 1 }
        let ends = commas + [end]
        return zip(starts, ends).compactMap { $0 < $1 ? $0..<$1 : nil }
    }

    /// A clause that isn't a binding.
    func isBoolean(_ clause: Range<Int>) -> Bool {
        !["let", "var", "case", "#available"].contains(tokens[clause.lowerBound].text)
    }
}
