import Foundation

/// What a learner has earned so far, kata by kata. The names of katas are the keys: numbers may shift.
struct LearnerProgress: Hashable, Sendable, Codable {
    static let currentFormat = 1

    var formatVersion = currentFormat
    var katas: [String: Record] = [:]
    /// The name of the kata that was chosen to be the current one.
    var current: String?
    /// The names of katas whose page has been shown. Nil in a file of a runner that didn't note it.
    var presented: [String]? = []

    struct Record: Hashable, Sendable, Codable {
        var verdict: Verdict
        /// Of what was checked last.
        var fingerprint: String
        /// The fingerprint for which every rule last held. Bringing that text back solves the kata again.
        var passed: String?
        var attempts: Int
        var firstTried: Date
        var lastTried: Date
        /// When it was solved first. A solved kata that breaks is open again, and keeps the date.
        var solved: Date?
        /// How many were read before it was solved first.
        var hints: Int
        /// How many have been shown: the next one follows these. Starting over begins with the first.
        var hintsShown: Int?
        /// Of what `passed` is the fingerprint of, one by one.
        var parts: FingerprintParts?
        /// The verdict was earned with a suite that somebody had changed.
        var suiteChanged: Bool?
    }

    enum Status: String, Hashable, Sendable, Codable {
        case unsolved
        case solved
        /// It was solved, and something that the verdict depends on has changed since.
        case changed
    }

    func status(of name: String, fingerprint: Fingerprint) -> Status {
        guard let record = katas[name] else { return .unsolved }
        if record.passed == fingerprint.description { return .solved }
        return record.verdict == .passed ? .changed : .unsolved
    }

    /// Somebody who tried a kata with a runner that noted no pages has seen its page.
    func hasPresented(_ name: String) -> Bool {
        presented?.contains(name) ?? ((katas[name]?.attempts ?? 0) > 0)
    }

    mutating func notePage(of name: String) {
        guard !hasPresented(name) else { return }
        let earlier = presented ?? katas.filter { $0.value.attempts > 0 }.map(\.key)
        presented = (earlier + [name]).sorted()
    }

    func hints(for name: String) -> Int { katas[name].map { $0.hintsShown ?? $0.hints } ?? 0 }

    /// Notes a verdict. The same files are no further attempt, and what follows the first success isn't either.
    mutating func note(
        _ verdict: Verdict,
        of name: String,
        fingerprint: Fingerprint,
        parts: FingerprintParts? = nil,
        suiteChanged: Bool? = nil,
        at now: Date
    ) {
        let mark = fingerprint.description
        var record = katas[name] ?? Record(firstTried: now)
        if record.fingerprint != mark, record.solved == nil {
            record.attempts += 1
            record.lastTried = now
        }
        record.verdict = verdict
        record.suiteChanged = suiteChanged
        record.fingerprint = mark
        if verdict == .passed {
            record.passed = mark
            record.parts = parts
            record.solved = record.solved ?? now
        } else if record.passed == mark {
            record.passed = nil
            record.parts = nil
        }
        katas[name] = record
    }

    /// Hints read after the kata was solved are no help that was needed.
    mutating func noteHints(_ count: Int, of name: String, at now: Date) {
        var record = katas[name] ?? Record(firstTried: now)
        if record.solved == nil { record.hints = max(record.hints, count) }
        record.hintsShown = max(record.hintsShown ?? record.hints, count)
        katas[name] = record
    }

    /// The learner starts over. Bringing the old file back earns the same again.
    mutating func forget(_ name: String) {
        katas[name]?.verdict = .failed
        katas[name]?.fingerprint = ""
        katas[name]?.hintsShown = 0
    }
}

extension LearnerProgress.Record {
    /// Nothing has been checked yet.
    init(firstTried now: Date) {
        self.init(
            verdict: .failed,
            fingerprint: "",
            attempts: 0,
            firstTried: now,
            lastTried: now,
            hints: 0
        )
    }
}
