import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Grades a class of thirty, each of whom differs from the workbook in one kata, beside `kata check` of one.
struct Grading {
    let workbook: URL
    let runner: String
    private let folder: URL

    init(workbook: URL, runner: String) {
        self.workbook = workbook
        self.runner = runner
        folder = workbook.deletingLastPathComponent().appendingPathComponent("class")
    }

    struct Measured {
        /// Seconds for one submission more, after the first of each chapter.
        var submission: Double
        /// Seconds for `kata check` of such a kata after an edit.
        var check: Double
        /// The most that the runner held, in MiB; nil where the system doesn't tell.
        var peakMemory: Double?
    }

    /// - Parameter katas: files of exercises, each of another chapter, among which the differences are dealt out,
    ///   and the katas they are.
    func measure(_ katas: [(file: String, id: String)], students: Int = 30) throws -> Measured {
        try? FileManager.default.removeItem(at: folder)
        // What was measured before has left its edits, which would make each submission differ in more.
        try Stopwatch(folder: workbook).run("git", ["checkout", "--quiet", "--", "Exercises"])
        for number in 0..<students { try handIn(number, katas[number % katas.count].file) }
        defer { try? FileManager.default.removeItem(at: folder) }

        // Whoever grades has graded before: what is built once for all is built. What is built once for a
        // chapter is built for the first who differ in it.
        let first = katas.indices.map { folder.appendingPathComponent(name($0)).path }
        say("  warming up")
        _ = try grade([folder.path])
        say("  the first of each chapter")
        let few = try grade(first)
        say("  \(students) submissions")
        let all = try grade([folder.path])
        say("  checks")
        return Measured(
            submission: (all.seconds - few.seconds) / Double(students - first.count),
            check: try check(katas),
            peakMemory: all.peakMemory
        )
    }

    private func name(_ number: Int) -> String { "student\(number)" }

    private func handIn(_ number: Int, _ file: String) throws {
        let student = folder.appendingPathComponent(name(number))
        try FileManager.default.createDirectory(at: student, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: workbook.appendingPathComponent("Exercises"),
            to: student.appendingPathComponent("Exercises")
        )
        try edit(student.appendingPathComponent(file), number)
    }

    private func check(_ katas: [(file: String, id: String)]) throws -> Double {
        let stopwatch = Stopwatch(folder: workbook)
        var times: [Double] = []
        for (file, id) in katas.prefix(4) {
            for number in 0..<5 {
                try edit(workbook.appendingPathComponent(file), 1000 + number)
                let seconds = try stopwatch.run(runner, ["check", id]).seconds
                // The first ones build what an edit doesn't touch.
                if number > 1 { times.append(seconds) }
            }
        }
        return times.median
    }

    private func grade(_ folders: [String]) throws -> (seconds: Double, peakMemory: Double?) {
        let start = ContinuousClock.now
        let process = try Stopwatch.start(
            runner,
            ["grade", "--again"] + folders,
            in: workbook,
            input: nil,
            output: STDERR_FILENO
        )
        var status: Int32 = 0
        var peakMemory: Double?
        while waitpid(process, &status, WNOHANG) == 0 {
            peakMemory = Self.peakMemory(of: process) ?? peakMemory
            usleep(20_000)
        }
        let seconds = start.secondsUntilNow
        struct NotGraded: Error { var status: Int32 }
        guard status == 0 else { throw NotGraded(status: status) }
        return (seconds, peakMemory)
    }

    private static func peakMemory(of process: pid_t) -> Double? {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
        return kibibytes.map { $0 / 1024 }
    }
}
