import Foundation
import Testing

@testable import KataRunner

/// Whatever a file or a stream may hold, reading it comes to an end without a trap.
@Suite("Damaged texts")
struct FuzzTests {
    /// How many mutations each reader is fed: `KATA_FUZZ`, and 300 without it.
    private static let rounds =
        ProcessInfo.processInfo.environment["KATA_FUZZ"].flatMap { Int($0) } ?? 300

    /// The number of a round is its seed, so a round that fails can be run again.
    private func mutations(of texts: [Data], _ read: (Data) throws -> Void) rethrows {
        for round in 0..<Self.rounds {
            var mutator = Mutator(seed: UInt64(round))
            try read(mutator.mutation(of: texts[round % texts.count]))
        }
    }

    @Test("event streams")
    func streams() throws {
        let names = [
            "broken", "choice", "crashing", "disabled", "endless", "flying", "known", "leaving", "nothing",
            "rows",
        ]
        let streams = try names.flatMap { name in
            try Recorded.versions.map { try Recorded.data(name, $0) }
        }
        let kata = try Recorded.kata("Broken")
        mutations(of: streams) { data in
            let stream = EventStream(parsing: data)
            if let suspect = stream.suspect {
                #expect(stream.started.contains(suspect) && !stream.ended.contains(suspect))
            }
            let finding = TestRun.Findings(stream: stream, culprits: [:], printed: "")
            let result = CheckResult.of(kata, [finding], nil, { $0 })
            #expect(result.rules.allSatisfy { $0.outcome != .passed || $0.issues.isEmpty })
            #expect(result.verdict != .passed || result.rules.contains { $0.outcome == .passed })
        }
    }

    @Test("the file of the progress")
    func progress() throws {
        var progress = LearnerProgress()
        let day = Date(timeIntervalSince1970: 1_795_000_000)
        progress.note(.failed, of: "PersonName", fingerprint: Fingerprint(), at: day)
        progress.note(.passed, of: "남궁", fingerprint: Fingerprint(), suiteChanged: true, at: day)
        progress.noteHints(2, of: "Handle", at: day)
        progress.current = "Handle"
        mutations(of: [ProgressFile.encode(progress), ProgressFile.encode(LearnerProgress())]) { data in
            guard let read = try? ProgressFile.decode(data).progress else { return }
            // What was read can be written, and is the same then.
            let again = try? ProgressFile.decode(ProgressFile.encode(read)).progress
            #expect(again == read)
            let story = ProgressScreen.lines(
                Sample.standings(.solved, .unsolved),
                chapters: Sample.chapters,
                progress: read,
                timeZone: .gmt,
                width: 80
            )
            #expect(!Look.plain.layout.rows(of: story).isEmpty)
        }
    }

    @Test("pages")
    func pages() throws {
        let samples = [Sample.pageOfValueObjects, Sample.pageOfEntities].map { Data($0.utf8) }
        mutations(of: samples) { data in
            let page = ChapterPage(parsing: String(decoding: data, as: UTF8.self))
            expectShowable(page.introduction + page.closing)
            for kata in page.katas.values {
                #expect(kata.rules.allSatisfy { !$0.contains("\n") })
                for text in [kata.story, kata.task, kata.afterword] + kata.hints { expectShowable(text) }
            }
        }
    }

    @Test("walkthroughs and what teachers read beside them")
    func walkthroughs() {
        let samples = [TaughtToy.tutorial, TaughtToy.article].map { Data((TaughtToy.texts[$0] ?? "").utf8) }
        mutations(of: samples) { data in
            let text = String(decoding: data, as: UTF8.self)
            let article = TeachingArticle(parsing: text, chapter: 2)
            #expect(article.quotes.allSatisfy { $0.missing(in: text).count <= $0.printed.count })
            guard let walkthrough = try? Walkthrough(parsing: text, chapter: 2) else { return }
            #expect(walkthrough.steps.map(\.number) == Array(1...walkthrough.steps.count))
            for step in walkthrough.steps { expectShowable(step.prose) }
        }
    }

    @Test("suites")
    func suites() throws {
        let suites = try (1...3).map { try FixtureFolder.data(Self.suite($0)) }
        mutations(of: suites) { data in
            let text = String(decoding: data, as: UTF8.self)
            let count = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
            let source = SuiteSource(parsing: text)
            #expect((source.rules.map(\.line) + source.expectations).allSatisfy { (1...count).contains($0) })
            #expect(text.withoutComments.utf8.count == text.utf8.count)
        }
    }

    private static func suite(_ number: Int) -> String {
        let name = ["Flying", "Broken", "Rows"][number - 1]
        return "EventStreams/Toys/Tests/Chapter9ToysTests/\(number)-\(name)Tests.swift"
    }

    /// It fits on the screen, but for what may be pasted, and holds no command to the terminal.
    private func expectShowable(_ markdown: String) {
        let layout = Layout(width: 40, marksEmphasis: true)
        let lines = MarkdownBlocks.lines(markdown, layout: layout)
        let rows = layout.rows(of: lines.filter { !$0.isPreformatted })
        let wide = rows.filter { $0.text.displayWidth > 40 }
        #expect(wide.allSatisfy { $0.contains { $0.style == .code || $0.text.contains("/") } })
        let all = layout.rows(of: lines).map(\.text).joined()
        #expect(!all.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\t" })
    }
}

/// Damages texts as disks, editors, merges and learners do, the same way for the same seed.
private struct Mutator {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func mutation(of text: Data) -> Data {
        var text = text
        for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&text) }
        return text
    }

    private mutating func mutate(_ text: inout Data) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: text = text.prefix(place(in: text))
        case 1:
            for _ in 0..<Int.random(in: 1...8, using: &random) where !text.isEmpty {
                let index = text.startIndex + Int.random(in: 0..<text.count, using: &random)
                text[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        case 2:
            changeLines(of: &text) { lines, line in lines.insert(lines[line], at: line) }
        case 3:
            changeLines(of: &text) { lines, line in lines.remove(at: line) }
        case 4:
            let garbage = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            insert(Data(garbage), in: &text)
        default:
            insert(Data((Self.unicode.randomElement(using: &random) ?? "").utf8), in: &text)
        }
    }

    private mutating func place(in text: Data) -> Int { Int.random(in: 0...text.count, using: &random) }

    private mutating func insert(_ garbage: Data, in text: inout Data) {
        let place = place(in: text)
        text = text.prefix(place) + garbage + text.dropFirst(place)
    }

    private mutating func changeLines(of text: inout Data, _ change: (inout [Data], Int) -> Void) {
        let end = UInt8(ascii: "\n")
        var lines = text.split(separator: end, omittingEmptySubsequences: false).map { Data($0) }
        change(&lines, Int.random(in: 0..<lines.count, using: &random))
        text = Data(lines.joined(separator: [end]))
    }

    /// Texts that mean something to one of the readers, or to none.
    private static let unicode = [
        "모아", "👨‍👩‍👧", "e\u{301}\u{301}", "\u{202E}", "\u{FEFF}", "\u{0}", "\u{1B}[31m", "\u{9B}", "\u{F0000}",
        "\u{10FFFF}",
        "\u{2028}", "\r", "\r\n", "\t", "```", "```mermaid\n", "## 9.9", "### Rules\n", "- ",
        "99999999999999999999. ",
        "|", "|--|", "**", "`", "[](", "{}", "{99999999999999999999}", "</summary>", "</details>", "a --> b",
        "/*", "//",
        "\"", "\"\"\"", "#\"", "\\", "@Test(", "#expect(", "null", "-1", "1e999", "{", "}", "[", "]",
    ]
}
