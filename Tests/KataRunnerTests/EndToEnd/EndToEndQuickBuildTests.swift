import Foundation
import Testing

@Suite("The short cut past SwiftPM's planning, end to end", .timeLimit(.minutes(30)))
struct EndToEndQuickBuildTests {
    /// One edit after the other, of every kind that matters to a build.
    struct Edit: Sendable {
        var name: String
        /// What the purse is worth after it, by its rules.
        var verdict: String
        /// True if no file comes or goes, so that the short cut can be taken.
        var isShort = true
        /// True if Swift Build's short cut still can't be taken: it leaves out what chapters share.
        var isShared = false
        var make: @Sendable (Toy) throws -> Void

        init(
            _ name: String,
            _ verdict: String,
            isShort: Bool = true,
            isShared: Bool = false,
            _ make: @escaping @Sendable (Toy) throws -> Void
        ) {
            self.name = name
            self.verdict = verdict
            self.isShort = isShort
            self.isShared = isShared
            self.make = make
        }
    }

    private static let purse = Toy.Exercise.purse.file
    private static let shared = "Sources/Moa/Coin.swift"
    private static let helper = "Exercises/Chapter1Shop/Helper.swift"

    private static let edits: [Edit] = [
        Edit("nothing", "passed", isShort: false) { _ in },
        Edit("a body", "failed") { try $0.replace("reduce(0, +)", with: "reduce(1, +)", in: purse) },
        Edit("a body, back again", "passed") {
            try $0.replace("reduce(1, +)", with: "reduce(0, +)", in: purse)
        },
        Edit("an interface", "doesNotCompile") { try $0.replace("largest()", with: "biggest()", in: purse) },
        Edit("an interface, back again", "passed") {
            try $0.replace("biggest()", with: "largest()", in: purse)
        },
        Edit("another way to be called", "passed") {
            try $0.replace("func largest()", with: "nonisolated func largest(_ least: Int = 0)", in: purse)
        },
        Edit("another layout", "passed") {
            try $0.replace(
                "let coins: [Int]",
                with: "var label = \"\"; var worn = false; let coins: [Int]",
                in: purse
            )
        },
        Edit("a layout in another order, of other types", "passed") {
            try $0.replace(
                "var label = \"\"; var worn = false; let coins: [Int]",
                with: "let coins: [Int]; var label = 1.5; var owner: (Int, Int, Int)? = nil",
                in: purse
            )
        },
        Edit("a struct that becomes a class", "passed") {
            try $0.replace(
                "struct Purse {",
                with: "final class Purse: Sendable { init(coins: [Int]) { self.coins = coins }",
                in: purse
            )
            try $0.replace("var label = 1.5; var owner: (Int, Int, Int)? = nil", with: "", in: purse)
        },
        Edit("a class that becomes an actor", "passed") {
            try $0.replace("final class Purse: Sendable {", with: "actor Purse {", in: purse)
        },
        Edit("a new file", "passed", isShort: false) {
            try $0.write("let none = 0\n", to: helper)
            try $0.replace("reduce(0, +)", with: "reduce(none, +)", in: purse)
        },
        Edit("a value in that file", "failed") { try $0.replace("none = 0", with: "none = 2", in: helper) },
        Edit("a file deleted that is still needed", "doesNotCompile", isShort: false) {
            try $0.remove(helper)
        },
        Edit("the same file again", "passed", isShort: false) { try $0.write("let none = 0\n", to: helper) },
        Edit("a file deleted that nobody needs", "passed", isShort: false) {
            try $0.replace("reduce(none, +)", with: "reduce(0, +)", in: purse)
            try $0.remove(helper)
        },
        Edit("a suite", "failed") { try $0.replace("== 650", with: "== 651", in: Toy.Exercise.purse.suite) },
        Edit("a suite, back again", "passed") {
            try $0.replace("== 651", with: "== 650", in: Toy.Exercise.purse.suite)
        },
        Edit("a shared module that comes into use", "passed") {
            try $0.replace("import Foundation", with: "import Foundation\nimport Moa", in: purse)
            try $0.replace("reduce(0, +)", with: "reduce(Coin.none.value, +)", in: purse)
        },
        Edit("a body in a shared module", "failed", isShared: true) {
            try $0.replace("value = 0", with: "value = 3", in: shared)
        },
        Edit("a layout in a shared module", "passed", isShared: true) {
            try $0.replace("value = 3", with: "name = \"won\"; public var value = 0", in: shared)
        },
        Edit("an interface in a shared module", "doesNotCompile") {
            try $0.replace("public var value", with: "public var worth", in: shared)
        },
        Edit("an interface in a shared module, back again", "passed") {
            try $0.replace("public var worth", with: "public var value", in: shared)
        },
        Edit("a new file in a shared module", "passed", isShort: false) {
            try $0.write(
                "extension Coin { public static var one: Coin { Coin() } }\n",
                to: "Sources/Moa/One.swift"
            )
        },
        Edit("the file put by git in its place, of the same length and an older date", "failed") {
            try $0.replace("coins.max()", with: "coins.min()", in: purse)
            let old = Date(timeIntervalSince1970: 1_700_000_000)
            try FileManager.default.setAttributes(
                [.modificationDate: old],
                ofItemAtPath: "\($0.root)/\(purse)"
            )
        },
    ]

    private typealias Found = (verdicts: [String], commands: String)

    /// A toy whose first chapter may use a shared module, as those of the workbook do.
    ///
    /// - Parameter isWhole: SwiftPM builds after each edit, but for one that brings back what stood there before: for the
    ///   same texts it comes to the same verdicts.
    private func build(isWhole: Bool, with system: ToyBuildSystem) async throws -> [Found] {
        try await Toy.warm(.with(system)) { toy, path in
            try toy.write(
                "public struct Coin: Sendable {\n    public static let none = Coin()\n    public var value = 0\n    public init() {}\n}\n",
                to: Self.shared
            )
            try toy.replace(
                "targets: chapters",
                with: "targets: chapters + [.target(name: \"Moa\")]",
                in: "Package.swift"
            )
            try toy.replace(
                ".target(name: chapter, path",
                with: ".target(name: chapter, dependencies: [\"Moa\"], path",
                in: "Package.swift"
            )
            try toy.purse(whenEmpty: "print(coins)")
            try toy.solve(.receipt)
            let words = ["check", "1", "--json", "--again", "--verbose"] + (isWhole ? ["--full-build"] : [])
            var known: [[String: Data]: Found] = [:]
            var found: [Found] = []
            for edit in Self.edits {
                try edit.make(toy)
                let texts = try toy.state().mapValues(\.data)
                if isWhole, let known = known[texts] {
                    found.append(known)
                    continue
                }
                let run = try await toy.start(words, with: ["PATH": path]).outcome()
                let results = try CheckReport(run).results
                let verdicts = results.map { "\($0.verdict) \($0.rules.map(\.outcome))" }
                known[texts] = (verdicts, run.errors)
                found.append((verdicts, run.errors))
            }
            #expect(!isWhole || known.count < Self.edits.count)
            return found
        }
    }

    @Test("after every kind of edit it finds the same verdicts as SwiftPM", arguments: ToyBuildSystem.here)
    func same(system: ToyBuildSystem) async throws {
        // Side by side: nothing in this suite takes longer.
        async let shortCut = build(isWhole: false, with: system)
        async let wholeBuild = build(isWhole: true, with: system)
        let (quick, full) = try await (shortCut, wholeBuild)
        for ((edit, quick), full) in zip(zip(Self.edits, quick), full) {
            #expect(quick.verdicts == full.verdicts, "\(edit.name)")
            #expect(
                full.verdicts.first?.hasPrefix(edit.verdict + " ") == true,
                "\(edit.name): \(full.verdicts)\n\(full.commands)"
            )
            #expect(full.verdicts.last?.hasPrefix("passed ") == true, "\(edit.name)")
            #expect(!full.commands.contains("swift-build-tool"))
            // A build that failed leaves nothing to go on with, so the next one is a whole one too.
            let isShort = edit.isShort && !(edit.isShared && system == .swiftBuild)
            if isShort, edit.verdict != "doesNotCompile", !edit.name.contains("again") {
                #expect(quick.commands.contains("swift-build-tool"), "\(edit.name): no short cut was taken")
            }
        }
    }
}
