import Foundation
import Testing

@testable import KataRunner

@Suite("When modules were written")
struct ModuleTimesTests {
    private static let products = "/toy/.build/debug"
    private static let chapter = "\(products)/Modules/Chapter1Values.swiftmodule"
    private static let shared = "\(products)/Modules/Moa.swiftmodule"
    private static let tests = "\(products)/Chapter1ValuesTests.build/primary.priors"
    private static let own = "\(products)/Chapter1Values.build/primary.priors"

    private func times(_ files: Files) throws -> ModuleTimes {
        ModuleTimes(files, products: try #require(Products(folder: Self.products)))
    }

    /// Files with the times at which they were written, in seconds.
    private func disk(_ times: [String: Double]) throws -> Files {
        let files = Files.memory(times.mapValues { _ in "" })
        for (path, time) in times { try files.setModified(path, Date(timeIntervalSince1970: time)) }
        return files
    }

    @Test(
        "a module is dated on where its importer was compiled earlier in the same second",
        arguments: [
            (chapter, [tests: 10.2], 10.8, 11.0),
            (chapter, [tests: 10.2, own: 10.9], 10.8, 11.0),
            (chapter, [tests: 10.9], 10.8, 10.8),
            (chapter, [tests: 9.9], 10.0, 10.0),
            (chapter, [own: 10.2], 10.8, 10.8),
            (shared, [own: 10.9, tests: 10.2], 10.8, 11.0),
            (shared, [own: 10.2], 10.8, 11.0),
            (shared, [own: 10.9], 10.8, 10.8),
        ]
    )
    func overlooked(module: String, compiled: [String: Double], written: Double, dated: Double) throws {
        let files = try disk(compiled.merging([module: written]) { $1 })
        let times = try times(files)
        #expect(times.dateOnWhatWasOverlooked() == (dated != written))
        #expect(files.info(module)?.modified == Date(timeIntervalSince1970: dated))
        // Once is enough.
        #expect(!times.dateOnWhatWasOverlooked())
    }

    @Test("what counts is when an importer was compiled before the build, not by it")
    func before() throws {
        let files = try disk([Self.tests: 10.2])
        let times = try times(files)
        try files.write(Data(), Self.chapter)
        try files.setModified(Self.chapter, Date(timeIntervalSince1970: 10.6))
        try files.setModified(Self.tests, Date(timeIntervalSince1970: 10.7))
        #expect(times.dateOnWhatWasOverlooked())
    }

    @Test("it is the same where Swift Build has built")
    func swiftBuild() throws {
        let out = "/toy/.build/out"
        let module = "\(out)/Products/Debug-linux/Chapter1Values.swiftmodule/x86_64.swiftmodule"
        let record =
            "\(out)/Intermediates.noindex/Toy.build/Debug-linux/Chapter1ValuesTests.build/Objects-normal/x86_64/Chapter1ValuesTests-primary.priors"
        let files = try disk([record: 10.2, module: 10.8])
        let products = try #require(Products(folder: "\(out)/Products/Debug-linux"))
        #expect(ModuleTimes(files, products: products).dateOnWhatWasOverlooked())
        #expect(files.info(module)?.modified == Date(timeIntervalSince1970: 11))
    }

    @Test("if nothing was built yet there is nothing to date on")
    func fresh() throws {
        let files = try disk([Self.chapter: 10.8])
        #expect(try !times(files).dateOnWhatWasOverlooked())
    }
}
