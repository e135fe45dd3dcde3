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
        let times = ModuleTimes(files, products: Self.products)
        #expect(times.dateOnWhatWasOverlooked() == (dated != written))
        #expect(files.info(module)?.modified == Date(timeIntervalSince1970: dated))
        // Once is enough.
        #expect(!times.dateOnWhatWasOverlooked())
    }

    @Test("what counts is when an importer was compiled before the build, not by it")
    func before() throws {
        let files = try disk([Self.tests: 10.2])
        let times = ModuleTimes(files, products: Self.products)
        try files.write(Data(), Self.chapter)
        try files.setModified(Self.chapter, Date(timeIntervalSince1970: 10.6))
        try files.setModified(Self.tests, Date(timeIntervalSince1970: 10.7))
        #expect(times.dateOnWhatWasOverlooked())
    }

    @Test("where nothing was built yet there is nothing to date on")
    func fresh() throws {
        let files = try disk([Self.chapter: 10.8])
        #expect(!ModuleTimes(files, products: Self.products).dateOnWhatWasOverlooked())
    }
}
