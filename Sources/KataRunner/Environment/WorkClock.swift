import Foundation

/// Separates the time that a program has worked from the time for which others kept the machine busy.
///
/// Between two looks a program that got hardly any processor time waited for something of its own, and all of the
/// time counts. Otherwise no more of it counts than the processors have spent on it.
///
/// Where the system tells how long threads were ready while others ran, a program may wait for itself as long as it
/// likes: all of the time counts but that.
struct WorkClock: Hashable, Sendable {
    private(set) var worked: TimeInterval = 0
    private(set) var lastLook: TimeInterval = 0
    /// Seconds of the processors, by the process.
    private var processors: [Int32: TimeInterval] = [:]
    /// Seconds for which a thread was ready, by the thread.
    private var ready: [Int32: TimeInterval]

    /// - Parameter ready: of threads that were there before.
    init(ready: [Int32: TimeInterval] = [:]) {
        self.ready = ready
    }

    /// The most that one process has used.
    var most: TimeInterval { processors.values.max() ?? 0 }

    mutating func look(at processors: [Int32: TimeInterval], seconds: TimeInterval) {
        let passed = seconds - lastLook
        let gained = note(processors)
        worked += gained < passed / 100 ? passed : min(passed, gained)
        lastLook = seconds
    }

    /// - Parameter ready: nil where the system doesn't tell. Then all of the time counts.
    mutating func look(
        at processors: [Int32: TimeInterval],
        ready: [Int32: TimeInterval]?,
        seconds: TimeInterval
    ) {
        let passed = seconds - lastLook
        let gained = note(processors)
        let waited = (ready ?? [:]).map { max(0, $1 - (self.ready[$0] ?? 0)) }.reduce(0, +)
        worked += max(passed - waited, min(passed, gained))
        self.ready.merge(ready ?? [:]) { max($0, $1) }
        lastLook = seconds
    }

    private mutating func note(_ processors: [Int32: TimeInterval]) -> TimeInterval {
        let gained = processors.map { max(0, $1 - (self.processors[$0] ?? 0)) }.reduce(0, +)
        self.processors.merge(processors) { max($0, $1) }
        return gained
    }

    /// As far as it is known: what came after the last look counts.
    func worked(at seconds: TimeInterval) -> TimeInterval { worked + seconds - lastLook }
}
