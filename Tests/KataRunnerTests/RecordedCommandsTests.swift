import Foundation
import Testing

@testable import KataRunner

@Suite("What Swift Build has run")
struct RecordedCommandsTests {
    private static let folder = "/a toy/.build/out/Products/Debug-linux"
    private static let objects = "/a toy/.build/out/Intermediates.noindex/Toy.build/Debug-linux"

    /// As `--verbose` prints it, with its escaped spaces.
    private static func said(tests: Bool = true, program: Bool = false) -> String {
        func escaped(_ path: String) -> String { path.replacing(" ", with: "\\ ") }
        func compiler(_ module: String) -> String {
            let place = escaped("\(objects)/\(module).build/\(module)")
            return
                "    builtin-SwiftDriver -- /usr/bin/swiftc -module-name \(module) @\(place).SwiftFileList -DNAME\\=1 -target x86_64 -output-file-map \(place)-OutputFileMap.json -use-frontend-parseable-output -emit-module-path \(place).swiftmodule\n"
        }
        let list = escaped("\(objects)/Chapter1Shop.build/Chapter1Shop.LinkFileList")
        let testList = escaped("\(objects)/Chapter1ShopTests.build/Chapter1ShopTests.LinkFileList")
        let autolink = escaped("\(objects)/Chapter1ShopTests.build/Chapter1ShopTests-swiftbuild.autolink")
        return """
            Planning Swift module Chapter1Shop (x86_64)
                cd /a\\ toy
            \(compiler("Chapter1Shop"))\(tests ? compiler("Chapter1ShopTests") : "")\
                /usr/bin/clang -r @\(list) -o \(escaped(folder))/Chapter1Shop.o
                /usr/bin/swift-autolink-extract one.o -o \(autolink)
                /usr/bin/swiftc \(program ? "-emit-executable" : "-emit-library") @\(testList) -Xlinker \\$ORIGIN @\(autolink) -o \(escaped(folder))/Chapter1ShopTests\(program ? "" : ".so")
            [3/4] Chapter1Shop
            """
    }

    private static func read(_ path: String) -> String? {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let module = String(name.prefix { $0.isLetter || $0.isNumber })
        let source = "/a toy/\(module)/1-Purse.swift"
        let object = "\(objects)/\(module).build/1-Purse.o"
        if name.hasSuffix(".SwiftFileList") { return "'\(source)'\n" }
        if name.hasSuffix("-OutputFileMap.json") {
            return "{\"\": {\"diagnostics\": \"x\"}, \"\(source)\": {\"object\": \"\(object)\"}}"
        }
        if name.hasSuffix("Tests.LinkFileList") { return "'\(object)'\n'\(folder)/Chapter1Shop.o'\n" }
        return name.hasSuffix(".LinkFileList") ? "'\(object)'\n" : nil
    }

    private func graph(
        _ commands: RecordedCommands,
        asPrograms: Bool = false,
        _ read: (String) -> String? = read
    ) throws -> String? {
        var products = try #require(Products(folder: Self.folder))
        products.suitesArePrograms = asPrograms
        return commands.graph(chapters: ["Chapter1Shop"], in: products, read)
    }

    @Test("its commands make a graph: the chapter, its module, its suites, the library")
    func graph() throws {
        let text = try #require(try graph(RecordedCommands(parsing: Self.said())))
        let outputs = text.split(separator: "\n").filter { $0.hasPrefix("  \"/") }.map {
            $0.split(separator: "/").last.map(String.init) ?? ""
        }
        #expect(
            outputs == [
                "Chapter1Shop.swiftmodule\":", "x86_64.swiftmodule\":", "Chapter1Shop.o\":",
                "Chapter1ShopTests.swiftmodule\":", "Chapter1ShopTests-swiftbuild.autolink\":",
                "Chapter1ShopTests.so\":",
            ]
        )
        #expect(text.contains("\"test\": [\"\(Self.folder)/Chapter1ShopTests.so\"]"))
        let module = "\(Self.folder)/Chapter1Shop.swiftmodule/x86_64.swiftmodule"
        #expect(text.contains("inputs: [\"/a toy/Chapter1ShopTests/1-Purse.swift\",\"\(module)\"]"))
        #expect(!text.contains("-use-frontend-parseable-output"), "what the compiler says is for people")
        #expect(text.contains(#"-DNAME\\=1"#), "a shell takes the words apart, as Swift Build has told them")
    }

    @Test("suites that are a program are linked as one, and a graph of another shape is none")
    func program() throws {
        let commands = RecordedCommands(parsing: Self.said(program: true))
        let text = try #require(try graph(commands, asPrograms: true))
        #expect(text.contains("\"test\": [\"\(Self.folder)/Chapter1ShopTests\"]"))
        #expect(text.contains("-emit-executable"))
        #expect(!text.contains("Chapter1ShopTests.so"))
        #expect(try graph(commands) == nil, "what links the library was never seen")
        #expect(try graph(RecordedCommands(parsing: Self.said()), asPrograms: true) == nil)
    }

    @Test("what was run before is remembered, and what is run again takes its place")
    func remembered() throws {
        let kept = RecordedCommands(parsing: Self.said())
        #expect(RecordedCommands(parsing: kept.text) == kept)
        let newer = RecordedCommands(parsing: Self.said(tests: false).replacing("NAME", with: "OTHER"))
        let all = kept.updated(by: newer)
        #expect(all.compilers["Chapter1Shop"]?.contains("-DOTHER") == true)
        #expect(all.compilers["Chapter1ShopTests"]?.contains("-DNAME") == true)
    }

    @Test("without a command, or a list that one reads, there is no graph")
    func missing() throws {
        #expect(try graph(RecordedCommands(parsing: "")) == nil)
        #expect(try graph(RecordedCommands(parsing: Self.said(tests: false))) == nil)
        let whole = RecordedCommands(parsing: Self.said())
        for suffix in [".SwiftFileList", "-OutputFileMap.json", "Tests.LinkFileList"] {
            #expect(try graph(whole) { $0.hasSuffix(suffix) ? nil : Self.read($0) } == nil, "\(suffix)")
        }
    }
}
