import Foundation
import Testing

@testable import KataRunner

@Suite("Hands share the work")
struct AgendaTests {
    /// So many submissions for each of the chapters.
    private func items(_ counts: Int...) -> [Agenda.Item] {
        counts.enumerated().flatMap { chapter, count in
            (0..<count).map { Agenda.Item(chapter: chapter, student: $0) }
        }
    }

    /// What each hand does when they take turns.
    private func dealt(_ items: [Agenda.Item], built: [Set<Int>]) -> [[Agenda.Item]] {
        var agenda = Agenda(items, built: built)
        var dealt = built.map { _ in [Agenda.Item]() }
        var working = Set(built.indices)
        while !working.isEmpty {
            for hand in built.indices where working.contains(hand) {
                if let item = agenda.next(for: hand) {
                    dealt[hand].append(item)
                } else {
                    working.remove(hand)
                }
            }
        }
        return dealt
    }

    @Test(
        "everything is done once, however many hands there are",
        arguments: [
            [[]], [[], []], [[0], [1]], [[0, 1, 2], []], [[1], [1], [0, 2]], [[], [0, 1, 2], [0, 1, 2]],
        ] as [[Set<Int>]]
    )
    func complete(built: [Set<Int>]) {
        let items = items(3, 90, 1)
        let dealt = dealt(items, built: built).flatMap { $0 }
        #expect(dealt.count == items.count)
        #expect(Set(dealt) == Set(items))
    }

    @Test("two hands take a chapter each, the longest first")
    func apart() {
        let dealt = dealt(items(5, 7, 4, 6), built: [[], []])
        #expect(dealt[0].map(\.chapter) == Array(repeating: 1, count: 7) + Array(repeating: 2, count: 4))
        #expect(dealt[1].map(\.chapter) == Array(repeating: 3, count: 6) + Array(repeating: 0, count: 5))
    }

    @Test("students come in their order")
    func order() {
        #expect(dealt(items(4), built: [[]])[0].map(\.student) == [0, 1, 2, 3])
    }

    @Test("a hand returns to the chapters that lie built in its place")
    func built() {
        let dealt = dealt(items(5, 5, 5, 5), built: [[0, 3], [1, 2]])
        #expect(Set(dealt[0].map(\.chapter)) == [0, 3])
        #expect(Set(dealt[1].map(\.chapter)) == [1, 2])
    }

    @Test("a second hand joins only where what is left is worth the beginning")
    func joining() {
        #expect(dealt(items(Agenda.priceWhenNew), built: [[0], []])[1] == [])
        #expect(!dealt(items(3 * Agenda.priceWhenNew), built: [[0], []])[1].isEmpty)
        #expect(!dealt(items(10), built: [[0], [0]])[1].isEmpty)
        #expect(dealt(items(Agenda.priceWhenBuilt), built: [[0], [0]])[1] == [])
    }
}

@Suite("What hands share")
struct GradingDeskTests {
    @Test("hands that judge chapters of one student share what is left of the student's time")
    func budget() throws {
        let items = [Agenda.Item(chapter: 0, student: 0), Agenda.Item(chapter: 1, student: 0)]
        let desk = GradingDesk(Agenda(items, built: [[], []]), hands: 2, budget: 10)
        let start = Date(timeIntervalSince1970: 0)
        let first = try #require(desk.next(for: 0))
        _ = try #require(desk.next(for: 1))
        #expect(desk.isInBudget(0, at: start + 100), "nobody has begun")
        for hand in 0..<2 { desk.begin(by: hand, at: start) }
        #expect(desk.isInBudget(0, at: start + 4.9))
        #expect(!desk.isInBudget(0, at: start + 5))
        #expect(desk.isInBudget(1, at: start + 5))
        desk.keep([], of: first, after: 4)
        #expect(desk.isInBudget(0, at: start + 5.9))
        #expect(!desk.isInBudget(0, at: start + 6))
    }
}

@Suite("How long the rest will take")
struct PaceTests {
    @Test("nothing is said before enough was done")
    func unknown() {
        var pace = Pace()
        pace.begin(in: 10)
        pace.judge(in: 1)
        pace.judge(in: 1)
        #expect(pace.secondsLeft(10, chapters: 1, hands: 1) == nil)
    }

    @Test("submissions and chapters are counted apart, and hands share them")
    func estimate() {
        var pace = Pace()
        pace.begin(in: 12)
        for seconds in [1.0, 2, 3] { pace.judge(in: seconds) }
        #expect(pace.secondsLeft(10, chapters: 0, hands: 1) == 20)
        #expect(pace.secondsLeft(10, chapters: 1, hands: 1) == 32)
        #expect(pace.secondsLeft(10, chapters: 1, hands: 2) == 16)
        #expect(pace.secondsLeft(0, chapters: 0, hands: 2) == 0)
    }

    @Test("the line says it no more exactly than anybody can know")
    func words() {
        func far(_ seconds: Double?) -> String {
            let progress = GradingDesk.Progress(done: 3, all: 90, secondsLeft: seconds, chapters: [])
            return GradeProgressScreen.far(progress).text()
        }
        #expect(far(nil) == "3 of 90 judged")
        #expect(far(12) == "3 of 90 judged, less than a minute left")
        #expect(far(100) == "3 of 90 judged, about 2 min left")
        #expect(far(7500) == "3 of 90 judged, about 2 h 5 min left")
    }
}
