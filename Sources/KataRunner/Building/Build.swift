import Foundation

/// Builds chapters and their suites: with SwiftPM, or by the short cut past its planning.
struct Build: Sendable {
    var environment: Environment
    var toolchain: Toolchain
    var chapters: Set<Int>
    /// The package, which is a workspace.
    var root: String
    var scratch: String
    var timeLimit: TimeInterval
    var mayTakeShortCut = true
    var purpose = Purpose.edits

    enum Purpose: Sendable {
        /// Many small edits of one person, the first answer as soon as any.
        case edits
        /// One text after the other: what no test needs is not made.
        case trials
    }
    /// For code that nobody can vouch for.
    var confinement: Confinement?
    /// Where the compiler keeps what it has made of the system's modules, for all workspaces that share it.
    var moduleCache: String?
    /// The suites of a chapter may become a program.
    var mayMakePrograms = false

    enum Outcome: Hashable {
        case built(Products, warnings: [Diagnostic])
        case failed([Diagnostic], output: String)
        /// - Parameter onOneFile: one compiler has used up much of the time.
        case timedOut(seconds: TimeInterval, onOneFile: Bool)
    }

    /// Where programs may be made of suites and this Swift can't do it, tests are, from then on.
    func run(_ tick: (Elapsed) -> Bool) throws(Complaint) -> Outcome {
        guard makesPrograms else { return try build(tick) }
        do {
            let outcome = try build(tick)
            guard case .failed(let diagnostics, _) = outcome, SuiteProgram.isRefused(by: diagnostics) else {
                return outcome
            }
        } catch {
            // The place is known, and no program is there.
            guard case .unknownLayout(let folder, _) = error, Products(folder: folder) != nil else {
                throw error
            }
        }
        // If it can't be kept, the next build tries again.
        try? environment.files.update(refusalFile, to: Data(toolchain.identity.utf8))
        return try withoutPrograms.build(tick)
    }

    private var makesPrograms: Bool {
        mayMakePrograms && SuiteProgram.isKnownHere
            && environment.files.text(refusalFile) != toolchain.identity
    }

    private var withoutPrograms: Build {
        var copy = self
        copy.mayMakePrograms = false
        return copy
    }

    /// Names the Swift that could make no program.
    private var refusalFile: String { "\(scratch)/no-programs.txt" }

    private func build(_ tick: (Elapsed) -> Bool) throws(Complaint) -> Outcome {
        let quick = QuickBuild(
            files: environment.files,
            toolchain: toolchain,
            root: root,
            scratch: scratch,
            chapters: chapters,
            purpose: purpose
        )
        var known = inItsShape(keptProducts)
        var plan = quick.plan(with: known)
        if let built = try byShortCut(quick, plan, known, tick) { return built }
        // SwiftPM writes lists of files that belong to this plan alone: whatever becomes of this build, the graph
        // of another one must not be used with them. Only the native system's programs have lists of their own, and Swift
        // Build removes what belongs to no plan any more.
        let isAlone = known?.system == .native && known?.suitesArePrograms == true
        if isAlone { quick.forget() } else { quick.forgetAll() }
        if known == nil {
            switch try askForProducts(tick) {
            case .told(let products):
                known = inItsShape(products)
                plan = quick.plan(with: known)
            case .timedOut(let seconds): return .timedOut(seconds: seconds, onOneFile: false)
            }
        }
        if try planAlone(quick, plan, known, tick),
            let built = try byShortCut(quick, plan, known, tick)
        {
            return built
        }
        // Swift Build's commands can't be read anywhere else.
        let telling = known?.system == .swiftBuild ? ["--verbose"] : []
        let arguments = swiftPMBuild(known) + telling
        func fullBuild(_ arguments: [String]) throws(Complaint) -> ProcessOutcome {
            try build(toolchain.swift, arguments, known, tick, quick.remember(_:of:))
        }
        var outcome = try fullBuild(arguments)
        // Swift Build itself crashes now and then, in the middle of its report. The next try goes on from there.
        for arguments in [arguments, swiftPMBuild(known)] {
            guard outcome.isWithoutReason else { break }
            outcome = try fullBuild(arguments)
        }
        let judged = try judge(outcome, known, output: outcome.output + outcome.errors)
        if case .built(let products, _) = judged {
            quick.prepare(plan, products)
        }
        return judged
    }

    private func swiftPMBuild(_ products: Products?) -> [String] {
        ["build"] + sought(products) + swiftPMArguments + Self.expressionLimit + savings(products)
    }

    /// Nil where SwiftPM has to build.
    private func byShortCut(
        _ quick: QuickBuild,
        _ plan: Fingerprint,
        _ products: Products?,
        _ tick: (Elapsed) -> Bool
    ) throws(Complaint) -> Outcome? {
        guard mayTakeShortCut, let products, let command = quick.command(for: plan) else { return nil }
        let outcome = try build(command.executable, command.arguments, products, tick) { _, _ in }
        let output = QuickBuild.spoken(in: outcome.output, by: products.system)
        let judged = try judge(outcome, products, output: output)
        if case .failed(let diagnostics, _) = judged, diagnostics.isEmpty { return nil }
        return judged
    }

    /// Has SwiftPM plan a chapter and build nothing: it would compile the suites with modules that no trial needs, and
    /// the first trial would compile them once more.
    private func planAlone(
        _ quick: QuickBuild,
        _ plan: Fingerprint,
        _ products: Products?,
        _ tick: (Elapsed) -> Bool
    ) throws(Complaint) -> Bool {
        guard purpose == .trials, mayTakeShortCut, let products, products.system == .native,
            products.suitesArePrograms
        else {
            return false
        }
        quick.forgetPlanned()
        let arguments = swiftPMBuild(products) + ["--print-manifest-job-graph"]
        let outcome = try run(request(toolchain.swift, arguments, products), tick)
        switch outcome.end {
        case .interrupted: throw .interrupted
        case .cancelled: throw .cancelled
        case .exited(0): return quick.prepareUnbuilt(plan, products)
        case .exited, .signalled, .timedOut, .tookTooMuch: return false
        }
    }

    /// Whether the compiler comes to an end with one file of a chapter within the time limit, whatever it says.
    func isOver(
        with file: String,
        beside others: [String],
        of chapter: Chapter,
        _ tick: (Elapsed) -> Bool
    ) throws(Complaint) -> Bool {
        let compiler = "\(toolchain.swift.folder)/swiftc"
        guard let products = keptProducts, environment.files.isExecutable(compiler) else { return true }
        let cache = moduleCache ?? "\(products.folder)/ModuleCache"
        let arguments =
            ["-frontend", "-c", "-primary-file", file] + others + [
                "-module-name", chapter.target, "-swift-version", "6", "-enable-testing", "-parse-as-library",
                "-I", products.moduleFolder, "-module-cache-path", cache, "-o", "\(scratch)/one-file.o",
            ]
        let outcome = try run(request(compiler, arguments, products), tick)
        switch outcome.end {
        case .interrupted: throw .interrupted
        case .cancelled: throw .cancelled
        case .exited: return true
        case .timedOut, .signalled, .tookTooMuch: return false
        }
    }

    private func inItsShape(_ products: Products?) -> Products? {
        guard var products else { return nil }
        products.suitesArePrograms = makesPrograms
        return products
    }

    /// Of a program Swift Build makes two, if it isn't asked for one: the other could be tested.
    private func sought(_ products: Products?) -> [String] {
        guard let products, products.suitesArePrograms, products.system == .swiftBuild else {
            return ["--build-tests"]
        }
        let names = Workbook.chapterNames(chapters, in: "\(root)/Exercises", environment.files)
        return names.count == 1 ? ["--product", "\(names[0])Tests"] : []
    }

    private var swiftPMArguments: [String] {
        // A program in a sandbox can't put others into one.
        ["--scratch-path", scratch] + (confinement?.sandbox == nil ? [] : ["--disable-sandbox"])
    }

    // MARK: - Where the products are

    private enum Answer {
        /// Nil if the answer can't be understood, or if SwiftPM gave none: the build says why.
        case told(Products?)
        case timedOut(seconds: TimeInterval)
    }

    /// SwiftPM's earlier answer. Another Swift may build with another system.
    private var keptProducts: Products? {
        guard let lines = environment.files.text(productsFile)?.lines, lines.count >= 2,
            lines[0] == toolchain.identity
        else { return nil }
        return Products(folder: String(lines[1]))
    }

    private var productsFile: String { "\(scratch)/products.txt" }

    private func askForProducts(
        _ tick: (Elapsed) -> Bool
    ) throws(Complaint) -> Answer {
        let arguments = ["build", "--show-bin-path"] + swiftPMArguments
        let outcome = try run(request(toolchain.swift, arguments, nil), tick)
        switch outcome.end {
        case .interrupted: throw .interrupted
        case .cancelled: throw .cancelled
        case .timedOut: return .timedOut(seconds: outcome.seconds)
        case .signalled, .tookTooMuch, .exited: break
        }
        guard outcome.end == .exited(0), let products = Products(toldBy: outcome.output) else {
            return .told(nil)
        }
        // If it can't be kept, SwiftPM is asked again.
        let kept = "\(toolchain.identity)\n\(products.folder)\n"
        try? environment.files.update(productsFile, to: Data(kept.utf8))
        return .told(products)
    }

    // MARK: - Building

    private func build(
        _ executable: String,
        _ arguments: [String],
        _ products: Products?,
        _ tick: (Elapsed) -> Bool,
        _ remember: (ProcessOutcome, BuildSystem) -> Void
    ) throws(Complaint) -> ProcessOutcome {
        let request = try request(executable, arguments, products)
        guard let products else { return try run(request, tick) }
        try putModulesAside(products)
        let times = ModuleTimes(environment.files, products: products)
        // A build that was ended may have left some.
        _ = times.dateOnWhatWasOverlooked()
        let outcome = try run(request, tick)
        remember(outcome, products.system)
        guard case .exited = outcome.end, times.dateOnWhatWasOverlooked() else { return outcome }
        let again = try run(request, tick)
        remember(again, products.system)
        return again
    }

    /// A chapter imports no other one, even if that one lies built beside it.
    private func putModulesAside(_ products: Products) throws(Complaint) {
        do {
            try products.show(modulesOf: chapters, hidingOthersIn: "\(scratch)/aside", environment.files)
        } catch {
            throw .cannotWrite(scratch)
        }
    }

    private func run(
        _ request: ProcessRequest,
        _ tick: (Elapsed) -> Bool
    ) throws(Complaint) -> ProcessOutcome {
        let outcome = try environment.processes.output(of: request) { tick($0) ? .goOn : .cancel }
        return confinement?.outcome(outcome) ?? outcome
    }

    private func request(
        _ executable: String,
        _ arguments: [String],
        _ products: Products?
    ) throws(Complaint) -> ProcessRequest {
        var variables = environment.variables
        variables["KATA_CHAPTER"] = chapters.sorted().map(String.init).joined(separator: ",")
        variables["KATA_TRACK"] = nil
        variables[SuiteProgram.word] = products?.suitesArePrograms == true ? "1" : nil
        var request = ProcessRequest(
            executable: executable,
            arguments: arguments,
            variables: variables,
            directory: root,
            timeLimit: timeLimit,
            outputLimit: 8 << 20
        )
        request.patience = .working
        guard let confinement else { return request }
        let sources = environment.files.resolve("\(root)/Sources")
        do {
            try environment.files.makeFolder("\(scratch)/home")
        } catch {
            throw .cannotWrite(scratch)
        }
        return confinement.build(
            request,
            root: root,
            sources: sources,
            scratch: scratch,
            moduleCache: moduleCache
        )
    }

    /// The compiler reports an expression that takes it longer than five seconds, with its line, before the time
    /// for the whole build is over.
    private static let expressionLimit =
        ["-Xfrontend", "-solver-expression-time-threshold=5"].flatMap { ["-Xswiftc", $0] }

    /// Nobody looks up declarations in a workspace, and to index the system's takes a third of a first build.
    /// SwiftPM finds tests by the index of our own; if there are none to find, no index is made.
    private func savings(_ products: Products?) -> [String] {
        let hasIndex = products?.suitesArePrograms != true
        let index = hasIndex ? ["-index-ignore-system-modules", "-index-ignore-clang-modules"] : []
        let cache = moduleCache.map { ["-module-cache-path", $0] } ?? []
        return (hasIndex ? [] : ["--disable-index-store"]) + (index + cache).flatMap { ["-Xswiftc", $0] }
    }

    private func judge(
        _ outcome: ProcessOutcome,
        _ products: Products?,
        output: String
    ) throws(Complaint) -> Outcome {
        let diagnostics = Diagnostic.all(in: output)
        switch outcome.end {
        case .interrupted: throw .interrupted
        case .cancelled: throw .cancelled
        case .timedOut: return .timedOut(seconds: timeLimit, onOneFile: outcome.busiest > timeLimit / 3)
        case .exited(0):
            guard let products, products.hasPrograms(for: chapters, environment.files) else {
                try? environment.files.remove(productsFile)
                throw .unknownLayout(folder: products?.folder ?? scratch, swift: toolchain.swift)
            }
            return .built(products, warnings: diagnostics.filter { $0.severity == .warning })
        case .exited, .signalled, .tookTooMuch:
            if let line = output.split(whereSeparator: \.isNewline)
                .first(where: { $0.contains("is using Swift tools version") })
            {
                throw .compilerTooOld(String(line))
            }
            return .failed(diagnostics.filter { $0.severity == .error }, output: output)
        }
    }
}

extension ProcessOutcome {
    /// It crashed, or failed and named no error: where a script stands between, a crash is a plain exit.
    var isWithoutReason: Bool {
        switch end {
        case .signalled: true
        case .exited(let code): code != 0 && !(output + errors).contains("error: ")
        case .timedOut, .tookTooMuch, .cancelled, .interrupted: false
        }
    }
}

extension Processes {
    /// `replace`, with what can go wrong said in the runner's own words.
    func become(
        _ executable: String,
        _ arguments: [String],
        _ variables: [String: String]
    ) throws(Complaint) -> Never {
        do {
            try replace(executable, arguments, variables)
        } catch {
            throw .cannotStart(executable, reason: (error as? CannotStart)?.reason ?? "\(error)")
        }
    }

    /// `run`, with what can go wrong said in the runner's own words.
    func output(
        of request: ProcessRequest,
        _ tick: (Elapsed) -> Processes.Decision = { _ in .goOn }
    ) throws(Complaint) -> ProcessOutcome {
        do {
            return try run(request, tick)
        } catch {
            throw .cannotStart(request.executable, reason: (error as? CannotStart)?.reason ?? "\(error)")
        }
    }
}

extension Diagnostic {
    /// The compiler's complaints in what a build printed, each once: `/path/file.swift:3:7: error: …`. Crashes
    /// of the compiler come first.
    static func all(in output: String) -> [Diagnostic] {
        let crashes = CompilerCrash.all(in: output).map { crash in
            Diagnostic(
                about: crash.file,
                line: crash.line,
                column: crash.column,
                .compilerCrashed(declaration: crash.declaration)
            )
        }
        var complaints: [Diagnostic] = []
        for line in output.split(whereSeparator: \.isNewline) {
            if let complaint = Diagnostic(parsing: line) {
                complaints.append(complaint)
            } else if let requirement = requirement(in: line),
                let last = complaints.indices.last, complaints[last].message.contains("does not conform")
            {
                complaints[last].message += " · \(requirement)"
            }
        }
        var seen: Set<Diagnostic> = []
        return (crashes + complaints).filter { seen.insert($0).inserted }
    }

    /// What a type lacks stands in a note, and only there.
    private static func requirement(in line: Substring) -> Substring? {
        let mark = "note: "
        guard let note = line.firstRange(of: mark + "protocol requires ") else { return nil }
        return line[note.lowerBound...].dropFirst(mark.count)
    }

    init?(parsing line: Substring) {
        guard line.first == "/" else { return nil }
        for severity in [Severity.error, .warning] {
            guard let mark = line.firstRange(of: ": \(severity.rawValue): ") else { continue }
            let place = line[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
            guard place.count >= 3, let row = Int(place[place.count - 2]),
                let column = Int(place[place.count - 1])
            else { continue }
            self.init(
                severity: severity,
                message: String(line[mark.upperBound...]),
                file: place.dropLast(2).joined(separator: ":"),
                line: row,
                column: column
            )
            return
        }
        return nil
    }
}
