extension Takeover {
    /// Finds what an answer declares that stands in somebody else's place.
    struct Reader {
        let tokens: [SwiftCode.Token]
        let own: OwnTypes
        /// Words of the starter.
        let given: Set<String>
        var found: [Takeover] = []
        /// Declared at the top of the file, and in extensions of types that aren't the chapter's own.
        var names: [Takeover] = []
        var members: [Takeover] = []
        /// Initialisers and subscripts that such extensions declare for values that aren't the answer's own.
        var makers: [(takeover: Takeover, label: String)] = []

        private struct Scope {
            enum Kind { case type, extending, other }
            var kind = Kind.other
            var name = ""
            var isPrivate = false
        }

        private var scopes: [Scope] = []
        private var next: Scope?
        private var access: String?
        /// The two as they were before each open parenthesis.
        private var kept: [(next: Scope?, access: String?)] = []
        /// How many scopes are around the `let a = 1, b = 2` that is being read.
        private var listed: Int?
        /// A function that is found under a symbol. With a body it stands in the place of another one.
        private var symbol: Takeover?
        private var isSymbolDeclared = false
        private var place = 0

        init(tokens: [SwiftCode.Token], own: OwnTypes, given: Set<String>) {
            (self.tokens, self.own, self.given) = (tokens, own, given)
        }

        static let types: Set<String> = ["struct", "class", "enum", "actor", "protocol"]
        static let values: Set<String> = ["func", "let", "var", "typealias"]
        private static let versions: Set<String> = ["swift", "compiler", "_compiler_version"]
        private static let fixities: Set<String> = ["infix", "prefix", "postfix"]
        /// Attributes that have no underscore and reach as deep as those that have one.
        private static let deep: Set<String> = ["c", "cdecl", "section", "used", "extern", "abi"]
        private static let comparing: Set<String> = ["==", "!=", "===", "!==", "<", ">", "<=", ">=", "~="]

        /// Whoever is one of these can be written as a literal.
        private static let literal: Set<String> = [
            "Numeric", "SignedNumeric", "BinaryInteger", "SignedInteger", "UnsignedInteger",
            "FixedWidthInteger",
            "FloatingPoint", "BinaryFloatingPoint", "StringProtocol", "SetAlgebra", "OptionSet", "SIMD",
            "NSNumber", "NSDecimalNumber", "NSString", "NSMutableString", "NSArray", "NSMutableArray",
            "NSDictionary", "NSMutableDictionary", "NSSet", "NSMutableSet", "NSCountedSet", "NSOrderedSet",
            "NSMutableOrderedSet",
        ]

        private static let precedences = Set(
            [
                "Assignment", "FunctionArrow", "Ternary", "Default", "LogicalDisjunction",
                "LogicalConjunction",
                "Comparison", "NilCoalescing", "Casting", "RangeFormation", "Addition", "Multiplication",
                "BitwiseShift",
            ].map { "\($0)Precedence" }
        )

        private func text(_ offset: Int) -> String {
            tokens.indices.contains(place + offset) ? tokens[place + offset].text : ""
        }

        private var nextName: String { place + 1 < tokens.count ? tokens[place + 1].name : "" }

        private var isHidden: Bool {
            if let access { return access.hasSuffix("private") }
            return scopes.contains { $0.isPrivate }
        }

        private func takeover(_ kind: Takeover.Kind, _ name: String) -> Takeover {
            Takeover(kind: kind, name: name, line: tokens[place].line)
        }

        mutating func read() {
            while place < tokens.count {
                readToken()
                place += 1
            }
            let kin = Kinship.all(in: tokens)
            let literals = kin.flatMap(\.others).filter(isLiteral) + tokens.filter(isExpressible)
            guard !literals.isEmpty, !hidesLiterals(kin) else { return }
            found += literals.map { Takeover(kind: .literal, name: $0.name, line: $0.line) }
        }

        /// Whether only private types are written as literals. `some Numeric` would lead a suite to one, so nothing else
        /// may name such a protocol.
        private func hidesLiterals(_ kin: [Kinship]) -> Bool {
            let hidden = kin.filter { $0.isDeclaration && $0.keyword != "protocol" && $0.isPrivate }
                .flatMap(\.others)
            let names = Self.literal.union(["ExpressibleBy"])
            let isHidden = { (kind: (SwiftCode.Token) -> Bool) in
                hidden.count(where: kind) == tokens.count(where: kind)
            }
            return isHidden(isLiteral) && isHidden(isExpressible)
                && !tokens.contains { $0.kind == .pattern && names.contains(where: $0.text.contains) }
        }

        private func isLiteral(_ token: SwiftCode.Token) -> Bool {
            Self.literal.contains(token.name) && !given.contains(token.name)
        }

        /// One of these is a literal wherever it stands: nobody needs it to constrain a type.
        private func isExpressible(_ token: SwiftCode.Token) -> Bool {
            token.name.hasPrefix("ExpressibleBy") && !given.contains(token.name)
        }

        private mutating func readToken() {
            let token = tokens[place]
            if Self.values.contains(token.text) || Self.types.contains(token.text)
                || token.text == "extension"
            {
                if isSymbolDeclared { symbol = nil }
                isSymbolDeclared = true
            }
            switch token.text {
            case "{":
                if let symbol { found.append(symbol) }
                symbol = nil
                scopes.append(next ?? Scope())
                (next, access) = (nil, nil)
            case "}":
                _ = scopes.popLast()
                (next, access) = (nil, nil)
            case _ where token.kind == .bracket && token.partner ?? 0 > place:
                // Labels may read like keywords.
                kept.append((next, access))
                scopes.append(Scope())
                (next, access) = (nil, nil)
            case ")", "]":
                _ = scopes.popLast()
                (next, access) = kept.popLast() ?? (nil, nil)
            case ",":
                if listed == scopes.count, [":", "=", ",", "{"].contains(text(2)) { declare(nextName) }
            case ";": access = nil
            case _ where token.kind == .pattern: readAgain(token)
            case _ where token.kind == .perhapsPattern: found.append(takeover(.depth, "/ … /"))
            case _ where token.text.hasPrefix("@"): readAttribute()
            case _ where token.kind != .word || text(-1) == ".": break
            case "private", "fileprivate", "internal", "public", "package", "open":
                // `private(set)` is about a setter.
                if text(1) != "(" { access = token.text }
            case "macro" where tokens.indices.contains(place + 1) && tokens[place + 1].kind == .word:
                found.append(takeover(.depth, "macro \(nextName)"))
            case "import":
                access = nil
                // `import struct Foundation.Date`
                if Self.types.contains(text(1)) || Self.values.contains(text(1)) { place += 1 }
            case _ where Self.versions.contains(token.text) && text(1) == "(":
                // What such a condition leaves out, the compiler doesn't even read.
                if ["<", ">="].contains(text(2)) || token.text.hasPrefix("_") {
                    found.append(takeover(.depth, "#if \(token.text)"))
                }
            case "operator" where Self.fixities.contains(text(-1)):
                if Self.isStandard(text(1)) { found.append(takeover(.sign, text(1))) }
            case "precedencegroup" where Self.precedences.contains(text(1)):
                found.append(takeover(.depth, "precedencegroup \(text(1))"))
            case "extension":
                next = Scope(
                    kind: .extending,
                    name: nextName,
                    isPrivate: access?.hasSuffix("private") ?? false
                )
                (access, listed) = (nil, nil)
            case "class" where ["func", "var", "let", "subscript"].contains(text(1)): break
            case _ where Self.types.contains(token.text):
                declare(nextName)
                next = Scope(kind: .type, name: nextName, isPrivate: access?.hasSuffix("private") ?? false)
                // What stands in its list of protocols is not declared here.
                (access, listed) = (nil, nil)
            case "func" where tokens.indices.contains(place + 1) && tokens[place + 1].kind == .sign:
                readOperator()
                (access, listed) = (nil, nil)
            case "func" where showsOwnValue: access = nil
            case _ where Self.values.contains(token.text):
                readNames(isList: token.text == "let" || token.text == "var")
                access = nil
            case "init", "subscript": readMaker()
            default: break
            }
        }

        private static func isStandard(_ sign: String) -> Bool {
            comparing.contains(sign)
                || ["!", "&&", "||", "??", "+", "-", "*", "/", "%", "...", "..<", "+=", "-="].contains(sign)
        }

        private mutating func readAttribute() {
            let name = text(0) == "@" ? nextName : tokens[place].name
            guard name.hasPrefix("_") || Self.deep.contains(name) else { return }
            guard name != "_silgen_name" else {
                (symbol, isSymbolDeclared) = (takeover(.depth, "@\(name)"), false)
                return
            }
            found.append(takeover(.depth, "@\(name)"))
        }

        /// What stands between slashes is code where these are operators after all.
        private mutating func readAgain(_ pattern: SwiftCode.Token) {
            guard pattern.text.hasPrefix("/") else { return }
            let code = SwiftCode(String(pattern.text.dropFirst().dropLast()))
            var reader = Reader(tokens: code.tokens, own: own, given: given)
            reader.read()
            func placed(_ takeover: Takeover) -> Takeover {
                Takeover(kind: takeover.kind, name: takeover.name, line: pattern.line)
            }
            found += reader.found.map(placed)
            names += reader.names.map(placed)
            members += reader.members.map(placed)
            makers += reader.makers.map { (placed($0.takeover), $0.label) }
        }

        /// `let a`, and `let (a, b)` or `let a = 1, b = 2`.
        private mutating func readNames(isList: Bool) {
            listed = isList && !isHidden ? scopes.count : nil
            if isList, text(1) == "(", let end = tokens[place + 1].partner {
                for token in tokens[place + 1..<end] where token.kind == .word { declare(token.name) }
            } else {
                declare(nextName)
            }
        }

        private mutating func declare(_ name: String) {
            guard !isHidden, !name.isEmpty else { return }
            if scopes.isEmpty {
                names.append(takeover(.name, name))
            } else if scopes.count == 1, scopes[0].kind == .extending, !own.contains(scopes[0].name) {
                members.append(takeover(.name, name))
            }
        }

        /// Without a label, or with one that a suite uses, it may be preferred to what the suite means.
        private mutating func readMaker() {
            let open = parenthesis
            guard !isHidden, scopes.count == 1, scopes[0].kind == .extending, !own.contains(scopes[0].name),
                !parameters(from: open).contains(where: { isOwn($0, [:]) })
            else { return }
            let first = Array(tokens[open...].dropFirst().prefix(2))
            let isLabelled = first.first?.kind == .word && (text(0) == "init" || first.last?.text != ":")
            let type = scopes[0].name == "[" ? "Array" : scopes[0].name
            makers.append((takeover(.name, type), isLabelled ? first[0].name : "_"))
        }

        /// Far from its parenthesis, a declaration is read as one for anybody's values.
        private var parenthesis: Int {
            tokens[place...].prefix(1_000).firstIndex { $0.text == "(" } ?? tokens.count
        }

        /// How a text shows an own value is nobody else's business.
        private var showsOwnValue: Bool {
            nextName == "appendInterpolation"
                && parameters(from: parenthesis).contains { isOwn($0, [:]) }
        }

        /// An operator is found wherever it is declared, so what counts is what it is for.
        private mutating func readOperator() {
            guard !isHidden, scopes.allSatisfy({ $0.kind != .other }) else { return }
            // `func ==<T>(` has the bracket at the end of its sign.
            var sign = text(1)
            var index = place + 2
            let isGeneric = index < tokens.count && tokens[index].text != "("
            if isGeneric, sign.hasSuffix("<") { sign.removeLast() }
            var generics: [String: String] = [:]
            while index < tokens.count, tokens[index].text != "(" {
                let before = tokens[index - 1]
                if before.text.hasSuffix("<") || before.text == "," { generics[tokens[index].name] = "" }
                if tokens[index].text == ":", index + 1 < tokens.count {
                    generics[before.name] = tokens[index + 1].name
                }
                index += 1
            }
            let parameters = parameters(from: index)
            let areOwn = parameters.map { isOwn($0, generics) }
            let isFine =
                Self.comparing.contains(sign) ? areOwn.allSatisfy(\.self) : areOwn.contains(true)
            if !isFine || parameters.isEmpty { found.append(takeover(.sign, sign)) }
        }

        /// The words of each parameter's type.
        private func parameters(from start: Int) -> [[String]] {
            var parameters: [[String]] = []
            var current: [String]?
            var depth = 0
            for token in tokens[min(start, tokens.count)...] {
                if ["(", "[", "{"].contains(token.text) { depth += 1 }
                if [")", "]", "}"].contains(token.text) { depth -= 1 }
                if depth == 0 || (depth == 1 && token.text == ",") {
                    if let current { parameters.append(current) }
                    current = nil
                    if depth == 0 { break }
                } else if depth == 1, token.text == ":", current == nil {
                    current = []
                } else {
                    current?.append(token.name)
                }
            }
            return parameters
        }

        /// `Purse`, `Film.Day`, `inout Purse` and `some Specification<Film>`, but not `Purse?` or `[Purse]`, and not
        /// `Purse = .empty`, which nobody has to give.
        private func isOwn(_ type: [String], _ generics: [String: String]) -> Bool {
            let words = type.drop {
                ["inout", "borrowing", "consuming", "__owned", "__shared", "some", "any"].contains($0)
            }
            guard var root = words.first, let last = words.last?.last, !"?!".contains(last),
                !words.contains("=")
            else {
                return false
            }
            // `Film.Day`: what stands in an own type need not be one.
            var (outer, inner) = (root, words.dropFirst())
            while inner.first == ".", let name = inner.dropFirst().first {
                guard own.contains(name, in: outer) else { return false }
                (outer, inner) = (name, inner.dropFirst(2))
            }
            root = generics[root] ?? root
            guard root == "Self" else { return own.contains(root, from: scopes.map(\.name)) }
            return scopes.last.map { own.contains($0.name, from: scopes.dropLast().map(\.name)) } ?? false
        }
    }
}
