import Foundation
import Testing

@testable import KataRunner

@Suite("What a build leaves behind")
struct ProductsTests {
    private static let old = "/toy/.build/x86_64-unknown-linux-gnu/debug"
    private static let new = "/toy/.build/out/Products/Debug-linux"

    @Test(
        "the build system is known by where it builds",
        arguments: [
            (old + "\n", BuildSystem.native), (new + "\n", .swiftBuild),
            ("warning: a remark\n/toy/.build/out/Products/Debug\n", .swiftBuild),
            ("/toy/.build/debug", .native),
        ]
    )
    func system(told: String, system: BuildSystem) {
        #expect(Products(toldBy: told)?.system == system)
    }

    @Test(
        "a place that neither has is none",
        arguments: [
            "", "\n", "error: no such option", "/toy/.build/binaries", "/toy/Products/Debug", "debug",
        ]
    )
    func unknown(told: String) {
        #expect(Products(toldBy: told) == nil)
    }

    @Test("a chapter sees no module of another one, and each finds its own again", arguments: [old, new])
    func aside(folder: String) throws {
        let products = try #require(Products(folder: folder))
        func modules(_ names: String...) -> [String: String] {
            Dictionary(uniqueKeysWithValues: names.map { ("\(products.moduleFolder)/\($0).swiftmodule", $0) })
        }
        let files = Files.memory(
            modules("Moa", "Chapter1Shop", "Chapter1ShopTests", "Chapter12Bags", "Chapter2Post")
                .merging(["\(products.moduleFolder)/Chapter2PostTests": "a program"]) { $1 }
        )
        func seen(by chapter: Int) throws -> [String] {
            try products.show(modulesOf: [chapter], hidingOthersIn: "/toy/.build/aside", files)
            return files.list(products.moduleFolder)
        }
        let shared = ["Chapter2PostTests", "Moa.swiftmodule"]
        let ofFirst = ["Chapter1Shop.swiftmodule", "Chapter1ShopTests.swiftmodule"] + shared
        #expect(try seen(by: 1) == ofFirst)
        #expect(try seen(by: 2) == ["Chapter2Post.swiftmodule"] + shared)
        #expect(try seen(by: 1) == ofFirst)
        #expect(files.text("\(products.moduleFolder)/Chapter1Shop.swiftmodule") == "Chapter1Shop")
    }

    #if os(Linux)
        @Test("the native system makes one program for all suites, and Swift Build one for each test target")
        func programs() throws {
            let files = Files.memory([
                "\(Self.old)/ToyPackageTests.xctest": "", "\(Self.new)/Chapter1ShopTests-test-runner": "",
            ])
            let native = try #require(Products(folder: Self.old))
            let swiftBuild = try #require(Products(folder: Self.new))
            #expect(native.program(for: "Chapter1ShopTests", files) == "\(Self.old)/ToyPackageTests.xctest")
            #expect(
                swiftBuild.program(for: "Chapter1ShopTests", files)
                    == "\(Self.new)/Chapter1ShopTests-test-runner"
            )
            #expect(swiftBuild.program(for: "Chapter2PostTests", files) == nil)
            #expect(swiftBuild.hasPrograms(for: [1], files))
            #expect(!swiftBuild.hasPrograms(for: [2], files))
            #expect(native.hasPrograms(for: [2], files))
            #expect(!native.hasPrograms(for: [1], .memory()))
        }

        @Test(
            "suites that were built as programs are run by these, whatever else an earlier build has left",
            arguments: [old, new]
        )
        func suitePrograms(folder: String) throws {
            let files = Files.memory([
                "\(folder)/Chapter1ShopTests": "", "\(folder)/Chapter1ShopTests.build/output": "",
                "\(folder)/Chapter2PostTests.build/output": "", "\(folder)/ToyPackageTests.xctest": "",
                "\(folder)/Chapter2PostTests-test-runner": "", "\(folder)/Chapter2PostTests.so": "",
            ])
            var products = try #require(Products(folder: folder))
            products.suitesArePrograms = true
            #expect(products.program(for: "Chapter1ShopTests", files) == "\(folder)/Chapter1ShopTests")
            #expect(products.program(for: "Chapter2PostTests", files) == nil)
            #expect(products.hasPrograms(for: [1, 2], files))
            #expect(!products.hasPrograms(for: [2], files))
            #expect(
                products.readable(by: "Chapter1ShopTests", of: [], files).filter {
                    $0.hasPrefix("\(folder)/C")
                }
                    == ["\(folder)/Chapter1ShopTests"]
            )
        }

        @Test("a run may read its own chapter's modules and the shared ones, and nothing of another chapter")
        func readable() throws {
            let names = ["Chapter1Shop", "Chapter2Post", "Chapter1ShopTests", "Moa"]
            var texts = [
                "\(Self.old)/ToyPackageTests.xctest": "", "\(Self.new)/Chapter1ShopTests-test-runner": "",
            ]
            for name in names {
                texts["\(Self.old)/Modules/\(name).swiftmodule"] = ""
                texts["\(Self.new)/\(name).swiftmodule/x86_64.swiftmodule"] = ""
                texts["\(Self.new)/\(name).o"] = ""
            }
            func readable(_ folder: String) throws -> [String] {
                try #require(Products(folder: folder))
                    .readable(by: "Chapter1ShopTests", of: ["Chapter1Shop"], .memory(texts))
            }
            #expect(
                try readable(Self.old) == [
                    "\(Self.old)/ToyPackageTests.xctest", "\(Self.old)/Modules/Chapter1Shop.swiftmodule",
                    "\(Self.old)/Modules/Moa.swiftmodule",
                ]
            )
            #expect(
                try readable(Self.new) == [
                    "\(Self.new)/Chapter1ShopTests-test-runner", "\(Self.new)/Chapter1ShopTests.so",
                    "\(Self.new)/Chapter1Shop.swiftmodule", "\(Self.new)/Moa.swiftmodule",
                ]
            )
        }
    #endif
}
