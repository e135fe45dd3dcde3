import InMemoryInfrastructure
import KataProbes
import Testing

@testable import Chapter5ApplicationServices

@Suite("5.5 Return, or tell?")
struct OutputBoundaryTests {
    @Test("a book is shown with its title, its authors and its date as Moa writes them", arguments: Page.all)
    func lines(page: Page) async {
        let phone = Phone(catalogue: .init(page.facts))
        await phone.open("1234")
        #expect(phone.shown == [.lines(page.lines)], "the page of the book is not written as Moa writes it")
        #expect(phone.asked == ["1234"], "one book was opened once, and the catalogue was asked for this")
        let scans: [Path] = [.found, .unsigned, .found]
        let secondPhone = Phone(catalogue: Catalogue(answering: scans))
        for scan in scans { await secondPhone.open(scan.scanned) }
        let written = scans.map { Signal.lines($0.page.lines) }
        #expect(
            secondPhone.shown == written,
            "three books were shown on one page, and one was written as another"
        )
    }

    @Test("each opening ends in one signal, and it is the right one", arguments: Path.allCases)
    func oneOutcome(path: Path) async {
        let openings = path.andMore
        let phone = Phone(catalogue: Catalogue(answering: openings))
        for opening in openings { await phone.open(opening.scanned) }
        let outcomes = phone.shown.map(\.outcome)
        #expect(
            outcomes == openings.map(\.signal.outcome),
            "the page was opened nine times, and each time should end in its own signal, once"
        )
        let asked = phone.asked
        #expect(
            asked == openings.filter(\.isLookedUp).map(\.scanned),
            "each opening should ask the catalogue once, for the code as it was scanned"
        )
    }

    @Test("loading is shown while the catalogue is asked")
    func loadingFirst() async {
        let phone = Phone(catalogue: Catalogue(answering: [.found]))
        await phone.open("1234")
        let before = phone.signalsWhenAsked
        #expect(
            before == [[.loading]],
            "when the catalogue was asked, the phone showed something other than loading"
        )
    }

    @Test("loading that was shown is hidden once, whatever the outcome", arguments: Path.allCases)
    func loadingEnds(path: Path) async {
        let openings = path.andMore
        let phone = Phone(catalogue: Catalogue(answering: openings))
        for opening in openings {
            let wheel = await phone.wheel(whileOpening: opening.scanned)
            #expect(wheel.isAtRest, "the wheel should be shown once and hidden once, and was not")
        }
    }

    @Test(
        "a code that can't be read is not looked up",
        arguments: [
            "12a4", "12 34", "12-34", "1234\n", "+1234", "", " 1234", "1234 ", "\t1234", "1234\u{A0}",
            "*1234*", "1234.", "a1234", "1234X", "ISBN1234",
        ]
    )
    func unreadable(scanned: String) async {
        let phone = Phone(catalogue: Catalogue(answering: [.found]))
        await phone.open(scanned)
        let asked = phone.asked
        #expect(asked == [], "the catalogue was asked about a code that can't be read")
    }

    @Test("a page that failed can be opened again")
    func again() async {
        let phone = Phone(catalogue: .init(Page.all[0].facts, faults: .failing(call: 1)))
        await phone.open("1234")
        await phone.open("1234")
        #expect(
            phone.shown == [.failure, .lines(Page.all[0].lines)],
            "the page didn't show the failure first and then the book"
        )
    }

    @Test(
        "result: the use case returns what is known, or throws a named reason",
        .enabled(if: BookPageDesign.chosen == .result, "another design was chosen"),
        arguments: Path.allCases
    )
    func result(path: Path) async {
        let asked = [path, .found, path]
        let catalogue = Catalogue(answering: asked)
        let answers = await answers(to: asked, over: catalogue)
        #expect(
            answers == asked.map(\.answer),
            "a caller without a screen asks three times, and hears something other than what happened"
        )
        guard answers != [.noSuchUseCase] else { return }
        let lookups = catalogue.asked.calls
        #expect(
            lookups == asked.filter(\.isLookedUp).map(\.scanned),
            "a caller asked three times, and the catalogue should be asked each time for the code as it was scanned"
        )
    }

    @Test(
        "result: the use case holds neither a screen nor an output",
        .enabled(if: BookPageDesign.chosen == .result, "another design was chosen")
    )
    func answersOnly() throws {
        let useCase = try #require(
            try? made(ShowBook.self, over: Catalogue(nil)),
            "no initialiser of ShowBook takes the catalogue and nothing else"
        )
        let listeners = Mirror(reflecting: useCase).children
            .filter { child in
                let type = String(reflecting: type(of: child.value))
                return child.value is any ShowBook.Output || child.value is any BookScreen
                    || ["ShowBook.Output", "BookScreen"].contains { type.contains($0) }
            }
            .map { $0.label ?? "?" }
        #expect(
            listeners == [],
            "the use case returns an answer and holds a listener too; nobody knows which to believe"
        )
    }

    @Test(
        "output port: the use case reports what is known, and each outcome once",
        .enabled(if: BookPageDesign.chosen == .outputPort, "another design was chosen"),
        arguments: Path.allCases
    )
    func output(path: Path) async {
        for told in await told(on: path) {
            let outcomes = told.filter { ![.began, .ended, .catalogueAsked].contains($0) }
            #expect(
                outcomes == [path.news],
                "a listener without a screen hears something other than what happened"
            )
        }
    }

    @Test(
        "output port: the search begins and ends once, whatever the outcome",
        .enabled(if: BookPageDesign.chosen == .outputPort, "another design was chosen"),
        arguments: Path.allCases
    )
    func outputEnds(path: Path) async throws {
        for told in await told(on: path) {
            try #require(told != [.noSuchUseCase], "there is no use case that can begin a search")
            let search = Wheel(
                steps: told.compactMap { $0 == .began ? true : $0 == .ended ? false : nil },
                mayRest: !path.isLookedUp
            )
            #expect(search.isAtRest, "the search should begin once and end once, and did not")
            let first = told.first { $0 == .began || $0 == .catalogueAsked }
            #expect(first != .catalogueAsked, "the catalogue was asked before the search had begun")
            let lookups = told.count { $0 == .catalogueAsked }
            #expect(
                lookups == (path.isLookedUp ? 1 : 0),
                "a code that can be read is looked up once in each search, and no other is"
            )
        }
    }
}

// MARK: - What can happen

extension OutputBoundaryTests {
    struct Page: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let facts: ShowBook.Facts
        let lines: BookLines

        private static let longTitle = "moa & its <first> books: how \"readers\" came to share what they read"

        static let all = [
            Page(
                testDescription: "one author, and a day of one digit",
                facts: .init(
                    title: "The Vegetarian",
                    authors: ["Han"],
                    published: .day(year: 2007, month: 10, day: 9)
                ),
                lines: BookLines(title: "The Vegetarian", authors: "Han", published: "2007-10-09")
            ),
            Page(
                testDescription: "four authors, two of the same name, and a day in a month of one digit",
                facts: .init(
                    title: "Go  for four",
                    authors: ["Kim", "Min", "Han", "Han"],
                    published: .day(year: 2021, month: 7, day: 14)
                ),
                lines: BookLines(title: "Go  for four", authors: "Kim 외 3", published: "2021-07-14")
            ),
            Page(
                testDescription: "three authors, two of the same name, and a month of one digit",
                facts: .init(
                    title: "tea, and Go",
                    authors: ["Min, S.  H.", "Kim", "Kim"],
                    published: .month(year: 2021, month: 9)
                ),
                lines: BookLines(title: "tea, and Go", authors: "Min, S.  H. 외 2", published: "2021-09")
            ),
            Page(
                testDescription: "two authors of the same name, and a year",
                facts: .init(title: "Salt", authors: ["Kim", "Kim"], published: .year(2001)),
                lines: BookLines(title: "Salt", authors: "Kim 외 1", published: "2001")
            ),
            Page(
                testDescription: "no author, and a month of two digits",
                facts: .init(title: "Songs", authors: [], published: .month(year: 1890, month: 12)),
                lines: BookLines(title: "Songs", authors: "작자 미상", published: "1890-12")
            ),
            Page(
                testDescription: "twelve authors, and a year",
                facts: .init(
                    title: "Letters",
                    authors: (1...12).map { "Author \($0)" },
                    published: .year(1972)
                ),
                lines: BookLines(title: "Letters", authors: "Author 1 외 11", published: "1972")
            ),
            Page(
                testDescription: "one author, and the first day of a year",
                facts: .init(title: "Rice", authors: ["Jun"], published: .day(year: 1999, month: 1, day: 1)),
                lines: BookLines(title: "Rice", authors: "Jun", published: "1999-01-01")
            ),
            Page(
                testDescription: "a long title, one author in small letters, and a year",
                facts: .init(title: longTitle, authors: ["sori, k. (ed.)"], published: .year(1999)),
                lines: BookLines(title: longTitle, authors: "sori, k. (ed.)", published: "1999")
            ),
            Page(
                testDescription: "no title, and two authors, one with a number for a name",
                facts: .init(title: "", authors: ["1984", "Kim"], published: .year(1984)),
                lines: BookLines(title: "", authors: "1984 외 1", published: "1984")
            ),
            Page(
                testDescription: "one author, and the tenth day of a month",
                facts: .init(title: "Ink", authors: ["Lee"], published: .day(year: 2021, month: 7, day: 10)),
                lines: BookLines(title: "Ink", authors: "Lee", published: "2021-07-10")
            ),
        ]
    }

    /// The ways out.
    enum Path: CaseIterable, CustomTestStringConvertible {
        case found, unsigned, unknown, unreadable, empty, failing, cancelling

        /// Every opening of a page is a new one, whatever came of those before it.
        var andMore: [Path] { [self, self, .unknown, .found, .found, .failing, .failing, .failing, .found] }

        var testDescription: String {
            switch self {
            case .found: "the book is found"
            case .unsigned: "a book without an author is found"
            case .unknown: "the book is unknown"
            case .unreadable: "the code can't be read"
            case .empty: "the camera has read nothing"
            case .failing: "the catalogue fails"
            case .cancelling: "the catalogue cancels its own request"
            }
        }

        /// A code is no number: its first digit may be a zero, one may be a wide one or a half, and it may be long.
        var scanned: String {
            switch self {
            case .found, .failing, .cancelling: "0041２345678901"
            case .unsigned: "0041２3456789½1"
            case .unknown: "00412345678901"
            case .unreadable: "12a4"
            case .empty: ""
            }
        }

        fileprivate var page: Page { Page.all[self == .unsigned ? 4 : 1] }

        var isLookedUp: Bool { self != .unreadable && self != .empty }

        fileprivate var signal: Signal {
            switch self {
            case .found, .unsigned: .lines(page.lines)
            case .unknown: .unknownBook
            case .unreadable, .empty: .unreadableCode
            case .failing, .cancelling: .failure
            }
        }

        fileprivate var answer: Answer {
            switch self {
            case .found, .unsigned: .facts(page.facts)
            case .unknown: .unknownBook
            case .unreadable, .empty: .unreadableCode
            case .failing, .cancelling: .portError
            }
        }

        fileprivate var news: News {
            switch self {
            case .found, .unsigned: .found(page.facts)
            case .unknown: .unknownBook
            case .unreadable, .empty: .unreadableCode
            case .failing, .cancelling: .failed
            }
        }
    }

    /// What a screen was told.
    fileprivate enum Signal: Hashable, CustomStringConvertible {
        case loading, loadingHidden
        case lines(BookLines)
        case unknownBook, unreadableCode, failure

        /// What it is about, whatever is written in it.
        var outcome: String {
            switch self {
            case .loading: "loading"
            case .loadingHidden: "loading hidden"
            case .lines: "a book"
            case .unknownBook: "unknown book"
            case .unreadableCode: "unreadable code"
            case .failure: "failure"
            }
        }

        var description: String {
            guard case .lines(let lines) = self else { return outcome }
            return "«\(lines.title)», «\(lines.authors)», «\(lines.published)»"
        }
    }

    /// What an output was told.
    fileprivate enum News: Hashable, CustomStringConvertible {
        case began, ended
        case found(ShowBook.Facts)
        case unknownBook, unreadableCode, failed
        /// The use case threw an error besides.
        case thrownAsWell
        /// Meanwhile, the catalogue was asked.
        case catalogueAsked
        case noSuchUseCase

        var description: String {
            switch self {
            case .began: "began"
            case .ended: "ended"
            case .found(let facts): facts.summary
            case .unknownBook: "unknown book"
            case .unreadableCode: "unreadable code"
            case .failed: "failed"
            case .thrownAsWell: "an error was thrown as well"
            case .catalogueAsked: "the catalogue was asked"
            case .noSuchUseCase:
                "there is no ShowBook(catalogue:output:), or no show(_:) that returns nothing"
            }
        }
    }

    /// What a caller heard.
    fileprivate enum Answer: Hashable, CustomStringConvertible {
        case facts(ShowBook.Facts)
        case unknownBook, unreadableCode
        /// The catalogue's own error reached the caller.
        case portError
        case anotherError(String)
        case noSuchUseCase

        var description: String {
            switch self {
            case .facts(let facts): facts.summary
            case .unknownBook: "UnknownBook"
            case .unreadableCode: "Code.Unreadable"
            case .portError: "the catalogue's own error"
            case .anotherError(let error): "another error: \(error)"
            case .noSuchUseCase:
                "there is no ShowBook that takes the catalogue and nothing else, or no book(for:)"
            }
        }
    }

    /// True when it began to turn, false when it was stopped.
    fileprivate struct Wheel: CustomStringConvertible {
        let steps: [Bool]
        /// If no book is looked for, it need not turn at all.
        let mayRest: Bool

        var isAtRest: Bool { steps == [true, false] || mayRest && steps.isEmpty }

        var description: String { steps.map { $0 ? "shown" : "hidden" }.joined(separator: ", ") }
    }
}

// MARK: - The phone

extension OutputBoundaryTests {
    /// A screen that keeps what it is told, and the page that tells it.
    fileprivate struct Phone {
        private let catalogue: Catalogue
        private let spy = SpyPresenter<Signal>()
        private let page: BookPage

        init(catalogue: Catalogue) {
            var catalogue = catalogue
            let spy = spy
            catalogue.whenAsked = { spy.signals }
            self.catalogue = catalogue
            page = BookPage(catalogue: catalogue, screen: Screen(spy: spy))
        }

        func open(_ scanned: String) async { await page.open(scanned) }

        var asked: [String] { catalogue.asked.calls }
        var signalsWhenAsked: [[Signal]] { catalogue.signals.calls }
        var shown: [Signal] { spy.signals.filter { $0 != .loading && $0 != .loadingHidden } }

        func wheel(whileOpening scanned: String) async -> Wheel {
            let before = (signals: spy.signals.count, asked: asked.count)
            await page.open(scanned)
            return Wheel(
                steps: spy.signals.dropFirst(before.signals)
                    .compactMap { $0 == .loading ? true : $0 == .loadingHidden ? false : nil },
                mayRest: asked.count == before.asked
            )
        }
    }

    private struct Screen: BookScreen {
        let spy: SpyPresenter<Signal>

        func showLoading() { spy.present(.loading) }
        func hideLoading() { spy.present(.loadingHidden) }
        func show(_ lines: BookLines) { spy.present(.lines(lines)) }
        func showUnknownBook() { spy.present(.unknownBook) }
        func showUnreadableCode() { spy.present(.unreadableCode) }
        func showFailure() { spy.present(.failure) }
    }

    fileprivate struct Catalogue: ShowBook.Catalogue {
        let asked = CallRecorder<String>()
        let signals = CallRecorder<[Signal]>()
        var whenAsked: @Sendable () -> [Signal] = { [] }
        /// One for each call; the last one stays.
        private let replies: [ShowBook.Facts?]
        private let faults: FaultPlan
        /// The calls, counted from 1, that end in a `CancellationError`.
        private let cancelling: [Int]

        init(_ facts: ShowBook.Facts?, faults: FaultPlan = FaultPlan()) {
            replies = [facts]
            self.faults = faults
            cancelling = []
        }

        init(answering openings: [Path]) {
            let calls = openings.filter(\.isLookedUp)
            let failing = calls.indices.filter { calls[$0] == .failing }
            replies = calls.map { $0 == .unknown ? nil : $0.page.facts }
            faults = FaultPlan(
                failing: Dictionary(uniqueKeysWithValues: failing.map { ($0 + 1, .beforeWrite) })
            )
            cancelling = calls.indices.filter { calls[$0] == .cancelling }.map { $0 + 1 }
        }

        func facts(for code: ShowBook.Code) async throws -> ShowBook.Facts? {
            asked.record(code.text)
            signals.record(whenAsked())
            let reply =
                replies.isEmpty ? Page.all[1].facts : replies[min(asked.calls.count, replies.count) - 1]
            return try faults.around {
                if cancelling.contains(asked.calls.count) { throw CancellationError() }
                return reply
            }
        }
    }
}

// MARK: - The use case without a phone

extension OutputBoundaryTests {
    /// A use case that returns. See `NotDeclared`.
    fileprivate protocol Answering {
        init(catalogue: any ShowBook.Catalogue) throws
        func book(for scanned: String) async throws -> ShowBook.Facts
    }

    /// A use case that reports. It may throw, so that a rule can say that it should not.
    fileprivate protocol Telling {
        init(catalogue: any ShowBook.Catalogue, output: any ShowBook.Output) throws
        func show(_ scanned: String) async throws
    }

    private struct Listener: ShowBook.Output {
        let spy = SpyPresenter<News>()

        func began() { spy.present(.began) }
        func ended() { spy.present(.ended) }
        func found(_ facts: ShowBook.Facts) { spy.present(.found(facts)) }
        func unknownBook() { spy.present(.unknownBook) }
        func unreadableCode() { spy.present(.unreadableCode) }
        func failed() { spy.present(.failed) }
    }

    private func made<UseCase: Answering>(
        _ useCase: UseCase.Type,
        over catalogue: Catalogue
    ) throws -> UseCase {
        try useCase.init(catalogue: catalogue)
    }

    private func made<UseCase: Telling>(
        _ useCase: UseCase.Type,
        over catalogue: Catalogue,
        tells output: Listener
    ) throws -> UseCase {
        try useCase.init(catalogue: catalogue, output: output)
    }

    private func ask(_ useCase: some Answering, for scanned: String) async throws -> ShowBook.Facts {
        try await useCase.book(for: scanned)
    }

    private func tell(_ useCase: some Telling, of scanned: String) async throws {
        try await useCase.show(scanned)
    }

    /// What one use case answers to several questions.
    private func answers(to paths: [Path], over catalogue: Catalogue) async -> [Answer] {
        guard let useCase = try? made(ShowBook.self, over: catalogue) else { return [.noSuchUseCase] }
        var answers: [Answer] = []
        for path in paths { answers.append(await answer(to: path, by: useCase)) }
        return answers
    }

    private func answer(to path: Path, by useCase: some Answering) async -> Answer {
        do {
            return .facts(try await ask(useCase, for: path.scanned))
        } catch is ShowBook.Code.Unreadable {
            return .unreadableCode
        } catch is ShowBook.UnknownBook {
            return .unknownBook
        } catch  where error is InjectedFault || error is CancellationError {
            return .portError
        } catch is NotDeclared {
            return .noSuchUseCase
        } catch {
            return .anotherError("\(error)")
        }
    }

    /// What a listener hears at each of two searches by one use case.
    private func told(on path: Path) async -> [[News]] {
        let listener = Listener()
        var heardAtFirst = 0
        do {
            var catalogue = Catalogue(answering: [path, path])
            catalogue.whenAsked = {
                listener.spy.present(.catalogueAsked)
                return []
            }
            let useCase = try made(ShowBook.self, over: catalogue, tells: listener)
            try await tell(useCase, of: path.scanned)
            heardAtFirst = listener.spy.signals.count
            try await tell(useCase, of: path.scanned)
        } catch is NotDeclared {
            return [[.noSuchUseCase]]
        } catch {
            listener.spy.present(.thrownAsWell)
        }
        let heard = listener.spy.signals
        return [Array(heard[..<heardAtFirst]), Array(heard[heardAtFirst...])]
    }
}

extension ShowBook.Facts {
    fileprivate var summary: String { "«\(title)», \(authors), \(published)" }
}

extension OutputBoundaryTests.Answering {
    init(catalogue: any ShowBook.Catalogue) throws { throw NotDeclared("ShowBook(catalogue:)") }
    func book(for scanned: String) async throws -> ShowBook.Facts { throw NotDeclared("book(for:)") }
}

extension OutputBoundaryTests.Telling {
    init(catalogue: any ShowBook.Catalogue, output: any ShowBook.Output) throws {
        throw NotDeclared("ShowBook(catalogue:output:)")
    }
    func show(_ scanned: String) async throws { throw NotDeclared("show(_:)") }
}

extension ShowBook: OutputBoundaryTests.Answering {}
extension ShowBook: OutputBoundaryTests.Telling {}
