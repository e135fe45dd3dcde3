import Foundation
import Testing

@testable import KataRunner

@Suite("Screens")
struct ScreenTests {
    @Test("a screen looks as it is recorded", arguments: Scene.shots)
    func recorded(shot: Scene.Shot) throws {
        try expectRecorded(shot.scene.text(shot.look), "Screens/\(shot.file)")
    }

    @Test("no recording is left of a screen that is gone")
    func leftovers() throws {
        let recorded = try FileManager.default.contentsOfDirectory(atPath: "\(FixtureFolder.path)/Screens")
        let wanted = Set(Scene.shots.map(\.file))
        #expect(recorded.filter { !wanted.contains($0) }.sorted() == [])
    }

    @Test(
        "nothing of a screen but what may be pasted is wider than the terminal",
        arguments: Scene.all,
        [20, 33, 40, 80, 100]
    )
    func width(scene: Scene, width: Int) {
        let layout = Layout(width: width, invocation: "swift run kata")
        let lines = scene.lines(layout).filter { !$0.isPreformatted }
        let wide = layout.rows(of: lines).filter { row in
            row.text.displayWidth > width && !row.contains { $0.style == .code || $0.text.contains("/") }
        }
        #expect(wide.map(\.text) == [])
    }

    @Test("a screen says the same with colour and without", arguments: Scene.all)
    func colour(scene: Scene) {
        let coloured = scene.text(.coloured)
        let uncoloured = coloured.replacing(/␛\[[0-9;]+m/, with: "")
        guard coloured.contains("␛[3m") else {
            #expect(uncoloured == scene.text(.plain))
            return
        }
        // Without colour, emphasis is marked, which may break lines at other places.
        func words(_ text: String) -> [Substring] {
            text.replacing("*", with: "").split(whereSeparator: \.isWhitespace)
        }
        #expect(words(uncoloured) == words(scene.text(.plain)))
    }

    @Test("a terminal that knows ASCII alone is shown no other marks of the runner's own")
    func ascii() {
        let marks = Set("✔✘●○◐█░─│·→←…«»‘’“”–—▸×≥≤≠÷•")
        for scene in Scene.all {
            let left = scene.text(.ascii).filter(marks.contains)
            #expect(left == "", "\(scene.name)")
        }
    }

    @Test("a screen ends with a command to type", arguments: Scene.all.filter(\.leadsOn))
    func leadsOn(scene: Scene) {
        let commands = scene.lines(Look.plain.layout).suffix(3).flatMap { line in
            Look.plain.layout.rows(of: [line]).joined().filter { $0.style == .code }.map(\.text)
        }
        #expect(commands.contains { $0.hasPrefix("swift run kata") || $0 == ".ci/run" })
    }
}

extension Scene {
    /// What is shown before something else, and what is an answer in itself, has no command at its end.
    fileprivate var leadsOn: Bool {
        let alone = [
            "reset-asks", "status", "diff", "diff-of-equals", "complaints", "left-out", "author-expectations",
            "author-expectations-all-red", "site-served", "check-lines", "solution",
            "solution-without-a-starter",
        ]
        return !alone.contains(name)
            && !["help-", "watch-", "browse", "walk-stage"].contains { name.hasPrefix($0) }
    }
}

extension [Span] {
    var text: String { map(\.text).joined() }
}
