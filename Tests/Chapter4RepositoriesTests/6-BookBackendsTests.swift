import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Synchronization
import Testing

@testable import Chapter4Repositories

@Suite("4.6 Generic or specific?")
struct BookBackendsTests {
    private let kim: MemberID
    private let lee: MemberID

    init() throws {
        kim = try MemberID("m-1")
        lee = try MemberID("M-1")
    }

    // MARK: One contract, two stores

    @Test("a saved book is found again, and saving it again replaces it", arguments: Backend.allCases)
    func saving(backend: Backend) async throws {
        try await backend.withStore { store in
            let shelf = bookshelf(over: store)
            let momo = try book("b-1", "Momo", by: ["Ende", "Kim"], at: "A-03-0127", lentTo: kim)
            try await shelf.save(momo)
            try await shelf.save(book("b-2", "Demian", at: "A-01-0001"))
            let found = try await shelf.book(momo.id)
            #expect(found.map(words) == words(momo), "the book that was saved is not the one that is found")

            let moved = try book("b-1", "Momo", by: ["Ende"], at: "B-01-0001", lentTo: lee)
            await #expect(
                throws: Never.self,
                "the book was lent to Kim and then to Lee, and could not be saved"
            ) {
                try await shelf.save(moved)
            }
            let foundAgain = try await shelf.book(momo.id)
            #expect(foundAgain.map(words) == words(moved), "the book has changed, and the old one is found")
            let records = try await store.all()
            #expect(
                records.count == 2,
                "two books were saved, one of them twice, and this is how many records there are"
            )

            let returned = try book("b-1", "Momo", by: ["Ende"], at: "C-01-0001")
            try await bookshelf(over: store).save(returned)
            let foundHere = try await shelf.book(momo.id)
            #expect(
                foundHere.map(words) == words(returned),
                "another shelf over the same store saved the book as returned, and this shelf doesn't find it returned"
            )

            let tiger = try book("b-3", "Tiger", at: "A-02-0001")
            let isSaved = (try? await inCancelledTask { try await shelf.save(tiger) }.get()) != nil
            let isThere = try await store.find("b-3") != nil
            #expect(
                isThere == isSaved,
                "a task that was cancelled saved a book: what it was told is not what has happened"
            )
        }

        let surprise = await BookSeason.surprise(after: .saving)
        #expect(surprise == nil, "a season went by at two shelves, and a book was wrong after it was saved")
    }

    @Test("a removed book is gone, and removing it again is not an error", arguments: Backend.allCases)
    func removing(backend: Backend) async throws {
        try await backend.withStore { store in
            let shelf = bookshelf(over: store)
            try await shelf.save(book("b-1", "Momo", at: "A-03-0127", lentTo: kim))
            try await shelf.save(book("b-2", "Demian", at: "A-01-0001"))
            let momo = try BookID("b-1")
            await #expect(throws: Never.self, "Kim has the book, and it could not be removed") {
                try await shelf.remove(momo)
            }
            let found = try await shelf.book(momo)?.title
            #expect(found == nil, "a book that was removed is still found")
            await #expect(throws: Never.self, "a book was removed twice, and the second time failed") {
                try await shelf.remove(momo)
            }
            let left = try await store.all().map(\.record.id)
            #expect(left == ["b-2"], "one book was removed, and these are left")

            let demian = try BookID("b-2")
            let isRemoved = (try? await inCancelledTask { try await shelf.remove(demian) }.get()) != nil
            let isGone = try await store.find("b-2") == nil
            #expect(
                isGone == isRemoved,
                "a task that was cancelled removed a book: what it was told is not what has happened"
            )
        }

        let surprise = await BookSeason.surprise(after: .removing)
        #expect(surprise == nil, "a season went by at two shelves, and a book was there after it was removed")
    }

    @Test("a reader's question is answered exactly, in the order of the shelf", arguments: Backend.allCases)
    func questions(backend: Backend) async throws {
        try await backend.withStore { store in
            let shelf = bookshelf(over: store)
            try await shelf.save(book("b-1", "Almond", by: ["Sohn"], at: "B-01-0002", lentTo: kim))
            try await shelf.save(book("b-2", "Zoo", by: ["Sohn"], at: "A-02-0009", lentTo: kim))
            try await shelf.save(
                book("b-3", "Tiger", by: ["Sohn Won", "Söhn", "Sohn ", "Ｓohn"], at: "A-02-0001", lentTo: lee)
            )
            _ = try await shelf.books(by: "Sohn")
            _ = try await shelf.borrowed(by: kim)
            _ = try await shelf.book(at: ShelfCode("A-10-0001"))
            let other = bookshelf(over: store)
            try await other.save(book("b-4", "Momo", by: ["Ende", "Sohn"], at: "A-10-0001", lentTo: lee))
            try await other.save(book("b-5", "Demian", by: ["Hesse"], at: "A-02-0010", lentTo: kim))
            try await other.save(
                book("b-6", "Together", by: ["Kim", "Bae", "Lim", "Sohn"], at: "A-02-0005", lentTo: kim)
            )

            let bySohn = try await shelf.books(by: "Sohn").map(\.id.text)
            #expect(
                bySohn == ["b-6", "b-2", "b-4", "b-1"],
                "these are not Sohn's books in the order of the shelf, from A-02 to B-01"
            )
            let withKim = try await shelf.borrowed(by: kim).map(\.id.text)
            #expect(
                withKim == ["b-6", "b-2", "b-5", "b-1"],
                "these are not Kim's loans in the order of the shelf, from A-02 to B-01"
            )
            for number in 1...30 {
                let place = "C-01-00\(number + 10)"
                try await shelf.save(book("c-\(number)", "Tales", by: ["Andersen"], at: place, lentTo: lee))
            }
            let counts = try await [
                shelf.books(by: "Andersen").count, shelf.borrowed(by: lee).count,
            ]
            #expect(
                counts == [30, 32],
                "thirty books by Andersen are with Lee, who has two more, and this many are found"
            )
            let atPlace = try await shelf.book(at: ShelfCode("A-10-0001"))
            #expect(
                atPlace?.id.text == "b-4",
                "the book that belongs at this place is not the one that is found"
            )

            let byNobody = try await shelf.books(by: "So").map(\.title)
            #expect(byNobody == [], "half a name was taken for an author")
            let byNoName = try await shelf.books(by: "").map(\.title)
            #expect(byNoName == [], "no author has an empty name, and these books were found by it")
            let withNobody = try await shelf.borrowed(by: MemberID("m-3")).map(\.title)
            #expect(withNobody == [], "a member has borrowed nothing, and these are called their loans")
            let atEmptyPlace = try await shelf.book(at: ShelfCode("A-10-0002"))?.title
            #expect(atEmptyPlace == nil, "a book was found where none stands")
            for id in ["b-9", "B-1"] {
                let unknown = try await shelf.book(BookID(id))?.title
                #expect(unknown == nil, "a book was found that Moa never had")
            }

            try await shelf.save(book("b-1", "Momo", by: ["Ende"], at: "A-03-0127", lentTo: kim))
            for question in Question.allCases {
                let whole = try await question.ask(shelf)
                let hasty = (try? await inCancelledTask { try await question.ask(shelf) }.get()) ?? whole
                #expect(
                    hasty == whole,
                    "\(question): a reader whose task was cancelled got neither an error nor the answer"
                )
            }
        }

        let surprise = await BookSeason.surprise(after: .asking)
        #expect(
            surprise == nil,
            "a season went by at two shelves, and a reader's question got a wrong answer"
        )
    }

    @Test("what was saved is there when the file is opened again, even after a torn last row")
    func reopening() async throws {
        try await withScratchFile { file in
            let momo = try book("b-1", "Momo", at: "A-03-0127", lentTo: kim)
            let demian = try book("b-2", "Demian", at: "A-01-0001")
            let shelf = try bookshelf(over: bookLog(file))
            try await shelf.save(momo)
            try await shelf.save(demian)
            let opened = try bookshelf(over: bookLog(file))
            let found = try await opened.book(momo.id)
            #expect(
                found.map(words) == words(momo),
                "Moa was closed overnight, and the book is not found as it was"
            )

            let whole = try Data(contentsOf: file)
            try whole.dropLast(9).write(to: file)
            let torn = try bookshelf(over: bookLog(file))
            let kept = try await torn.book(momo.id)
            #expect(
                kept.map(words) == words(momo),
                "another book's row was torn, and this book is not found as it was"
            )
            let lost = try await torn.book(demian.id)?.title
            #expect(lost == nil, "this book's only row is torn, and the book was found")
            try await torn.save(demian)
            let mended = try bookshelf(over: bookLog(file))
            let foundAgain = try await mended.book(demian.id)
            #expect(
                foundAgain.map(words) == words(demian),
                "the book was saved once more, and is not found as it was saved"
            )
        }
    }

    @Test("a record that Moa can't understand is an error, and never a missing book", arguments: Damage.all)
    func corruptRecords(damage: Damage) async throws {
        try await damage.backend.withStore { store, file in
            try await store.save(
                BookRecord(id: "b-0", title: "Jim", writtenBy: ["Ende"], code: "A-03-0126", lentTo: "m-1")
            )
            try await store.save(damage.record)
            if damage.spoilsRow { try spoilLastRow(of: file) }
            let shelf = bookshelf(over: store)
            for question in damage.questions {
                await #expect(
                    throws: (any Error).self,
                    "\(question): a record that isn't a book was left out, or completed by a guess"
                ) {
                    try await question.ask(shelf)
                }
            }
        }
    }

    @Test("a failing store is reported, and nothing has changed", arguments: Backend.allCases)
    func failingStore(backend: Backend) async throws {
        try await backend.withStore { store in
            let momo = try book("b-1", "Momo", by: ["Ende"], at: "A-03-0127", lentTo: kim)
            let demian = try book("b-2", "Demian", at: "A-01-0001")
            try await store.save(.whole)
            try await store.save(
                BookRecord(id: "b-3", title: "Almond", writtenBy: ["Sohn"], code: "B-01-0002")
            )
            let before = try await store.all().map { words($0.record) }

            let out = bookshelf(over: store.failing(by: .everyCall))
            for question in Question.allCases {
                await #expect(
                    throws: (any Error).self,
                    "\(question): the store could not be asked, and the caller got no error"
                ) {
                    try await question.ask(out)
                }
                let outOnce = bookshelf(over: store.failing(by: .failing(call: 1)))
                await #expect(
                    throws: (any Error).self,
                    "\(question): the store failed once, and the caller got no error"
                ) {
                    try await question.ask(outOnce)
                }
            }
            let rarely = [StoreError.versionConflict(id: "b-1", expected: 1, found: 2), .idTaken(id: "b-1")]
            for answer in StoreError.answers + rarely {
                let calls = CallRecorder<StoreCall<String>>()
                let shelf = bookshelf(over: store.answering(answer).recorded(by: calls))
                for question in Question.allCases {
                    await #expect(
                        throws: (any Error).self,
                        "\(question): the store's answer was \(answer), and the caller got no error"
                    ) {
                        try await question.ask(shelf)
                    }
                }
                await #expect(
                    throws: (any Error).self,
                    "a book was to be saved, the store's answer was \(answer), and the caller got no error"
                ) {
                    try await shelf.save(demian)
                }
                await #expect(
                    throws: (any Error).self,
                    "a book was to be removed, the store's answer was \(answer), and the caller got no error"
                ) {
                    try await shelf.remove(momo.id)
                }
                let tries = calls.calls.count
                #expect(
                    tries == 6,
                    "four questions, a save and a removal have failed, and this is how often the store was tried"
                )
            }
            let full = bookshelf(over: store.refusingWrites)
            await #expect(
                throws: (any Error).self,
                "a change of a book was not written, and the caller got no error"
            ) {
                try await full.save(momo)
            }
            await #expect(throws: (any Error).self, "a new book was not written, and the caller got no error")
            {
                try await full.save(demian)
            }
            await #expect(throws: (any Error).self, "a book was not removed, and the caller got no error") {
                try await full.remove(momo.id)
            }
            let sameplace = try book("b-3", "Almond", at: "A-03-0127")
            await #expect(
                throws: (any Error).self,
                "the store refused a second book in one place, and the caller got no error"
            ) {
                try await bookshelf(over: store).save(sameplace)
            }
            let after = try await store.all().map { words($0.record) }
            #expect(after == before, "every change failed, and the records in the store have changed")
        }

        let surprise = await BookSeason.surprise(after: .failing)
        #expect(
            surprise == nil,
            "a season went by at two shelves, and something was wrong when a call failed"
        )
    }

    // MARK: Above the shelf

    @Test(
        "an evening at the lending desk goes the same way over either store",
        arguments: Backend.allCases
    )
    func evening(backend: Backend) async throws {
        try await backend.withStore { store in
            try await store.save(.whole)
            try await store.save(
                BookRecord(id: "b-2", title: "Demian", writtenBy: ["Hesse"], code: "A-01-0001")
            )
            let shelf = bookshelf(over: store.failingSecondWrite)
            let desk = LendingDesk(shelf: shelf)
            let (momo, demian, unknown) = try (BookID("b-1"), BookID("b-2"), BookID("b-9"))
            let evening = [
                await outcome { try await desk.takeBack(momo) },
                await outcome { try await desk.lend(demian, to: lee) },
                await outcome { try await desk.lend(demian, to: kim) },
                await outcome { try await desk.lend(demian, to: lee) },
                await outcome { try await desk.lend(unknown, to: lee) },
            ]
            let expected: [Outcome] = [.done, .storeFailed, .done, .lentAlready, .unknownBook]
            #expect(
                evening.map(\.rawValue) == expected.map(\.rawValue),
                "the second save failed, and these are the desk's five answers"
            )
            let withKim = try await shelf.borrowed(by: kim).map(\.id.text)
            #expect(
                withKim == ["b-2"],
                "Momo came back and Demian went out to Kim, and these are called Kim's loans"
            )
        }
    }

    @Test(
        "the port speaks of books alone, and a list on paper could fulfil it",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func paperList() throws {
        let fulfils = try Self.compiler.accepts(
            """
            import Moa
            struct PaperList: Bookshelf {
                func book(_ id: BookID) async throws -> Book? { nil }
                func book(at place: ShelfCode) async throws -> Book? { nil }
                func books(by author: String) async throws -> [Book] { [] }
                func borrowed(by member: MemberID) async throws -> [Book] { [] }
                func save(_ book: Book) async throws {}
                func remove(_ id: BookID) async throws {}
            }
            """
        )
        #expect(
            fulfils == true,
            "the six requirements, all «async throws», don't fulfil the port: it asks for more, or for something else"
        )
        let leftovers = try Self.compiler.names(["fetch", "create", "delete", "insert"], of: "any Bookshelf")
        #expect(leftovers == [], "every shelf still offers these, which no reader has ever asked for")
    }

    private static let compiler = CompileCheck(importing: "Chapter4Repositories")

    // MARK: What the decision brings

    @Test(
        "specific: a question about one book, or one place, reads one record",
        .enabled(if: BookshelfDesign.chosen == .specific, "another design was chosen"),
        arguments: Backend.allCases
    )
    func budget(backend: Backend) async throws {
        try await backend.withStore { store in
            for number in 1...40 {
                let code = "A-01-\(1000 + number)"
                try await store.save(BookRecord(id: "b-\(number)", title: "T", writtenBy: ["A"], code: code))
            }
            for (id, count) in [("b-20", 1), ("b-99", 0)] {
                let budget = RowBudget(limit: 1)
                _ = try await bookshelf(over: store.charged(to: budget)).book(BookID(id))
                #expect(
                    budget.spent == count,
                    "one book was asked for, and this is how many records were read"
                )
            }
            for (place, id) in [("A-01-1030", "b-30"), ("A-01-1099", nil)] {
                let budget = RowBudget(limit: 1)
                let there = try await bookshelf(over: store.charged(to: budget)).book(at: ShelfCode(place))
                #expect(there?.id.text == id, "this is not the book that stands there")
                #expect(
                    budget.spent == (id == nil ? 0 : 1),
                    "one place was asked for, and this is how many records were read"
                )
            }
        }
    }

    @Test(
        "wrapped: the generic that keeps books keeps films too",
        .enabled(if: BookshelfDesign.chosen == .wrapped, "another design was chosen"),
        arguments: Backend.allCases
    )
    func films(backend: Backend) async throws {
        try await withScratchFile { file in
            let store: any Store<FilmRecord> = try backend.open(file, unique: [])
            let films = try #require(StoredFilms.shelf(over: store), "there is no shelf for films")
            let film = try Film(id: 7, title: "Parasite", minutes: 132)
            try await films.save(Film(id: 7, title: "Gisaengchung", minutes: 131))
            try await films.save(film)
            let found = try await films.film(7).map { "\($0.title), \($0.minutes) minutes" }
            let saved = "\(film.title), \(film.minutes) minutes"
            #expect(found == saved, "the film was saved again, and is not found as it was saved")
            let unknown = try await films.film(8)?.title
            #expect(unknown == nil, "a film was found that nobody has saved")

            try await store.save(FilmRecord(id: 9, name: "Nothing", seconds: 0))
            try await store.save(FilmRecord(id: 10, name: "One minute and a half", seconds: 90))
            try await store.save(FilmRecord(id: 11, name: "A minute and a second", seconds: 61))
            for id in [9, 10, 11] {
                await #expect(
                    throws: (any Error).self,
                    "a record that isn't a film was left out, or completed by a guess"
                ) {
                    _ = try await films.film(id)
                }
            }
            let out = try #require(
                StoredFilms.shelf(over: store.failing(by: .everyCall)),
                "there is no shelf for films"
            )
            await #expect(
                throws: (any Error).self,
                "the store of the films could not be asked, and the caller got no error"
            ) {
                _ = try await out.film(7)
            }
            await #expect(throws: (any Error).self, "a film was not written, and the caller got no error") {
                try await out.save(film)
            }
            await #expect(throws: (any Error).self, "a film was not removed, and the caller got no error") {
                try await out.remove(7)
            }
            let impatient = try #require(
                StoredFilms.shelf(over: store.answering(.cancelled)),
                "there is no shelf for films"
            )
            await #expect(
                throws: (any Error).self,
                "a look at a film was cancelled, and the caller got no error"
            ) {
                _ = try await impatient.film(7)
            }
            await #expect(
                throws: (any Error).self,
                "a film's save was cancelled, and the caller got no error"
            ) {
                try await impatient.save(film)
            }
            await #expect(
                throws: (any Error).self,
                "a film's removal was cancelled, and the caller got no error"
            ) {
                try await impatient.remove(7)
            }
            try await films.remove(7)
            await #expect(throws: Never.self, "a film was removed twice, and the second time failed") {
                try await films.remove(7)
            }
            let removed = try await films.film(7)?.title
            #expect(removed == nil, "a film that was removed is still found")

            let surprise = try await filmSurprise(over: store)
            #expect(surprise == nil, "films were kept for a season, and this was wrong")
        }
    }
}

// MARK: - Stores

/// Where records are kept: the stores behind one protocol.
enum Backend: String, CaseIterable, CustomTestStringConvertible {
    case map = "a map in memory"
    case rowLog = "a log of rows in a file"

    var testDescription: String { rawValue }

    func open<Record: Storable>(_ file: URL, unique keys: [UniqueKey<Record>]) throws -> any Store<Record> {
        switch self {
        case .map: MapStore(unique: keys)
        case .rowLog: try RowLogStore(file: file, unique: keys)
        }
    }

    /// A new, empty store for books, and its file if it has one.
    func withStore(_ work: (any Store<BookRecord>, URL) async throws -> Void) async throws {
        try await withScratchFile { file in try await work(open(file, unique: [.code]), file) }
    }

    func withStore(_ work: (any Store<BookRecord>) async throws -> Void) async throws {
        try await withStore { store, _ in try await work(store) }
    }
}

private func bookLog(_ file: URL) throws -> any Store<BookRecord> {
    try RowLogStore(file: file, unique: [.code])
}

private func bookshelf(over store: any Store<BookRecord>) -> any Bookshelf {
    StoredBooks(store: store)
}

/// A file in a folder of its own, which is gone afterwards.
private func withScratchFile(_ work: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("kata-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder.appendingPathComponent("books.jsonl"))
}

/// Writes nonsense over the last row, as a failing disk does.
private func spoilLastRow(of file: URL) throws {
    var bytes = try Data(contentsOf: file)
    let rowBefore = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")) ?? 0
    for place in (rowBefore + 1)..<(bytes.count - 1) { bytes[place] = UInt8(ascii: "?") }
    try bytes.write(to: file)
}

extension FaultPlan {
    fileprivate static var everyCall: FaultPlan {
        FaultPlan(failing: Dictionary(uniqueKeysWithValues: (1...99).map { ($0, .beforeWrite) }))
    }

    fileprivate static func every(_ operation: StoreOperation) -> FaultPlan {
        let calls = (1...99).map { ($0, Moment.beforeWrite) }
        return FaultPlan(failing: Dictionary(uniqueKeysWithValues: calls), of: operation.rawValue)
    }
}

extension StoreError {
    /// What a store may say of any call, whoever is to blame.
    fileprivate static let answers = [
        StoreError.cancelled, .inaccessible(reason: "no such folder"),
        .corruptRow(number: 3, reason: "not JSON"), .keyTaken(name: "code", value: "A-03-0127"),
    ]
}

extension Store {
    /// A store that refuses every call.
    fileprivate func answering(_ error: StoreError) -> some Store<Record> {
        intercepted(before: { _ throws(StoreError) in throw error })
    }

    /// A store whose second write fails, in whichever way books are saved.
    fileprivate var failingSecondWrite: any Store<Record> {
        failing(by: .failing(call: 2, of: "save"))
            .failing(by: .failing(call: 2, of: "insert"))
            .failing(by: .failing(call: 2, of: "commit"))
    }

    /// A store that can be read, and whose every write fails.
    fileprivate var refusingWrites: any Store<Record> {
        failing(by: .every(.save))
            .failing(by: .every(.insert))
            .failing(by: .every(.delete))
            .failing(by: .every(.commit))
    }
}

// MARK: - Seasons

/// What has been done before something is wrong, and so which rule it belongs to.
private enum Deed { case saving, removing, asking, failing }

/// A question that a shelf is asked, and its answer if these things are kept.
private struct Search<Shelf, Thing> {
    let name: String
    var isByID = false
    let ask: (Shelf) async throws -> [Thing]
    let answer: ([Thing]) -> [Thing]
}

/// Things are saved and removed at two shelves over one store, at random and the same way each time.
///
/// Now and then, the store fails once. After each deed, both shelves are asked for every id, and more.
private struct Season<Shelf, Thing> {
    let shelves: [Shelf]
    let trouble: Trouble
    let draw: (inout Chance) throws -> Thing
    let save: (Shelf, Thing) async throws -> Void
    let remove: (Shelf, Thing) async throws -> Void
    /// Whether the store refuses to keep both.
    let areRivals: (Thing, Thing) -> Bool
    let searches: [Search<Shelf, Thing>]
    /// Everything in a thing, and first its id.
    let words: (Thing) -> [String]

    /// The first deed after which the shelves aren't like a dictionary from id to thing.
    var surprise: (deed: Deed, description: String)? {
        get async throws {
            var known: [String: Thing] = [:]
            var chance = Chance()
            for number in 1...150 {
                let thing = try draw(&chance)
                let id = words(thing)[0]
                let removes = chance.roll(4) == 0
                let shelf = chance.pick(shelves)
                let isRefused = !removes && known.values.contains { areRivals($0, thing) }
                let (isReported, storeFailed) = await trouble.come(chance.plan(number)) {
                    try await removes ? remove(shelf, thing) : save(shelf, thing)
                }
                let mustFail = isRefused || storeFailed
                if !mustFail { known[id] = removes ? nil : thing }
                let deed: Deed = mustFail ? .failing : removes ? .removing : .saving
                let what = "deed \(number), \(removes ? "removed" : "saved"): \(words(thing))"
                if isReported != mustFail {
                    let store =
                        storeFailed ? "the store fails" : isRefused ? "its place is taken" : "all is well"
                    return (deed, "\(what), \(store): \(isReported ? "an error" : "no error")")
                }

                let search = chance.pick(searches)
                let (isNoticed, askingFailed) = await trouble.come(chance.plan(number)) {
                    _ = try await search.ask(shelf)
                }
                if isNoticed != askingFailed {
                    let store = askingFailed ? "the store fails" : "all is well"
                    return (.failing, "\(search.name), \(store): \(isNoticed ? "an error" : "no error")")
                }
                for (place, shelf) in zip(["at one shelf", "at the other shelf"], shelves) {
                    for search in searches where search.isByID || chance.roll(4) == 0 {
                        let wanted = search.answer(Array(known.values)).map(words)
                        let found = try? await search.ask(shelf).map(words)
                        guard found != wanted else { continue }
                        let isItself = search.isByID || deed == .failing
                        let gap = gap(found, wanted)
                        return (isItself ? deed : .asking, "\(what); \(place), \(search.name): \(gap)")
                    }
                }
            }
            return nil
        }
    }

    private func gap(_ found: [[String]]?, _ wanted: [[String]]) -> String {
        guard let found else { return "an error" }
        if let (one, other) = zip(found, wanted).first(where: !=), one[0] == other[0] {
            return "\(one), not \(other)"
        }
        return "\(found.map { $0[0] }), not \(wanted.map { $0[0] })"
    }
}

/// Numbers from a formula.
private struct Chance {
    private var draws = RepeatableDraws(seed: 4)

    mutating func roll(_ sides: Int) -> Int {
        Int(draws.next() >> 33) % sides
    }

    mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[roll(choices.count)] }

    /// What the next calls to a store throw: mostly nothing, or an error at the first or the second.
    mutating func plan(_ number: Int) -> [StoreError?] {
        let error = pick([StoreError.injected(InjectedFault(call: number))] + StoreError.answers)
        return pick([[], [], [], [error], [nil, error]])
    }
}

/// Makes a store fail on demand.
private final class Trouble: Sendable {
    private let errors = Mutex<[StoreError?]>([])

    /// Before each call to the store.
    func meet() throws(StoreError) {
        if let error = errors.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw error }
    }

    /// Whether this was reported as failed, and whether the store did fail.
    func come(_ plan: [StoreError?], to work: () async throws -> Void) async -> (Bool, Bool) {
        errors.withLock { $0 = plan }
        var isReported = false
        do { try await work() } catch { isReported = true }
        return errors.withLock { left in
            defer { left = [] }
            return (isReported, !plan.isEmpty && left.isEmpty)
        }
    }
}

/// The books of a season. Many of them differ in one small thing.
private enum BookSeason {
    static func surprise(after deed: Deed) async -> String? {
        do {
            guard let first = try await first.value, first.deed == deed else { return nil }
            return first.description
        } catch {
            return "\(error)"
        }
    }

    /// All rules look at the same season.
    private static let first = Task<(deed: Deed, description: String)?, any Error> {
        let trouble = Trouble()
        let store = MapStore<BookRecord>(unique: [.code])
            .intercepted(before: { _ throws(StoreError) in try trouble.meet() })
        return try await Season<any Bookshelf, Book>(
            shelves: [bookshelf(over: store), bookshelf(over: store)],
            trouble: trouble,
            draw: { chance in
                try book(
                    chance.pick(ids),
                    chance.pick(["Momo", "momo", " Momo", "Momo ", "Mo-mo", "Mo  mo", "Mómo", longTitle]),
                    by: (0...chance.roll(3)).map { _ in chance.pick(authors) },
                    at: chance.pick(places),
                    lentTo: chance.pick(members + [nil]).map { try MemberID($0) }
                )
            },
            save: { try await $0.save($1) },
            remove: { try await $0.remove($1.id) },
            areRivals: { $0.place == $1.place && $0.id != $1.id },
            searches: searches,
            words: { words($0) }
        ).surprise
    }

    private static let ids = ["b-1", "B-1", "b-1 ", "b-10", "b-2", "b 2"]
    private static let places = [
        "A-01-0001", "A-01-0002", "A-01-0010", "A-01-1000", "A-02-0001", "A-10-0001", "B-01-0001",
    ]
    private static let longTitle = String(repeating: "Momo ", count: 30) + "2"
    private static let authors = [
        "Kim", "KIM", "Kim ", "Kím", "Kim Sori", "Kim So-ri", "Sori Kim", "Sori", "Kim, Sori; Lee", "Kim 2",
    ]
    private static let members = ["m-1", "M-1", "m-1 ", "m-10", "m 1"]

    private static var searches: [Search<any Bookshelf, Book>] {
        let byID = ids.map { id in
            Search<any Bookshelf, Book>(
                name: "\(Question.byID) «\(id)»",
                isByID: true,
                ask: { try await [$0.book(BookID(id))].compactMap(\.self) },
                answer: { $0.filter { $0.id.text == id } }
            )
        }
        let byPlace = places.map { place in
            Search<any Bookshelf, Book>(
                name: "\(Question.byPlace) \(place)",
                ask: { try await [$0.book(at: ShelfCode(place))].compactMap(\.self) },
                answer: { $0.filter { $0.place.text == place } }
            )
        }
        let byAuthor = authors.map { author in
            Search<any Bookshelf, Book>(
                name: "\(Question.byAuthor) «\(author)»",
                ask: { try await $0.books(by: author) },
                answer: { $0.filter { $0.authors.contains(author) }.sorted { $0.place < $1.place } }
            )
        }
        let byBorrower = members.map { member in
            Search<any Bookshelf, Book>(
                name: "\(Question.byBorrower) «\(member)»",
                ask: { try await $0.borrowed(by: MemberID(member)) },
                answer: { $0.filter { $0.borrower?.text == member }.sorted { $0.place < $1.place } }
            )
        }
        return byID + byPlace + byAuthor + byBorrower
    }
}

/// What is wrong first in a season of films.
private func filmSurprise(over store: any Store<FilmRecord>) async throws -> String? {
    let trouble = Trouble()
    let moody = store.intercepted(before: { _ throws(StoreError) in try trouble.meet() })
    let shelves = try (1...2).map { _ in
        try #require(StoredFilms.shelf(over: moody), "there is no shelf for films")
    }
    return try await Season<any FilmShelf, Film>(
        shelves: shelves,
        trouble: trouble,
        draw: { chance in
            try Film(
                id: chance.pick([1, 2, 12, -1]),
                title: chance.pick(["Okja", "okja", " Okja", "Okja ", "Ok-ja", "Okja 2", ""]),
                minutes: chance.pick([1, 59, 60, 61, 1440])
            )
        },
        save: { try await $0.save($1) },
        remove: { try await $0.remove($1.id) },
        areRivals: { _, _ in false },
        searches: [1, 2, 12, -1].map { id in
            Search(
                name: "film \(id)",
                ask: { try await [$0.film(id)].compactMap(\.self) },
                answer: { $0.filter { $0.id == id } }
            )
        },
        words: { ["\($0.id)", $0.title, "\($0.minutes)"] }
    ).surprise?.description
}

// MARK: - Books

private func book(
    _ id: String,
    _ title: String,
    by authors: [String] = ["Ende"],
    at place: String,
    lentTo borrower: MemberID? = nil
) throws -> Book {
    try Book(id: BookID(id), title: title, authors: authors, place: ShelfCode(place), borrower: borrower)
}

/// Everything that a book says about itself.
private func words(_ book: Book) -> [String] {
    [book.id.text, book.title, book.place.text, book.borrower?.text ?? "on the shelf"] + book.authors
}

/// Everything in a record.
private func words(_ record: BookRecord) -> [String] {
    [record.id, record.title, record.code, record.lentTo ?? "on the shelf"] + record.writtenBy
}

extension BookRecord {
    /// Momo, borrowed by Kim, as it stands in a store.
    fileprivate static let whole = BookRecord(
        id: "b-1",
        title: "Momo",
        writtenBy: ["Ende"],
        code: "A-03-0127",
        lentTo: "m-1"
    )
}

/// What a reader asks. The book «b-1» is always among the answers.
enum Question: String, CaseIterable, CustomStringConvertible {
    case byID = "this book"
    case byPlace = "the book at this place"
    case byAuthor = "the books of an author"
    case byBorrower = "the books that a member has"

    var description: String { rawValue }

    /// The ids of the books in the answer.
    @discardableResult
    fileprivate func ask(_ shelf: any Bookshelf) async throws -> [String] {
        let books =
            switch self {
            case .byID: try await [shelf.book(BookID("b-1"))].compactMap(\.self)
            case .byPlace: try await [shelf.book(at: ShelfCode("A-03-0127"))].compactMap(\.self)
            case .byAuthor: try await shelf.books(by: "Ende")
            case .byBorrower: try await shelf.borrowed(by: MemberID("m-1"))
            }
        return books.map(\.id.text)
    }
}

/// A record from which no book can be made, and the questions that it would answer.
struct Damage: CustomTestStringConvertible {
    let flaw: String
    let backend: Backend
    let record: BookRecord
    let questions: [Question]
    var spoilsRow = false

    var testDescription: String { "\(flaw), in \(backend.rawValue)" }

    static let all =
        Backend.allCases.flatMap { backend in
            [
                damage("no title", backend, Question.allCases) { $0.title = " " },
                damage("an empty title", backend, Question.allCases) { $0.title = "" },
                damage("no author", backend, [.byID, .byPlace, .byBorrower]) { $0.writtenBy = [] },
                damage("half a shelf code", backend, [.byID, .byAuthor, .byBorrower]) { $0.code = "A-03" },
                damage("a shelf code without its zeros", backend, [.byID, .byAuthor, .byBorrower]) {
                    $0.code = "A-3-127"
                },
                damage("a shelf code in small letters", backend, [.byID, .byAuthor, .byBorrower]) {
                    $0.code = "a-03-0127"
                },
                damage("a shelf code and a blank", backend, [.byID, .byAuthor, .byBorrower]) {
                    $0.code += " "
                },
                damage("a borrower without an id", backend, [.byID, .byPlace, .byAuthor]) { $0.lentTo = "" },
                damage("no id", backend, [.byPlace, .byAuthor, .byBorrower]) {
                    $0 = BookRecord(id: "", title: "Momo", writtenBy: ["Ende"], code: $0.code, lentTo: "m-1")
                },
            ]
        } + [
            Damage(
                flaw: "a row of nonsense",
                backend: .rowLog,
                record: .whole,
                questions: Question.allCases,
                spoilsRow: true
            )
        ]

    private static func damage(
        _ flaw: String,
        _ backend: Backend,
        _ questions: [Question],
        _ spoil: (inout BookRecord) -> Void
    ) -> Damage {
        var record = BookRecord.whole
        spoil(&record)
        return Damage(flaw: flaw, backend: backend, record: record, questions: questions)
    }
}

// MARK: - At the desk

/// What the lending desk answers.
private enum Outcome: String {
    case done
    case lentAlready = "lent already"
    case notLent = "not lent"
    case unknownBook = "unknown book"
    case storeFailed = "store failed"
}

private func outcome(of request: () async throws -> Void) async -> Outcome {
    do {
        try await request()
        return .done
    } catch Book.Refused.lent {
        return .lentAlready
    } catch Book.Refused.notLent {
        return .notLent
    } catch is LendingDesk.UnknownBook {
        return .unknownBook
    } catch {
        return .storeFailed
    }
}
