/// What mutations look at in one answer.
struct MutationSource: Sendable {
    let code: SwiftCode
    let outline: CodeOutline
    /// What the answer throws anywhere, each once.
    let thrown: [String]

    init(code: SwiftCode, outline: CodeOutline) {
        self.code = code
        self.outline = outline
        var thrown: [String] = []
        for body in outline.bodies {
            for index in body.tokens where code.tokens[index].text == "throw" {
                guard let error = code.expression(at: index + 1, in: body.tokens) else { continue }
                let text = code.text(of: error)
                if !thrown.contains(text) { thrown.append(text) }
            }
        }
        self.thrown = thrown
    }
}

/// One body of an answer.
struct MutationPlace: Sendable {
    let source: MutationSource
    let body: CodeOutline.Body
    let braces: Set<Int>
    /// The statements of each block.
    let blocks: [[Range<Int>]]

    var code: SwiftCode { source.code }
    var tokens: [SwiftCode.Token] { source.code.tokens }

    init(source: MutationSource, body: CodeOutline.Body) {
        self.source = source
        self.body = body
        braces = source.code.controlBraces(in: body.tokens)
        blocks = source.code.blocks(in: body.tokens).map(source.code.statements)
    }

    func operands(of index: Int, stops: Set<String> = SwiftCode.endsOperand) -> (
        left: Range<Int>, right: Range<Int>
    )? {
        code.operands(of: index, in: body.tokens, stops: stops, braces)
    }

    /// Whether a statement or `return` belongs to the body, and not to a closure in it.
    func isOutsideClosures(_ index: Int) -> Bool {
        !body.tokens.contains { open in
            guard open < index, tokens[open].text == "{", let close = tokens[open].partner, close > index
            else {
                return false
            }
            return !braces.contains(open)
        }
    }

    /// The one expression that a body consists of, which it returns.
    var soleExpression: Range<Int>? {
        guard body.result != nil, let first = blocks.first, first.count == 1, let sole = first.first,
            !["return", "throw", "if", "switch", "do", "for", "while", "guard"].contains(
                tokens[sole.lowerBound].text
            )
        else { return nil }
        return sole
    }

    func words(_ deed: String, _ table: [(String, String)], where fits: (Int) -> Bool = { _ in true })
        -> [Mutation.Change]
    {
        body.tokens.flatMap { index in
            table.filter { $0.0 == tokens[index].text && fits(index) }.map {
                change(deed, index..<index + 1, to: $0.1)
            }
        }
    }

    func change(_ deed: String, _ tokens: Range<Int>, to text: String) -> Mutation.Change {
        Mutation.Change(deed: deed, edits: [TextEdit(range: code.bytes(of: tokens), text: text)])
    }

    func text(_ tokens: Range<Int>) -> String { code.text(of: tokens) }
}

/// A kind of mistake: from a body to all the edits that make it there.
struct Mutation: Sendable {
    struct Change: Hashable, Sendable {
        var deed: String
        var edits: [TextEdit]
        /// What is told in the place of the new lines, where they are too many to be read.
        var told: String?
    }

    var changes: @Sendable (MutationPlace) -> [Change]

    static let inBodies =
        [
            .removedStatements, .negatedConditions, .droppedConditions, .constantConditions,
            .shiftedComparisons,
            .shiftedNumbers, .swallowedErrors, .exchangedErrors, .silentRefusals, .replacedResults,
            .exchangedWords, .omittedSteps, .swappedStatements, .doubledStatements, .exchangedArguments,
            .exchangedNames,
            .chosenBranches, .emptiedTexts, .rememberedAnswers, .quietCancellations, .foldedIDs,
            .nearTwins, .cutLists,
        ] as [Mutation]
}

/// The same where declarations are changed: what was built against them must be built again.
struct DeclarationMutation: Sendable {
    var changes: @Sendable (MutationSource) -> [(path: String, Mutation.Change)]

    static let all =
        [.openedProperties, .openedAccess, .shiftedValues, .sharedInstances] as [DeclarationMutation]
}

extension SwiftCode {
    /// The expression that begins here, as far as its statement goes.
    func expression(at start: Int, in range: Range<Int>) -> Range<Int>? {
        var end = start
        while end < range.upperBound, end == start || !startsStatement(end) {
            let token = tokens[end]
            if token.partner != nil {
                guard let partner = token.partner, partner > end else { break }
                end = partner + 1
            } else if [",", ";", "else", "case", "default"].contains(token.text), !isToken(end - 1, ".") {
                break
            } else {
                end += 1
            }
        }
        return start < end ? start..<end : nil
    }
}
