import Foundation
import Testing

@testable import KataRunner

@Suite("Progress")
struct ProgressTests {
    private let monday = Date(timeIntervalSince1970: 1_795_000_000)
    private var tuesday: Date { monday + 86_400 }

    private func mark(_ text: String) -> Fingerprint {
        var mark = Fingerprint()
        mark.add(text)
        return mark
    }

    private func progress(_ verdicts: (Verdict, String)...) -> LearnerProgress {
        var progress = LearnerProgress()
        for (day, (verdict, text)) in verdicts.enumerated() {
            progress.note(verdict, of: "Handle", fingerprint: mark(text), at: monday + 86_400 * Double(day))
        }
        return progress
    }

    @Test("what passed is solved, until something that it depends on changes")
    func status() {
        let progress = progress((.passed, "let"))
        #expect(progress.status(of: "Handle", fingerprint: mark("let")) == .solved)
        #expect(progress.status(of: "Handle", fingerprint: mark("var")) == .changed)
        #expect(progress.status(of: "PersonName", fingerprint: mark("let")) == .unsolved)
    }

    @Test(
        "every verdict but passed is unsolved",
        arguments: [Verdict.failed, .doesNotCompile, .crashed, .timedOut, .noTests]
    )
    func unsolved(verdict: Verdict) {
        let progress = progress((verdict, "let"))
        #expect(progress.status(of: "Handle", fingerprint: mark("let")) == .unsolved)
    }

    @Test("a solved kata that breaks is open again, and keeps the day it was solved on")
    func broken() {
        let progress = progress((.passed, "a"), (.failed, "b"))
        #expect(progress.status(of: "Handle", fingerprint: mark("b")) == .unsolved)
        #expect(progress.katas["Handle"]?.solved == monday)
    }

    @Test("the day it was solved on is the first")
    func solvedAgain() {
        let progress = progress((.passed, "a"), (.failed, "b"), (.passed, "c"))
        #expect(progress.katas["Handle"]?.solved == monday)
    }

    @Test("each attempt counts, and the same files are no further one")
    func attempts() {
        let progress = progress(
            (.failed, "a"),
            (.failed, "a"),
            (.failed, "b"),
            (.passed, "c"),
            (.passed, "c")
        )
        #expect(progress.katas["Handle"]?.attempts == 3)
        #expect(progress.katas["Handle"]?.firstTried == monday)
        #expect(progress.katas["Handle"]?.lastTried == monday + 86_400 * 3)
    }

    @Test("hints are counted up and never down, and are no attempt")
    func hints() {
        var progress = LearnerProgress()
        #expect(progress.hints(for: "Handle") == 0)
        progress.noteHints(2, of: "Handle", at: monday)
        progress.noteHints(1, of: "Handle", at: monday)
        #expect(progress.hints(for: "Handle") == 2)
        #expect(progress.katas["Handle"]?.attempts == 0)
        progress.note(.passed, of: "Handle", fingerprint: mark("a"), at: tuesday)
        #expect(progress.hints(for: "Handle") == 2)
        #expect(progress.katas["Handle"]?.attempts == 1)
        #expect(progress.status(of: "Handle", fingerprint: mark("a")) == .solved)
    }

    @Test("who starts over has earned nothing with another file, and may have the hints anew")
    func forget() {
        var progress = LearnerProgress()
        progress.noteHints(3, of: "Handle", at: monday)
        progress.note(.passed, of: "Handle", fingerprint: mark("a"), at: monday)
        progress.forget("Handle")
        progress.forget("PersonName")
        #expect(progress.status(of: "Handle", fingerprint: mark("the starter")) == .unsolved)
        #expect(progress.hints(for: "Handle") == 0)
        #expect(progress.katas.keys.sorted() == ["Handle"])
        progress.noteHints(1, of: "Handle", at: monday)
        #expect(progress.hints(for: "Handle") == 1)
        #expect(progress.katas["Handle"]?.hints == 3, "what it took to solve it first stays told")
    }

    @Test("a file that is brought back to what passed is solved, without another check")
    func broughtBack() {
        var broken = progress((.passed, "a"), (.failed, "b"))
        #expect(broken.status(of: "Handle", fingerprint: mark("b")) == .unsolved)
        #expect(broken.status(of: "Handle", fingerprint: mark("a")) == .solved)
        broken.forget("Handle")
        #expect(broken.status(of: "Handle", fingerprint: mark("a")) == .solved)
    }

    @Test("what passed once and fails now, the same to the letter, is not solved")
    func noLongerPassing() {
        let progress = progress((.passed, "a"), (.crashed, "a"), (.failed, "b"))
        #expect(progress.status(of: "Handle", fingerprint: mark("a")) == .unsolved)
    }

    @Test("attempts and the hints that were needed are those before the first success")
    func frozen() throws {
        var progress = progress((.failed, "a"), (.passed, "b"), (.failed, "c"), (.passed, "d"))
        progress.noteHints(2, of: "Handle", at: tuesday)
        let record = try #require(progress.katas["Handle"])
        #expect(record.attempts == 2)
        #expect(record.hints == 0)
        #expect(record.lastTried == tuesday)
        #expect(progress.hints(for: "Handle") == 2, "the next hint follows all the same")
    }

    @Test("a verdict that was earned with a changed suite says so, until one is earned without")
    func changedSuite() {
        var progress = LearnerProgress()
        progress.note(.passed, of: "Handle", fingerprint: mark("a"), suiteChanged: true, at: monday)
        #expect(progress.katas["Handle"]?.suiteChanged == true)
        progress.note(.passed, of: "Handle", fingerprint: mark("b"), at: monday)
        #expect(progress.katas["Handle"]?.suiteChanged == nil)
    }
}

@Suite("The file of the progress")
struct ProgressFileTests {
    private static let path = "/moa/.kata/progress.json"
    private let now = Date(timeIntervalSince1970: 1_795_204_865)

    private func file(_ text: String? = nil, unwritable: Set<String> = []) -> ProgressFile {
        let texts = text.map { [Self.path: $0] } ?? [:]
        return ProgressFile(
            workbook: Workbook(root: "/moa", files: .memory(texts, unwritable: unwritable))
        )
    }

    private var some: LearnerProgress {
        var progress = LearnerProgress()
        progress.note(.passed, of: "PersonName", fingerprint: Fingerprint(), at: now)
        progress.noteHints(2, of: "Handle", at: now)
        progress.notePage(of: "Handle")
        return progress
    }

    @Test("no file is no progress, and no trouble")
    func missing() throws {
        #expect(try file().load() == LearnerProgress())
    }

    @Test("what was written is read again")
    func roundTrip() throws {
        let file = file()
        let some = some
        try file.update(at: now) { $0 = some }
        #expect(try file.load() == some)
    }

    @Test("people can read it: in order, versioned, with dates, ended by a line end")
    func readable() {
        let text = String(decoding: ProgressFile.encode(some), as: UTF8.self)
        #expect(text.hasPrefix("{\n"))
        #expect(text.hasSuffix("}\n"))
        #expect(text.contains(#""formatVersion" : 1"#))
        #expect(text.contains("2026-11-20T"))
        let places = ["\"Handle\"", "\"PersonName\""].map { text.range(of: $0)?.lowerBound }
        #expect(places.compactMap { $0 }.count == 2)
        #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
        #expect(ProgressFile.encode(some) == ProgressFile.encode(some))
    }

    @Test("what can't be read is damaged", arguments: Damage.all)
    func damaged(damage: Damage) {
        #expect(throws: ProgressFile.Trouble.damaged) { try file(damage.text).load() }
    }

    @Test("what a newer runner wrote is left to it, byte for byte, and that is reported")
    func newer() throws {
        let text = #"{"formatVersion": 2, "circles": []}"#
        let file = file(text)
        #expect(throws: ProgressFile.Trouble.fromNewerVersion(2)) { try file.load() }
        try file.update(at: now) { $0.noteHints(1, of: "Handle", at: now) }
        #expect(try file.open(at: now).notice == .fromNewerVersion(2))
        #expect(file.workbook.files.text(Self.path) == text)
    }

    @Test("one odd value costs one kata its record, and the file as it was is kept", arguments: Oddity.all)
    func odd(oddity: Oddity) throws {
        let text = oddity.text
        let file = file(text)
        let copy = ".kata/progress.json.damaged-20261120-200105"
        let opened = try file.open(at: now)
        #expect(opened.notice == .odd([oddity.name], copy: copy))
        #expect(opened.progress.hints(for: "Sound") == 1)
        #expect(file.workbook.files.text("/moa/\(copy)") == text)
        #expect(try file.load() == opened.progress)
        #expect(try file.open(at: now).notice == nil, "it is told once")
    }

    struct Oddity: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var old: String
        var new: String
        var name = "Odd"

        /// A file with two records, one of which is sound.
        var text: String {
            let record =
                #"{"attempts": 2, "fingerprint": "a", "firstTried": "2026-11-18T10:26:40Z", "hints": 1, "lastTried": "2026-11-18T10:26:40Z", "verdict": "failed"}"#
            let odd = record.replacing(old, with: new)
            return
                #"{"formatVersion": 1, "katas": {"Odd": \#(name == "Odd" ? odd : record), "Sound": \#(record)}, "current": \#(name == "Odd" ? "\"Sound\"" : "7")}"#
        }

        static let all = [
            Oddity(testDescription: "a date of no calendar", old: "2026-11-18", new: "9999-99-99"),
            Oddity(testDescription: "fewer attempts than none", old: ": 2,", new: ": -3,"),
            Oddity(
                testDescription: "more attempts than can be counted",
                old: ": 2,",
                new: ": 9223372036854775807,"
            ),
            Oddity(testDescription: "an unknown verdict", old: "failed", new: "won"),
            Oddity(testDescription: "a text for a number", old: ": 1,", new: #": "one","#),
            Oddity(testDescription: "a value that is missing", old: #""attempts": 2,"#, new: ""),
            Oddity(
                testDescription: "a number for the current kata",
                old: "failed",
                new: "failed",
                name: "current"
            ),
        ]
    }

    @Test("a damaged file is set aside as it is, and what is noted then is kept", arguments: Damage.all)
    func setAside(damage: Damage) throws {
        let file = file(damage.text)
        let files = file.workbook.files
        try file.update(at: now) { $0.noteHints(1, of: "Handle", at: now) }
        #expect(files.text("\(Self.path).damaged-20261120-200105") == damage.text)
        #expect(try file.load().hints(for: "Handle") == 1)
    }

    @Test("two damaged files within a second are both kept")
    func setAsideTwice() throws {
        let file = file("first")
        #expect(try file.setAside(at: now) == ".kata/progress.json.damaged-20261120-200105")
        try file.workbook.files.write(Data("second".utf8), Self.path)
        #expect(try file.setAside(at: now) == ".kata/progress.json.damaged-20261120-200105-2")
        #expect(file.workbook.files.text("\(Self.path).damaged-20261120-200105") == "first")
        #expect(file.workbook.files.text("\(Self.path).damaged-20261120-200105-2") == "second")
        #expect(!file.workbook.files.exists(Self.path))
    }

    @Test("if nothing can be written, that is said, and the old file stays")
    func unwritable() throws {
        let text = String(decoding: ProgressFile.encode(some), as: UTF8.self)
        let file = file(text, unwritable: ["/moa/.kata"])
        #expect(throws: Complaint.cannotWrite(".kata/progress.json")) {
            try file.update(at: now) { $0 = LearnerProgress() }
        }
        #expect(file.workbook.files.text(Self.path) == text)
    }

    @Test("it is replaced in one step: a reader who had it open still has the whole old one")
    func oneStep() async throws {
        let (first, second) = (some, LearnerProgress())
        try await withTemporaryFolder { folder in
            let file = ProgressFile(workbook: Workbook(root: folder, files: .live))
            try file.update(at: now) { $0 = first }
            let path = "\(folder)/.kata/progress.json"
            let open = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            try file.update(at: now) { $0 = second }
            #expect(try open.readToEnd() == ProgressFile.encode(first))
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == ProgressFile.encode(second))
            #expect(Files.live.list("\(folder)/.kata") == ["lock", "progress.json"])
        }
    }

    @Test("what a file of before the newest fields says is read")
    func olderRecord() throws {
        let progress = try file(
            #"""
            {"formatVersion": 1, "katas": {"Handle": {"attempts": 2, "fingerprint": "a", "hints": 1,
            "firstTried": "2026-11-18T10:26:40Z", "lastTried": "2026-11-18T10:26:40Z", "verdict": "failed"}}}
            """#
        ).load()
        #expect(progress.hints(for: "Handle") == 1)
        #expect(progress.current == nil)
    }

    @Test("somebody who waits for the lock may give up, and then nothing is done")
    func patience() async throws {
        try await withTemporaryFolder { folder in
            let lock = "\(folder)/lock"
            var asked: [TimeInterval] = []
            var wasRun = false
            let outer = try Files.live.locked(lock, { _ in true }) {
                let inner = try Files.live.locked(
                    lock,
                    { seconds in
                        asked.append(seconds)
                        return asked.count < 3
                    },
                    { wasRun = true }
                )
                #expect(!inner)
            }
            #expect(outer)
            #expect(!wasRun)
            #expect(asked.count == 3)
            #expect(asked == asked.sorted())
            #expect(try Files.live.locked(lock, { _ in false }) { wasRun = true })
            #expect(wasRun, "the lock is free again")
        }
    }

    @Test("updates at one time lose nothing")
    func concurrent() async throws {
        try await withTemporaryFolder { folder in
            try await withThrowingTaskGroup { group in
                for number in 1...40 {
                    group.addTask {
                        let file = ProgressFile(workbook: Workbook(root: folder, files: .live))
                        try file.update(at: now) { $0.noteHints(1, of: "Kata\(number)", at: now) }
                    }
                }
                try await group.waitForAll()
            }
            let progress = try ProgressFile(workbook: Workbook(root: folder, files: .live)).load()
            #expect(progress.katas.count == 40)
        }
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String

        var testDescription: String { name }

        static let all = [
            Damage(name: "empty", text: ""),
            Damage(name: "truncated", text: #"{"formatVersion": 1, "katas": {"Handle": {"#),
            Damage(name: "garbage", text: "진척 \u{0}\u{1}"),
            Damage(name: "another JSON", text: #"{"katas": {}}"#),
            Damage(name: "a list", text: "[]"),
            Damage(name: "merged by hand", text: "<<<<<<< HEAD\n{\"formatVersion\": 1, \"katas\": {}}\n"),
        ]
    }
}
