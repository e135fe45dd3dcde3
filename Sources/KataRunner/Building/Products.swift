/// What a build leaves behind, and where (build products, test bundles): the one place that knows the layouts of the
/// build systems.
struct Products: Hashable, Sendable {
    let system: BuildSystem
    /// The folder that `swift build --show-bin-path` prints.
    let folder: String
    /// Each chapter's suites were built as a program, and not as tests.
    var suitesArePrograms = false

    /// - Parameter output: what SwiftPM has answered. Nil if the folder has a place that the runner doesn't know.
    init?(toldBy output: String) {
        guard let folder = Self.folder(toldBy: output) else { return nil }
        self.init(folder: folder)
    }

    /// The last line is the answer.
    static func folder(toldBy output: String) -> String? {
        guard let folder = output.split(whereSeparator: \.isNewline).last?.trimmed, folder.hasPrefix("/")
        else { return nil }
        return folder
    }

    init?(folder: String) {
        let names = folder.split(separator: "/")
        if names.dropLast().suffix(2) == ["out", "Products"] {
            system = .swiftBuild
        } else if names.last == "debug" {
            system = .native
        } else {
            return nil
        }
        self.folder = folder
    }

    // MARK: - Programs

    /// The program that runs the suites of a test target; nil if the build has made none.
    func program(for testTarget: String, _ files: Files) -> String? {
        guard let suffix else {
            return files.list(folder).first { $0.hasSuffix("PackageTests.xctest") }.map { "\(folder)/\($0)" }
        }
        return ["\(folder)/\(testTarget)\(suffix)"].first(where: files.exists)
    }

    /// What stands behind the name of a test target, where each has a program of its own.
    private var suffix: String? {
        if suitesArePrograms { return "" }
        return system == .native ? nil : Self.programSuffix
    }

    /// What a search for these programs looks for.
    static let soughtPrograms = ["…PackageTests.xctest", "…Tests\(programSuffix)"]

    /// Whether the build has made a program for any suite of these chapters.
    func hasPrograms(for chapters: Set<Int>, _ files: Files) -> Bool {
        guard let suffix else { return program(for: "", files) != nil }
        let programs = files.list(folder).filter { $0.hasSuffix("Tests\(suffix)") }
        return programs.contains { Workbook.isOfChapter(in: chapters, $0) }
    }

    // MARK: - Modules

    /// The built module of each target that has one.
    func modules(_ files: Files) -> [String: String] {
        let suffix = Self.moduleSuffix
        let names = files.list(moduleFolder).filter { $0.hasSuffix(suffix) }
        let modules = names.compactMap { name -> (String, String)? in
            let path = "\(moduleFolder)/\(name)"
            let target = String(name.dropLast(suffix.count))
            switch system {
            case .native: return (target, path)
            case .swiftBuild:
                return files.list(path).first { $0.hasSuffix(suffix) }.map { (target, "\(path)/\($0)") }
            }
        }
        return Dictionary(modules) { first, _ in first }
    }

    /// Hides the modules of all other chapters in a folder, and brings back those of these chapters. They keep their
    /// times, so a build finds them as it has left them.
    func show(modulesOf chapters: Set<Int>, hidingOthersIn aside: String, _ files: Files) throws {
        func move(_ names: [String], from: String, to: String) throws {
            guard !names.isEmpty else { return }
            try files.makeFolder(to)
            for name in names {
                // What lies there belongs to an earlier build.
                if files.exists("\(to)/\(name)") { try files.remove("\(to)/\(name)") }
                try files.move("\(from)/\(name)", "\(to)/\(name)")
            }
        }
        let others = files.list(moduleFolder).filter { name in
            name.hasSuffix(Self.moduleSuffix) && Workbook.chapterName(name) != nil
                && !Workbook.isOfChapter(in: chapters, name)
        }
        let own = files.list(aside).filter { Workbook.isOfChapter(in: chapters, $0) }
        try move(own, from: aside, to: moduleFolder)
        try move(others, from: moduleFolder, to: aside)
    }

    private static let moduleSuffix = ".swiftmodule"

    /// What the compiler's driver has written down, when it compiled each target.
    func records(_ files: Files) -> [String: String] {
        let suffix = ".build"
        func targets(in folder: String) -> [String] {
            files.list(folder).filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
        }
        var records: [String: String] = [:]
        switch system {
        case .native:
            for target in targets(in: folder) {
                records[target] = "\(folder)/\(target)\(suffix)/primary.priors"
            }
        case .swiftBuild:
            let configuration = String(folder.dropFirst(folder.folder.count + 1))
            for package in targets(in: intermediates) {
                let built = "\(intermediates)/\(package)\(suffix)/\(configuration)"
                for target in targets(in: built) {
                    let objects = "\(built)/\(target)\(suffix)/Objects-normal"
                    guard let architecture = files.list(objects).first else { continue }
                    records[target] = "\(objects)/\(architecture)/\(target)-primary.priors"
                }
            }
        }
        return records
    }

    /// Names the compiler with which suites try code against the modules: code that runs beside a suite can name
    /// another one on its path, but can't write here.
    var compilerFile: String { "\(moduleFolder)/compiler.txt" }

    var moduleFolder: String { system == .native ? "\(folder)/Modules" : folder }
    private var intermediates: String { "\(folder.folder.folder)/Intermediates.noindex" }

    // MARK: - What a run reads

    /// What the program for a test target reads while it runs: itself, what it loads, and the modules that suites
    /// try code against. What was built for other chapters may be somebody else's.
    func readable(by testTarget: String, of chapters: Set<String>, _ files: Files) -> [String] {
        let program = program(for: testTarget, files).map { [$0] } ?? []
        let library = system == .native || suitesArePrograms ? [] : ["\(folder)/\(testTarget).so"]
        let names = files.list(moduleFolder).filter { name in
            guard name.hasSuffix(Self.moduleSuffix) || system == .native, name != "compiler.txt" else {
                return false
            }
            let module = String(name.prefix { $0 != "." })
            return Workbook.chapterName(module) == nil || chapters.contains(module)
        }
        return program + library + [compilerFile].filter(files.exists) + names.map { "\(moduleFolder)/\($0)" }
    }
}

// MARK: - Where Linux and macOS differ

extension Products {
    #if canImport(Darwin)
        private static let programSuffix = ".xctest"
    #else
        /// Loads `NAME.so`, in which the suites are.
        private static let programSuffix = "-test-runner"
    #endif
}
