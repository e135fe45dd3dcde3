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

    /// What the native build system links in one go, and Swift Build in three: the chapter, its suites and the
    /// program that runs them.
    private func linked() throws -> [String] {
        let names = ["Objects", target, "\(target)Tests", "\(target)Tests-test-runner"].map {
            "/\($0).LinkFileList"
        }
        let files = FileManager.default.enumerator(atPath: scratch.path)?.compactMap { $0 as? String } ?? []
        let isNative = try !products.path.contains("/out/Products/")
        let lists = files.filter { file in
            names.contains(where: file.hasSuffix)
                && (isNative ? file.contains("PackageTests.product") : file.hasPrefix("out/"))
        }
        return try lists.flatMap { file in
            try String(contentsOf: scratch.appendingPathComponent(file), encoding: .utf8)
                .split(separator: "\n").map(String.init)
        }
    }

    private var scratch: URL { workspace.appendingPathComponent(".build") }
    private var products: URL {
        get throws { try Stopwatch(folder: workspace).products(["--scratch-path", scratch.path]) }
    }

    func run() throws -> Double {
        let files = try FileManager.default.contentsOfDirectory(atPath: sources.path)
            .filter { $0.hasSuffix(".swift") }.map { sources.appendingPathComponent($0).path }
        let primary = sources.appendingPathComponent(edited).path
        let products = try products.path
        let modules = products.contains("/out/Products/") ? products : "\(products)/Modules"
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
