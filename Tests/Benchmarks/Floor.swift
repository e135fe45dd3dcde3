import Foundation

/// The least that an edit can cost: the compiler on the one file that changed, the linker, the suite's run.
struct Floor {
    let clone: URL
    let target: String
    let suite: String
    let edited: String

    /// The runner's, of the target's chapter.
    private var workspace: URL {
        let number = target.dropFirst("Chapter".count).prefix { $0.isNumber }
        return clone.appendingPathComponent(".build/kata/chapter-\(number)")
    }
    private var sources: URL { clone.appendingPathComponent("Exercises/\(target)") }
    private var objects: URL { clone.appendingPathComponent(".build/floor-\(suite)") }
    private var watch: Stopwatch { Stopwatch(folder: objects) }

    /// The objects of the runner's last build, to be linked with the edited file's own.
    func prepare() throws {
        try FileManager.default.createDirectory(at: objects, withIntermediateDirectories: true)
        let own = "/" + (edited as NSString).deletingPathExtension
        let paths = try linked()
            .map { $0.replacingOccurrences(of: "'", with: "") }
            .filter { !$0.hasSuffix("/\(target).o") || $0.contains("/Modules/") }
            .map { path in
                let isOwn =
                    path.contains("/\(target).build/")
                    && [".o", ".swift.o"].contains { path.hasSuffix(own + $0) }
                return isOwn ? objects.appendingPathComponent("edited.o").path : path
            }
        try paths.map { "'\($0)'" }.joined(separator: "\n")
            .write(to: objects.appendingPathComponent("list"), atomically: true, encoding: .utf8)
    }

    /// What the native build system links in one go, as the program that the suites are, and Swift Build in two: the
    /// chapter, and that program.
    private func linked() throws -> [String] {
        let names = try isNative ? ["\(target)Tests.product/Objects"] : [target, "\(target)Tests"]
        let lists = names.map { "/\($0).LinkFileList" }
        let files = FileManager.default.enumerator(atPath: scratch.path)?.compactMap { $0 as? String } ?? []
        return try files.filter { lists.contains(where: $0.hasSuffix) }.flatMap { file in
            try String(contentsOf: scratch.appendingPathComponent(file), encoding: .utf8)
                .split(separator: "\n").map(String.init)
        }
    }

    private var scratch: URL { workspace.appendingPathComponent(".build") }
    private var products: URL {
        get throws { try Stopwatch(folder: workspace).products(["--scratch-path", scratch.path]) }
    }

    private var isNative: Bool {
        get throws { try !products.path.contains("/out/Products/") }
    }

    func run() throws -> Double {
        let files = try FileManager.default.contentsOfDirectory(atPath: sources.path)
            .filter { $0.hasSuffix(".swift") }.map { sources.appendingPathComponent($0).path }
        let primary = sources.appendingPathComponent(edited).path
        let (products, isNative) = (try products.path, try isNative)
        let modules = isNative ? "\(products)/Modules" : products
        // The compiler gives the beginning of a program a name of its own.
        let beginning = isNative ? ["-Xlinker", "--defsym", "-Xlinker", "main=\(target)Tests_main"] : []
        let compiled = try watch.run(
            "swiftc",
            ["-frontend", "-c", "-primary-file", primary] + files.filter { $0 != primary } + [
                "-module-name", target, "-I", modules, "-swift-version", "6", "-enable-testing", "-Onone",
                "-g",
                "-parse-as-library", "-o", "edited.o",
            ]
        )
        guard compiled.status == 0 else { throw Failure(output: compiled.output) }
        let linked = try watch.run(
            "swiftc",
            ["-emit-executable", "-g", "-Xlinker", "-rpath", "-Xlinker", "$ORIGIN", "@list", "-o", "floor"]
                + beginning
        )
        guard linked.status == 0 else { throw Failure(output: linked.output) }
        let ran = try watch.run(
            objects.appendingPathComponent("floor").path,
            ["--testing-library", "swift-testing", "--filter", "^\(target)Tests\\.\(suite)/"]
        )
        guard ran.output.contains("Test run with") else { throw Failure(output: ran.output) }
        return compiled.seconds + linked.seconds + ran.seconds
    }

    struct Failure: Error {
        var output: String
    }
}
