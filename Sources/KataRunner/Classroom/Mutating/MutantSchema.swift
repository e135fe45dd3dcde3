/// One text that holds an answer and many mutants of it, of which a variable of the process chooses one: a single
/// build serves them all.
///
/// Each body becomes a `switch` with a branch for each mutant, and the answer's own body as the last. What the
/// compiler complains about in a branch is reported for a file that there isn't: `/mutants/17`.
struct MutantSchema: Sendable {
    /// The variable of the process that chooses a mutant by its number.
    static let variable = "KATA_MUTANT"
    private static let folder = "/mutants/"

    let text: String

    /// - Parameter mutants: with their numbers, from 1 on; all of them in bodies.
    init(_ answer: String, _ mutants: [(number: Int, mutant: Mutant)]) {
        let code = SwiftCode(answer)
        var edits: [TextEdit] = []
        for body in CodeOutline(of: code).bodies {
            let inside = code.inside(body.tokens)
            let own = mutants.filter { _, mutant in
                mutant.edits.allSatisfy {
                    inside.contains($0.range.lowerBound) && $0.range.upperBound <= inside.upperBound
                }
            }
            guard !own.isEmpty else { continue }
            let branches = own.map { number, mutant in
                Self.branch("case \(number)", number, code.text(inside, after: mutant.edits), of: body)
            }
            let otherwise = Self.branch("default", 0, code.text(inside), of: body)
            let text = "\nswitch kataMutant {\n\((branches + [otherwise]).joined())}\n"
            edits.append(TextEdit(range: inside, text: text))
        }
        edits.sort { $0.range.lowerBound < $1.range.lowerBound }
        text = code.text(0..<code.bytes.count, after: edits) + Self.chooser
    }

    private static func branch(_ label: String, _ number: Int, _ text: String, of body: CodeOutline.Body)
        -> String
    {
        let code = SwiftCode(text)
        let statements = code.statements(in: 0..<code.tokens.count)
        var content = text
        if body.result != nil, statements.count == 1, let sole = statements.first, code.isValue(sole) {
            let start = code.bytes(of: sole).lowerBound
            content = code.text(0..<start) + "return " + code.text(start..<code.bytes.count)
        }
        var lines = ["\(label):", "#sourceLocation(file: \"\(folder)\(number)\", line: 1)", content]
        if statements.isEmpty, body.result == nil, !body.isInitializer { lines.append("break") }
        if number > 0 { lines += end(of: body, code) }
        return (lines + ["#sourceLocation()", ""]).joined(separator: "\n")
    }

    /// A body that ends where it must not is complained about at its end: here, so that the branch is to blame.
    private static func end(of body: CodeOutline.Body, _ code: SwiftCode) -> [String] {
        if body.isInitializer { return ["return"] }
        guard body.result != nil, !code.tokens.contains(where: { ["fatalError", "while"].contains($0.text) })
        else {
            return []
        }
        return ["let kataEnd: Bool", "_ = kataEnd"]
    }

    private static let chooser = """

        #if canImport(Darwin)
        import func Darwin.getenv
        #elseif canImport(Musl)
        import func Musl.getenv
        #else
        import func Glibc.getenv
        #endif

        private let kataMutant = getenv("\(variable)").flatMap { Int(String(cString: $0)) } ?? 0

        """

    /// The mutant that a complaint of the compiler is about; nil where it is about the text around them.
    static func number(of file: String) -> Int? {
        guard let range = file.firstRange(of: folder) else { return nil }
        return Int(file[range.upperBound...])
    }
}

extension SwiftCode {
    /// What stands between the braces of a body, with the spaces and comments at its ends.
    fileprivate func inside(_ body: Range<Int>) -> Range<Int> {
        tokens[body.lowerBound - 1].range.upperBound..<tokens[body.upperBound].range.lowerBound
    }

    /// A statement that is the value of its body, and must be returned where it is no longer alone.
    fileprivate func isValue(_ statement: Range<Int>) -> Bool {
        let first = tokens[statement.lowerBound].text
        if ["return", "throw", "let", "var", "guard", "for", "while", "repeat", "do", "defer", "fatalError"]
            .contains(first)
        {
            return false
        }
        // A choice that returns in its branches is no value.
        guard ["if", "switch"].contains(first) else { return true }
        return !statement.contains { tokens[$0].text == "return" }
    }
}
