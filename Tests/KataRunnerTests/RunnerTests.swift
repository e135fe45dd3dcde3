import Foundation
import Testing

@testable import KataRunner

@Suite("The runner, in a workbook in memory")
struct RunnerTests {
    private let files = Files.memory(
        Exemplary.texts.mapKeys { "/moa/\($0)" }
    )

    private struct Said {
        var code: ExitCode
        var output: String
        var error: String
    }

    /// - Parameter answer: what somebody who is asked types; nil if nobody is there.
    private func kata(
        _ words: String,
        variables: [String: String] = [:],
        in folder: String = "/moa",
        answer: String? = nil
    ) -> Said {
        let screen = FakeTerminal(answer: answer)
        let code = Runner.main(
            .fake(
                arguments: words.split(separator: " ").map(String.init),
                variables: variables.merging(["KATA_INVOCATION": "kata"]) { own, _ in own },
                currentDirectory: folder,
                files: files,
                terminal: screen.terminal
            )
        )
        return Said(code: code, output: screen.output, error: screen.error)
    }

    private func text(_ path: String) -> String? { files.text("/moa/\(path)") }

    private func edit(_ text: String) throws {
        try files.write(Data(text.utf8), "/moa/\(Exemplary.starter)")
    }

    @Test("an answer goes to standard output, a complaint to standard error", arguments: Row.all)
    func streams(row: Row) {
        let said = kata(row.words)
        #expect(said.code == row.code)
        #expect(said.output.hasPrefix(row.output))
        #expect(said.error.hasPrefix(row.error))
        #expect(said.output.isEmpty == row.output.isEmpty)
        #expect(said.error.isEmpty == row.error.isEmpty)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var words: String
        var code = ExitCode.success
        var output = ""
        var error = ""

        var testDescription: String { "kata \(words)" }

        static let all = [
            Row(words: "", output: "Domain-driven design in Swift, kata by kata\n"),
            Row(words: "--version", output: "kata \(Runner.version)\n"),
            Row(words: "help", output: "Domain-driven design in Swift"),
            Row(words: "next --help", output: "kata next [kata|chapter]\n"),
            Row(words: "author", output: "kata author new <chapter> <Name>\n"),
            Row(words: "next", output: "1.1 Born valid\nChapter 1 · Value objects\n"),
            Row(words: "list --names", output: "1.1 Handle\n"),
            Row(words: "show 1", output: "Chapter 1 · Value objects\n"),
            Row(words: "show 1.1", output: "1.1 Born valid\n"),
            Row(words: "author check", output: "1 kata read, nothing is missing.\n"),
            Row(words: "completions bash", output: "# Completes kata in bash.\n"),
            Row(
                words: "chekc",
                code: .usage,
                error: "There is no command «chekc».\nDid you mean kata check?\n"
            ),
            Row(words: "show 7", code: .usage, error: "There is no kata or chapter «7».\n"),
            Row(words: "list --color blue", code: .usage, error: "--color can't be «blue»: it takes auto"),
            Row(words: "solution", code: .somethingFailed, error: "1.1 isn't solved yet"),
            Row(words: "undo", code: .somethingFailed, error: "Nothing is left to undo.\n"),
            Row(words: "check", code: .usage, error: "No Swift compiler was found on the path.\n"),
        ]
    }

    @Test("it works from any folder inside the workbook, and says so outside")
    func folders() {
        #expect(kata("list --names", in: "/moa/Exercises/Chapter1ValueObjects").output == "1.1 Handle\n")
        let outside = kata("list", in: "/home/소리")
        #expect(outside.code == .usage)
        #expect(outside.error.hasPrefix("/home/소리 is not inside a workbook.\n"))
    }

    @Test("a translation reaches the screen, arguments in its own order, and the page with it")
    func translation() throws {
        let sentences = #"{"{} of {} katas solved": "카타 {2}개 가운데 {1}개 해결", "Task": "과제"}"#
        try files.write(Data(sentences.utf8), "/moa/Sources/KataRunner/Wording/Languages/ko/runner.json")
        try files.write(
            Data("# 1장 · 값 객체\n\n## 1.1 올바르게 태어나기\n\n이야기\n\n### 과제\n\n할 일\n".utf8),
            "/moa/\(Exemplary.folder)/README.ko.md"
        )
        #expect(kata("--language ko").output.contains("카타 1개 가운데 0개 해결"))
        #expect(kata("", variables: ["LANG": "ko_KR.UTF-8"]).output.contains("카타 1개 가운데 0개 해결"))
        let page = kata("next --language=ko").output
        #expect(page.hasPrefix("1.1 올바르게 태어나기\nChapter 1 · 값 객체\n"))
        #expect(page.contains("\n과제\n\n할 일\n"))
        #expect(kata("next").output.hasPrefix("1.1 Born valid\n"))
    }

    @Test("an unknown language is reported, if the known ones can be listed")
    func unknownLanguage() {
        #expect(kata("list --language xx").error.contains("--language can't be «xx»: it takes en."))
        #expect(
            kata("list", variables: ["KATA_LANGUAGE": "xx"]).error.contains("KATA_LANGUAGE can't be «xx»")
        )
        #expect(kata("list", variables: ["LANG": "xx_XX"]).error.isEmpty)
    }

    @Test("colour comes where it is asked for, and ASCII too")
    func capabilities() {
        #expect(!kata("list").output.contains("\u{1B}"))
        #expect(kata("list --color always").output.contains("\u{1B}[1m"))
        #expect(kata("list").output.contains("○ 1.1"))
        #expect(kata("list --ascii").output.contains("o 1.1"))
    }

    @Test("options may come before the command")
    func leadingOptions() {
        #expect(kata("--ascii list").output == kata("list --ascii").output)
        #expect(kata("--color always --ascii list").output.contains("\u{1B}[1m"))
    }

    @Test("each call of hint says one more, and the third is the last")
    func hints() {
        for level in [1, 2, 3, 3] {
            let output = kata("hint").output
            #expect(output.contains("Hint \(level) of 3\n"))
            #expect(!output.contains("Hint \(level + 1) of 3\n"))
        }
    }

    @Test("damaged progress is set aside under a name that is printed, and nothing else is lost")
    func damagedProgress() throws {
        try files.write(Data("{".utf8), "/moa/.kata/progress.json")
        let said = kata("list --names")
        #expect(said.code == .success)
        #expect(said.output == "1.1 Handle\n")
        let names = files.list("/moa/.kata").filter { $0.hasPrefix("progress.json.damaged-") }
        #expect(names.count == 1)
        for name in names {
            #expect(said.error.contains(name))
            #expect(text(".kata/\(name)") == "{")
        }
    }

    @Test("reset puts the starter back and undo the learner's own text")
    func resetAndUndo() throws {
        try edit("mine")
        let reset = kata("reset 1.1 --yes")
        #expect(reset.code == .success)
        #expect(text(Exemplary.starter) == Exemplary.texts[Exemplary.starter])
        #expect(kata("undo").code == .success)
        #expect(text(Exemplary.starter) == "mine")
        #expect(kata("undo").code == .somethingFailed)
    }

    @Test("undo doesn't tell of a file that wasn't there")
    func undoOfADeletedFile() throws {
        try edit("mine")
        _ = kata("reset 1.1 --yes")
        try files.remove("/moa/\(Exemplary.starter)")
        let said = kata("undo")
        #expect(said.output == "✔ \(Exemplary.starter) is as you had written it.\nGo on: kata next\n")
        #expect(text(Exemplary.starter) == "mine")
    }

    @Test("reset asks before it replaces, and takes only a yes", arguments: ["n", "", "maybe", "아니"])
    func declined(answer: String) throws {
        try edit("mine")
        let said = kata("reset 1.1", answer: answer)
        #expect(said.code == .somethingFailed)
        #expect(said.error.contains("Put the starter back? [y/N] "))
        #expect(text(Exemplary.starter) == "mine")
        #expect(files.list("/moa/.kata/backups") == [])
    }

    @Test("if nobody can answer, nothing is replaced and the way to say yes is shown")
    func nobodyThere() throws {
        try edit("mine")
        let said = kata("reset 1.1")
        #expect(said.code == .usage)
        #expect(said.error.hasSuffix("To go on without being asked: kata reset 1.1 --yes\n"))
        #expect(text(Exemplary.starter) == "mine")
    }

    @Test("a yes is a yes", arguments: ["y", "Y", "yes"])
    func accepted(answer: String) throws {
        try edit("mine")
        #expect(kata("reset 1.1", answer: answer).code == .success)
        #expect(text(Exemplary.starter) == Exemplary.texts[Exemplary.starter])
    }

    @Test("a file that is missing is restored without a question")
    func missing() throws {
        try files.remove("/moa/\(Exemplary.starter)")
        #expect(kata("reset 1.1").code == .success)
        #expect(text(Exemplary.starter) == Exemplary.texts[Exemplary.starter])
    }

    @Test("a new kata compiles by its looks: all its files are there, and only its TODOs are reported")
    func authorNew() {
        #expect(kata("author new 1 CopyTransfer").code == .success)
        #expect(kata("list --names").output == "1.1 Handle\n1.2 CopyTransfer\n")
        #expect(kata("author check").code == .success)
        #expect(kata("author check --strict").code == .somethingFailed)
        let again = kata("author new 1 copytransfer".replacing("copyt", with: "Copyt"))
        #expect(again.code == .usage)
        #expect(again.error.hasPrefix("Exercises/Chapter1ValueObjects/2-CopyTransfer.swift exists already"))
    }

    @Test("sync makes the starter the pristine copy, and keeps the old one")
    func authorSync() throws {
        try edit("a new starter")
        #expect(kata("author sync 1.1").output.hasPrefix("✔ \(Exemplary.pristine)\n"))
        #expect(text(Exemplary.pristine) == "a new starter")
        #expect(
            kata("author sync 1.1").output.hasPrefix(
                "Every pristine copy matches its starter, and every suite is sealed.\n"
            )
        )
        let kept = files.list("/moa/.kata/backups").first ?? ""
        #expect(text(".kata/backups/\(kept)/\(Exemplary.pristine)") == Exemplary.texts[Exemplary.pristine])
    }
}
