import Foundation
import Testing

@testable import KataRunner

@Suite("Screens to walk through, on a terminal in memory")
struct InteractionTests {
    private let files = Files.memory(SmallWorkbook.texts.mapKeys { "/moa/\($0)" })

    private func kata(_ words: String, keys: [String], rows: Int = 40) -> (
        code: ExitCode, terminal: FakeTerminal
    ) {
        let terminal = FakeTerminal(keys: keys, rows: rows, columns: 80)
        let code = Runner.main(
            .fake(
                arguments: words.split(separator: " ").map(String.init),
                variables: ["KATA_INVOCATION": "kata", "PATH": "/bin", "NO_COLOR": "1"],
                files: files,
                terminal: terminal.terminal
            )
        )
        return (code, terminal)
    }

    private var progress: LearnerProgress {
        get throws { try ProgressFile(workbook: Workbook(root: "/moa", files: files)).load() }
    }

    private func text(_ path: String) -> String? { files.text("/moa/\(path)") }

    init() throws {
        try files.write(Data(), "/bin/swift")
    }

    @Test("enter in the list makes a kata the current one, and next presents it")
    func choose() throws {
        let (code, terminal) = kata("list", keys: ["j", "\r"])
        #expect(code == .success)
        #expect(terminal.screens == ["open", "close"])
        #expect(terminal.output == "You are at 1.2 Names now.\nGo on: kata next\n")
        #expect(try progress.current == "Names")
        #expect(kata("next", keys: []).terminal.output.hasPrefix("1.2 Names\n"))
    }

    @Test("somebody who leaves the list has chosen nothing", arguments: ["q", "\u{1B}"])
    func leave(key: String) throws {
        let (code, terminal) = kata("list", keys: ["j", key])
        #expect(code == .success)
        #expect(terminal.output == "")
        #expect(terminal.screens == ["open", "close"])
        #expect(try progress.current == nil)
    }

    @Test("the cursor stays in sight in a low window, and the keys on the last row")
    func lowWindow() {
        let (_, terminal) = kata("list", keys: ["G", "q"], rows: 6)
        #expect(terminal.frames.allSatisfy { $0.count == 6 && $0.last?.hasPrefix("↑ ↓ move") == true })
        #expect(terminal.frames.last?.contains { $0.hasPrefix("▸   ○ 2.1") } == true)
        #expect(terminal.frames.first?.contains { $0.hasPrefix("▸   ○ 1.1") } == true)
    }

    @Test("--plain prints the list on a terminal too")
    func plain() {
        let (_, terminal) = kata("list --plain", keys: ["j"])
        #expect(terminal.screens == [])
        #expect(terminal.output.hasPrefix("Chapter 1 · Value objects\n"))
    }

    @Test("watch shows the page, a hint for each h, and ends with q, the terminal given back")
    func watch() throws {
        let (code, terminal) = kata("watch", keys: ["h", "h", "q"])
        #expect(code == .success)
        #expect(terminal.screens == ["open", "close"])
        #expect(terminal.frames.first?.first == "1.1 Handle")
        #expect(terminal.frames.last?.contains("Hint 2 of 3") == true)
        #expect(terminal.frames.allSatisfy { $0.last?.hasSuffix("q quit") == true })
        #expect(try progress.katas["Handle"]?.hints == 2)
    }

    @Test("in watch x and y put the starter back, after a copy, and x and anything else doesn't")
    func reset() throws {
        let file = SmallWorkbook.katas[0].file
        try files.write(Data("mine".utf8), "/moa/\(file)")
        // What isn't the starter is checked, which fails here: there are no programs.
        let declined = kata("watch", keys: ["x", "n", "q"]).terminal
        #expect(
            declined.frames.contains {
                $0.first == "This file would be replaced, with a copy kept in .kata/backups:"
            }
        )
        #expect(text(file) == "mine")
        #expect(kata("watch", keys: ["x", "y", "q"]).code == .success)
        #expect(text(file) == SmallWorkbook.texts[file])
        let copy = try #require(Backups(workbook: Workbook(root: "/moa", files: files)).newest)
        #expect(copy.files == [file])
        #expect(text("\(Backups.folder)/\(copy.name)/\(file)") == "mine")
    }

    @Test("a check that can't be made is reported on the screen, and watch goes on")
    func complaint() throws {
        let (code, terminal) = kata("watch", keys: ["r", "", "q"])
        #expect(code == .success)
        #expect(
            terminal.frames.contains {
                $0.first == "/bin/swift could not be started: there are no programs here."
            }
        )
    }

    @Test("n leads to the next kata and keeps it as the current one")
    func next() throws {
        let terminal = kata("watch", keys: ["n", "q"]).terminal
        #expect(terminal.frames.last?.first == "1.2 Names")
        #expect(try progress.current == "Names")
    }

    @Test("o without an editor says how to name one")
    func noEditor() {
        let terminal = kata("watch", keys: ["o", "", "q"]).terminal
        #expect(terminal.frames.contains { $0.first == "No editor is set." })
    }

    @Test("a terminal that is gone ends watch and gives the screen back")
    func gone() {
        let (code, terminal) = kata("watch", keys: [])
        #expect(code == .success)
        #expect(terminal.screens == ["open", "close"])
    }

    @Test("without a terminal watch says what to do instead")
    func noTerminal() {
        let terminal = FakeTerminal()
        let code = Runner.main(
            .fake(
                arguments: ["watch"],
                variables: ["KATA_INVOCATION": "kata"],
                files: files,
                terminal: terminal.terminal
            )
        )
        #expect(code == .usage)
        #expect(terminal.error.hasSuffix("Without one, check after each edit: kata next\n"))
    }
}
