import Foundation
import Synchronization

/// What the hands of a grader share: what is to be done, and what has come of it.
final class GradingDesk: Sendable {
    private struct State {
        var agenda: Agenda
        var pace = Pace()
        var grades: [Agenda.Item: [Grade]] = [:]
        var begun: [Int] = []
        var atWork: [Int: Work] = [:]
        /// Seconds that went into each student's code.
        var spent: [Int: TimeInterval] = [:]
        var failure: Complaint?
    }

    /// What a hand is doing.
    struct Work: Hashable, Sendable {
        var item: Agenda.Item
        /// Nil until the student's own code is looked at.
        var start: Date?
        var stage: Checker.Stage?
        var seconds: TimeInterval = 0
    }

    /// For whoever waits.
    struct Progress: Hashable, Sendable {
        var done: Int
        var all: Int
        /// Nil while too little is known.
        var secondsLeft: TimeInterval?
        /// Chapters that were begun with so far, in that order.
        var chapters: [Int]
        /// What takes longest at the moment.
        var work: Work?
    }

    private let hands: Int
    private let all: Int
    private let budget: TimeInterval?
    private let state: Mutex<State>

    init(_ agenda: Agenda, hands: Int, budget: TimeInterval?) {
        (self.hands, self.budget, all) = (hands, budget, agenda.count)
        state = Mutex(State(agenda: agenda))
    }

    func next(for hand: Int) -> Agenda.Item? {
        state.withLock { state in
            guard state.failure == nil, let item = state.agenda.next(for: hand) else {
                state.atWork[hand] = nil
                return nil
            }
            state.atWork[hand] = Work(item: item)
            return item
        }
    }

    /// Notes what a hand is doing. The answer is whether its result is still wanted.
    func note(_ stage: Checker.Stage, _ seconds: TimeInterval, by hand: Int) -> Bool {
        state.withLock { state in
            state.atWork[hand]?.stage = stage
            state.atWork[hand]?.seconds = seconds
            return state.failure == nil
        }
    }

    /// The starters of a chapter are about to be built and run.
    func open(chapter: Int) {
        state.withLock { state in
            if !state.begun.contains(chapter) { state.begun.append(chapter) }
        }
    }

    func hasOpened(after seconds: TimeInterval) {
        state.withLock { $0.pace.begin(in: seconds) }
    }

    func keep(_ grades: [Grade], of item: Agenda.Item, after seconds: TimeInterval) {
        state.withLock { state in
            state.grades[item] = grades
            state.spent[item.student, default: 0] += seconds
            for hand in state.atWork.keys where state.atWork[hand]?.item == item {
                state.atWork[hand]?.start = nil
            }
            state.pace.judge(in: seconds)
        }
    }

    /// A hand turns to what the student has handed in.
    func begin(by hand: Int, at time: Date) {
        state.withLock { $0.atWork[hand]?.start = time }
    }

    /// Whether a student's code may take more time. Hands that judge chapters of one student share what is left.
    func isInBudget(_ student: Int, at time: Date) -> Bool {
        guard let budget else { return true }
        return state.withLock { state in
            let starts = state.atWork.values.filter { $0.item.student == student }.compactMap(\.start)
            let running = starts.map { time.timeIntervalSince($0) }.reduce(0, +)
            return state.spent[student, default: 0] + running < budget
        }
    }

    /// The first complaint stops all hands, and is the one that counts.
    func fail(_ complaint: Complaint) {
        state.withLock { state in state.failure = state.failure ?? complaint }
    }

    var failure: Complaint? { state.withLock { $0.failure } }

    var grades: [Agenda.Item: [Grade]] { state.withLock { $0.grades } }

    var progress: Progress {
        state.withLock { state in
            let left = all - state.grades.count
            return Progress(
                done: state.grades.count,
                all: all,
                secondsLeft: state.pace.secondsLeft(left, chapters: state.agenda.untaken, hands: hands),
                chapters: state.begun,
                work: state.atWork.values.max { $0.seconds < $1.seconds }
            )
        }
    }
}
