import Foundation
import InMemoryInfrastructure
import Testing

@Suite("A row log")
struct RowLogStoreTests {
    let momo = Book("b-1", "Momo", code: "A-01")
    let demian = Book("b-2", "Demian", code: "A-02")

    // MARK: Rows

    @Test("writes one line of JSON for each commit, and never changes a row")
    func rows() async throws {
        let log = try RowLogStore<Book>(rows: Data())
        try await log.insert(momo)
        let first = try await log.rows
        #expect(
            text(first)
                == #"[{"saved":{"record":{"code":"A-01","id":"b-1","title":"Momo"},"version":1}}]"# + "\n"
        )
        try await log.commit([.insert(demian), .delete("b-1")])
        let both = try await log.rows
        #expect(both.starts(with: first), "a row that was written has changed")
        #expect(lines(both).count == 2)
    }

    @Test("writes nothing when nothing is done")
    func nothingWritten() async throws {
        let log = try RowLogStore<Book>(rows: Data(), unique: [.code])
        try await log.insert(momo)
        let before = try await log.rows
        try await log.delete("nobody")
        await #expect(throws: StoreError.self) { try await log.insert(momo) }
        await #expect(throws: StoreError.self) { try await log.commit([.insert(demian), .insert(momo)]) }
        #expect(try await log.rows == before)
    }

    @Test("reads a record anew from its row each time")
    func hydration() async throws {
        try await withScratchFolder { folder in
            let file = folder.appendingPathComponent("books.jsonl")
            let log = try RowLogStore<Book>(file: file)
            try await log.insert(momo)
            let row = try String(contentsOf: file, encoding: .utf8)
            try Data(row.replacingOccurrences(of: "Momo", with: "Mimi").utf8).write(to: file)
            #expect(try await log.find("b-1")?.record.title == "Mimi")
        }
    }

    @Test("names the row that can no longer be read")
    func spoiltUnderneath() async throws {
        try await withScratchFolder { folder in
            let file = folder.appendingPathComponent("books.jsonl")
            let log = try RowLogStore<Book>(file: file)
            try await log.insert(momo)
            try await log.insert(demian)
            var bytes = try Data(contentsOf: file)
            bytes[bytes.count - 5] = UInt8(ascii: "?")
            try bytes.write(to: file)
            #expect(try await log.find("b-1") != nil)
            let error = await #expect(throws: StoreError.self) { try await log.find("b-2") }
            #expect(error?.rowNumber == 2)
        }
    }

    // MARK: Files

    @Test("makes its file on the first write and not before")
    func firstWrite() async throws {
        try await withScratchFolder { folder in
            let file = folder.appendingPathComponent("books.jsonl")
            let log = try RowLogStore<Book>(file: file)
            #expect(try await log.all() == [])
            #expect(FileManager.default.fileExists(atPath: file.path) == false)
            try await log.insert(momo)
            #expect(FileManager.default.fileExists(atPath: file.path) == true)
        }
    }

    @Test("opened again it holds what was saved: records, versions, order and keys")
    func reopening() async throws {
        try await withScratchFolder { folder in
            let file = folder.appendingPathComponent("books.jsonl")
            try await write(to: RowLogStore(file: file, unique: [.code]))
            let again = try RowLogStore<Book>(file: file, unique: [.code])
            try await check(again)
            try await again.insert(Book("b-4", "Fourth"))
            #expect(try await RowLogStore<Book>(file: file).all().count == 3)
        }
    }

    @Test("opened on the rows of another log in memory it holds the same")
    func reopeningInMemory() async throws {
        let log = try RowLogStore<Book>(rows: Data(), unique: [.code])
        try await write(to: log)
        try await check(RowLogStore(rows: log.rows, unique: [.code]))
        let slice = try await (Data("header".utf8) + log.rows).dropFirst(6)
        try await check(RowLogStore(rows: slice, unique: [.code]))
    }

    @Test("says so when its file cannot be reached")
    func inaccessible() async throws {
        try await withScratchFolder { folder in
            #expect(throws: StoreError.self, "a folder is no log") { try RowLogStore<Book>(file: folder) }
            let log = try RowLogStore<Book>(file: folder.appendingPathComponent("not there/books.jsonl"))
            let error = await #expect(throws: StoreError.self) { try await log.insert(momo) }
            #expect(error?.isInaccessible == true)
            #expect(try await log.find("b-1") == nil, "a write that failed has left a record behind")
        }
    }

    @Test("does not write on when its file was taken away or cut short")
    func lostFile() async throws {
        try await withScratchFolder { folder in
            let file = folder.appendingPathComponent("books.jsonl")
            let log = try RowLogStore<Book>(file: file)
            try await log.insert(momo)
            try Data("[]".utf8).write(to: file)
            let cut = await #expect(throws: StoreError.self) { try await log.insert(demian) }
            #expect(cut?.isInaccessible == true)
            #expect(try Data(contentsOf: file) == Data("[]".utf8), "it has written where its end used to be")
            try FileManager.default.removeItem(at: file)
            let gone = await #expect(throws: StoreError.self) { try await log.insert(demian) }
            #expect(gone?.isInaccessible == true)
            #expect(FileManager.default.fileExists(atPath: file.path) == false)
        }
    }

    @Test("refuses what JSON cannot say, and stays as it was")
    func unwritable() async throws {
        let log = try RowLogStore<Weight>(rows: Data())
        await #expect(throws: StoreError.self) { try await log.insert(Weight(id: 1, grams: .nan)) }
        #expect(try await log.all().isEmpty)
        #expect(try await log.rows.isEmpty)
        try await log.insert(Weight(id: 1, grams: 0.1))
        #expect(try await log.find(1)?.record.grams == 0.1)
    }

    // MARK: Torn rows

    @Test("survives a torn last row, wherever it was torn")
    func torn() async throws {
        let log = try RowLogStore<Book>(rows: Data(), unique: [.code])
        try await log.insert(momo)
        let first = try await log.rows
        try await log.commit([.insert(demian), .delete("b-1")])
        let whole = try await log.rows
        for length in first.count..<whole.count {
            let reopened = try RowLogStore<Book>(rows: whole.prefix(length), unique: [.code])
            let records = try await reopened.all().map(\.record)
            #expect(records == [momo], "torn at byte \(length)")
        }
    }

    @Test("cuts a torn row away when it writes next, and not before", arguments: Tear.all)
    func cut(tear: Tear) async throws {
        try await withScratchFolder { folder in
            let file = folder.appendingPathComponent("books.jsonl")
            try await RowLogStore<Book>(file: file).insert(momo)
            let whole = try Data(contentsOf: file)
            try (whole + tear.bytes).write(to: file)

            let log = try RowLogStore<Book>(file: file)
            #expect(try await log.all().map(\.record) == [momo])
            #expect(try Data(contentsOf: file) == whole + tear.bytes, "reading has changed the file")

            try await log.insert(demian)
            let written = try Data(contentsOf: file)
            let reopened = try RowLogStore<Book>(file: file)
            #expect(try await reopened.all().map(\.record) == [momo, demian])

            let untorn = try RowLogStore<Book>(rows: whole)
            try await untorn.insert(demian)
            #expect(try await written == untorn.rows, "torn bytes are still there")

            let inMemory = try RowLogStore<Book>(rows: whole + tear.bytes)
            try await inMemory.insert(demian)
            #expect(try await inMemory.rows == untorn.rows, "torn bytes are still there in memory")
        }
    }

    @Test("an only row that is torn leaves an empty store")
    func tornOnlyRow() async throws {
        let log = try RowLogStore<Book>(rows: Data(#"[{"sav"#.utf8))
        #expect(try await log.all() == [])
        try await log.insert(momo)
        #expect(try await RowLogStore<Book>(rows: log.rows).all().map(\.record) == [momo])
    }

    // MARK: Corrupt rows

    @Test("refuses to open on a corrupt row and names its number", arguments: Corruption.all)
    func corrupt(corruption: Corruption) async throws {
        let log = try RowLogStore<Book>(rows: Data(), unique: [.code])
        try await log.insert(momo)
        try await log.insert(demian)
        try await log.save(momo)
        var rows = try await lines(log.rows)
        corruption.spoil(&rows)
        let bytes = Data(rows.map { $0 + "\n" }.joined().utf8)
        let error = #expect(throws: StoreError.self) { try RowLogStore<Book>(rows: bytes, unique: [.code]) }
        #expect(error?.rowNumber == corruption.number)
    }
}

extension RowLogStoreTests {
    private func write(to log: RowLogStore<Book>) async throws {
        try await log.insert(momo)
        try await log.insert(demian)
        try await log.insert(Book("b-3", "Third", code: "A-03"))
        try await log.save(Book("b-1", "Momo", code: "B-01"), expecting: 1)
        try await log.delete("b-2")
    }

    private func check(_ log: RowLogStore<Book>) async throws {
        #expect(
            try await log.all() == [
                Versioned(record: Book("b-1", "Momo", code: "B-01"), version: 2),
                Versioned(record: Book("b-3", "Third", code: "A-03"), version: 1),
            ]
        )
        #expect(try await log.find(by: .code, "B-01")?.record.id == "b-1")
        #expect(try await log.find(by: .code, "A-02") == nil)
        await #expect(throws: StoreError.keyTaken(name: "code", value: "A-03")) {
            try await log.save(Book("b-9", "", code: "A-03"))
        }
        await #expect(throws: StoreError.versionConflict(id: "b-2", expected: 1, found: nil)) {
            try await log.save(demian, expecting: 1)
        }
        let reborn = try await log.insert(demian)
        #expect(reborn == 3, "a record that came back has a version that it had before")
        try await log.delete("b-2")
    }

    private func text(_ bytes: Data) -> String { String(decoding: bytes, as: UTF8.self) }

    private func lines(_ bytes: Data) -> [String] { text(bytes).split(separator: "\n").map(String.init) }
}

extension StoreError {
    fileprivate var rowNumber: Int? {
        if case .corruptRow(let number, _) = self { number } else { nil }
    }

    fileprivate var isInaccessible: Bool {
        if case .inaccessible = self { true } else { false }
    }
}

struct Weight: Storable {
    let id: Int
    let grams: Double
}

/// What a writer that fell over has left at the end of a file.
struct Tear: CustomTestStringConvertible {
    let testDescription: String
    let bytes: Data

    static let all = [
        Tear(testDescription: "the beginning of a row", bytes: Data(#"[{"saved":{"rec"#.utf8)),
        Tear(testDescription: "a beginning and a newline", bytes: Data("[{\"saved\":{\"rec\n".utf8)),
        Tear(
            testDescription: "half a character",
            bytes: Data(#"[{"saved":{"record":{"title":"김"#.utf8).dropLast()
        ),
        Tear(
            testDescription: "a whole row without its newline",
            bytes: Data(#"[{"deleted":{"id":"b-1","version":2}}]"#.utf8)
        ),
        Tear(
            testDescription: "more than the next row will be long",
            bytes: Data("[{\"saved\":\(String(repeating: " ", count: 1_000))".utf8)
        ),
        Tear(testDescription: "a newline alone", bytes: Data("\n".utf8)),
    ]
}

/// Something that no writer leaves behind, in a log of three rows.
struct Corruption: CustomTestStringConvertible {
    let testDescription: String
    let number: Int
    let spoil: @Sendable (inout [String]) -> Void

    static let all = [
        Corruption(testDescription: "half a first row", number: 1) { $0[0].removeLast(20) },
        Corruption(testDescription: "half a row in the middle", number: 2) { $0[1].removeLast(20) },
        Corruption(testDescription: "an empty row in the middle", number: 2) { $0[1] = "" },
        Corruption(testDescription: "JSON of something else", number: 2) { $0[1] = #"{"title":"Demian"}"# },
        Corruption(testDescription: "JSON of something else at the end", number: 3) { $0[2] = "{}" },
        Corruption(testDescription: "a row written twice", number: 3) { $0.insert($0[1], at: 2) },
        Corruption(testDescription: "a row gone missing", number: 2) { $0.remove(at: 0) },
        Corruption(testDescription: "a key that is taken", number: 2) {
            $0[1] = $0[1].replacingOccurrences(of: "A-02", with: "A-01")
        },
    ]
}
