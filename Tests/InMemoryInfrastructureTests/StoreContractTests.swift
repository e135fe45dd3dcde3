import InMemoryInfrastructure
import Testing

/// What every store promises. A new backend is one more case of `Backend`.
@Suite("A store")
struct StoreContractTests {
    let momo = Book("b-1", "Momo", code: "A-01")
    let demian = Book("b-2", "Demian", code: "A-02")

    // MARK: Finding

    @Test("finds nothing in an empty store", arguments: Backend.allCases)
    func empty(backend: Backend) async throws {
        try await backend.withStore { books async throws in
            #expect(try await books.find("b-1") == nil)
            #expect(try await books.find(by: .code, "A-01") == nil)
            #expect(try await books.all() == [])
        }
    }

    @Test("finds what was inserted, by id and by key", arguments: Backend.allCases)
    func finding(backend: Backend) async throws {
        try await backend.withStore { books in
            try await books.insert(momo)
            try await books.insert(demian)
            #expect(try await books.find("b-1") == Versioned(record: momo, version: 1))
            #expect(try await books.find(by: .code, "A-02") == Versioned(record: demian, version: 1))
            #expect(try await books.find(by: .code, "A-0") == nil, "a part of a key is not the key")
        }
    }

    @Test("keeps the characters it was given", arguments: Backend.allCases)
    func characters(backend: Backend) async throws {
        try await backend.withStore { books in
            let odd = Book("김/1", "line\nbreak \"quoted\" \\ 👩‍👩‍👧 \u{0} \u{2028}", code: "가-01")
            try await books.insert(odd)
            #expect(try await books.find("김/1")?.record == odd)
            #expect(try await books.find(by: .code, "가-01")?.record == odd)
        }
    }

    @Test("refuses a key that it was not given", arguments: Backend.allCases)
    func unknownKey(backend: Backend) async throws {
        try await backend.withStore { books in
            await #expect(throws: StoreError.unknownKey(name: "title")) {
                try await books.find(by: UniqueKey("title") { $0.title }, "Momo")
            }
        }
    }

    @Test("lists in the order of insertion", arguments: Backend.allCases)
    func order(backend: Backend) async throws {
        try await backend.withStore { books in
            for number in [5, 3, 9, 1, 7] { try await books.insert(Book("b-\(number)", "")) }
            try await books.save(Book("b-3", "saved again"))
            #expect(try await books.all().map(\.record.id) == ["b-5", "b-3", "b-9", "b-1", "b-7"])
            try await books.delete("b-5")
            try await books.insert(Book("b-5", "back again"))
            #expect(try await books.all().map(\.record.id) == ["b-3", "b-9", "b-1", "b-7", "b-5"])
        }
    }

    @Test("hands out copies", arguments: Backend.allCases)
    func isolation(backend: Backend) async throws {
        try await backend.withStore { books in
            var mine = momo
            try await books.insert(mine)
            mine.title = "changed after saving"
            var loaded = try #require(await books.find("b-1")).record
            #expect(loaded.title == "Momo")
            loaded.title = "changed after loading"
            #expect(try await books.find("b-1")?.record.title == "Momo")
        }
    }

    // MARK: Inserting

    @Test("refuses to insert a taken id", arguments: Backend.allCases)
    func takenID(backend: Backend) async throws {
        try await backend.withStore { books in
            try await books.insert(momo)
            await #expect(throws: StoreError.idTaken(id: "b-1")) {
                try await books.insert(Book("b-1", "Another", code: "A-09"))
            }
            #expect(try await books.all() == [Versioned(record: momo, version: 1)])
            #expect(try await books.find(by: .code, "A-09") == nil, "a refused insert has taken a key")
        }
    }

    @Test("refuses a taken key, inserted or saved", arguments: Backend.allCases)
    func takenKey(backend: Backend) async throws {
        try await backend.withStore { books in
            try await books.insert(momo)
            try await books.insert(demian)
            let taken = StoreError.keyTaken(name: "code", value: "A-01")
            await #expect(throws: taken) { try await books.insert(Book("b-3", "Third", code: "A-01")) }
            await #expect(throws: taken) { try await books.save(Book("b-4", "Fourth", code: "A-01")) }
            await #expect(throws: taken) { try await books.save(Book("b-2", "Moved", code: "A-01")) }
            #expect(
                try await books.all()
                    == [Versioned(record: momo, version: 1), Versioned(record: demian, version: 1)]
            )
            #expect(
                try await books.find(by: .code, "A-02")?.record == demian,
                "a refused save has freed a key"
            )
        }
    }

    @Test("lets any number of records go without a key", arguments: Backend.allCases)
    func noKey(backend: Backend) async throws {
        try await backend.withStore { books in
            try await books.insert(Book("b-1", "One"))
            try await books.insert(Book("b-2", "Two"))
            #expect(try await books.all().count == 2)
        }
    }

    // MARK: Saving

    @Test("saves what is new and replaces what is not", arguments: Backend.allCases)
    func upsert(backend: Backend) async throws {
        try await backend.withStore { books async throws in
            #expect(try await books.save(momo) == 1)
            var renamed = momo
            renamed.title = "Momo, or the thieves of time"
            #expect(try await books.save(renamed) == 2)
            #expect(try await books.all() == [Versioned(record: renamed, version: 2)])
        }
    }

    @Test("moves the key with the record, and frees the old one", arguments: Backend.allCases)
    func movedKey(backend: Backend) async throws {
        try await backend.withStore { books in
            try await books.insert(momo)
            try await books.save(Book("b-1", "Momo", code: "B-07"))
            #expect(try await books.find(by: .code, "A-01") == nil)
            #expect(try await books.find(by: .code, "B-07")?.record.id == "b-1")
            try await books.insert(Book("b-3", "New", code: "A-01"))
            try await books.save(Book("b-1", "Momo"))
            #expect(try await books.find(by: .code, "B-07") == nil, "a key given up is still taken")
        }
    }

    @Test("lets a record keep its own key", arguments: Backend.allCases)
    func ownKey(backend: Backend) async throws {
        try await backend.withStore { books in
            try await books.insert(momo)
            try await books.save(Book("b-1", "Momo, second edition", code: "A-01"), expecting: 1)
            #expect(try await books.find(by: .code, "A-01")?.version == 2)
        }
    }

    @Test("replaces the expected version alone", arguments: Backend.allCases)
    func conflict(backend: Backend) async throws {
        try await backend.withStore { books in
            try await books.insert(momo)
            let second = Book("b-1", "Second", code: "A-02")
            #expect(try await books.save(second, expecting: 1) == 2)
            await #expect(throws: StoreError.versionConflict(id: "b-1", expected: 1, found: 2)) {
                try await books.save(Book("b-1", "Late", code: "A-03"), expecting: 1)
            }
            #expect(try await books.all() == [Versioned(record: second, version: 2)])
            #expect(try await books.find(by: .code, "A-03") == nil, "a refused save has taken a key")
            #expect(try await books.find(by: .code, "A-02") != nil, "a refused save has freed a key")
        }
    }

    @Test("says so when the expected record is not there", arguments: Backend.allCases)
    func conflictWithNothing(backend: Backend) async throws {
        try await backend.withStore { books async throws in
            await #expect(throws: StoreError.versionConflict(id: "b-1", expected: 1, found: nil)) {
                try await books.save(momo, expecting: 1)
            }
            #expect(try await books.all() == [])
        }
    }

    // MARK: Deleting

    @Test("deletes once, and says whether there was one", arguments: Backend.allCases)
    func deletion(backend: Backend) async throws {
        try await backend.withStore { books in
            try await books.insert(momo)
            try await books.insert(demian)
            #expect(try await books.delete("b-1") == true)
            #expect(try await books.delete("b-1") == false)
            #expect(try await books.find("b-1") == nil)
            #expect(try await books.all().map(\.record) == [demian])
        }
    }

    @Test("frees the id and the key of what it deletes", arguments: Backend.allCases)
    func freedByDeletion(backend: Backend) async throws {
        try await backend.withStore { books in
            try await books.insert(momo)
            try await books.delete("b-1")
            #expect(try await books.find(by: .code, "A-01") == nil)
            try await books.insert(Book("b-9", "Another", code: "A-01"))
            try await books.insert(Book("b-1", "Momo again"))
            #expect(try await books.all().count == 2)
        }
    }

    @Test("never mistakes a record that came back for the one that was read", arguments: Backend.allCases)
    func rebirth(backend: Backend) async throws {
        try await backend.withStore { books in
            let read = try await books.insert(momo)
            try await books.delete("b-1")
            let again = try await books.insert(momo)
            #expect(again > read)
            await #expect(throws: StoreError.versionConflict(id: "b-1", expected: read, found: again)) {
                try await books.save(momo, expecting: read)
            }
        }
    }

    // MARK: Several at once

    @Test("does several changes in their order", arguments: Backend.allCases)
    func batch(backend: Backend) async throws {
        try await backend.withStore { books in
            try await books.insert(momo)
            let versions = try await books.commit([
                .save(Book("b-1", "Momo", code: "B-01"), expecting: 1),
                .insert(Book("b-3", "New", code: "A-01")),
                .insert(demian),
                .delete("b-2"),
                .delete("nobody"),
            ])
            #expect(versions == [2, 1, 1, 2, nil])
            #expect(try await books.all().map(\.record.id) == ["b-1", "b-3"])
            #expect(try await books.find(by: .code, "A-01")?.record.id == "b-3")
        }
    }

    @Test("does none of several changes when it refuses one", arguments: Refusal.all, Backend.allCases)
    func refusedBatch(refusal: Refusal, backend: Backend) async throws {
        try await backend.withStore { books in
            try await books.insert(momo)
            try await books.insert(demian)
            let before = try await books.all()
            await #expect(throws: refusal.error) {
                try await books.commit([
                    .save(Book("b-1", "Changed", code: "C-01")),
                    .insert(Book("b-3", "New", code: "C-03")),
                    .delete("b-2"),
                    refusal.change,
                ])
            }
            #expect(try await books.all() == before)
            #expect(try await books.find(by: .code, "A-01")?.record == momo)
            #expect(try await books.find(by: .code, "A-02")?.record == demian)
            #expect(try await books.find(by: .code, "C-01") == nil)
            #expect(try await books.insert(Book("b-3", "New", code: "C-03")) == 1)
        }
    }

    @Test("a commit of nothing changes nothing", arguments: Backend.allCases)
    func emptyBatch(backend: Backend) async throws {
        try await backend.withStore { books async throws in
            #expect(try await books.commit([]) == [])
            #expect(try await books.delete("nobody") == false)
            #expect(try await books.all() == [])
        }
    }

    // MARK: Many callers

    @Test("lets one of many insert an id", arguments: Backend.allCases)
    func raceForAnID(backend: Backend) async throws {
        try await backend.withStore { books async throws in
            let inserted = await winners(among: 50) { number in
                try await books.insert(Book("b-1", "Copy \(number)"))
            }
            #expect(inserted == 1)
            #expect(try await books.all().count == 1)
        }
    }

    @Test("lets one of many insert a key", arguments: Backend.allCases)
    func raceForAKey(backend: Backend) async throws {
        try await backend.withStore { books async throws in
            let inserted = await winners(among: 50) { number in
                try await books.insert(Book("b-\(number)", "", code: "A-01"))
            }
            #expect(inserted == 1)
            #expect(try await books.all().count == 1)
        }
    }

    @Test("lets one of many replace a version", arguments: Backend.allCases)
    func raceForAVersion(backend: Backend) async throws {
        try await backend.withStore { books in
            try await books.insert(momo)
            let saved = await winners(among: 50) { number in
                try await books.save(Book("b-1", "Reader \(number)"), expecting: 1)
            }
            #expect(saved == 1)
            #expect(try await books.find("b-1")?.version == 2)
        }
    }
}

/// How many of so many concurrent attempts are not refused.
func winners(among count: Int, _ attempt: @escaping @Sendable (Int) async throws -> Void) async -> Int {
    await withTaskGroup(of: Bool.self) { group in
        for number in 1...count {
            group.addTask { (try? await attempt(number)) != nil }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
}

/// A last change that makes a store refuse all those before it.
struct Refusal: CustomTestStringConvertible {
    let testDescription: String
    let change: Change<Book>
    let error: StoreError

    static let all = [
        Refusal(
            testDescription: "a taken id",
            change: .insert(Book("b-1", "")),
            error: .idTaken(id: "b-1")
        ),
        Refusal(
            testDescription: "a key taken by the same commit",
            change: .save(Book("b-4", "", code: "C-03")),
            error: .keyTaken(name: "code", value: "C-03")
        ),
        Refusal(
            testDescription: "a version that the same commit has replaced",
            change: .save(Book("b-1", ""), expecting: 1),
            error: .versionConflict(id: "b-1", expected: 1, found: 2)
        ),
        Refusal(
            testDescription: "an expected record that the same commit deletes",
            change: .save(Book("b-2", ""), expecting: 1),
            error: .versionConflict(id: "b-2", expected: 1, found: nil)
        ),
    ]
}
