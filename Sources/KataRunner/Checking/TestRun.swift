import Foundation

/// Runs the suites of katas with the programs that a build has made, one rule at a time, and finds out who is to
/// blame when the process doesn't reach its end (test process, crash, timeout).
struct TestRun: Sendable {
    var environment: Environment
    var toolchain: Toolchain
    var products: Products
    /// Where the process writes down what happens, and where it runs in a folder of its own.
    var folder: String
    /// Seconds for the rules of one kata.
    var timeLimit: TimeInterval
    /// Bytes that the process may take.
    var memoryLimit: Int
    /// For code that nobody can vouch for.
    var confinement: Confinement?

    struct Findings: Hashable {
        var stream: EventStream
        /// Rules that ended the process, by their test's id, and how.
        var culprits: [String: Culprit]
        /// What the learner's code printed.
        var printed: String
        /// Suites of which nothing is known, because their reports are not to be believed.
        var unbelieved: Set<String> = []

        fileprivate static func unbelieved(
            _ suites: [String],
            _ stream: EventStream,
            _ outcome: ProcessOutcome
        ) -> Findings {
            Findings(
                stream: stream.withoutOutcomes,
                culprits: [:],
                printed: outcome.output,
                unbelieved: Set(suites)
            )
        }
    }

    enum Culprit: Hashable {
        case crashed(RuleIssue)
        /// - Parameter isHeldUp: others kept the machine from it, so nobody knows what it would have come to.
        case timedOut(seconds: TimeInterval, isHeldUp: Bool)
    }

    /// - Parameter suites: as the event stream names them: `Chapter1ValueObjectsTests.PersonNameTests`.
    func run(_ suites: [String], _ tick: (TimeInterval) -> Bool) throws(Complaint) -> [Findings] {
        var findings: [Findings] = []
        for suites in together(suites) { findings += try runTogether(suites, tick) }
        return findings
    }

    /// The suites that one process can run.
    private func together(_ suites: [String]) -> [[String]] {
        guard products.system == .swiftBuild else { return [suites] }
        var groups: [[String]] = []
        for suite in suites {
            if let index = groups.firstIndex(where: { $0[0].testTarget == suite.testTarget }) {
                groups[index].append(suite)
            } else {
                groups.append([suite])
            }
        }
        return groups
    }

    private func runTogether(
        _ suites: [String],
        _ tick: (TimeInterval) -> Bool
    ) throws(Complaint) -> [Findings] {
        if let confinement { return try run(suites, vouchedForBy: confinement.control, tick) }
        var findings: [Findings] = []
        var remaining = suites
        var blamed: [String] = []
        var overruns: [String: Int] = [:]
        while !remaining.isEmpty {
            let (stream, outcome, isHeldUp) = try runOnce(remaining, skipping: blamed, tick)
            guard stream.isRegular else {
                // Each kata answers for itself.
                guard remaining.count > 1 else {
                    return findings + [.unbelieved(remaining, stream, outcome)]
                }
                for suite in remaining { findings += try runTogether([suite], tick) }
                return findings
            }
            var finding = Findings(stream: stream, culprits: [:], printed: outcome.output)
            defer { findings.append(finding) }
            if stream.runEnded, outcome.end != .timedOut { break }
            guard let suspect = stream.suspect else {
                // It ended before the first rule or after the last one: there is nobody to blame and no hope
                // that another try goes further.
                break
            }
            let suite = String(suspect.prefix { $0 != "/" })
            if outcome.end == .timedOut {
                finding.culprits[suspect] = overrun(outcome, isHeldUp)
                overruns[suite, default: 0] += 1
            } else {
                finding.culprits[suspect] = .crashed(CrashReport(outcome, memoryLimit: memoryLimit).issue)
            }
            blamed.append(suspect)
            let known = findings.map(\.stream) + [stream]
            // A kata that overruns twice has had its time: the rest of its rules is not run.
            remaining = suites.filter { suite in
                overruns[suite, default: 0] < 2 && !known.contains { $0.hasFinished(suite, but: blamed) }
            }
        }
        return findings
    }

    /// The same if no report is believed before the control has vouched for it: what a run reports that doesn't
    /// reach its end counts against a rule and never for one.
    private func run(
        _ suites: [String],
        vouchedForBy control: Control,
        _ tick: (TimeInterval) -> Bool
    ) throws(Complaint) -> [Findings] {
        var findings: [Findings] = []
        var blamed: [String] = []
        var endings: [String: Int] = [:]
        var remaining = suites
        while !remaining.isEmpty {
            let targets = Set(remaining.map(\.testTarget))
            let controls = targets.sorted().map(Control.suiteID)
            let (stream, outcome, isHeldUp) = try runOnce(remaining + controls, skipping: blamed, tick)
            if control.vouches(for: stream, outcome) {
                return findings + [Findings(stream: stream, culprits: [:], printed: outcome.output)]
            }
            let suite = stream.suspect.map { String($0.prefix { $0 != "/" }) }
            guard stream.isRegular, let suspect = stream.suspect, let suite, remaining.contains(suite) else {
                // It ended outside of any rule, or reports what can't be. Each kata answers for itself.
                if remaining.count == 1 { return findings + [.unbelieved(remaining, stream, outcome)] }
                for suite in remaining { findings += try run([suite], vouchedForBy: control, tick) }
                return findings
            }
            let culprit: Culprit =
                outcome.end == .timedOut
                ? overrun(outcome, isHeldUp)
                : .crashed(CrashReport(outcome, memoryLimit: memoryLimit).issue)
            findings.append(
                Findings(
                    stream: stream.withoutOutcomes,
                    culprits: [suspect: culprit],
                    printed: outcome.output
                )
            )
            blamed.append(suspect)
            // One overrun more than a kata may have, or as many crashes: the rest of its rules is not run.
            endings[suite, default: 0] += outcome.end == .timedOut ? 2 : 1
            remaining = remaining.filter { endings[$0, default: 0] < 4 }
        }
        return findings
    }

    private func overrun(_ outcome: ProcessOutcome, _ isHeldUp: Bool) -> Culprit {
        .timedOut(seconds: isHeldUp ? outcome.seconds : timeLimit, isHeldUp: isHeldUp)
    }

    /// Runs suites once, and goes on to nothing where the process ends early.
    ///
    /// - Returns: also whether its time was up only because nobody waits for others for ever.
    func runOnce(
        _ suites: [String],
        skipping blamed: [String],
        _ tick: (TimeInterval) -> Bool
    ) throws(Complaint) -> (EventStream, ProcessOutcome, isHeldUp: Bool) {
        let events = "\(folder)/events.jsonl"
        let pipe = "\(folder)/events.pipe"
        let home = "\(folder)/home"
        let cache = "\(folder)/cache"
        do {
            // What one run leaves behind must not decide on the next one.
            if environment.files.exists(home) { try environment.files.remove(home) }
            try environment.files.makeFolder(home)
            if confinement != nil {
                try environment.files.makeFolder(cache)
                let compiler = Data("\(toolchain.swift.folder)/swiftc".utf8)
                try environment.files.update(products.compilerFile, to: compiler)
            }
            try environment.files.write(Data(), events)
        } catch {
            throw .cannotWrite(folder)
        }
        var variables = environment.variables
        // A crash says where it happened, and nothing more.
        variables["SWIFT_BACKTRACE"] =
            "enable=yes,color=no,interactive=no,threads=crashed,registers=none,images=none"
        var watch = Watch(limit: timeLimit)
        let files = environment.files
        var request = ProcessRequest(
            executable: try executable(for: suites),
            arguments: arguments(suites, blamed, confinement == nil ? events : pipe),
            variables: variables,
            directory: home,
            memoryLimit: memoryLimit
        )
        request.patience = .ready
        if let confinement {
            request.records = .init(pipe: pipe, file: events, limit: Confinement.recordLimit)
            // The reported time of each rule may not be true.
            request.timeLimit = timeLimit * TimeInterval(suites.count) + 20
            request = confinement.run(
                request,
                readable: needed(for: suites),
                folder: folder,
                cache: cache
            )
        }
        var outcome = try environment.processes.output(of: request) { elapsed in
            guard tick(elapsed.seconds) else { return .cancel }
            watch.look(at: events, in: files, elapsed)
            return watch.isOver ? .timeOut : .goOn
        }
        outcome = confinement?.outcome(outcome) ?? outcome
        if outcome.end == .interrupted { throw .interrupted }
        if outcome.end == .cancelled { throw .cancelled }
        while watch.takeMore(of: events, in: files, isAtEnd: true) {
            if environment.isInterrupted() { throw .interrupted }
        }
        return (watch.stream, outcome, outcome.end == .timedOut && (watch.isHeldUp || outcome.wasHeldUp))
    }

    private var scratch: String { folder.folder }

    /// What suites read while they run: what was built for them, and the text of their own chapter.
    private func needed(for suites: [String]) -> [String] {
        #if canImport(Darwin)
            return [scratch, "\(scratch.folder)/Exercises", "\(scratch.folder)/Package.swift"]
        #else
            let own = Set(suites.map { String($0.testTarget.dropLast("Tests".count)) })
            let built = products.readable(by: suites[0].testTarget, of: own, environment.files)
                .map(environment.files.resolve)
            return built + own.sorted().map { "\(scratch.folder)/Exercises/\($0)" }
        #endif
    }

    private func arguments(_ suites: [String], _ blamed: [String], _ events: String) -> [String] {
        var arguments = prefix(for: suites)
        #if canImport(Darwin)
            // A program in a sandbox can't put others into one, and has nowhere to write a lock.
            if confinement?.sandbox != nil { arguments += ["--disable-sandbox", "--ignore-lock"] }
        #endif
        arguments += ["--no-parallel", "--event-stream-output-path", events, "--event-stream-version", "0"]
        for suite in suites { arguments += ["--filter", "^\(suite.patternEscaped)/"] }
        for test in blamed { arguments += ["--skip", "^\(test.patternEscaped)"] }
        return arguments
    }

    /// Gives each kata its own time, though one process serves them all, and stops the process where it tells what
    /// no run tells: nothing more of it would be believed.
    private struct Watch {
        var limit: TimeInterval
        private(set) var stream = EventStream()
        private var suite: Substring?
        private var since = Elapsed(seconds: 0)
        private var now = Elapsed(seconds: 0)
        /// Bytes of the lines that were read before.
        private var read = 0

        /// Whoever floods the stream must not keep the runner from looking at the clock, or at Control-C.
        private static let bytesAtOnce = 512 << 10

        init(limit: TimeInterval) {
            self.limit = limit
        }

        var isOver: Bool { own.counted > limit || !stream.isRegular }

        /// Others kept the machine from the suite that is running, or it would not be over.
        var isHeldUp: Bool { stream.isRegular && own.counted > limit && own.worked <= limit }

        /// What the suite that is running has had so far.
        private var own: Elapsed {
            Elapsed(seconds: now.seconds - since.seconds, worked: now.worked - since.worked)
        }

        mutating func look(at file: String, in files: Files, _ elapsed: Elapsed) {
            now = elapsed
            _ = takeMore(of: file, in: files, isAtEnd: false)
            let current = stream.started.last?.prefix { $0 != "/" }
            if current != suite {
                suite = current
                since = elapsed
            }
        }

        /// Reads whole lines. At the end the last one may lack its own.
        ///
        /// - Returns: whether there was anything to read.
        mutating func takeMore(of file: String, in files: Files, isAtEnd: Bool) -> Bool {
            guard stream.isRegular, let part = try? files.readPart(file, read, Self.bytesAtOnce),
                !part.isEmpty
            else { return false }
            let lines = part.lastIndex(of: UInt8(ascii: "\n")).map { part[...$0] }
            if let lines {
                take(lines)
            } else if isAtEnd || part.count == Self.bytesAtOnce {
                take(part)
            } else {
                return false
            }
            return true
        }

        private mutating func take(_ lines: Data) {
            stream.read(lines)
            read += lines.count
        }
    }
}

extension EventStream {
    /// Every rule of this suite is over, or is known as one that ends the process.
    fileprivate func hasFinished(_ suite: String, but blamed: [String]) -> Bool {
        let own = tests.filter { $0.id.hasPrefix(suite + "/") }
        return !own.isEmpty
            && own.allSatisfy { ended.contains($0.id) || skipped.contains($0.id) || blamed.contains($0.id) }
    }
}

extension String {
    /// Of a suite as the event stream names it.
    fileprivate var testTarget: String { String(prefix { $0 != "." }) }

    /// For use in a regular expression, to be taken literally.
    fileprivate var patternEscaped: String {
        String(flatMap { $0.isLetter || $0.isNumber || "/_-: ".contains($0) ? [$0] : ["\\", $0] })
    }
}

/// What a process that did not reach its end left behind: a backtrace, a signal.
struct CrashReport: Hashable {
    var issue: RuleIssue

    init(_ outcome: ProcessOutcome, memoryLimit: Int) {
        let lines = outcome.errors.split(whereSeparator: \.isNewline)
        let reason = lines.lazy.compactMap(Self.reason).first
        // In a sandbox nobody reports how much it held.
        let gotNoMore = reason?.hasPrefix("failed to allocate ") ?? false
        let tookAllMemory = gotNoMore || outcome.peakMemory > memoryLimit / 4 * 3
        let cause: RuleIssue.Cause? =
            switch outcome.end {
            case .signalled where tookAllMemory: .tookAllMemory(limit: memoryLimit)
            case .exited(let code): .exited(code)
            case .signalled(let signal): reason == nil ? .signalled(signal) : nil
            case .tookTooMuch: .tookTooMuch
            case .timedOut, .interrupted, .cancelled: .ended
            }
        let place = lines.lazy.compactMap { Self.place(in: $0) }.first
        let (file, line) = (place?.file ?? "", place?.line ?? 0)
        issue =
            cause.map { RuleIssue($0, file: file, line: line) }
            ?? RuleIssue(message: reason ?? "", file: file, line: line)
    }

    /// What Swift says of a trap: «Fatal error: Index out of range», «*** Swift runtime failure: arithmetic
    /// overflow ***». Without a message of its own the kind of the trap is the reason.
    private static func reason(in line: Substring) -> String? {
        for mark in ["Fatal error: ", "Swift runtime failure: "] {
            guard let range = line.firstRange(of: mark) else { continue }
            return String(line[range.upperBound...]).replacing(" ***", with: "")
        }
        for mark in ["Precondition failed", "Assertion failed"] {
            guard let range = line.firstRange(of: mark) else { continue }
            return String(line[range.lowerBound...])
        }
        return nil
    }

    /// The topmost frame of a backtrace that lies in an exercise: « … in … at /path/Exercises/….swift:12:5».
    private static func place(in line: Substring) -> (file: String, line: Int)? {
        guard let mark = line.firstRange(of: " at /"), line[mark.upperBound...].contains("/Exercises/") else {
            return nil
        }
        let parts = line[mark.upperBound...].split(separator: ":")
        guard parts.count >= 2, let number = Int(parts[1]) else { return nil }
        return ("/" + parts[0], number)
    }
}

// MARK: - Where Linux and macOS differ

extension TestRun {
    #if canImport(Darwin)
        // The bundle is loaded by a helper of the toolchain, which `swift test` knows how to find.
        private func executable(for suites: [String]) throws(Complaint) -> String { toolchain.swift }

        private func prefix(for suites: [String]) -> [String] {
            ["test", "--skip-build", "--disable-xctest", "--scratch-path", scratch]
                + (products.system == .native ? [] : ["--test-product", suites[0].testTarget])
        }
    #else
        private func executable(for suites: [String]) throws(Complaint) -> String {
            guard let program = products.program(for: suites[0].testTarget, environment.files) else {
                throw .unknownLayout(folder: products.folder, swift: toolchain.swift)
            }
            return confinement == nil ? program : environment.files.resolve(program)
        }

        private func prefix(for suites: [String]) -> [String] { ["--testing-library", "swift-testing"] }
    #endif
}
