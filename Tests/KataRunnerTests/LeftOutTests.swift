import Testing

@testable import KataRunner

@Suite("Files that can't be built")
struct LeftOutTests {
    private let file = "Exercises/Chapter1Shop/1-Purse.swift"

    private func complaint(_ message: String = "wrong") -> [String: [Diagnostic]] {
        [file: [Diagnostic(about: file, message)]]
    }

    @Test("a kata is left out first, its starter and suite when it is blamed again, and that is all")
    func twice() {
        var leftOut = LeftOut(missing: [])
        let isFirst = leftOut.add(complaint("first"))
        #expect(isFirst && leftOut.concerns(file))
        #expect(leftOut.withoutStarter.isEmpty, "the starter stands in")
        let isSecond = leftOut.add(complaint("second"))
        #expect(isSecond && leftOut.withoutStarter == [file])
        let isThird = leftOut.add(complaint("third"))
        #expect(!isThird, "a build that still fails has another reason")
        #expect(leftOut.notices(exceptFor: []).map(\.message) == ["first"])
        #expect(leftOut.notices(exceptFor: [Sample.personName]).count == 1)
    }

    @Test("the name that is declared twice is known, and of a function its name alone")
    func names() {
        func name(_ message: String) -> String? {
            Diagnostic(about: file, message).declaredTwice.map(String.init)
        }
        #expect(name("invalid redeclaration of 'Purse'") == "Purse")
        #expect(name("invalid redeclaration of 'total(of:)'") == "total")
        #expect(name("cannot find 'Purse' in scope") == nil)
    }

    @Test("a declaration is found on its line, and a use or a comment is none")
    func declarations() {
        let text = "// struct Purse {}\nlet purse = Purse()\nfinal class Purse {}\nfunc total() {}\n"
        #expect(text.lineDeclaring("Purse") == 3)
        #expect(text.lineDeclaring("total") == 4)
        #expect(text.lineDeclaring("purse") == 2)
        #expect(text.lineDeclaring("Wallet") == nil)
        #expect("".lineDeclaring("Purse") == nil)
    }

    @Test("of what a linker says the reason is told, without the paths of its files")
    func linker() {
        let output = """
            error: link command failed with exit code 1 (use -v to see invocation)
            ld.gold: error: /toy/.build/runner.swift.o: multiple definition of 'main'
            """
        #expect(output.firstError == "multiple definition of 'main'")
        #expect("error: link command failed".firstError == "link command failed")
        #expect("".firstError == "it can't be built")
    }
}
