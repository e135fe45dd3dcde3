import Foundation

/// The commands that Swift Build has run, as `--verbose` prints them, and the graph that they make.
///
/// Swift Build keeps its graph in files that nothing else reads. What it runs are calls of the compiler's driver,
/// which finds out by itself what has to be compiled again, and of the linker: they can be run without it, in the
/// same order and on the same files.
struct RecordedCommands: Hashable, Sendable {
    /// The driver's call for each module, as one line of a shell.
    private(set) var compilers: [String: String] = [:]
    /// What else makes a file, by its path.
    private(set) var tools: [String: String] = [:]

    /// - Parameter text: what a build has printed on standard error, or what was kept.
    init(parsing text: String) {
        for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("    ") {
            let line = line.dropFirst(4)
            if line.hasPrefix(Self.driver) {
                let command = String(line.dropFirst(Self.driver.count))
                if let module = command.value(of: "-module-name") { compilers[module] = command }
            } else if line.hasPrefix("/"), let output = line.value(of: "-o") {
                tools[output] = String(line)
            }
        }
    }

    private static let driver = "builtin-SwiftDriver -- "

    /// As `init(parsing:)` reads it.
    var text: String {
        (compilers.values.map { Self.driver + $0 } + tools.values).sorted().map { "    \($0)\n" }.joined()
    }

    /// A build prints what it has run, and leaves out what was still up to date.
    func updated(by newer: RecordedCommands) -> RecordedCommands {
        var all = self
        all.compilers.merge(newer.compilers) { $1 }
        all.tools.merge(newer.tools) { $1 }
        return all
    }

    // MARK: - The graph

    /// An llbuild manifest that compiles chapters and links their suites, as libraries or programs; nil if a command isn't known. What
    /// chapters share is not in it.
    ///
    /// - Parameter read: answers with a text that a command reads its words from.
    func graph(chapters: [String], in products: Products, _ read: (String) -> String?) -> String? {
        var nodes: [Node] = []
        var linked: [String] = []
        for chapter in chapters {
            let suites = "\(chapter)Tests"
            let product = "\(products.folder)/\(suites)\(products.suitesArePrograms ? "" : ".so")"
            let object = "\(products.folder)/\(chapter).o"
            guard let target = compilation(of: chapter, read), let tests = compilation(of: suites, read),
                let merging = tools[object], let mergedList = merging.list(".LinkFileList", read),
                let linking = tools[product], let linkedList = linking.list(".LinkFileList", read),
                let autolinks = linking.file("-swiftbuild.autolink"), let extracting = tools[autolinks],
                let architecture = target.architecture
            else { return nil }
            let module = "\(products.folder)/\(chapter).swiftmodule/\(architecture).swiftmodule"
            nodes += [
                Node(target.command, from: target.sources, to: [target.module] + target.objects),
                // A module that says the same as before makes nobody compile again.
                Node(
                    "cmp -s \(target.module.quoted) \(module.quoted) || cp \(target.module.quoted) \(module.quoted)",
                    from: [target.module],
                    to: [module]
                ),
                Node(merging, from: mergedList, to: [object]),
                Node(tests.command, from: tests.sources + [module], to: [tests.module] + tests.objects),
                Node(extracting, from: tests.objects, to: [autolinks]),
                Node(linking, from: linkedList + [autolinks], to: [product]),
            ]
            linked.append(product)
        }
        guard !linked.isEmpty else { return nil }
        let client = "client:\n  name: swift-build\n  file-system: device-agnostic\n"
        let targets = "targets:\n  \"test\": \(linked.json)\ndefault: \"test\"\n"
        return client + targets + "commands:\n" + nodes.map(\.text).joined()
    }

    private struct Node {
        var command: String
        var inputs: [String]
        var outputs: [String]

        init(_ command: String, from inputs: [String], to outputs: [String]) {
            self.command = command
            self.inputs = inputs
            self.outputs = outputs
        }

        var text: String {
            """
              \([outputs[0]].json.dropFirst().dropLast()):
                tool: shell
                inputs: \(inputs.json)
                outputs: \(outputs.json)
                description: \([outputs[0]].json.dropFirst().dropLast())
                args: \(["/bin/sh", "-c", command].json)

            """
        }
    }

    private struct Compilation {
        var command: String
        var sources: [String]
        var module: String
        var objects: [String]
        /// As the files in a folder of modules are named.
        var architecture: String?
    }

    private func compilation(of module: String, _ read: (String) -> String?) -> Compilation? {
        guard let command = compilers[module], let sources = command.list(".SwiftFileList", read),
            let path = command.value(of: "-emit-module-path"),
            let map = command.value(of: "-output-file-map").flatMap(read),
            let outputs = try? JSONDecoder().decode([String: [String: String]].self, from: Data(map.utf8))
        else { return nil }
        let objects = sources.compactMap { outputs[$0]?["object"] }
        guard objects.count == sources.count else { return nil }
        return Compilation(
            command: command.replacing(" -use-frontend-parseable-output", with: ""),
            sources: sources,
            module: path,
            objects: objects,
            architecture: command.value(of: "-target")
        )
    }
}

extension StringProtocol {
    /// The words of a line as a shell takes them apart. Swift Build puts a backslash before whatever is special.
    fileprivate var shellWords: [String] {
        var words: [String] = []
        var word = ""
        var isEscaped = false
        for character in self {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == " " {
                words.append(word)
                word = ""
            } else {
                word.append(character)
            }
        }
        return (words + [word]).filter { !$0.isEmpty }
    }

    /// The word behind an option.
    fileprivate func value(of option: String) -> String? {
        let words = shellWords
        guard let index = words.lastIndex(of: option), index + 1 < words.count else { return nil }
        return words[index + 1]
    }

    /// The file that the command reads such words from.
    fileprivate func file(_ suffix: String) -> String? {
        shellWords.first { $0.hasPrefix("@") && $0.hasSuffix(suffix) }.map { String($0.dropFirst()) }
    }

    /// What stands in that file: a path a line.
    fileprivate func list(_ suffix: String, _ read: (String) -> String?) -> [String]? {
        guard let text = file(suffix).flatMap(read) else { return nil }
        return text.split(whereSeparator: \.isNewline).map { line in
            line.hasPrefix("'") && line.hasSuffix("'")
                ? String(line.dropFirst().dropLast()) : line.shellWords.joined(separator: " ")
        }
    }
}

extension String {
    /// As one word of a shell.
    fileprivate var quoted: String { "'" + replacing("'", with: "'\\''") + "'" }
}

extension [String] {
    fileprivate var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }
}
