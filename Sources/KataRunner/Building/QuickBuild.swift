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
    var purpose = Build.Purpose.edits

    private var manifest: String { "\(scratch)/quick.yaml" }
    private var records: String { "\(scratch)/quick.db" }
    private var planFile: String { "\(scratch)/quick-plan.txt" }
    private var commandsFile: String { "\(scratch)/quick-commands.txt" }

    /// Of everything that SwiftPM's plan depends on.
    func plan(chapters: Set<Int>, with products: Products?) -> Fingerprint {
        var plan = Fingerprint()
        plan.add(products?.system.name ?? "")
        plan.add(products?.suitesArePrograms == true ? "programs" : "tests")
        plan.add(toolchain.identity)
        plan.add("\(purpose)")
        plan.add(chapters.sorted().map(String.init).joined(separator: ","))
        plan.add((try? files.read("\(root)/Package.swift")) ?? Data())
        addNames(in: "\(root)/Sources", to: &plan, withTimes: products?.system == .swiftBuild)
        for folder in ["Exercises", "Tests"] { addNames(in: "\(root)/\(folder)", to: &plan) }
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
    func prepare(_ plan: Fingerprint, chapters: Set<Int>, _ products: Products) {
        let known = products.system == .native ? nativeGraph : recordedGraph(chapters, products)
        guard toolchain.buildTool != nil, let graph = known else { return forget() }
        do {
            try files.update(manifest, to: Data(graph.utf8))
            if products.system == .native { takeOverRecords() }
            try files.update(planFile, to: Data(plan.description.utf8))
        } catch {
            forget()
        }
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

    private var nativeGraph: String? {
        guard let text = files.text("\(scratch)/debug.yaml") else { return nil }
        let graph = Self.withoutPlanning(text)
        return purpose == .trials ? Self.withoutWrapping(Self.withoutTestModules(graph)) : graph
    }

    private func recordedGraph(_ chapters: Set<Int>, _ products: Products) -> String? {
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

    /// Modules are wrapped up for a debugger, and nobody debugs a trial: those that lie there are linked.
    static func withoutWrapping(_ manifest: String) -> String {
        leavingOut(of: manifest) { $0.hasPrefix("    args: ") && $0.contains("\"-modulewrap\"") }
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
                    line.hasPrefix("  \"C.") && line.contains("Tests-") && !line.contains("PackageTests-")
                    && !line.contains("DiscoveredTests-")
            }
            guard isSuite else { return String(line) }
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

    /// A line that ends with a list in JSON, without the words for which the answer is true.
    private static func edited(_ line: Substring, without isNeedless: (String) -> Bool) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        guard let colon = line.firstIndex(of: ":"),
            let words = try? JSONDecoder().decode([String].self, from: Data(line[colon...].dropFirst().utf8)),
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
