import Foundation
import Testing

@testable import KataRunner

@Suite("What watch knows")
struct WatchStateTests {
    @Test("a save is checked at once, whatever is on the screen")
    func save() {
        var state = WatchState.at(1, 1)
        _ = state.handle(.key(.character("h")))
        #expect(state.handle(.saved([KataID(1, 1)])) == [.check([KataID(1, 1)])])
    }

    @Test("a save of another kata makes that one current")
    func otherSaved() {
        var state = WatchState.at(1, 1)
        #expect(state.handle(.saved([KataID(2, 1)])) == [.check([KataID(2, 1)])])
        #expect(state.current == KataID(2, 1))
    }

    @Test("what a save has turned green and red is reported")
    func difference() {
        var state = WatchState.at(1, 1)
        _ = state.handle(.checked([.of(KataID(1, 1), held: ["a"], broken: ["b", "c"])], printed: ""))
        #expect(state.turnedGreen.isEmpty && state.turnedRed.isEmpty, "there was no check before")
        _ = state.handle(.checked([.of(KataID(1, 1), held: ["b"], broken: ["a", "c"])], printed: ""))
        #expect(state.turnedGreen == ["b"])
        #expect(state.turnedRed == ["a"])
    }

    @Test("a kata that is solved now is a reason to be glad, and one that was solved before is not")
    func news() {
        var state = WatchState.at(1, 1)
        _ = state.handle(.checked([.of(KataID(1, 1), held: ["a"], broken: [])], printed: ""))
        #expect(state.isNews)
        _ = state.handle(.reloaded(Standing.toy(solved: [KataID(1, 1)]), chapters: Chapter.toys))
        _ = state.handle(.checked([.of(KataID(1, 1), held: ["a"], broken: [])], printed: ""))
        #expect(state.isNews == false)
    }

    @Test("the verdicts of a chapter stand there while the next one is checked, and nowhere else")
    func found() {
        var state = WatchState.at(1, 1)
        _ = state.handle(.found([.of(KataID(1, 1), held: ["a"], broken: [])]))
        #expect(state.lastMany.isEmpty, "nobody has asked for several")
        _ = state.handle(.key(.character("a")))
        _ = state.handle(.progress(.building(chapters: [1]), seconds: 1))
        _ = state.handle(.found([.of(KataID(1, 1), held: ["a"], broken: [])]))
        _ = state.handle(.found([.of(KataID(2, 1), held: ["x"], broken: [])]))
        #expect(state.lastMany.map(\.id) == ["1.1", "2.1"])
        #expect(state.activity != nil, "the check goes on")
    }

    @Test("a chapter that is made ready changes nothing but that it is said")
    func preparing() {
        var state = WatchState.at(1, 1)
        let before = state
        #expect(state.handle(.preparing(chapter: 1)).isEmpty)
        #expect(state.preparing == 1)
        _ = state.handle(.preparing(chapter: nil))
        #expect(state == before)
    }

    @Test("a solved kata that breaks with the current one is reported")
    func regression() {
        var state = WatchState.at(1, 2, solved: [KataID(1, 1)])
        _ = state.handle(
            .checked(
                [.of(KataID(1, 2), held: [], broken: ["x"]), .of(KataID(1, 1), held: [], broken: ["a"])],
                printed: ""
            )
        )
        #expect(state.regressions == [KataID(1, 1)])
    }

    @Test("n leads from a solved kata to the next one that isn't")
    func next() {
        var state = WatchState.at(1, 1, solved: [KataID(1, 1), KataID(1, 2)])
        let effects = state.handle(.key(.character("n")))
        #expect(state.current == KataID(2, 1))
        #expect(effects.first == .makeCurrent(KataID(2, 1)))
    }

    @Test("n and p walk to the neighbours of a kata that isn't solved")
    func neighbours() {
        var state = WatchState.at(1, 2)
        _ = state.handle(.key(.character("n")))
        #expect(state.current == KataID(2, 1))
        _ = state.handle(.key(.character("p")))
        #expect(state.current == KataID(1, 2))
    }

    @Test("there is nothing before the first kata and nothing after the last")
    func ends() {
        var first = WatchState.at(1, 1)
        #expect(first.handle(.key(.character("p"))).isEmpty)
        #expect(first.current == KataID(1, 1))
        #expect(first.notice == .isFirst)
        var last = WatchState.at(2, 1)
        #expect(last.handle(.key(.character("n"))).isEmpty)
        #expect(last.current == KataID(2, 1))
        #expect(last.notice == .isLast)
    }

    @Test("each h tells one more hint, and no more than there are")
    func hints() {
        var state = WatchState.at(1, 1)
        let levels = (1...4).map { _ in
            _ = state.handle(.key(.character("h")))
            return state.hintLevel
        }
        #expect(levels == [1, 2, 3, 3])
    }

    @Test("a starter that nobody has touched needs no reset, and nobody is asked")
    func resetOfStarter() {
        var state = WatchState.at(1, 1)
        #expect(state.handle(.key(.character("x"))).isEmpty)
        #expect(state.view == .page)
        #expect(state.notice == .isStarter(file: state.kata?.file ?? ""))
        _ = state.handle(.key(.character("z")))
        #expect(state.notice == nil, "it is said once")
    }

    @Test("what was asked before a reset stays on the screen when a verdict comes")
    func verdictDuringQuestion() {
        var state = WatchState.at(1, 1, solved: [KataID(1, 1)])
        _ = state.handle(.key(.character("x")))
        _ = state.handle(.checked([.of(KataID(1, 1), held: ["a"], broken: [])], printed: ""))
        #expect(state.view == .confirmingReset)
        #expect(state.handle(.key(.character("y"))) == [.reset(KataID(1, 1))])
    }

    @Test("who has gone on to another kata isn't called back by a verdict")
    func goneOn() {
        var state = WatchState.at(1, 1)
        _ = state.handle(.saved([KataID(1, 1)]))
        _ = state.handle(.key(.character("n")))
        _ = state.handle(.checked([.of(KataID(1, 1), held: ["a"], broken: [])], printed: ""))
        #expect(state.current == KataID(1, 2))
        #expect(state.view == .page)
    }

    @Test("a save leads from the verdicts of many back to the one")
    func savedAmongMany() {
        var state = WatchState.at(1, 1)
        _ = state.handle(.key(.character("a")))
        #expect(state.view == .many)
        _ = state.handle(.saved([KataID(1, 1)]))
        _ = state.handle(.checked([.of(KataID(1, 1), held: ["a"], broken: [])], printed: ""))
        #expect(state.view == .verdict)
    }

    @Test("a check that was ended isn't reported as going on")
    func ended() {
        var state = WatchState.at(1, 1)
        _ = state.handle(.progress(.building(chapters: [1]), seconds: 2))
        #expect(state.activity != nil)
        _ = state.handle(.checkEnded)
        #expect(state.activity == nil)
    }

    @Test("after the last kata n leads to one that was left out")
    func wrap() {
        var state = WatchState.at(2, 1, solved: [KataID(1, 1), KataID(2, 1)])
        #expect(state.handle(.key(.character("n"))).first == .makeCurrent(KataID(1, 2)))
        var done = WatchState.at(2, 1, solved: [KataID(1, 1), KataID(1, 2), KataID(2, 1)])
        #expect(done.handle(.key(.character("n"))).isEmpty)
        #expect(done.next == nil)
    }

    @Test("? shows all keys, and leads back")
    func keys() {
        var state = WatchState.at(1, 1)
        _ = state.handle(.key(.character("?")))
        #expect(state.view == .keys)
        _ = state.handle(.key(.character("?")))
        #expect(state.view == .page)
    }

    @Test("x asks, and only y puts the starter back")
    func reset() {
        var state = WatchState.at(1, 1, solved: [KataID(1, 1)])
        #expect(state.handle(.key(.character("x"))).isEmpty)
        #expect(state.view == .confirmingReset)
        #expect(state.handle(.key(.character("n"))).isEmpty, "n is no yes")
        _ = state.handle(.key(.character("x")))
        #expect(state.handle(.key(.character("y"))) == [.reset(KataID(1, 1))])
    }

    @Test("the hints of a kata go on where they were, even after a look at another")
    func hintsOfTwo() {
        var state = WatchState.at(1, 1)
        for key in "hhn" { _ = state.handle(.key(.character(key))) }
        #expect(state.handle(.key(.character("h"))) == [.noteHint(KataID(1, 2), level: 1)])
        _ = state.handle(.key(.character("p")))
        #expect(state.handle(.key(.character("h"))) == [.noteHint(KataID(1, 1), level: 3)])
    }

    @Test("hints that were told another day are not told again")
    func hintsOfYesterday() {
        var state = WatchState.at(1, 1, hintLevels: [KataID(1, 2): 2])
        _ = state.handle(.key(.character("n")))
        #expect(state.handle(.key(.character("h"))) == [.noteHint(KataID(1, 2), level: 3)])
    }

    @Test("n opens a kata with its page, though its verdict is known, until it was shown once")
    func presentation() {
        var state = WatchState.at(1, 1, presented: [KataID(1, 1)])
        _ = state.handle(.key(.character("a")))
        let verdicts = [1, 2].map { CheckResult.of(KataID(1, $0), held: [], broken: ["a"]) }
        _ = state.handle(.checked(verdicts, printed: ""))
        _ = state.handle(.key(.character("n")))
        #expect(state.view == .page && state.isPresenting)
        _ = state.handle(.key(.character("p")))
        #expect(state.view == .verdict)
        _ = state.handle(.key(.character("n")))
        #expect(state.view == .verdict)
    }

    @Test("a verdict that comes while a page is read for the first time waits for a key", arguments: "sr")
    func firstVerdict(key: Character) {
        var state = WatchState.at(1, 1, presented: [])
        let verdict = WatchState.Event.checked([.of(KataID(1, 1), held: ["a"], broken: [])], printed: "")
        _ = state.handle(verdict)
        #expect(state.view == .page)
        _ = state.handle(.key(.character(key)))
        _ = state.handle(verdict)
        #expect(state.view == .verdict)
    }

    @Test("somebody who saves while reading the page is shown the verdict")
    func savedWhileReading() {
        var state = WatchState.at(1, 1, presented: [])
        _ = state.handle(.saved([KataID(1, 1)]))
        _ = state.handle(.checked([.of(KataID(1, 1), held: ["a"], broken: [])], printed: ""))
        #expect(state.view == .verdict)
    }

    @Test("a check of several tells which are solved for the first time")
    func firstSolved() {
        var state = WatchState.at(1, 2, solved: [KataID(1, 1)])
        _ = state.handle(.key(.character("a")))
        let verdicts = [KataID(1, 1), KataID(1, 2), KataID(2, 1)].map {
            CheckResult.of($0, held: ["a"], broken: $0.chapter == 2 ? ["b"] : [])
        }
        _ = state.handle(.checked(verdicts, printed: ""))
        #expect(state.firstSolved == [KataID(1, 2)])
    }

    @Test("d compares a solved kata with the solution, asks first if it isn't solved, and leads back")
    func comparison() {
        var state = WatchState.at(1, 1, solved: [KataID(1, 1)])
        #expect(state.handle(.key(.character("d"))) == [.compare(KataID(1, 1))])
        _ = state.handle(.compared(KataID(1, 1), own: "a", solution: "b"))
        #expect(state.view == .comparison(own: "a", solution: "b"))
        #expect(state.handle(.key(.character("d"))).isEmpty)
        #expect(state.view == .page)

        var unsolved = WatchState.at(1, 1)
        #expect(unsolved.handle(.key(.character("d"))).isEmpty)
        #expect(unsolved.view == .confirmingSpoil)
        #expect(unsolved.handle(.key(.character("n"))).isEmpty, "n is no yes")
        #expect(unsolved.view == .page && unsolved.current == KataID(1, 1))
        _ = unsolved.handle(.key(.character("d")))
        #expect(unsolved.handle(.key(.character("y"))) == [.compare(KataID(1, 1))])
    }

    @Test("a solution that comes when another kata is looked at isn't shown")
    func lateSolution() {
        var state = WatchState.at(1, 2)
        _ = state.handle(.compared(KataID(1, 1), own: "a", solution: "b"))
        #expect(state.view == .page)
    }

    @Test("i shows what the chapter is about, and leads back")
    func chapterPage() {
        var state = WatchState.at(1, 1)
        _ = state.handle(.key(.character("i")))
        #expect(state.view == .chapter)
        _ = state.handle(.key(.character("i")))
        #expect(state.view == .page)
    }

    @Test("a kata that is gone is reported, can be left, and is there again when its files are")
    func gone() {
        var state = WatchState.at(1, 2)
        let (standings, chapters) = (state.standings, state.chapters)
        let others = standings.filter { $0.kata.id.chapter == 2 }
        _ = state.handle(.reloaded(others, chapters: Array(chapters.dropFirst())))
        let shown = Layout(width: 80).rows(of: WatchScreen.body(state, layout: Layout(width: 80))).map(\.text)
        #expect(shown.first == "There is no kata 1.2 in Exercises now.")
        var other = state
        _ = other.handle(.key(.character("n")))
        #expect(other.current == KataID(2, 1))
        _ = state.handle(.reloaded(standings, chapters: chapters))
        #expect(state.kata?.id == KataID(1, 2))
    }

    @Test("katas and chapters that come are in the list at once")
    func newcomers() {
        var state = WatchState.at(2, 1)
        let (standings, chapters) = (state.standings, state.chapters)
        let others = standings.filter { $0.kata.id.chapter == 2 }
        _ = state.handle(.reloaded(others, chapters: Array(chapters.dropFirst())))
        _ = state.handle(.key(.character("l")))
        _ = state.handle(.reloaded(standings, chapters: chapters))
        let rows = if case .list(let list) = state.view { list.rows } else { [ListState.Row]() }
        #expect(rows.contains(.kata(KataID(1, 2))))
    }

    @Test("c checks the chapter and a everything")
    func many() {
        var state = WatchState.at(1, 1)
        #expect(state.handle(.key(.character("c"))) == [.check([KataID(1, 1), KataID(1, 2)])])
        #expect(state.handle(.key(.character("a"))) == [.check([KataID(1, 1), KataID(1, 2), KataID(2, 1)])])
    }

    @Test("keys that mean nothing change nothing")
    func strangers() {
        var state = WatchState.at(1, 1)
        let before = state
        for key in [Key.character("z"), .backspace, .character("김")] {
            #expect(state.handle(.key(key)).isEmpty)
        }
        #expect(state == before)
    }

    @Test("a kata chosen from the list becomes the current one")
    func list() {
        var state = WatchState.at(1, 1)
        _ = state.handle(.key(.character("l")))
        _ = state.handle(.key(.down))
        #expect(state.handle(.key(.enter)).first == .makeCurrent(KataID(1, 2)))
        #expect(state.current == KataID(1, 2))
    }
}

@Suite("The list to walk through")
struct ListStateTests {
    @Test("the cursor moves over chapters and katas, and stays within them")
    func movement() {
        var list = ListState.toy()
        #expect(list.cursor == .kata(KataID(1, 1)))
        _ = list.press(.up)
        #expect(list.cursor == .chapter(1))
        for _ in 0..<20 { _ = list.press(.character("k")) }
        #expect(list.cursor == .chapter(1))
        for _ in 0..<20 { _ = list.press(.character("j")) }
        #expect(list.cursor == .kata(KataID(2, 1)))
    }

    @Test("a chapter folds and unfolds, and the cursor stays on it")
    func folding() {
        var list = ListState.toy()
        _ = list.press(.left)
        #expect(list.rows == [.chapter(1), .chapter(2), .kata(KataID(2, 1))])
        #expect(list.cursor == .chapter(1))
        _ = list.press(.right)
        #expect(list.rows.count == 5)
    }

    @Test("u leaves the unsolved ones, and a cursor on a solved one moves on")
    func unsolved() {
        var list = ListState.toy(solved: [KataID(1, 1)])
        _ = list.press(.character("u"))
        #expect(list.rows.contains(.kata(KataID(1, 1))) == false)
        #expect(list.cursor == .kata(KataID(1, 2)))
    }

    @Test(
        "a search finds titles, names and numbers, whatever the letter case",
        arguments: ["REPOS", "2.1", "collection"]
    )
    func search(query: String) {
        var list = ListState.toy()
        _ = list.press(.character("/"))
        for character in query { _ = list.press(.character(character)) }
        #expect(list.rows == [.chapter(2), .kata(KataID(2, 1))])
        _ = list.press(.enter)
        #expect(list.press(.enter) == .choose(KataID(2, 1)))
    }

    @Test("a search that finds nothing can be ended")
    func fruitless() {
        var list = ListState.toy()
        for key in "/zzz" { _ = list.press(.character(key)) }
        #expect(list.rows.isEmpty)
        _ = list.press(.down)
        _ = list.press(.escape)
        #expect(list.rows.count == 5)
    }

    @Test("q and escape leave", arguments: [Key.character("q"), .escape])
    func leaving(key: Key) {
        var list = ListState.toy()
        #expect(list.press(key) == .leave)
    }

    @Test("any keys at all keep the cursor on a row that is seen")
    func anyKeys() {
        var generator = SeededGenerator(seed: 5)
        let keys: [Key] =
            [.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .backspace]
            + "ujk/x21 gG".map(Key.character)
        var list = ListState.toy(solved: [KataID(1, 2)])
        for _ in 0..<5_000 {
            _ = list.press(keys.randomElement(using: &generator) ?? .up)
            #expect(list.rows.isEmpty || list.rows.contains(list.cursor))
        }
    }
}

@Suite("Saves")
struct FileChangesTests {
    private func info(_ size: Int, _ seconds: TimeInterval) -> Files.Info {
        Files.Info(kind: .file, size: size, modified: Date(timeIntervalSince1970: seconds))
    }

    @Test("what comes into an empty workbook is noticed")
    func fromNothing() {
        var changes = FileChanges()
        #expect(changes.look(at: [:]).isEmpty)
        #expect(changes.look(at: ["a": info(1, 1)]) == ["a"])
    }

    @Test("the first look notices nothing, a later one what is new, gone, longer or newer")
    func looks() {
        var changes = FileChanges()
        #expect(changes.look(at: ["a": info(1, 1), "b": info(1, 1)]).isEmpty)
        #expect(changes.look(at: ["a": info(1, 1), "b": info(1, 1)]).isEmpty)
        #expect(changes.look(at: ["a": info(2, 1), "b": info(1, 1)]) == ["a"])
        #expect(changes.look(at: ["a": info(2, 1), "b": info(1, 1.01)]) == ["b"])
        #expect(changes.look(at: ["a": info(2, 1), "c": info(1, 1)]) == ["b", "c"])
    }
}

// MARK: - A toy workbook of three katas

extension KataID {
    init(_ chapter: Int, _ number: Int) {
        self.init(chapter: chapter, number: number)
    }
}

extension CheckResult {
    static func of(_ id: KataID, held: [String], broken: [String]) -> CheckResult {
        .judged(
            id: id,
            rules: held.map { RuleResult(name: $0, outcome: .passed, issues: []) }
                + broken.map { RuleResult(name: $0, outcome: .failed, issues: []) },
            seconds: 0
        )
    }
}

extension Standing {
    static func toy(solved: Set<KataID> = []) -> [Standing] {
        [(1, 1, "PersonName"), (1, 2, "Handle"), (2, 1, "MemberCollection")].map { chapter, number, name in
            let id = KataID(chapter, number)
            return Standing(
                kata: Kata(
                    id: id,
                    name: name,
                    target: chapter == 1 ? "Chapter1ValueObjects" : "Chapter2Repositories",
                    page: KataPage(
                        title: chapter == 1 ? name : "Like a repository",
                        parsing: ["### Rules", "- a", "### Hints"]
                            + ["1", "2", "3"].map { "<summary>Hint</summary>\($0)</details>" }
                    ),
                    fileExists: true
                ),
                status: solved.contains(id) ? .solved : .unsolved,
                isUntouched: !solved.contains(id)
            )
        }
    }
}

extension Chapter {
    static let toys = [(1, "ValueObjects"), (2, "Repositories")].map { number, topic in
        Chapter(
            number: number,
            topic: topic,
            page: .empty,
            katas: Standing.toy().map(\.kata).filter { $0.id.chapter == number },
            otherFiles: []
        )
    }
}

extension WatchState {
    /// - Parameter presented: katas whose page was shown before; nil for all of them.
    static func at(
        _ chapter: Int,
        _ number: Int,
        solved: Set<KataID> = [],
        hintLevels: [KataID: Int] = [:],
        presented: Set<KataID>? = nil
    ) -> WatchState {
        WatchState(
            standings: Standing.toy(solved: solved),
            chapters: Chapter.toys,
            current: KataID(chapter, number),
            hintLevels: hintLevels,
            presented: presented ?? Set(Standing.toy().map(\.kata.id))
        )
    }
}

extension ListState {
    static func toy(solved: Set<KataID> = []) -> ListState {
        ListState(standings: Standing.toy(solved: solved), chapters: Chapter.toys, current: KataID(1, 1))
    }
}
