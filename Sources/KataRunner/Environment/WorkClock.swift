import Foundation

/// Separates the time that a program has worked from the time for which others kept the machine busy.
///
/// Between two looks a program that got hardly any processor time waited for something of its own, and all of the
/// time counts. Otherwise no more of it counts than the processors have spent on it.
struct WorkClock: Hashable, Sendable {
    private(set) var worked: TimeInterval = 0
    private(set) var lastLook: TimeInterval = 0
    /// Seconds of the processors, by the process.
    private var processors: [Int32: TimeInterval] = [:]

    /// The most that one process has used.
    var most: TimeInterval { processors.values.max() ?? 0 }

    mutating func look(at processors: [Int32: TimeInterval], seconds: TimeInterval) {
        let passed = seconds - lastLook
        let gained = processors.map { max(0, $1 - (self.processors[$0] ?? 0)) }.reduce(0, +)
        worked += gained < passed / 100 ? passed : min(passed, gained)
        self.processors.merge(processors) { max($0, $1) }
        lastLook = seconds
    }

    /// As far as it is known: what came after the last look counts.
    func worked(at seconds: TimeInterval) -> TimeInterval { worked + seconds - lastLook }
}
