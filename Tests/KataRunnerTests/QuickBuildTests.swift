import Foundation
import Testing

@testable import KataRunner

@Suite("The short cut past planning")
struct QuickBuildTests {
    private static let toolchain = Toolchain(
        swift: "/usr/bin/swift",
        identity: "6.3",
        buildTool: "/usr/bin/swift-build-tool"
    )
    private static let texts = [
        "/toy/Package.swift": "// a manifest",
        "/toy/Sources/Moa/Member.swift": "struct Member {}",
        "/toy/Exercises/Chapter1Values/1-Name.swift": "struct Name {}",
        "/toy/Tests/Chapter1ValuesTests/1-NameTests.swift": "struct NameTests {}",
        "/toy/.build/debug.yaml": Self.manifest,
    ]

    private static let manifest = """
        client:
          name: basic
          file-system: device-agnostic
        commands:
          "C.Moa-debug.module":
            tool: swift-compiler
            inputs: ["/toy/Sources/Moa/Member.swift"]
          "PackageStructure":
            tool: package-structure-tool
            inputs: ["/toy/Package.swift"]
          "<write>":
            tool: write-auxiliary-file
          "discovery":
            tool: test-discovery-tool
          "entry":
            tool: test-entry-point-tool
          "last":
            tool: shell
            description: "tool: write-auxiliary-file, it says"

        """

    private static let native = Products(folder: "/toy/.build/debug")
    private static let swiftBuild = Products(folder: "/toy/.build/out/Products/Debug-linux")

    private func quick(
        _ files: Files,
        _ toolchain: Toolchain = toolchain,
        chapters: Set<Int> = [1]
    ) -> QuickBuild {
        QuickBuild(
            files: files,
            toolchain: toolchain,
            root: "/toy",
            scratch: "/toy/.build",
            chapters: chapters
        )
    }

    private func prepare(_ quick: QuickBuild, _ plan: Fingerprint) throws {
        let products = try #require(Products(folder: "/toy/.build/debug"))
        quick.prepare(plan, products)
    }

    private func plan(_ change: (inout [String: String]) -> Void = { _ in }, chapters: Set<Int> = [1])
        -> Fingerprint
    {
        var texts = Self.texts
        change(&texts)
        return quick(.memory(texts), chapters: chapters).plan(with: Self.native)
    }

    @Test(
        "what is in a file makes no other plan",
        arguments: texts.keys.filter { $0.hasSuffix(".swift") }.sorted()
    )
    func contents(path: String) {
        let isSame = plan { $0[path] = "changed" } == plan()
        #expect(isSame == !path.hasSuffix("Package.swift"), "the manifest alone is read")
    }

    @Test(
        "a file that is new, gone or named otherwise makes another plan",
        arguments: [
            "/toy/Exercises/Chapter1Values/2-Mine.swift", "/toy/Sources/Moa/Deep/New.swift",
            "/toy/Tests/Chapter1ValuesTests/Helpers.swift",
        ]
    )
    func names(path: String) {
        #expect(plan { $0[path] = "" } != plan())
        #expect(plan { $0["/toy/Sources/Moa/Member.swift"] = nil } != plan())
        #expect(
            plan {
                $0["/toy/Sources/Moa/Person.swift"] = $0.removeValue(
                    forKey: "/toy/Sources/Moa/Member.swift"
                )
            }
                != plan()
        )
    }

    @Test("a file elsewhere is none of its business")
    func elsewhere() {
        #expect(plan { $0["/toy/README.md"] = "" } == plan())
    }

    @Test("another build system makes another plan, and with Swift Build a change in a shared module too")
    func systems() throws {
        let files = Files.memory(Self.texts)
        let before = quick(files).plan(with: Self.swiftBuild)
        #expect(before != plan())
        try files.write(Data("struct Other {}".utf8), "/toy/Exercises/Chapter1Values/1-Name.swift")
        #expect(quick(files).plan(with: Self.swiftBuild) == before)
        try files.write(Data("struct Other {}".utf8), "/toy/Sources/Moa/Member.swift")
        #expect(quick(files).plan(with: Self.swiftBuild) != before)
    }

    @Test("programs in the place of tests make another plan", arguments: [native, swiftBuild])
    func programs(products: Products?) throws {
        let tests = try #require(products)
        var programs = tests
        programs.suitesArePrograms = true
        let quick = quick(.memory(Self.texts))
        #expect(quick.plan(with: programs) != quick.plan(with: tests))
    }

    @Test("other chapters and another compiler make another plan")
    func chapters() {
        #expect(plan(chapters: [1, 2]) != plan())
        #expect(plan(chapters: [12]) != plan(chapters: [1, 2]))
        let other = Toolchain(swift: "/usr/bin/swift", identity: "6.4", buildTool: nil)
        #expect(quick(.memory(Self.texts), other).plan(with: Self.native) != plan())
    }

    @Test("what SwiftPM has planned is kept for the same plan, and for no other")
    func prepared() throws {
        let quick = quick(.memory(Self.texts))
        let plan = quick.plan(with: Self.native)
        #expect(quick.command(for: plan) == nil)
        try prepare(quick, plan)
        let command = try #require(quick.command(for: plan))
        #expect(command.executable == "/usr/bin/swift-build-tool")
        #expect(
            command.arguments == ["-f", "/toy/.build/quick-1.yaml", "--db", "/toy/.build/quick.db", "test"]
        )
        quick.forget()
        #expect(quick.command(for: plan) == nil)
    }

    @Test("chapters that are built in one place have a plan each, and none knows another's files")
    func manyChapters() throws {
        let files = Files.memory(
            Self.texts.merging(["/toy/Exercises/Chapter2Bags/1-Bag.swift": "struct Bag {}"]) { $1 }
        )
        let (first, second) = (quick(files), quick(files, chapters: [2]))
        #expect(first.plan(with: Self.native) == plan())
        for quick in [first, second] { try prepare(quick, quick.plan(with: Self.native)) }
        #expect(first.command(for: first.plan(with: Self.native)) != nil)
        #expect(second.command(for: second.plan(with: Self.native)) != nil)
        #expect(second.command(for: first.plan(with: Self.native)) == nil)
        second.forget()
        #expect(first.command(for: first.plan(with: Self.native)) != nil)
        #expect(second.command(for: second.plan(with: Self.native)) == nil)
        first.forgetAll()
        #expect(first.command(for: first.plan(with: Self.native)) == nil)
    }

    @Test("without the tool, the graph or a place to write, SwiftPM builds")
    func unprepared() throws {
        let withoutTool = quick(.memory(Self.texts), .toy)
        try prepare(withoutTool, plan())
        #expect(withoutTool.command(for: plan()) == nil)
        let withoutGraph = quick(.memory(Self.texts.filter { !$0.key.hasSuffix("yaml") }))
        try prepare(withoutGraph, plan())
        #expect(withoutGraph.command(for: plan()) == nil)
        let unwritable = quick(.memory(Self.texts, unwritable: ["/toy/.build"]))
        try prepare(unwritable, plan())
        #expect(unwritable.command(for: plan()) == nil)
    }

    @Test("the tool goes on from what SwiftPM has written down of its build")
    func records() throws {
        let (records, journal) = ("/toy/.build/quick.db", "/toy/.build/quick.db-journal")
        let earlier = Self.texts.merging([records: "earlier", journal: "half of it"]) { $1 }
        let without = Files.memory(earlier)
        try prepare(quick(without), plan())
        #expect(without.text(records) == "earlier")
        let files = Files.memory(earlier.merging(["/toy/.build/build.db": "this build"]) { $1 })
        try prepare(quick(files), plan())
        #expect(files.text(records) == "this build")
        #expect(!files.exists(journal), "it belongs to other records")
    }

    @Test("the commands that only SwiftPM can run are left out, whole, and all others stay as they are")
    func withoutPlanning() {
        #expect(
            QuickBuild.withoutPlanning(Self.manifest) == """
                client:
                  name: swift-build
                  file-system: device-agnostic
                commands:
                  "C.Moa-debug.module":
                    tool: swift-compiler
                    inputs: ["/toy/Sources/Moa/Member.swift"]
                  "last":
                    tool: shell
                    description: "tool: write-auxiliary-file, it says"

                """
        )
        #expect(QuickBuild.withoutPlanning("") == "")
    }

    @Test("a trial makes no module of a suite, and leaves everything else as it is")
    func withoutTestModules() {
        func manifest(outputs: String, args: String, phony: String) -> String {
            """
            commands:
              "C.Shop-debug.module":
                outputs: ["/b/Purse.swift.o","/b/Shop.swiftmodule"]
                args: ["swiftc","-emit-module","-emit-module-path","/b/Shop.swiftmodule","-g"]
              "C.ShopTests-debug.module":
                inputs: ["/b/Shop.swiftmodule"]
                outputs: [\(outputs)]
                description: "Compiling Swift Module 'ShopTests' (1 sources)"
                args: [\(args)]
              "C.ToyPackageDiscoveredTests-debug.module":
                outputs: ["/b/ToyPackageDiscoveredTests.swiftmodule"]
                args: ["swiftc","-emit-module"]
              "C.ToyPackageTests-debug.module":
                outputs: ["/b/ToyPackageTests.swiftmodule"]
                args: ["swiftc","-emit-module"]
              "<ShopTests-debug.module>":
                tool: phony
                inputs: [\(phony)]
                outputs: ["<ShopTests.swiftmodule>"]
              "<Shop-debug.module>":
                tool: phony
                inputs: ["/b/Purse.swift.o","/b/Shop.swiftmodule"]
            """
        }
        let whole = manifest(
            outputs: #""/b/PurseTests.swift.o","/b/ShopTests.swiftmodule""#,
            args:
                #""swiftc","-emit-module","-emit-module-path","/b/S.swiftmodule","-index-store-path","/i","-g""#,
            phony: #""/b/PurseTests.swift.o","/b/ShopTests.swiftmodule""#
        )
        let lean = manifest(
            outputs: #""/b/PurseTests.swift.o""#,
            args: #""swiftc","-g""#,
            phony: #""/b/PurseTests.swift.o""#
        )
        #expect(QuickBuild.withoutTestModules(whole) == lean)
        #expect(QuickBuild.withoutTestModules("") == "")
    }

    @Test("a trial wraps no module for a debugger, and leaves every other command as it is")
    func withoutWrapping() {
        let compiling = """
            commands:
              "C.Shop-debug.module":
                tool: shell
                args: ["swiftc","-emit-module","-module-name","-modulewrapper"]
            """
        let wrapping = """
              "/b/Shop.swiftmodule.o":
                tool: shell
                args: ["swiftc","-modulewrap","/b/Shop.swiftmodule","-o","/b/Shop.swiftmodule.o"]
            """
        func linking(_ inputs: String) -> String {
            """
              "C.ShopTests-debug.exe":
                tool: shell
                inputs: [\(inputs)]
                args: ["swiftc","-emit-executable"]
            """
        }
        let whole = [compiling, wrapping, linking(#""/b/Purse.o","/b/Shop.swiftmodule.o""#)]
        let lean = [compiling, linking(#""/b/Purse.o""#)]
        #expect(QuickBuild.withoutWrapping(whole.joined(separator: "\n")) == lean.joined(separator: "\n"))
        #expect(QuickBuild.withoutWrapping("") == "")
    }

    @Test("of a plan alone the lists are written that SwiftPM writes while it builds")
    func unbuilt() throws {
        let list = """
              "/toy/.build/debug/Shop.build/sources":
                tool: write-auxiliary-file
                inputs: ["<sources-file-list>","/toy/Shop/1-Purse.swift","/toy/Shop/~Main.swift"]
                outputs: ["/toy/.build/debug/Shop.build/sources"]
              "/toy/.build/debug/ShopTests.product/Objects.LinkFileList":
                tool: write-auxiliary-file
                inputs: ["<link-file-list>","/b/Purse.swift.o","/b/Shop.swiftmodule.o"]
                outputs: ["/toy/.build/debug/ShopTests.product/Objects.LinkFileList"]
              "/toy/.build/debug/version.txt":
                tool: write-auxiliary-file
                inputs: ["<swift-get-version>","/usr/bin/swiftc"]
                outputs: ["/toy/.build/debug/version.txt"]

            """
        let products = try #require(Products(folder: "/toy/.build/debug"))
        func files(_ more: String) -> Files {
            .memory(Self.texts.merging(["/toy/.build/debug.yaml": Self.manifest + list + more]) { $1 })
        }
        let written = files("")
        var quick = quick(written)
        quick.purpose = .trials
        let plan = quick.plan(with: Self.native)
        #expect(quick.prepareUnbuilt(plan, products))
        #expect(quick.command(for: plan) != nil)
        let sources = "'/toy/Shop/1-Purse.swift'\n'/toy/Shop/~Main.swift'\n"
        #expect(written.text("/toy/.build/debug/Shop.build/sources") == sources)
        let linked = written.text("/toy/.build/debug/ShopTests.product/Objects.LinkFileList")
        #expect(linked == "'/b/Purse.swift.o'\n", "what nobody has wrapped can't be linked")
        #expect(written.text("/toy/.build/debug/version.txt") == "6.3\n")

        quick.forgetPlanned()
        #expect(!quick.prepareUnbuilt(plan, products))
        let unknown = ["[\"<entitlements>\"]", "[\"<sources-file-list>\",\"/it's\"]", "[", "[]"]
        for inputs in unknown {
            let more =
                "  \"x\":\n    tool: write-auxiliary-file\n    inputs: \(inputs)\n    outputs: [\"/x\"]\n"
            let unclear = self.quick(files(more))
            #expect(!unclear.prepareUnbuilt(plan, products), "\(inputs)")
            #expect(unclear.command(for: plan) == nil)
        }
    }

    @Test("what is meant for trials makes another plan than what is meant for edits")
    func purpose() {
        var trials = quick(.memory(Self.texts))
        trials.purpose = .trials
        #expect(trials.plan(with: Self.native) != plan())
    }

    @Test("what the compilers said is taken as it is where Swift Build has called them")
    func spokenPlainly() {
        let output = "/a.swift:3:7: error: no such name\n  \"output\": \"a line of the code\"\n"
        #expect(QuickBuild.spoken(in: output, by: .swiftBuild) == output)
    }

    @Test("what the compilers said is read from the tool's JSON, and the rest is passed over")
    func spoken() {
        let output = #"""
            { "kind": "command_started" },
              "output": "/a.swift:3:7: error: «김» \"is\" no name\n  3 | let a\u001b[0m",
              "output" : "second"
              "output": broken,
              "description": "no output: here"
            plain words
            """#
        #expect(
            QuickBuild.spoken(in: output, by: .native)
                == "/a.swift:3:7: error: «김» \"is\" no name\n  3 | let a\u{1B}[0m\nsecond"
        )
        #expect(QuickBuild.spoken(in: "", by: .native) == "")
    }
}
