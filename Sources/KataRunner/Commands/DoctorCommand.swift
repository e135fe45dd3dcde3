import Foundation

/// `kata doctor`
struct DoctorCommand: Command {
    static let manual = Manual(
        name: "doctor",
        summary: "see whether anything that is needed is missing",
        explanation: [
            "When you report a bug, add this output, and that of the failing command, run once more with `--verbose`."
        ]
    )

    init(_ arguments: ParsedArguments) {}

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        // Without these, the compiler can't even report its version.
        let site = BuildSite.complaints(in: session.environment).map(Finding.bad)
        var findings = system(session) + (site.isEmpty ? compiler(session) : site)
        do {
            let workbook = try session.workbook()
            findings += intactness(of: workbook) + changedSuites(of: workbook) + writability(of: workbook)
            findings += BuildSite.complaint(about: workbook.root).map { [.bad($0)] } ?? []
            findings += progress(session) + preparation(session, of: workbook)
        } catch {
            findings.append(.bad(error))
        }
        findings.append(terminal(session))
        session.show(DoctorScreen.lines(findings))
        return findings.allSatisfy(\.isGood) ? .success : .usage
    }

    private typealias Finding = DoctorScreen.Finding

    /// Seconds for a compiler to report its version. A healthy one takes less than one.
    private static let patience = 10

    /// What else a bug report needs: the machine, and variables that change what the runner does.
    private func system(_ session: Session) -> [Finding] {
        let environment = session.environment
        let uname = ["/usr/bin/uname", "/bin/uname"].first(where: environment.files.isExecutable)
        let outcome = uname.flatMap { uname in
            try? environment.processes.output(
                of: ProcessRequest(
                    executable: uname,
                    arguments: ["-srm"],
                    variables: environment.variables,
                    directory: environment.currentDirectory,
                    timeLimit: 30
                )
            )
        }
        let names = ["LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TERM", "NO_COLOR", "COLUMNS"]
        let told = environment.variables.filter { names.contains($0.key) || $0.key.hasPrefix("KATA_") }
        let list = told.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
        return [
            Finding.good("System: \(outcome?.output.trimmed ?? "unknown")"),
            Finding.good(list.isEmpty ? "Variables: none" : "Variables: \(list)"),
        ]
    }

    /// A changed suite is no fault, and a verdict that was earned with one says so.
    private func changedSuites(of workbook: Workbook) -> [Finding] {
        let seals = SuiteSeals(of: workbook)
        return workbook.catalogue().katas
            .filter { workbook.data($0.suite) != nil && !seals.hold(for: $0, in: workbook) }
            .map { kata in
                Finding.good(
                    "\(kata.suite) is not as its author left it.",
                    "To restore it: `git checkout \(kata.suite)`"
                )
            }
    }

    private func progress(_ session: Session) -> [Finding] {
        guard var course = try? session.course() else { return [] }
        let standings = course.standings()
        let solved = standings.filter { $0.status == .solved }.count
        let total = standings.count
        return [.good("Progress: \(solved) of \(total) katas solved")]
    }

    /// What is built while somebody reads. If that fails, a check says why.
    private func preparation(_ session: Session, of workbook: Workbook) -> [Finding] {
        var findings: [Finding] = []
        if let toolchain = try? Toolchain.find(in: session.environment),
            let chapter = Preparation(workbook: workbook, toolchain: toolchain).chaptersAtWork.first
        {
            findings.append(.good("Chapter \(chapter) is being made ready for its first check."))
        }
        if workbook.files.exists(workbook.path(Preparation.log)) {
            findings.append(
                .good(
                    "The last chapter to be made ready could not be built.",
                    "The reason is in \(Preparation.log). Try it: `kata check`"
                )
            )
        }
        return findings
    }

    private func compiler(_ session: Session) -> [Finding] {
        do {
            let toolchain = try Toolchain.find(in: session.environment)
            let request = ProcessRequest(
                executable: toolchain.swift,
                arguments: ["--version"],
                variables: session.environment.variables,
                directory: session.environment.currentDirectory,
                timeLimit: TimeInterval(Self.patience)
            )
            let outcome = try session.waiting(.init()) { report throws(Complaint) in
                try session.environment.processes.output(of: request) { elapsed in
                    report(.askingVersion, elapsed.seconds) ? .goOn : .cancel
                }
            }
            if outcome.end == .timedOut {
                return [
                    Finding.bad(
                        "\(toolchain.swift) did not report its version within \(Self.patience) seconds.",
                        "See what it does: `swift --version`"
                    )
                ]
            }
            guard let version = Toolchain.version(in: outcome.output) else {
                return [
                    Finding.bad(
                        "\(toolchain.swift) doesn't report its version.",
                        "See what it says: `swift --version`"
                    )
                ]
            }
            let number = version.map(String.init).joined(separator: ".")
            guard Toolchain.isSupported(version) else {
                return [
                    Finding.bad(
                        "Swift \(number) is too old: \(toolchain.swift)",
                        "Install Swift 6.2 or newer, from swift.org or with Xcode."
                    )
                ]
            }
            return [
                Finding.good("Swift \(number): \(toolchain.swift)"),
                buildSystem(of: toolchain, session),
            ]
        } catch {
            return [.bad(error)]
        }
    }

    private func buildSystem(of toolchain: Toolchain, _ session: Session) -> Finding {
        let environment = session.environment
        let scratch = (try? session.workbook().path(".build/kata/.build")) ?? ""
        let request = ProcessRequest(
            executable: toolchain.swift,
            arguments: ["build", "--show-bin-path"] + (scratch.isEmpty ? [] : ["--scratch-path", scratch]),
            variables: environment.variables,
            directory: (try? session.workbook().root) ?? environment.currentDirectory,
            timeLimit: 60
        )
        let outcome = try? environment.processes.output(of: request)
        let told = outcome?.end == .exited(0) ? outcome?.output.trimmed ?? "" : ""
        let oldest = Toolchain.oldestSupported.map(String.init).joined(separator: ".")
        let newest = Toolchain.newestTried.map(String.init).joined(separator: ".")
        let tried: Phrase =
            "This workbook needs Swift \(oldest) or newer. It was tried with \(newest), and with both build systems: native and Swift Build."
        guard let products = Products(toldBy: told) else {
            let what: Phrase =
                told.isEmpty
                ? "\(toolchain.swift) doesn't say where it builds."
                : "The runner doesn't know this build system, which builds in \(told)"
            return .bad(what, "\(tried) When you use one of these: `kata doctor`")
        }
        return .good("Build system: \(products.system.name)", tried)
    }

    private func intactness(of workbook: Workbook) -> [Finding] {
        let catalogue = workbook.catalogue()
        var findings: [Finding] = []
        for kata in catalogue.katas {
            let id = kata.id.description
            if !kata.fileExists {
                findings.append(.bad("\(kata.file) is missing.", "Bring it back: `kata reset \(id)`"))
            }
            for path in [kata.suite, kata.pristine, kata.solution] where !workbook.isIntact(path) {
                findings.append(
                    .bad(
                        workbook.data(path) == nil ? "\(path) is missing." : "\(path) is damaged.",
                        "Bring it back: `git checkout \(path)`"
                    )
                )
            }
            if kata.page.rules.isEmpty {
                findings.append(
                    .bad(
                        "The page of \(id) has no rules.",
                        "Bring it back: `git checkout Exercises/\(kata.target)/README.md`"
                    )
                )
            }
        }
        let chapters = catalogue.chapters.count
        let katas = catalogue.katas.count
        guard findings.isEmpty, katas > 0 else {
            return katas > 0
                ? findings
                : [
                    Finding.bad(Complaint.emptyWorkbook.sentence, "Bring it back: `git checkout Exercises`")
                ]
        }
        return [
            Finding.good("Workbook: \(chapters) chapters, \(katas) katas, all files in place")
        ]
    }

    private func writability(of workbook: Workbook) -> [Finding] {
        let folders = [".", ".build", ".kata"].map(workbook.path).filter(workbook.files.exists)
        let locked = folders.filter { !workbook.files.isWritable($0) }
        guard let first = locked.first else {
            let full = workbook.cannotWrite(".build", bytes: 16 << 20)
            if case .diskFull = full {
                return [.bad(full.sentence, "Make room on it.")]
            }
            let room = workbook.files.room(workbook.root).map { $0 >> 20 }
            let free: Phrase = room.map { ", \($0) MiB free" } ?? ""
            return [.good("Folder: \(workbook.root)\(free)")]
        }
        return [
            Finding.bad(
                "\(first) can't be written.",
                "Progress and builds are kept there: make it writable, or clone the workbook elsewhere."
            )
        ]
    }

    private func terminal(_ session: Session) -> Finding {
        let terminal = session.environment.terminal
        let width = session.layout.width
        guard terminal.outputIsTerminal else {
            return .good("Terminal: none, output goes to a file or a pipe (\(width) columns)")
        }
        let colour: Phrase = session.painter.usesColour ? "colour" : "no colour"
        let characters: Phrase = session.layout.isASCII ? "ASCII" : "Unicode"
        return .good("Terminal: \(width) columns, \(colour), \(characters)")
    }
}
