import Foundation
import Testing

@testable import KataRunner

@Suite("Mutants")
struct MutationTests {
    /// What a mutation makes of the one body of a text: the body after each change, in one line.
    private func bodies(_ mutation: Mutation, _ text: String) throws -> [String] {
        let code = SwiftCode(text)
        let outline = CodeOutline(of: code)
        let source = MutationSource(code: code, outline: outline)
        let body = try #require(outline.bodies.last)
        let inside = code.bytes(of: body.tokens)
        return mutation.changes(MutationPlace(source: source, body: body)).map { change in
            let edits = change.edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
            return code.text(inside, after: edits).split(whereSeparator: \.isWhitespace).joined(
                separator: " "
            )
        }
    }

    private func bodies(_ mutation: Mutation, in body: String, _ signature: String = "func f()") throws
        -> [String]
    {
        try bodies(mutation, "\(signature) {\n\(body)\n}\n")
    }

    @Test("a statement is left out, but for what others need and for the only value")
    func removed() throws {
        #expect(
            try bodies(.removedStatements, in: "let a = 1\ng(a)\nif a { h() }") == [
                "let a = 1 if a { h() }", "let a = 1 g(a)", "let a = 1 g(a) if a { }",
            ]
        )
        #expect(try bodies(.removedStatements, in: "g()", "func f() -> Int") == [])
        #expect(
            try bodies(.removedStatements, in: "guard a else { throw b }\nguard let c else { return }\ng()")
                .prefix(1) == ["guard let c else { return } g()"]
        )
        #expect(
            try bodies(.removedStatements, in: "switch a {\ncase 1: g()\ndefault: h()\n}").contains(
                "switch a { case 1: break default: h() }"
            ) == false
        )
    }

    @Test("a call is made twice")
    func doubled() throws {
        #expect(
            try bodies(.doubledStatements, in: "try await g()\nx += 1") == [
                "try await g() try await g() x += 1"
            ]
        )
        #expect(try bodies(.doubledStatements, in: "let a = try await g()\nh = a") == [])
    }

    @Test("two steps change places where somebody can tell")
    func swapped() throws {
        #expect(try bodies(.swappedStatements, in: "g()\nh()\nreturn") == ["h() g() return"])
        #expect(
            try bodies(.swappedStatements, in: "guard a else { return }\nb = c") == [
                "b = c guard a else { return }"
            ]
        )
        #expect(try bodies(.swappedStatements, in: "a = b\nc = d\nlet e = f()") == [])
    }

    @Test("a condition is negated, or dropped from among others")
    func conditions() throws {
        #expect(
            try bodies(.negatedConditions, in: "guard a == b, let c else { return }") == [
                "guard !(a == b), let c else { return }"
            ]
        )
        #expect(try bodies(.negatedConditions, in: "return !a.contains(b)") == ["return a.contains(b)"])
        #expect(
            try bodies(.droppedConditions, in: "if a, let b, c { }") == [
                "if let b, c { }", "if a, let b { }",
            ]
        )
    }

    @Test("a label that reads like a keyword begins no condition")
    func labels() throws {
        #expect(try bodies(.negatedConditions, in: "join(kim, if: free)") == [])
    }

    @Test("half of a condition is dropped, and «and» is exchanged for «or»")
    func halves() throws {
        #expect(
            try bodies(.droppedConditions, in: "x.contains { $0.a == a && $0.b != b }")
                == [
                    "x.contains { $0.a == a }", "x.contains { $0.b != b }",
                    "x.contains { $0.a == a || $0.b != b }",
                ]
        )
    }

    @Test("a comparison is shifted, always holds or never does")
    func comparisons() throws {
        #expect(
            try bodies(.shiftedComparisons, in: "return a.b < c && d(1..<2)") == [
                "return a.b <= c && d(1..<2)", "return a.b > c && d(1..<2)", "return a.b < c && d(1...2)",
            ]
        )
        #expect(
            try bodies(.constantConditions, in: "return a.b == c(1) && d") == [
                "return (a.b == c(1) || true) && d", "return (a.b == c(1) && false) && d",
            ]
        )
    }

    @Test("a number is shifted by one, and a member of a tuple is none")
    func numbers() throws {
        #expect(try bodies(.shiftedNumbers, in: "a[1_000] = b.0") == ["a[999] = b.0", "a[1001] = b.0"])
    }

    @Test("an error is swallowed, exchanged or not thrown")
    func errors() throws {
        #expect(
            try bodies(.swallowedErrors, in: "guard let a = try await b() else { return }").first
                == "guard let a = try? await b() else { return }"
        )
        #expect(
            try bodies(.exchangedErrors, in: "guard a else { throw E.one }\nthrow E.two") == [
                "guard a else { throw E.two } throw E.two", "guard a else { throw E.one } throw E.one",
            ]
        )
        #expect(
            try bodies(.silentRefusals, in: "guard a else { throw E.one }\nreturn b", "func f() throws -> B?")
                == ["guard a else { return nil } return b"]
        )
    }

    @Test("a result is another one of its type")
    func results() throws {
        #expect(try bodies(.replacedResults, in: "a.b", "func f(_ c: Handle) -> Handle?") == ["nil", "c"])
        #expect(
            try bodies(
                .replacedResults,
                in: "if a { return true }\nreturn b { return 1 }",
                "func f() -> Bool"
            ) == [
                "if a { return true } return b { return 1 }", "if a { return false } return b { return 1 }",
                "if a { return true } return true", "if a { return true } return false",
            ]
        )
    }

    @Test("the values of a choice that is all are results too")
    func branchResults() throws {
        #expect(
            try bodies(
                .replacedResults,
                in: "switch a {\ncase 1: true\ndefault: false\n}",
                "func f() -> Bool"
            )
            .contains("switch a { case 1: false default: false }")
        )
    }

    @Test("arguments change places, and keep their labels")
    func arguments() throws {
        #expect(try bodies(.exchangedArguments, in: "move(from: a, to: b.c)") == ["move(from: b.c, to: a)"])
    }

    @Test("another name stands where a value is a name alone")
    func names() throws {
        #expect(
            try bodies(.exchangedNames, in: "let b = a.renamed()\nsave(b)\nreturn b", "func f(a: A) -> A")
                == ["let b = a.renamed() save(a) return b", "let b = a.renamed() save(b) return a"]
        )
    }

    @Test("one side of a choice is always taken")
    func choices() throws {
        #expect(try bodies(.chosenBranches, in: "return a.b ? c : d") == ["return c", "return d"])
        #expect(try bodies(.chosenBranches, in: "x = a?.b ?? c") == ["x = c"])
    }

    @Test("a first answer is remembered only where somebody else is asked")
    func remembered() throws {
        let method = "struct A { func f(_ b: Int) async throws -> Int { try await c.d(b) } }"
        #expect(try bodies(.rememberedAnswers, method).count == 1)
        #expect(try bodies(.rememberedAnswers, "struct A { func f() -> Int { 1 + a } }") == [])
    }

    @Test("a cancellation is no error, where a quiet answer can be given")
    func quietCancellations() throws {
        let ending = #"} catch where "\(error)".lowercased().hasPrefix("cancel") { return"#
        #expect(
            try bodies(.quietCancellations, in: "try await g()\nh()", "func f() async throws") == [
                "do { try await g() h() \(ending) }"
            ]
        )
        #expect(
            try bodies(.quietCancellations, in: "try await g()", "func f() async throws -> [Int]") == [
                "do { return try await g() \(ending) [] }"
            ]
        )
        #expect(try bodies(.quietCancellations, in: "try await g()", "func f() async throws -> Int") == [])
        #expect(try bodies(.quietCancellations, in: "try g()", "func f() throws") == [])
    }

    @Test("ids are compared in any letter case, and other values as before")
    func foldedIDs() throws {
        #expect(
            try bodies(.foldedIDs, in: "return a.id == b.id && c == d") == [
                "return String(describing: a.id).lowercased() == String(describing: b.id).lowercased() && c == d"
            ]
        )
        #expect(
            try bodies(.foldedIDs, in: "return seats.contains(member)") == [
                "return seats.contains(where: { String(describing: $0).lowercased() == String(describing: member).lowercased() })"
            ]
        )
        #expect(try bodies(.foldedIDs, in: "return seats.contains(where: isFree)") == [])
    }

    @Test("texts are compared and kept without their capitals, blanks or digits")
    func nearTwins() throws {
        let twins = { (step: String) in
            "String(describing: a.title)\(step) == String(describing: title)\(step)"
        }
        let steps = [".lowercased()", ".filter { !$0.isWhitespace }", ".filter { !$0.isNumber }"]
        #expect(try bodies(.nearTwins, in: "return a.title == title") == steps.map { "return \(twins($0))" })
        #expect(try bodies(.nearTwins, in: "return a.folded == b.folded").count == 2)
        #expect(
            try bodies(.nearTwins, in: "return book.authors.contains(author)").first
                == "return book.authors.contains(where: { String(describing: $0).lowercased() == String(describing: author).lowercased() })"
        )
        #expect(
            try bodies(.nearTwins, in: "self.text = raw.trimmed\nself.count = 1")
                == steps.map { "self.text = (raw.trimmed)\($0) self.count = 1" }
        )
        #expect(try bodies(.nearTwins, in: "return a.number == b.number") == [])
    }

    @Test("a long list is cut, and a single value isn't")
    func cutLists() throws {
        #expect(
            try bodies(.cutLists, in: "return a + b", "func f() -> [Int]") == [
                "return Array((a + b).prefix(20))"
            ]
        )
        #expect(try bodies(.cutLists, in: "return a", "func f() -> Int") == [])
        #expect(try bodies(.cutLists, in: "return [a]", "func f() -> [Int]") == [])
    }

    @Test("a constant may change, what was private is open, a value is shifted")
    func declarations() {
        let mutants = Mutant.all(
            of: "solution",
            "struct A {\n    private let a = 1...3\n    let b: Int\n    var c: Int\n}\n"
        )
        .filter {
            !$0.isInBody
        }
        #expect(
            mutants.map { $0.new.joined() }
                == [
                    "    var b: Int", "     let a = 1...3", "    private let a = 0...3",
                    "    private let a = 2...3",
                    "    private let a = 1..<3", "    private let a = 1...2",
                    "    private let a = 1...4", "final class A {",
                ]
        )
    }

    // MARK: - What nobody could feel

    @Test("what is assigned again or found done isn't done twice")
    func unfeltTwice() throws {
        for body in ["state = .lost(on: day)", "guests.removeAll { $0 == a }", "list.sort()"] {
            #expect(try bodies(.doubledStatements, in: "\(body)\ng = 1") == [], "\(body)")
        }
        for body in [
            "count += next()", "fare = fare.raised(by: 1)", "_ = line.take()", "try await a.removeAll()",
        ] {
            #expect(try bodies(.doubledStatements, in: "\(body)\ng = 1").count == 1, "\(body)")
        }
    }

    @Test("a question that changes nothing isn't asked twice")
    func questions() throws {
        func doubled(_ modifier: String, _ body: String, asked: String = "_ = try day()") throws -> Int {
            let question = "\(modifier)func day() throws -> Day {\n\(body)\n}"
            let asker = "mutating func lose() throws {\n\(asked)\na = b\n}"
            return try bodies(.doubledStatements, "struct Loan {\n\(question)\n\(asker)\n}\n").count
        }
        let body = "guard case .lent(let day) = state else { throw E.no }\nreturn day"
        #expect(try doubled("private ", body) == 0)
        #expect(try doubled("private ", body, asked: "try day()") == 0)
        #expect(try doubled("private ", body, asked: "try other.day()") == 1)
        #expect(try doubled("mutating ", "return day") == 1)
        #expect(try doubled("", "log.add(1)\nreturn day") == 1)
    }

    @Test("the beginning of a short list is itself, and so is its reverse")
    func shortLists() throws {
        let type = "func f() -> [Int]"
        #expect(try bodies(.replacedResults, in: "if a { return [] }\nreturn [g(1, 2)]", type).count == 2)
        #expect(try bodies(.replacedResults, in: "return [1, 2]", type).count == 3)
        #expect(try bodies(.replacedResults, in: "return [1] + a", type).count == 3)
    }

    @Test("the greater of two is the greater, whichever comes first")
    func symmetric() throws {
        #expect(try bodies(.exchangedArguments, in: "Swift.max(0, a) - min(b, c)") == [])
    }

    @Test("a return at the end is not left out, and one in the middle is")
    func lastReturn() throws {
        #expect(
            try bodies(.removedStatements, in: "if a { return }\nreturn") == ["return", "if a { } return"]
        )
    }

    @Test("a helper that changes nothing isn't opened, and whatever can be changed is")
    func unfeltOpenings() {
        func opened(_ member: String) -> Int {
            Mutant.all(of: "solution", "struct A {\n    var b = a\n    \(member)\n}\n").count {
                $0.deed == "what was private is open"
            }
        }
        let helpers = [
            "private func f() -> Int { 1 + g }", "private func f() throws { guard a else { throw E.one } }",
            "private static func f() -> [Int] {\nvar list = a\nlist.append(1)\nreturn list\n}",
            "private var f: Int { 1 }", "private enum State { case free }", "private final class B {}",
            "fileprivate typealias C = Int",
        ]
        for helper in helpers { #expect(opened(helper) == 0, "\(helper)") }
        let doors = [
            "private mutating func f() { b = 1 }", "private func f() { store.add(1) }",
            "private func f() async throws {\nlet c = b\ntry await store.commit(c)\n}",
            "private(set) var f = 1", "private var f: Int", "private let f: Store", "private init() {}",
            "private var f: Int {\nget { b }\nset { b = newValue }\n}",
        ]
        for door in doors { #expect(opened(door) == 1, "\(door)") }
    }

    @Test("a constant in a private type stays, and a value that can't change isn't shared")
    func unfeltDeclarations() {
        func deeds(_ text: String) -> [String] { Mutant.all(of: "solution", text).map(\.deed) }
        #expect(deeds("private struct A {\n    let b: Int\n}\n") == [])
        #expect(
            deeds("struct A {\n    let b: Int\n    func c() -> A { self }\n}\n") == ["a constant may change"]
        )
        #expect(deeds("struct A {\n    var b: Int\n}\n") == ["copies are shared"])
        #expect(
            deeds("struct A {\n}\nextension A {\n    mutating func c() {}\n}\n") == ["copies are shared"]
        )
    }

    // MARK: - Ids

    @Test("the id of a mutant stays when other lines change, and differs between equal lines")
    func ids() {
        let before = "func f() {\n    g(1)\n    g(1)\n}\n"
        let after = "let other = 1\nfunc e() { h() }\nfunc f() {\n    g(1)\n    g(1)\n}\n"
        let ids = Mutant.all(of: "solution", before).map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(Set(ids).isSubset(of: Mutant.all(of: "solution", after).map(\.id)))
        #expect(Mutant.all(of: "valid-b", before, besides: before) == [])
    }

    @Test("no edit of any solution leaves brackets open", arguments: WorkbookFile.solutions)
    func brackets(file: String) throws {
        func isClosed(_ text: String) -> Bool {
            SwiftCode(text).tokens.allSatisfy { $0.kind != .bracket || $0.partner != nil }
        }
        let text = try WorkbookFile.text(file)
        for mutant in Mutant.all(of: "solution", text) {
            let isWhole = mutant.edits.allSatisfy { edit in
                isClosed(edit.text) && isClosed(String(decoding: Array(text.utf8)[edit.range], as: UTF8.self))
            }
            #expect(isWhole == true, "\(file):\(mutant.line) \(mutant.deed)")
        }
    }

    // MARK: - Many in one text

    @Test("a schema holds each mutant in a branch of its own, and returns what is no longer alone")
    func schema() throws {
        let text = "struct A {\n    func f() -> Int { 1 }\n}\n"
        let mutants = Mutant.all(of: "solution", text).filter { $0.new.joined().contains("{ 2 }") }
        let schema = MutantSchema(text, mutants.map { (number: 7, mutant: $0) }).text
        #expect(
            schema.contains(
                "switch kataMutant {\ncase 7:\n#sourceLocation(file: \"/mutants/7\", line: 1)\n return 2"
            )
        )
        #expect(schema.contains("default:\n#sourceLocation(file: \"/mutants/0\", line: 1)\n return 1"))
        #expect(MutantSchema.number(of: "../../mutants/7") == 7)
        #expect(MutantSchema.number(of: "Exercises/a.swift") == nil)
    }

    /// One that is to blame by name, two that don't go together, and one with which the compiler finds no end.
    @Test("what spoils the build of all is left out, by name or by halves, and the others are run")
    func winnowed() throws {
        let text = "func f() {\n    g(1)\n    h(2)\n    i(3)\n    j(4)\n}\n"
        let mutants = Mutant.all(of: "solution", text).prefix(9).enumerated().map {
            (number: $0.offset + 1, mutant: $0.element)
        }
        try #require(mutants.count == 9)
        var run: [Int] = []
        var leftOut: [String] = []
        try Winnowing.sift(mutants) { (remaining) throws(Complaint) in
            let numbers = Set(remaining.map(\.number))
            if numbers.contains(3) { return .spoiled(by: [3]) }
            if numbers.contains(7) || numbers.isSuperset(of: [1, 4]) { return .spoiled(by: []) }
            run += remaining.map(\.number)
            return .succeeded
        } leaveOut: { (mutant) throws(Complaint) in
            leftOut.append(mutant.id)
        }
        #expect(run == [1, 2, 4, 5, 6, 8, 9])
        #expect(leftOut == [3, 7].map { mutants[$0 - 1].mutant.id })
    }

    // MARK: - What is kept

    @Test("a line of the ledger is a kata: what it rests on, what was killed, and the survivors")
    func ledger() {
        let text = """
            3.1 9f86d081884c7d65 killed 41 survived 4f1c09ab,77aa00bc drawn from 190 seed 1
            3.2 9f86d081884c7d66 killed 12 survived -

            """
        let ledger = MutationLedger(parsing: text + "3.3 what is this\n")
        #expect(ledger.text == text)
        #expect(ledger.entries.values.map(\.survivors.count).sorted() == [0, 2])
    }

    @Test("a survivor is named by its id and a reason, whatever stands between")
    func namedMutants() throws {
        let mutant = try #require(Mutant.all(of: "solution", "func f() {\n    g()\n    h()\n}\n").first)
        let line = NamedMutants.line(for: mutant) + "nobody hears it"
        let names = NamedMutants(parsing: "# a remark\n\n\(line)\nabc without a reason\n").names
        #expect(names.map(\.id) == [mutant.id, "abc"])
        #expect(names.map(\.reason) == ["nobody hears it", ""])
        #expect(names.map(\.line) == [3, 4])
    }

    @Test("a sample takes the solution first, and what is named always")
    func sample() {
        let text = "func f() {\n    g(1)\n    h(2)\n    i(3)\n}\n"
        let all = Mutant.all(of: "solution", text) + Mutant.all(of: "valid-a", text)
        let named = all[all.count - 1].id
        var extent = MutationPlan.Extent()
        extent.most = 5
        let drawn = MutationPlan.drawn(from: all, extent, always: [named])
        #expect(drawn.count == 5)
        #expect(drawn.filter { $0.answer == "valid-a" }.map(\.id) == [named])
        #expect(MutationPlan.drawn(from: all, extent, always: [named]) == drawn)
        extent.seed = 2
        #expect(MutationPlan.drawn(from: all, extent, always: [named]) != drawn)
    }

    @Test("the sentence that shares the rarest words is the one that a mutant breaks")
    func sentence() {
        let page = KataPage(
            parsing: """
                ### Task

                Let `total()` of a `Purse` tell what its coins are worth.

                ### Rules

                - the largest coin is found
                - an empty purse holds nothing
                """.lines
        )
        var mutant = Mutant(answer: "solution", path: "Purse.largest", deed: "", edits: [], isInBody: true)
        mutant.old = ["coins.max()"]
        mutant.new = ["coins.min()"]
        #expect(PageSentences(of: page).nearest(to: mutant) == "the largest coin is found")
    }
}
