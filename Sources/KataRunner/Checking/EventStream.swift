import Foundation

/// What Swift Testing wrote down of a run, line by line. It is complete up to the moment of a crash.
struct EventStream: Hashable, Sendable {
    struct Test: Hashable, Sendable {
        var id: String
        var displayName: String
        var line: Int
        var isParameterized = false
    }

    /// Lines that mean nothing are counted too, and make no other stream of it.
    private struct Tally: Hashable {
        var count = 0

        static func == (one: Tally, other: Tally) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    private struct Rows: Hashable {
        var begun = 0
        var over = 0
    }

    /// The test functions that were found, suites left out.
    private(set) var tests: [Test] = []
    private(set) var started: [String] = []
    private(set) var ended: Set<String> = []
    private(set) var skipped: Set<String> = []
    private(set) var issues: [String: [RuleIssue]] = [:]
    private(set) var runEnded = false
    private(set) var seconds: [String: Double] = [:]
    /// False as soon as the stream reports what no run reports: a test that is declared, begins or ends twice, that
    /// ends without having begun, that is skipped and begins, or that begins before the last one is over; or more than
    /// any run reports. Nothing is read from there on.
    private(set) var isRegular = true
    /// Those of which the library itself says that they have passed.
    private var passed: Set<String> = []
    private var cancelled: Set<String> = []
    /// Tests in which an issue was declared a known one.
    private var excused: Set<String> = []
    /// How many rows of a parameterised test have begun and are over.
    private var rows: [String: Rows] = [:]
    private var known: Set<String> = []
    private var begun: Set<String> = []
    /// Begun and not over.
    private var open: [String] = []
    private var records = Tally()
    private var startTimes: [String: Double] = [:]
    private var currentRow: String?

    /// A run of all suites of a chapter in which everything fails tells a tenth of it.
    static let recordLimit = 20_000

    /// The test that had begun and was not over. Rules run one at a time, so there is one at the most.
    var suspect: String? { open.last }

    init() {}

    init(parsing data: Data) { read(data) }

    /// Takes more lines. A line that is no event, or only half of one, is passed over.
    mutating func read(_ lines: Data) {
        let decoder = JSONDecoder()
        for line in lines.split(separator: UInt8(ascii: "\n")) where isRegular {
            records.count += 1
            if records.count > Self.recordLimit { isRegular = false }
            guard let record = try? decoder.decode(Record.self, from: Data(line)) else { continue }
            read(record)
        }
    }

    private mutating func read(_ record: Record) {
        let payload = record.payload
        switch (record.kind, payload.kind) {
        case ("test", "function"):
            guard let id = payload.id else { return }
            if !known.insert(id).inserted { isRegular = false }
            tests.append(
                Test(
                    id: id,
                    displayName: payload.displayName ?? payload.name ?? id,
                    line: payload.sourceLocation?.line ?? 0,
                    isParameterized: payload.isParameterized ?? false
                )
            )
        case ("event", "testStarted"):
            guard let id = payload.testID, known.contains(id) else { return }
            let isNew = begun.insert(id).inserted && !skipped.contains(id)
            if runEnded || suspect != nil || !isNew { isRegular = false }
            started.append(id)
            open.append(id)
            startTimes[id] = payload.instant?.absolute
            currentRow = nil
        case ("event", "testCaseStarted"):
            currentRow = payload.messages?.first.flatMap { Self.row(in: $0.text) }
            if let id = payload.testID { rows[id, default: Rows()].begun += 1 }
        case ("event", "testCaseEnded"):
            if let id = payload.testID { rows[id, default: Rows()].over += 1 }
        case ("event", "testEnded"):
            guard let id = payload.testID else { return }
            if known.contains(id), runEnded || suspect != id { isRegular = false }
            open.removeAll { $0 == id }
            ended.insert(id)
            if payload.messages?.first?.symbol?.hasPrefix("pass") == true { passed.insert(id) }
            if let start = startTimes[id], let end = payload.instant?.absolute { seconds[id] = end - start }
        case ("event", "testSkipped"):
            guard let id = payload.testID else { return }
            if begun.contains(id) { isRegular = false }
            skipped.insert(id)
        case ("event", let kind?) where kind.hasSuffix("Cancelled"):
            // A test or one row of it, by `Test.cancel()` or because its task was cancelled.
            if let id = payload.testID ?? suspect { cancelled.insert(id) }
        case ("event", "issueRecorded"):
            guard let issue = payload.issue else { return }
            // What is found in a task that belongs to no test is found while one is at work.
            let id = payload.testID ?? suspect ?? started.last ?? ""
            if issue.isKnown ?? false { excused.insert(id) }
            guard issue.isFailure ?? !(issue.isKnown ?? false) else { return }
            issues[id, default: []].append(self.issue(payload.messages ?? [], at: issue.sourceLocation))
        case ("event", "runEnded"):
            if runEnded || suspect != nil { isRegular = false }
            runEnded = true
        default: break
        }
    }

    /// Why a rule is not kept that is over and in which no expectation failed; nil where it is kept. To have found
    /// nothing is not enough: it must have run to its end, with every row.
    ///
    /// - Parameter mayExcuse: the suite itself says which of its issues are known ones.
    func lack(of test: Test, mayExcuse: Bool) -> RuleIssue.Cause? {
        if cancelled.contains(test.id) { return .cancelled }
        if excused.contains(test.id), !mayExcuse { return .excused }
        let rows = rows[test.id] ?? Rows()
        let isWhole = rows.begun == rows.over && (rows.over > 0 || !test.isParameterized)
        return passed.contains(test.id) && isWhole ? nil : .notRunThrough
    }

    /// What it declares and where it ended, without the outcomes of its tests.
    var withoutOutcomes: EventStream {
        var stream = self
        (stream.ended, stream.skipped, stream.seconds) = ([], [], [:])
        return stream
    }

    /// The suite's own words come first; what the library made of the expectation explains them.
    private func issue(_ messages: [Message], at location: Location?) -> RuleIssue {
        // A comment in the suite above an expectation is written down as well. It is no message.
        let details = messages.filter { $0.symbol == "details" }.map(\.text)
            .filter { !$0.hasPrefix("//") && !$0.hasPrefix("/*") }
        let summary = messages.first { $0.symbol != "details" }?.text ?? ""
        let expectation =
            summary.hasPrefix("Expectation failed: ")
            ? String(summary.dropFirst("Expectation failed: ".count)) : summary
        return RuleIssue(
            message: details.first ?? expectation,
            // An issue that the suite records itself has nothing to add to the suite's own words.
            expectation: details.isEmpty || summary == "Issue recorded" ? nil : expectation,
            row: currentRow,
            file: location?.filePath ?? location?._filePath ?? "",
            line: location?.line ?? 0
        )
    }

    /// «Test case passing 1 argument name → family «Evans» to "a part …" started.» → «family «Evans»»
    private static func row(in message: String) -> String? {
        guard let arrow = message.firstRange(of: " → "),
            let end = message[arrow.upperBound...].firstRange(of: " to \"")
        else { return nil }
        // One argument needs no label; several are distinguished by theirs.
        let several = message[..<arrow.lowerBound].firstRange(of: " arguments ")
        return String(message[(several ?? arrow).upperBound..<end.lowerBound])
    }
}

extension EventStream {
    // The parts of the records that are of use here; see Documentation/ABI/JSON.md of swift-testing.
    private struct Record: Decodable {
        var kind: String
        var payload: Payload
    }

    private struct Payload: Decodable {
        var kind: String?
        var id: String?
        var name: String?
        var displayName: String?
        var testID: String?
        var isParameterized: Bool?
        var sourceLocation: Location?
        var issue: RecordedIssue?
        var messages: [Message]?
        var instant: Instant?
    }

    private struct RecordedIssue: Decodable {
        var isKnown: Bool?
        var isFailure: Bool?
        var sourceLocation: Location?
    }

    fileprivate struct Location: Decodable {
        var filePath: String?
        var _filePath: String?
        var line: Int?
    }

    fileprivate struct Message: Decodable {
        var symbol: String?
        var text: String
    }

    private struct Instant: Decodable {
        var absolute: Double?
    }
}
