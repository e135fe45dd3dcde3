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

    private func next(
        _ leftOut: inout LeftOut,
        _ failure: LeftOut.Failure,
        suspects: [String] = [],
        changed: [String],
        isAlone: Bool = true
    ) -> LeftOut.Step {
        leftOut.next(after: failure, suspects, changed: changed, isAlone: isAlone)
    }

    @Test("who is named by the compiler is left out, then who is suspected, then the kata itself")
    func named() {
        var leftOut = LeftOut(missing: [])
        let named = LeftOut.Failure(
            reason: .complaints(of: "", named: true),
            causes: complaint(),
            blamed: complaint()
        )
        #expect(next(&leftOut, named, changed: [file]) == .buildWithout)
        #expect(next(&leftOut, named, changed: [file]) == .buildWithout)
        #expect(leftOut.withoutStarter == [file])
        let silent = LeftOut.Failure(reason: .complaints(of: "error: no", named: false))
        #expect(next(&leftOut, silent, suspects: ["Notes.swift"], changed: ["b"]) == .buildWithout)
        #expect(leftOut.complaints["Notes.swift"]?.map(\.message) == ["no"])
        #expect(next(&leftOut, silent, changed: ["b"]) == .tryStarter(orElse: silent.complaint))
        #expect(leftOut.concerns("b"))
        #expect(next(&leftOut, silent, changed: ["b"], isAlone: false) == .tryApart)
        #expect(next(&leftOut, silent, changed: []) == .giveUp(.buildFailed(output: "error: no")))
    }

    @Test("complaints about the workbook's own files, and an overrun of one kata, are nobody's to mend")
    func nobody() {
        var leftOut = LeftOut(missing: [])
        let own = LeftOut.Failure(reason: .complaints(of: "no", named: true))
        #expect(next(&leftOut, own, suspects: [file], changed: [file]) == .giveUp(.buildFailed(output: "no")))
        let slow = LeftOut.Failure(reason: .overrun(seconds: 9, onOneFile: true))
        #expect(next(&leftOut, slow, changed: [file]) == .giveUp(slow.complaint))
        #expect(next(&leftOut, slow, changed: [file], isAlone: false) == .tryApart)
        #expect(leftOut == LeftOut(missing: []))
    }

    @Test("of what a linker says the reason is reported, without the paths of its files")
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
