import Foundation

/// Builds by the graph that a build has left behind, without planning it again.
///
/// SwiftPM spends more time on finding out what there is to do than a kata takes to compile. Its plan depends
/// on which files there are and not on what is in them, so while those are the same, `swift-build-tool` of the
/// same toolchain runs the same commands: on the graph of the native build system, or on one made from what
/// Swift Build has printed. In all other cases, and whenever anything about it is unclear, SwiftPM builds.
struct QuickBuild: Sendable {
    let files: Files
    let toolchain: Toolchain
    let root: String
    let scratch: String
    let chapters: Set<Int>
    var purpose = Build.Purpose.edits

    private static let planSuffix = "-plan.txt"

    private var name: String { "quick-" + chapters.sorted().map(String.init).joined(separator: "-") }
    private var manifest: String { "\(scratch)/\(name).yaml" }
    private var records: String { "\(scratch)/quick.db" }
    /// What the native system makes of a plan.
    private var planned: String { "\(scratch)/debug.yaml" }
    private var planFile: String { "\(scratch)/\(name)\(Self.planSuffix)" }
    private var commandsFile: String { "\(scratch)/quick-commands.txt" }

    /// Of everything that SwiftPM's plan depends on.
    func plan(with products: Products?) -> Fingerprint {
        var plan = Fingerprint()
        plan.add(products?.system.name ?? "")
        plan.add(products?.suitesArePrograms == true ? "programs" : "tests")
        plan.add(toolchain.identity)
        plan.add("\(purpose)")
        plan.add(name)
        plan.add((try? files.read("\(root)/Package.swift")) ?? Data())
        addNames(in: "\(root)/Sources", to: &plan, withTimes: products?.system == .swiftBuild)
        for folder in ["Exercises", "Tests"] {
            for name in files.list("\(root)/\(folder)") where Workbook.isOfChapter(in: chapters, name) {
                plan.add(name)
                addNames(in: "\(root)/\(folder)/\(name)", to: &plan)
            }
        }
        return plan
    }

    /// - Parameter withTimes: for what the graph doesn't compile, so that a change in it is another plan.
    private func addNames(in folder: String, to plan: inout Fingerprint, withTimes: Bool = false) {
        for name in files.list(folder) {
            let path = "\(folder)/\(name)"
            plan.add(path)
            guard let info = files.info(path) else { continue }
            if info.kind == .folder {
                addNames(in: path, to: &plan, withTimes: withTimes)
            } else if withTimes {
                plan.add("\(info.size) \(info.modified.timeIntervalSince1970)")
            }
        }
    }

    /// The command that builds; nil if SwiftPM has to.
    func command(for plan: Fingerprint) -> (executable: String, arguments: [String])? {
        guard let tool = toolchain.buildTool, files.text(planFile) == plan.description, files.exists(manifest)
        else {
            return nil
        }
        return (tool, ["-f", manifest, "--db", records, "test"])
    }

    /// Keeps what Swift Build has run. It prints this once, and not again while it is up to date.
    func remember(_ outcome: ProcessOutcome, of system: BuildSystem) {
        guard system == .swiftBuild else { return }
        let newer = RecordedCommands(parsing: outcome.errors)
        try? files.update(commandsFile, to: Data(recorded.updated(by: newer).text.utf8))
    }

    private var recorded: RecordedCommands { RecordedCommands(parsing: files.text(commandsFile) ?? "") }

    /// Keeps a build's graph for the next time. If that fails, SwiftPM builds the next time too.
    func prepare(_ plan: Fingerprint, _ products: Products) {
        let known = products.system == .native ? nativeGraph : recordedGraph(products)
        guard toolchain.buildTool != nil, let graph = known else { return forget() }
        do {
            try files.update(manifest, to: Data(graph.utf8))
            if products.system == .native { takeOverRecords() }
            try files.update(planFile, to: Data(plan.description.utf8))
        } catch {
            forget()
        }
    }

    /// Keeps the graph of a plan of which SwiftPM has built nothing. If the answer is false, SwiftPM has to build.
    func prepareUnbuilt(_ plan: Fingerprint, _ products: Products) -> Bool {
        guard toolchain.buildTool != nil, let text = files.text(planned), let graph = nativeGraph,
            let lists = AuxiliaryLists(in: text, compiler: toolchain.identity)
        else { return false }
        do {
            try files.makeFolder(products.moduleFolder)
            for (path, list) in lists.texts {
                try files.makeFolder(path.folder)
                try files.update(path, to: Data(list.utf8))
            }
            try files.update(manifest, to: Data(graph.utf8))
            try files.update(planFile, to: Data(plan.description.utf8))
        } catch {
            forget()
            return false
        }
        return true
    }

    /// An old plan must not be taken for one that SwiftPM has not made.
    func forgetPlanned() {
        try? files.remove(planned)
    }

    /// What SwiftPM has written down about its build holds for the tool too. Without it the tool compiles everything
    /// once more to find out.
    private func takeOverRecords() {
        guard let kept = try? files.read("\(scratch)/build.db") else { return }
        // A build that was ended may have left the journal of what it was writing.
        for file in [records, "\(records)-journal"] { try? files.remove(file) }
        try? files.write(kept, records)
    }

    func forget() {
        try? files.remove(planFile)
    }

    /// Those of other chapters in this place as well.
    func forgetAll() {
        for name in files.list(scratch) where name.hasPrefix("quick-") && name.hasSuffix(Self.planSuffix) {
            try? files.remove("\(scratch)/\(name)")
        }
    }

    private var nativeGraph: String? {
        guard let text = files.text(planned) else { return nil }
        let graph = Self.withoutPlanning(text)
        return purpose == .trials ? Self.withoutWrapping(Self.withoutTestModules(graph)) : graph
    }

    private func recordedGraph(_ products: Products) -> String? {
        let names = Workbook.chapterNames(chapters, in: "\(root)/Exercises", files)
        return recorded.graph(chapters: names, in: products, files.text)
    }

    /// Leaves out the commands that only SwiftPM itself can run. What they make lies there already, and changes
    /// with the plan alone.
    static func withoutPlanning(_ manifest: String) -> String {
        let own = [
            "package-structure-tool", "test-discovery-tool", "test-entry-point-tool", "write-auxiliary-file",
        ]
        let named = manifest.replacing(
            "\n  name: basic\n",
            with: "\n  name: swift-build\n",
            maxReplacements: 1
        )
        return leavingOut(of: named) { line in own.contains { line.hasSuffix("tool: \($0)") } }
    }

    /// Modules are wrapped up for a debugger, and nobody debugs a trial.
    static func withoutWrapping(_ manifest: String) -> String {
        let graph = leavingOut(of: manifest) { $0.hasPrefix("    args: ") && $0.contains("\"-modulewrap\"") }
        return graph.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix("    inputs: "), line.contains(AuxiliaryLists.wrapped) else {
                return String(line)
            }
            return edited(line) { $0.hasSuffix(AuxiliaryLists.wrapped) }
        }.joined(separator: "\n")
    }

    /// - Parameter isNeedless: whether a line belongs to a command that is left out.
    private static func leavingOut(
        of manifest: String,
        commandsWith isNeedless: (Substring) -> Bool
    ) -> String {
        var kept: [Substring] = []
        var block: [Substring] = []
        var isCommand = false
        func flush() {
            if !block.contains(where: isNeedless) { kept += block }
            block = []
        }
        for line in manifest.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "commands:" { isCommand = true }
            if isCommand, line.hasPrefix("  \"") { flush() }
            block.append(line)
        }
        flush()
        return kept.joined(separator: "\n")
    }

    /// Suites are linked and never imported, so compiling their interfaces a second time, for a module that
    /// nobody reads, is left out, and so is their index: a third of the work. The first build by this graph
    /// compiles the suites anew.
    static func withoutTestModules(_ manifest: String) -> String {
        var isSuite = false
        return manifest.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.hasPrefix("  \"") {
                isSuite =
                    ["  \"C.", "  \"<"].contains(where: line.hasPrefix) && line.contains("Tests-")
                    && !line.contains("PackageTests-") && !line.contains("DiscoveredTests-")
            }
            guard isSuite else { return String(line) }
            if line.hasPrefix("    inputs: "), line.contains("Tests.swiftmodule\"") {
                return edited(line) { $0.hasSuffix("Tests.swiftmodule") }
            }
            if line.hasPrefix("    outputs: ") { return edited(line) { $0.hasSuffix(".swiftmodule") } }
            guard line.hasPrefix("    args: ") else { return String(line) }
            var previous = ""
            return edited(line) { word in
                defer { previous = word }
                let withValue = ["-emit-module-path", "-index-store-path"]
                return word == "-emit-module" || withValue.contains(word) || withValue.contains(previous)
            }
        }.joined(separator: "\n")
    }

    /// A line that ends with a list in JSON.
    static func words(of line: Substring) -> [String]? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return try? JSONDecoder().decode([String].self, from: Data(line[colon...].dropFirst().utf8))
    }

    /// A line that ends with a list in JSON, without the words for which the answer is true.
    private static func edited(_ line: Substring, without isNeedless: (String) -> Bool) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        guard let colon = line.firstIndex(of: ":"), let words = words(of: line),
            let list = try? encoder.encode(words.filter { !isNeedless($0) })
        else { return String(line) }
        return "\(line[...colon]) \(String(decoding: list, as: UTF8.self))"
    }

    /// What the compilers said: those that the native system calls say it as strings in JSON.
    static func spoken(in output: String, by system: BuildSystem) -> String {
        guard system == .native else { return output }
        return output.split(separator: "\n").compactMap { line -> String? in
            let line = line.trimmed
            guard line.hasPrefix("\"output\""), let colon = line.firstIndex(of: ":") else { return nil }
            var text = line[line.index(after: colon)...].trimmed
            if text.hasSuffix(",") { text.removeLast() }
            return try? JSONDecoder().decode(String.self, from: Data(text.utf8))
        }.joined(separator: "\n")
    }
}
