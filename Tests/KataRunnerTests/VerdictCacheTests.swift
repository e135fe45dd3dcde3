import Foundation
import Testing

@testable import KataRunner

@Suite("Verdicts that are remembered")
struct VerdictCacheTests {
    private let workbook = Workbook(root: "/moa", files: .memory())
    private let kata = Sample.personName

    private func mark(_ text: String) -> Fingerprint {
        var mark = Fingerprint()
        mark.add(text)
        return mark
    }

    /// As another call of the runner finds it.
    private func remembered(_ kata: Kata, _ text: String) -> CheckResult? {
        VerdictCache(of: workbook).result(of: kata, fingerprint: mark(text))
    }

    private func keep(_ kata: Kata, _ result: CheckResult, _ text: String) {
        var cache = VerdictCache(of: workbook)
        cache.keep([(Judged(kata, result), mark(text))])
    }

    @Test("a verdict is answered for the same files, whole, and for no others")
    func same() {
        let result = kata.result(but: [2: .broken(.failed, .lost("lost", "a == b", row: "남궁"))]).changed
        keep(kata, result, "a")
        #expect(remembered(kata, "a") == result)
        #expect(remembered(kata, "b") == nil)
        #expect(remembered(Sample.handle, "a") == nil)
    }

    @Test("of two verdicts the later one is remembered, and others stay")
    func later() {
        keep(kata, kata.result(), "a")
        keep(Sample.handle, Sample.handle.result(), "a")
        keep(kata, kata.result(but: [1: .broken(.failed)]), "b")
        #expect(remembered(kata, "a") == nil)
        #expect(remembered(kata, "b")?.verdict == .failed)
        #expect(remembered(Sample.handle, "a")?.verdict == .passed)
    }

    @Test(
        "what may be gone the next time is not remembered, nor is what was before it",
        arguments: [
            Sample.personName.result(but: [1: .broken(.crashed)]),
            Sample.personName.result(but: [1: .broken(.timedOut)]),
            Sample.personName.doesNotCompile(), .judged(id: Sample.personName.id, rules: [], seconds: 0),
        ]
    )
    func fleeting(result: CheckResult) {
        keep(kata, kata.result(), "a")
        keep(kata, result, "a")
        #expect(remembered(kata, "a") == nil)
    }

    @Test("a kata that has moved to another number is asked again")
    func moved() {
        keep(kata, kata.result(), "a")
        var moved = kata
        moved.id = KataID(chapter: 1, number: 7)
        #expect(remembered(moved, "a") == nil)
    }

    @Test(
        "a damaged cache is an empty one, and one that can't be written is no loss",
        arguments: ["", "{", "[]", "진척"]
    )
    func damaged(text: String) throws {
        try workbook.files.write(Data(text.utf8), "/moa/.build/kata/verdicts.json")
        #expect(remembered(kata, "a") == nil)
        keep(kata, kata.result(), "a")
        #expect(remembered(kata, "a") == kata.result())

        let fixed = Workbook(root: "/moa", files: .memory(unwritable: ["/moa"]))
        var cache = VerdictCache(of: fixed)
        cache.keep([(Judged(kata, kata.result()), mark("a"))])
        #expect(cache.result(of: kata, fingerprint: mark("a")) == kata.result())
        #expect(VerdictCache(of: fixed).result(of: kata, fingerprint: mark("a")) == nil)
    }
}

@Suite("Seals of suites")
struct SuiteSealsTests {
    private let kata = Sample.personName
    private let workbook = Workbook(
        root: "/moa",
        files: .memory(["/moa/\(Sample.personName.suite)": "the suite"])
    )

    private func edit(_ text: String) throws {
        try workbook.files.write(Data(text.utf8), "/moa/\(kata.suite)")
    }

    @Test("a seal holds as long as the suite is as it was, to the letter")
    func holds() throws {
        var seals = SuiteSeals(parsing: "")
        seals.renew(kata, in: workbook)
        #expect(seals.knows(kata))
        #expect(seals.hold(for: kata, in: workbook))
        try edit("the Suite")
        #expect(!seals.hold(for: kata, in: workbook))
        try edit("the suite")
        #expect(seals.hold(for: kata, in: workbook))
        try workbook.files.remove("/moa/\(kata.suite)")
        #expect(!seals.hold(for: kata, in: workbook), "a suite that is gone is no suite as it was")
    }

    @Test("what was never sealed is taken as it is")
    func unsealed() {
        let seals = SuiteSeals(of: workbook)
        #expect(!seals.knows(kata))
        #expect(seals.hold(for: kata, in: workbook))
    }

    @Test("seals are written a line each, in the order of chapters, and read as they were written")
    func text() throws {
        var seals = SuiteSeals(
            parsing: "b Tests/Chapter10Rules/1-A.swift\r\na Tests/Chapter2Entities/1-남궁 B.swift\n\nnoise\n"
        )
        #expect(seals.text == "a Tests/Chapter2Entities/1-남궁 B.swift\nb Tests/Chapter10Rules/1-A.swift\n")
        seals.renew(kata, in: workbook)
        try workbook.files.write(Data(seals.text.utf8), "/moa/\(SuiteSeals.file)")
        #expect(SuiteSeals(of: workbook) == seals)
    }

    @Test("the suites of this very workbook are as they were sealed")
    func ofThisWorkbook() throws {
        let root = URL(fileURLWithPath: FixtureFolder.path).deletingLastPathComponent()
            .deletingLastPathComponent()
        let workbook = Workbook(root: root.path, files: .live)
        let seals = SuiteSeals(of: workbook)
        let katas = workbook.catalogue().katas
        #expect(!katas.isEmpty)
        #expect(katas.filter { !seals.hold(for: $0, in: workbook) }.map(\.suite) == [])
    }
}
