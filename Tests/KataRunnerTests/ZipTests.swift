import Foundation
import Testing

@testable import KataRunner

@Suite("Zips that people hand in")
struct ZipTests {
    private static let exercise = "anna/Exercises/Chapter1Shop/1-Purse.swift"

    private func flaw(_ zip: Zip) -> ZipDirectory.Flaw? { flaw(zip.data) }

    private func flaw(_ data: Data) -> ZipDirectory.Flaw? {
        do {
            _ = try ZipDirectory(of: data)
            return nil
        } catch {
            return error
        }
    }

    // MARK: - The list

    @Test("the list is read, whatever remark stands behind it")
    func list() throws {
        var dated = Zip.Entry(Self.exercise, "let a = 1\n")
        dated.modified = 1_790_000_000
        let zip = Zip(
            entries: [Zip.Entry("anna/"), dated, Zip.Entry("b", mode: 0o120777)],
            remark: "PK\u{5}\u{6} me"
        )
        let list = try ZipDirectory(of: zip.data)
        #expect(list.entries.map(\.name) == ["anna/", Self.exercise, "b"])
        #expect(list.entries.map(\.size) == [0, 10, 0])
        #expect(list.entries.map(\.isLink) == [false, false, true])
        #expect(list.entries[1].modified == Date(timeIntervalSince1970: 1_790_000_000))
        let time = list.entries[0].localTime
        #expect(
            [time.year, time.month, time.day, time.hour, time.minute, time.second] == [
                2026, 11, 23, 18, 30, 10,
            ]
        )
    }

    @Test(
        "a path that leads out of it makes the whole zip unfit",
        arguments: ["../a.swift", "a/../../b", "/etc/passwd", "a\\..\\b", "C:/a", "", "a/..", "a\0b"]
    )
    func escapes(name: String) {
        #expect(flaw(Zip(entries: [Zip.Entry(Self.exercise), Zip.Entry(name)])) == .leadsOut)
    }

    @Test("names with two dots that lead nowhere are names")
    func dots() { #expect(flaw(Zip(entries: [Zip.Entry("a..b/..c/d..")])) == nil) }

    @Test("one with a password, without its end, or with a false count is not read")
    func unfit() {
        #expect(flaw(Zip(entries: [Zip.Entry("a", flags: 1)])) == .encrypted)
        #expect(flaw(Data()) == .noZip)
        #expect(flaw(Data("PK and so on".utf8)) == .noZip)
        let zip = Zip(entries: [Zip.Entry("a", "text"), Zip.Entry("b", "text")])
        #expect(flaw(zip.data.dropLast()) == .noZip)
        #expect(flaw(Zip(entries: zip.entries, claimedCount: 3)) == .noZip)
        #expect(flaw(Zip(entries: zip.entries, claimedCount: 0xFFFF)) == .tooManyEntries)
    }

    @Test("no damage to a zip does more than make it unfit")
    func damage() {
        let data = Zip(entries: [Zip.Entry(Self.exercise, "text"), Zip.Entry("b/c", "more")], remark: "hm")
            .data
        for place in data.indices {
            for value in [0, 0x7F, 0xFF] as [UInt8] {
                var damaged = data
                damaged[place] = value
                _ = try? ZipDirectory(of: damaged)
            }
        }
    }

    @Test("exercises are found where people put them, and nothing else is asked for")
    func exercises() throws {
        let wanted = [
            "Chapter1Shop/1-Purse.swift", "Exercises/Chapter1Shop/1-Purse.swift",
            "a b/c/Chapter2Post/deep/X.swift",
        ]
        let others = [
            "Solutions/Chapter1Shop/1-Purse.swift", "Exercises/.pristine/Chapter1Shop/1-Purse.swift",
            ".build/kata/Exercises/Chapter1Shop/1-Purse.swift", "__MACOSX/Chapter1Shop/1-Purse.swift",
            "Tests/Chapter1ShopTests/1-PurseTests.swift", "Chapter1Shop/README.md", "Chapter3None/a.swift",
            "Chapter1Shop.swift",
        ]
        let list = try ZipDirectory(of: Zip(entries: (others + wanted).map { Zip.Entry($0) }).data)
        #expect(list.exercises(of: ["Chapter1Shop", "Chapter2Post"]).map(\.name) == wanted)
    }

    // MARK: - Taking it out

    private func withUnpacking<Result>(_ use: (Unpacking, (Zip) throws -> String) throws -> Result) throws
        -> Result
    {
        let root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/zip-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: root) }
        var environment = Environment.live
        environment.timeZone = .gmt
        let unpacking = Unpacking(
            environment: environment,
            sandbox: nil,
            folder: "\(root)/unpacked",
            chapters: ["Chapter1Shop"]
        )
        return try use(unpacking) { zip in
            let path = "\(root)/\(UUID()).zip"
            try environment.files.write(zip.data, path)
            return path
        }
    }

    private static let hasUnzip = ["/usr/bin/unzip", "/bin/unzip"].contains(where: Files.live.isExecutable)

    @Test("exercises are taken out with their texts and their times", .enabled(if: hasUnzip))
    func texts() throws {
        try withUnpacking { unpacking, put in
            let texts = ["let a = 1\n", "// 한글\n", ""]
            let names = ["1-Purse", "2-Receipt", "Helper"].map { "a b/Exercises/Chapter1Shop/\($0).swift" }
            let unpacked = try unpacking.unpack(
                try put(Zip(entries: zip(names, texts).map { Zip.Entry($0, $1) } + [Zip.Entry("x", "no")]))
            )
            #expect(unpacked.leftOut == [])
            #expect(names.map { Files.live.text("\(unpacked.folder)/\($0)") } == texts)
            #expect(!Files.live.exists("\(unpacked.folder)/x"))
            let info = try #require(Files.live.info("\(unpacked.folder)/\(names[0])"))
            #expect(info.modified == (try Date("2026-11-23T18:30:10Z", strategy: .iso8601)))
        }
    }

    @Test("links, giants and what is no text are left out, and the rest is taken", .enabled(if: hasUnzip))
    func leftOut() throws {
        try withUnpacking { unpacking, put in
            let folder = "Exercises/Chapter1Shop"
            var binary = Zip.Entry("\(folder)/3-Binary.swift")
            binary.data = Data([0xFF, 0xD8, 0xFF])
            let giant = String(repeating: "a", count: Submission.fileLimit + 1)
            let path = try put(
                Zip(entries: [
                    Zip.Entry("\(folder)/1-Purse.swift", "let a = 1\n"), binary,
                    Zip.Entry("\(folder)/2-Link.swift", "/etc/passwd", mode: 0o120777),
                    Zip.Entry("\(folder)/4-Giant.swift", giant),
                    Zip.Entry("\(folder)/*.swift", "let b = 1\n"),
                ])
            )
            for _ in 0..<2 {
                let unpacked = try unpacking.unpack(path)
                #expect(
                    unpacked.leftOut.sorted() == [
                        "\(folder)/*.swift", "\(folder)/2-Link.swift", "\(folder)/3-Binary.swift",
                        "\(folder)/4-Giant.swift",
                    ]
                )
                #expect(Files.live.tree(unpacked.folder) == ["\(folder)/1-Purse.swift"])
            }
        }
    }

    @Test(
        "a zip that holds more or less than it claims is not taken",
        .enabled(if: hasUnzip),
        arguments: [3, 3000]
    )
    func untrue(claimed: Int) throws {
        try withUnpacking { unpacking, put in
            let path = try put(
                Zip(entries: [
                    Zip.Entry(
                        "Chapter1Shop/1-Purse.swift",
                        String(repeating: "a", count: 100),
                        claimedSize: claimed
                    )
                ])
            )
            #expect(throws: Unpacking.Flaw.untrue) { try unpacking.unpack(path) }
        }
    }

    @Test("without a program that unpacks, this is what is told")
    func noUnzip() throws {
        try withUnpacking { unpacking, put in
            var without = unpacking.environment
            without.variables["PATH"] = "/nowhere"
            let other = Unpacking(
                environment: without,
                sandbox: nil,
                folder: unpacking.folder,
                chapters: unpacking.chapters
            )
            let path = try put(Zip(entries: [Zip.Entry("Chapter1Shop/1-Purse.swift", "let a = 1\n")]))
            #expect(throws: Unpacking.Flaw.noUnzip) { try other.unpack(path) }
            #expect(Unpacking.Flaw.noUnzip.sentence.text().contains("apt install unzip"))
        }
    }
}
