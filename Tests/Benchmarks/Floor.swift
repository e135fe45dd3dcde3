import Foundation

/// The least that an edit can cost: the compiler on the one file that changed, the linker, the suite's run.
struct Floor {
    let clone: URL
    let target: String
    let suite: String
    let edited: String

    private var workspace: URL { clone.appendingPathComponent(".build/kata") }
    private var build: URL { workspace.appendingPathComponent(".build/debug").resolvingSymlinksInPath() }
    private var sources: URL { clone.appendingPathComponent("Exercises/\(target)") }
    private var objects: URL { clone.appendingPathComponent(".build/floor-\(suite)") }
    private var watch: Stopwatch { Stopwatch(folder: objects) }

    /// The objects of the runner's last build, to be linked with the edited file's own.
    func prepare() throws {
        try FileManager.default.createDirectory(at: objects, withIntermediateDirectories: true)
        let product =
            try FileManager.default.contentsOfDirectory(atPath: build.path)
            .first { $0.hasSuffix("PackageTests.product") } ?? ""
        let list = build.appendingPathComponent(product).appendingPathComponent("Objects.LinkFileList")
        let own = "/\(target).build/\(edited).o"
        let paths = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
            .map { $0.replacingOccurrences(of: "'", with: "") }
            .map { $0.hasSuffix(own) ? objects.appendingPathComponent("edited.o").path : $0 }
        try paths.map { "'\($0)'" }.joined(separator: "\n")
            .write(to: objects.appendingPathComponent("list"), atomically: true, encoding: .utf8)
    }

    func run() throws -> Double {
        let files = try FileManager.default.contentsOfDirectory(atPath: sources.path)
            .filter { $0.hasSuffix(".swift") }.map { sources.appendingPathComponent($0).path }
        let primary = sources.appendingPathComponent(edited).path
        let modules = build.appendingPathComponent("Modules").path
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
