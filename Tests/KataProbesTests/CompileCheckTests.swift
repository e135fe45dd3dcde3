import KataProbes
import Testing

/// Tried against `KataProbes` itself, which is always built where these tests run.
@Suite("Code that must not compile")
struct CompileCheckTests {
    static let probes = CompileCheck(importing: "KataProbes")

    @Test(
        "is rejected, and its positive twin accepted",
        .enabled(if: probes.isAvailable),
        arguments: Twins.all
    )
    func twins(_ twins: Twins) throws {
        #expect(try Self.probes.complaints(about: twins.good) == [])
        #expect(try Self.probes.accepts(twins.good) == true)
        #expect(try Self.probes.accepts(twins.bad) == false)
        let complaints = try Self.probes.complaints(about: twins.bad)
        #expect(complaints.contains { $0.contains(twins.complaint) }, "\(complaints)")
    }

    @Test("a warning is no rejection", .enabled(if: probes.isAvailable))
    func warnings() throws {
        #expect(try Self.probes.accepts("func f() { let unused = 1 }") == true)
    }

    @Test(
        "sees what is internal only when testable, and never what is private",
        .enabled(if: probes.isAvailable)
    )
    func testable() throws {
        let inside = "func f(_ token: borrowing CommitToken) -> Int { token.round }"
        #expect(try CompileCheck(importing: "InMemoryInfrastructure").accepts(inside) == true)
        #expect(
            try CompileCheck(importing: "InMemoryInfrastructure", testable: false).accepts(inside) == false
        )
        #expect(try Self.probes.accepts("func f(_ check: CompileCheck) -> Bool { check.testable }") == false)
    }

    @Test(
        "borrows no members from what its module imports, if it may see its own imports only",
        .enabled(if: probes.isAvailable)
    )
    func ownImports() throws {
        let borrowed = "func f(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces) }"
        #expect(try Self.probes.accepts(borrowed) == true)
        let strict = CompileCheck(importing: "KataProbes", ownImportsOnly: true)
        #expect(try strict.accepts(borrowed) == false)
        #expect(try strict.accepts("import Foundation\n\n" + borrowed) == true)
    }

    @Test("cannot be tried against a module that is not built")
    func unknownModule() {
        let unknown = CompileCheck(importing: "NoSuchModule")
        #expect(unknown.isAvailable == false)
        #expect(throws: CompileCheck.Obstacle.self) { try unknown.accepts("") }
    }

    @Test("is tried here, where there is a compiler and a built module")
    func available() {
        #if os(Linux)
            #expect(Self.probes.isAvailable == true)
        #endif
    }

    @Test("of several statements those that compile, each by itself", .enabled(if: probes.isAvailable))
    func statements() throws {
        let statements = [
            "_ = check.isAvailable", "_ = check.module", "_ = URL(filePath: path)", "check.none()",
        ]
        let accepted = try Self.probes.accepted(
            statements,
            given: "check: CompileCheck, path: String",
            importing: ["Foundation"]
        )
        #expect(accepted == ["_ = check.isAvailable", "_ = URL(filePath: path)"])
        #expect(try Self.probes.accepted([statements[0]], given: "check: CompileCheck") == [statements[0]])
        #expect(throws: CompileCheck.Obstacle.self, "the parameters are at fault, and no statement is") {
            _ = try Self.probes.accepted([], importing: ["NoSuchModule"])
        }
    }

    @Test(
        "of several names those that a type declares, whatever the parameters",
        .enabled(if: probes.isAvailable)
    )
    func names() throws {
        let snippets = try Self.probes.names(
            ["accepts", "accepted", "isAvailable", "complaints", "accept", "isAvailabel", "refuses"],
            of: "CompileCheck"
        )
        // What is private, or has more than one form, is declared all the same.
        #expect(snippets == ["accepts", "accepted", "isAvailable", "complaints"])
        #expect(try Self.probes.names(["module"], of: "CompileCheck") == ["module"])
        #expect(throws: CompileCheck.Obstacle.self, "the type is at fault, and no name is") {
            _ = try Self.probes.names(["accepts"], of: "NoSuchType")
        }
    }
}

/// Two snippets that differ in what is tried and in nothing else.
struct Twins: CustomTestStringConvertible {
    let testDescription: String
    let good: String
    let bad: String
    let complaint: String

    static let all = [
        Twins(
            testDescription: "a wrong type",
            good: "let check: CompileCheck = CompileCheck(importing: \"A\")",
            bad: "let check: String = CompileCheck(importing: \"A\")",
            complaint: "cannot convert value"
        ),
        Twins(
            testDescription: "what is private",
            good: "func f() -> CompileCheck { CompileCheck(importing: \"A\") }",
            bad: "func f(_ check: CompileCheck) -> String { check.module }",
            complaint: "private"
        ),
        Twins(
            testDescription: "a token used twice",
            good:
                "struct Token: ~Copyable {}; func use(_: consuming Token) {}; func f() { let t = Token(); use(t) }",
            bad:
                "struct Token: ~Copyable {}; func use(_: consuming Token) {}; func f() { let t = Token(); use(t); use(t) }",
            complaint: "consumed more than once"
        ),
        Twins(
            testDescription: "something shared that is sent away",
            good: "final class Box {}; func use(_: Box) {}; func f() { let b = Box(); Task { use(b) } }",
            bad:
                "final class Box {}; func use(_: Box) {}; func f() { let b = Box(); Task { use(b) }; use(b) }",
            complaint: "data race"
        ),
        Twins(
            testDescription: "a constant assigned twice",
            good: "func f() -> Int { let n: Int; n = 1; return n }",
            bad: "func f() -> Int { let n: Int; n = 1; n = 2; return n }",
            complaint: "immutable value"
        ),
    ]
}
