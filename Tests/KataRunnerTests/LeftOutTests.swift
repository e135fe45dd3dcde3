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
