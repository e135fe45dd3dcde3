import Foundation

/// What Swift Testing wrote down of a run, line by line. It is complete up to the moment of a crash.
struct EventStream: Hashable, Sendable {
    struct Test: Hashable, Sendable {
        var id: String
        var displayName: String
        var line: Int
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
    /// ends without having begun, or that begins before the last one is over.
    private(set) var isRegular = true
    private var startTimes: [String: Double] = [:]
    private var currentRow: String?

    /// The test that had begun and was not over. Rules run one at a time, so there is one at the most.
    var suspect: String? { started.last { !ended.contains($0) } }

    init() {}

    init(parsing data: Data) { read(data) }

    /// Takes more lines. A line that is no event, or only half of one, is passed over.
    mutating func read(_ lines: Data) {
        for line in lines.split(separator: UInt8(ascii: "\n")) { read(line: Data(line)) }
    }

    private mutating func read(line: Data) {
        guard let record = try? JSONDecoder().decode(Record.self, from: line) else { return }
        let payload = record.payload
        switch (record.kind, payload.kind) {
        case ("test", "function"):
            guard let id = payload.id else { return }
            let name = payload.displayName ?? payload.name ?? id
            if tests.contains(where: { $0.id == id }) { isRegular = false }
            tests.append(Test(id: id, displayName: name, line: payload.sourceLocation?.line ?? 0))
        case ("event", "testStarted"):
            guard let id = payload.testID, tests.contains(where: { $0.id == id }) else { return }
            if runEnded || suspect != nil || started.contains(id) { isRegular = false }
            started.append(id)
            startTimes[id] = payload.instant?.absolute
            currentRow = nil
        case ("event", "testCaseStarted"):
            currentRow = payload.messages?.first.flatMap { Self.row(in: $0.text) }
        case ("event", "testEnded"):
            guard let id = payload.testID else { return }
            if tests.contains(where: { $0.id == id }), runEnded || suspect != id { isRegular = false }
            ended.insert(id)
            if let start = startTimes[id], let end = payload.instant?.absolute { seconds[id] = end - start }
        case ("event", "testSkipped"):
            guard let id = payload.testID else { return }
            skipped.insert(id)
        case ("event", "issueRecorded"):
            guard let issue = payload.issue, issue.isFailure ?? !(issue.isKnown ?? false) else { return }
            let id = payload.testID ?? ""
            issues[id, default: []].append(self.issue(payload.messages ?? [], at: issue.sourceLocation))
        case ("event", "runEnded"):
            if runEnded || suspect != nil { isRegular = false }
            runEnded = true
        default: break
        }
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
