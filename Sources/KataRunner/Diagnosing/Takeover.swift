/// A declaration of an answer that would stand in the place of something the suites mean (shadowing).
///
/// A suite sees what a chapter declares as if it stood beside it (`@testable import`), and Swift prefers it to what
/// comes from further away: an `==` of `String` here is the one by which the suite compares.
struct Takeover: Hashable, Sendable, Codable {
    enum Kind: String, Hashable, Sendable, Codable {
        /// A type or a function that the suite has from elsewhere, or a member of somebody else's type.
        case name
        /// An operator for types that aren't the answer's own.
        case sign
        /// Literals of the suite would become values of an own type.
        case literal
        /// A macro, or an attribute that reaches below the language.
        case depth
    }

    var kind: Kind
    var name: String
    var line: Int
}

extension Takeover {
    /// What the suites of a chapter mean by the names that they use.
    struct Suites {
        /// Names that neither they nor the workbook's own texts declare.
        private(set) var names: Set<String> = []
        /// Of these, the ones that are called as functions, and as members of something.
        private(set) var functions: Set<String> = []
        private(set) var members: Set<String> = []

        /// - Parameter texts: what answers began as, and the solutions: what these declare, an answer may declare.
        init(_ suites: [String], texts: [String]) {
            var declared: Set<String> = []
            for text in texts {
                declared.formUnion(Declaration.all(in: text).map { String($0.name) })
            }
            for suite in suites {
                let tokens = SwiftCode(suite).tokens
                for (index, token) in tokens.enumerated() where token.kind == .word {
                    let before = index > 0 ? tokens[index - 1].text : ""
                    let after = index + 1 < tokens.count ? tokens[index + 1].text : ""
                    if Self.declaring.contains(before) { declared.insert(token.name) }
                    // func isTold<ID>(
                    if before == "<", index > 2, tokens[index - 3].text == "func" {
                        declared.insert(token.name)
                    }
                    if before == "." {
                        members.insert(token.name)
                    } else {
                        names.insert(token.name)
                        if after == "(" { functions.insert(token.name) }
                    }
                }
            }
            names.subtract(declared)
            functions.subtract(declared)
            members.subtract(declared)
        }

        private static let declaring: Set<String> = [
            "struct", "class", "enum", "actor", "protocol", "typealias", "func", "let", "var", "case", "for",
            "associatedtype",
        ]
    }

    /// - Parameters:
    ///   - own: the types that the chapter declares.
    ///   - starter: what the answer began as.
    ///   - suites: is asked only where something may be meant by them.
    static func all(
        in text: String,
        own: OwnTypes,
        starter: String?,
        suites: () -> Suites
    ) -> [Takeover] {
        var reader = Reader(
            tokens: SwiftCode(text).tokens,
            own: own.subtracting(standard),
            given: Set(starter.map { SwiftCode($0).tokens.map(\.name) } ?? [])
        )
        reader.read()
        var found = reader.found
        reader.names.removeAll { reader.given.contains($0.name) && !standard.contains($0.name) }
        if !reader.names.isEmpty || !reader.members.isEmpty || !reader.makers.isEmpty {
            let suites = suites()
            func isMeant(_ name: String) -> Bool {
                if standard.contains(name) { return true }
                return name.first?.isUppercase == true
                    ? suites.names.contains(name) : suites.functions.contains(name)
            }
            found += reader.names.filter { isMeant($0.name) }
            // A suite's own type may be one of those that are extended, as everything is `Sendable`.
            found += reader.members.filter { member in
                isMeant(member.name) || suites.members.contains(member.name) || isImplied(member.name)
            }
            found += reader.makers.filter { maker in
                isMeant(maker.takeover.name) && (maker.label == "_" || suites.names.contains(maker.label))
            }.map(\.takeover)
        }
        return found.sorted { ($0.line, $0.name) < ($1.line, $1.name) }
    }

    /// What a suite calls and never writes: an interpolation is put together by name, and macros make calls of
    /// expectations.
    private static func isImplied(_ member: String) -> Bool {
        ["appendInterpolation", "appendLiteral"].contains(member) || member.hasPrefix("__")
    }

    /// The types that these texts declare, at their tops and in others, if no value from elsewhere is of them: a
    /// protocol to which somebody else's type is made to conform is shared, and so is another name of a type. What an
    /// associated type stands for, nobody has to write.
    static func own(by answers: some Sequence<String>, beside starters: [SwiftCode]) -> OwnTypes {
        let (answers, starters) = (answers.map { SwiftCode($0).tokens }, starters.map(\.tokens))
        let kin = answers.flatMap(Kinship.all)
        let all = kin + starters.flatMap(Kinship.all)
        let own = OwnTypes(in: answers + starters)
        var shared: Set<String> = []
        var next = all.filter { $0.keyword == "extension" && !own.contains($0.name) }
        while !next.isEmpty {
            let names = Set(next.flatMap(\.others).map(\.name)).subtracting(shared)
            shared.formUnion(names)
            next = all.filter { names.contains($0.name) }
        }
        let aliases = kin.filter { ["typealias", "associatedtype"].contains($0.keyword) }.map(\.name)
        return own.subtracting(shared).subtracting(Set(aliases))
    }

    /// What no answer calls a thing of its own at the top of a file, and whose operators are the library's.
    private static let standard: Set<String> = [
        "Swift", "Testing", "Foundation", "KataProbes", "String", "Substring", "Character", "Int", "Int8",
        "Int16",
        "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float", "Bool",
        "Optional",
        "Array", "ArraySlice", "Dictionary", "Set", "Range", "ClosedRange", "Never", "Void", "Any",
        "AnyObject",
        "AnyHashable", "Error", "Result", "Equatable", "Comparable", "Hashable", "Sequence", "Collection",
        "Sendable", "IntegerLiteralType", "FloatLiteralType", "StringLiteralType", "BooleanLiteralType",
        "Task", "KeyPath", "WritableKeyPath", "Date", "URL", "UUID", "Data", "Decimal",
    ]
}

extension Takeover {
    /// By file, for texts that stand in a chapter.
    static func complaints(
        about texts: [String: String],
        in chapter: Chapter,
        _ workbook: Workbook
    ) -> [String: [Diagnostic]] {
        guard !texts.isEmpty else { return [:] }
        func text(_ file: String) -> String? { workbook.files.text(workbook.path(file)) }
        let starters = chapter.katas.compactMap { text($0.pristine) }
        let own = own(by: texts.values, beside: starters.map { SwiftCode($0) })
        var known: Suites?
        func suites() -> Suites {
            if let known { return known }
            // Where a starter is damaged, what is asked for is still known by the solution.
            let texts = starters + chapter.katas.compactMap { text($0.solution) }
            let suites = Suites(chapter.katas.compactMap { text($0.suite) }, texts: texts)
            known = suites
            return suites
        }
        var complaints: [String: [Diagnostic]] = [:]
        for (file, answer) in texts {
            let starter = chapter.katas.first { $0.file == file }.flatMap { text($0.pristine) }
            let found = all(in: answer, own: own, starter: starter, suites: suites)
            guard !found.isEmpty else { continue }
            complaints[file] = found.map { takeover in
                let cause = Diagnostic.Cause.takesOver(takeover.kind, name: takeover.name)
                var diagnostic = Diagnostic(about: file, line: takeover.line, cause)
                diagnostic.sourceLine = answer.line(takeover.line)
                return diagnostic
            }
        }
        return complaints
    }
}
