import Dispatch
import Foundation
import InMemoryInfrastructure
import KataProbes
import Synchronization
import Testing

@testable import Chapter5ApplicationServices

@Suite("5.6 Book Finder")
struct BookFinderTests {
    // MARK: - The book

    @Suite("The book")
    struct TheBook {
        @Test("a publication date keeps its year, month and day, as far as they are known")
        func precision() {
            let texts = [
                "2021", "2021-01", "2021-07", "0000-12", "2021-07-01", "2021-07-31", "2021-01-05",
                "2021-12-05", "2021-02-30", "2021-06-31",
            ]
            for text in texts {
                let date = BookSearch.PublicationDate(text)
                #expect(date != nil, "«\(text)» is a date, and no date was made of it")
            }
            let different = Set((texts + texts).map(BookSearch.PublicationDate.init)).count
            #expect(
                different == texts.count,
                "ten different dates were read twice each, and this is how many different ones came out"
            )
        }

        @Test(
            "a text that is not a date gives no date, and nothing is guessed",
            arguments: [
                "", "soon", "21", "2021-", "2021-7", "2021-00", "2021-13", "2021-13-01", "2021-00-15",
                "2021-07-00", "2021-07-32", "2021-07-", "21-07-15", "2021-07-15-01", "2021-07-15-",
                "2021-07-15-x", "2021/07", "+021", "202f", "2021-0a", "2021-07-0A", "2021-+7", "2021-٠٧",
                "２０２１", "-2021", "-2021-07", "2021--07", "2021-07--05", "12021", "2021-007", "2021-07-005",
                "2021-7-5", " 2021", "2021-07 ", "2021.07.05",
            ]
        )
        func noDate(text: String) {
            let date = BookSearch.PublicationDate(text)
            #expect(date == nil, "this text is not a date, and a date was made of it")
        }
    }

    // MARK: - Searching

    @Suite("Searching")
    struct Searching {
        @Test(
            "a search reports «loading» before the source is asked, and then reports what was found",
            arguments: FirstPage.allCases
        )
        func announced(first: FirstPage) async throws {
            let isLast = first == .last
            let ids = first == .empty ? [] : ["b-2", "b-1"]
            let library = Library([.page(ids, isLast: isLast)], holding: [1])
            let screen = Screen()
            let finder = await makeFinder(library, screen)
            let searching = Task { await finder.search(" Momo ") }
            _ = await library.waitUntilAsked(1, by: searching)
            let meanwhile = screen.last
            await library.replyToAll()
            await searching.value

            #expect(
                meanwhile == "Momo: no books, loading",
                "the source hasn't replied yet, and this is shown"
            )
            #expect(
                library.requests == ["Momo, page 1"],
                "the first page for «Momo» was wanted, and this was asked for"
            )
            let books = ids.isEmpty ? "no books" : "b-2 b-1"
            let found = "Momo: \(books), \(isLast ? "all shown" : "more to come")"
            #expect(screen.last == found, "the reply has come, and this is shown")
            await finder.search("Momo")
            #expect(
                library.requests == ["Momo, page 1", "Momo, page 1"],
                "«Momo» was searched for twice, one after the other, and this was asked for"
            )
            let loading = "Momo: no books, loading"
            #expect(
                screen.all == [loading, found, loading, "Momo: no books, failed"],
                "«Momo» was searched for twice, the second search failed, and this was shown"
            )
        }

        @Test("«no books found» is an answer, not a failure")
        func empty() async throws {
            let library = Library([.page([], isLast: true)])
            let screen = Screen()
            await makeFinder(library, screen).search("Momo")
            #expect(
                screen.last == "Momo: no books, all shown",
                "the source answered that there are no books, and this is shown"
            )
            let asked = library.requests.count
            #expect(asked == 1, "one search should ask the source once, and this is how often it asked")
        }

        @Test("a failed search says so, and shows nothing of the search before it")
        func failure() async throws {
            let library = Library(
                [
                    .page(["b-1"]), .failure, .page(["b-1"]), .failure, .page(["b-1"]), .failure,
                    .page(["b-2"]),
                ],
                holding: [4]
            )
            let screen = Screen()
            let finder = await makeFinder(library, screen)
            await finder.search("Momo")
            await finder.more()
            await finder.search("Demian")
            #expect(
                library.requests == ["Momo, page 1", "Momo, page 2", "Demian, page 1"],
                "the second page of «Momo» failed, «Demian» was searched for, and this was asked for"
            )
            #expect(
                screen.last == "Demian: b-1, more to come",
                "«Demian» found what «Momo» had found, and this is shown"
            )
            let searching = Task { await finder.search("Almond") }
            _ = await library.waitUntilAsked(4, by: searching)
            let meanwhile = screen.last
            await library.replyToAll()
            await searching.value
            #expect(
                meanwhile == "Almond: no books, loading",
                "the new search has no reply yet, and this is shown"
            )
            #expect(
                screen.last == "Almond: no books, failed",
                "the new search has failed, and this is shown"
            )
            await finder.search("Momo")
            await finder.more()
            await finder.search("Momo")
            #expect(
                screen.last == "Momo: b-2, more to come",
                "a second page failed, its keyword was searched for anew, and this is shown"
            )
            let last = library.requests.last
            #expect(
                last == "Momo, page 1",
                "a second page failed, its keyword was searched for anew, and this was asked for"
            )
        }

        @Test("a late reply to an earlier search is ignored, whatever it brings", arguments: Late.all)
        func stale(late: Late) async throws {
            if let report = late.heldReport { return await stale(late, holding: report) }
            let first: [Library.Reply] = late.isOfMore ? [.page(["old-1"])] : []
            let lateReplies = late.between == nil ? [late.reply] : [late.reply, late.reply]
            let (old, new) = (first.count + 1, first.count + lateReplies.count + 1)
            let library = Library(
                first + lateReplies + [late.latterReply, .page(["new-2"])],
                holding: Array(old...new)
            )
            let screen = Screen()
            let finder = await makeFinder(library, screen)
            if late.isOfMore { await finder.search(late.former) }
            let before = Task {
                if late.isOfMore { await finder.more() } else { await finder.search(late.former) }
            }
            _ = await library.waitUntilAsked(old, by: before)
            let between = late.between.map { text in Task { await finder.search(text) } }
            if let between { _ = await library.waitUntilAsked(old + 1, by: between) }
            let shownBefore = screen.all.count
            let now = Task { await finder.search(late.latter) }
            let askedAtOnce = await library.waitUntilAsked(new, by: now)

            var inBetween: String?
            if late.comesBeforeTheNew, askedAtOnce {
                await library.reply(to: old)
                _ = await isDone(before)
                inBetween = screen.last
                await library.replyToAll()
            } else {
                await library.reply(to: new)
                if askedAtOnce { _ = await isDone(now) }
                await library.replyToAll()
            }
            await before.value
            await between?.value
            await now.value
            let shownSince = Array(screen.all.dropFirst(shownBefore))
            await finder.more()
            await finder.retry()

            #expect(askedAtOnce == true, "a new search waits for a reply that nobody wants any more")
            if late.comesBeforeTheNew, askedAtOnce {
                #expect(
                    inBetween == "\(late.latter): no books, loading",
                    "only the earlier search has its reply, and this is shown"
                )
            }
            #expect(
                shownSince == ["\(late.latter): no books, loading", "\(late.latter): \(late.end)"],
                "both replies have come, only the reply to the new search counts, and this was shown"
            )
            let next = library.requests.last
            #expect(
                next == "\(late.latter), page \(late.nextPage)",
                "the last request should be for page \(late.nextPage) of the new search, and it was this"
            )
            for id in ["old-1", "old-2"] { await finder.select(try book(id).id) }
            #expect(
                screen.opened == [],
                "a book that only the earlier search has found was chosen, and opened"
            )
        }

        /// A new search begins and ends while a slow screen is still busy with a report of the one before.
        private func stale(_ late: Late, holding report: Int) async {
            let library = Library([.page(["b-1"]), .page(["b-1"])])
            let gate = ManualGate()
            let screen = Screen(holding: report, at: gate)
            let finder = await makeFinder(library, screen)
            let before = Task { await finder.search(late.former) }
            _ = await gate.waitUntilHeld(1)
            let now = Task { await finder.search(late.latter) }
            _ = await isDone(now)
            await gate.open()
            await before.value
            await now.value
            #expect(
                screen.last == "\(late.latter): b-1, more to come",
                "«\(late.latter)» was searched for while the screen was busy with «\(late.former)», and this is shown"
            )
            await finder.more()
            let next = library.requests.last
            #expect(
                next == "\(late.latter), page 2",
                "the new search's second page was wanted, and this was asked for"
            )
        }

        @Test("a book in the list can be opened, and no other can")
        func selecting() async throws {
            let demian = try book("b-2", "Demian")
            let library = Library(
                [
                    .books([try book("b-1"), demian], isLast: false), .page(["b-3"]), .failure,
                    .page(["b-4"], isLast: true),
                ],
                holding: [2, 4]
            )
            let screen = Screen()
            let finder = await makeFinder(library, screen)
            await finder.search("Demian")
            let paging = Task { await finder.more() }
            _ = await library.waitUntilAsked(2, by: paging)
            await finder.select(demian.id)
            await library.reply(to: 2)
            await paging.value
            await finder.select(demian.id)
            await finder.more()
            // The second time, the list is as it was the first time.
            for _ in 1...2 { await finder.select(demian.id) }
            try #require(
                screen.opened == [demian, demian, demian, demian],
                "a book was chosen before page 2, after it, and twice after a failure; this was opened"
            )
            await finder.select(try book("b-9").id)
            let afterwards = screen.opened.count
            #expect(afterwards == 4, "a book that nobody has found was opened")
            let shown = screen.all.count
            #expect(
                shown == 6,
                "three pages were asked for, each is reported twice, and this is how many reports came"
            )
            let searching = Task { await finder.search("Momo") }
            _ = await library.waitUntilAsked(4, by: searching)
            await finder.select(demian.id)
            let opened = screen.opened.count
            await library.replyToAll()
            await searching.value
            #expect(
                opened == afterwards,
                "a book of an earlier search was opened, though it is no longer in the list"
            )
            await finder.select(try book("b-4").id)
            let last = screen.opened.last?.id.text
            #expect(
                last == "b-4",
                "the last page has come, a book on it was chosen, and this was opened last"
            )

            let gate = ManualGate()
            let slowScreen = Screen(holding: 2, at: gate)
            let slowFinder = await makeFinder(Library([.books([demian], isLast: true)]), slowScreen)
            let slowSearch = Task { await slowFinder.search("Demian") }
            _ = await isHeld(at: gate, by: [slowSearch])
            let choosing = Task { await slowFinder.select(demian.id) }
            _ = await isDone(choosing)
            await gate.open()
            await slowSearch.value
            await choosing.value
            #expect(
                slowScreen.opened == [demian],
                "a book was chosen while a slow screen was still drawing the list, and this was opened"
            )
        }
    }

    // MARK: - Paging

    @Suite("Paging")
    struct Paging {
        @Test("«more» adds the next page after the books that are there")
        func more() async throws {
            let library = Library(
                [
                    .page(["b-3", "b-1"]), .page(["b-2"]), .page([]), .page(["b-1"]),
                    .page(["b-0"], isLast: true),
                ],
                holding: [2]
            )
            let screen = Screen()
            let finder = await makeFinder(library, screen)
            await finder.search("Momo")
            let paging = Task { await finder.more() }
            _ = await library.waitUntilAsked(2, by: paging)
            let meanwhile = screen.last
            await library.replyToAll()
            await paging.value
            #expect(
                meanwhile == "Momo: b-3 b-1, loading",
                "the second page hasn't come yet, and this is shown"
            )
            #expect(
                screen.last == "Momo: b-3 b-1 b-2, more to come",
                "the second page has come, and this is shown"
            )
            for page in ["an empty page", "a page without a new book"] {
                await finder.more()
                #expect(
                    screen.last == "Momo: b-3 b-1 b-2, more to come",
                    "\(page), which was not the last, has come, and this is shown"
                )
            }
            await finder.more()
            #expect(
                screen.last == "Momo: b-3 b-1 b-2 b-0, all shown",
                "the last page has come, and this is shown"
            )
            let requests = library.requests
            #expect(
                requests == (1...5).map { "Momo, page \($0)" },
                "a page was left out, or asked for twice"
            )

            for (page, ids) in [("page 1", ["b-1"]), ("an empty page 1", [])] {
                let early = await asked(tapping: .more, after: .page(ids))
                #expect(
                    early == ["Momo, page 1", "Momo, page 2"],
                    "«more» was tapped while a slow screen was still drawing \(page), and this was asked for"
                )
            }
        }

        /// What the source is asked if somebody taps while a slow screen is still showing what came of page 1.
        private func asked(tapping button: Button, after reply: Library.Reply) async -> [String] {
            let library = Library([reply, .page(["b-2"])])
            let gate = ManualGate()
            let finder = await makeFinder(library, Screen(holding: 2, at: gate))
            let searching = Task { await finder.search("Momo") }
            _ = await isHeld(at: gate, by: [searching])
            let tapping = Task { await button.tap(finder) }
            _ = await isDone(tapping)
            await gate.open()
            await searching.value
            await tapping.value
            return library.requests
        }

        @Test("two taps on «more» or «retry» are one request", arguments: Button.repeatable, Pace.allCases)
        func doubleTap(button: Button, pace: Pace) async throws {
            let before: [Library.Reply] = [.page(["b-1"])] + (button == .retry ? [.failure] : [])
            let next = before.count + 1
            let library = Library(
                before + [.page(["b-2"]), .page(["b-3"]), .page(["b-4"])],
                holding: [next, next + 1]
            )
            let screen = Screen()
            let finder = await makeFinder(library, screen)
            await finder.search("Momo")
            if button == .retry { await finder.more() }
            let pagesBefore = library.requests

            // At a slow screen, two calls that both report «loading» meet.
            screen.crowd = pace == .atOnce ? Rendezvous(parties: 2) : nil
            let first = Task { await button.tap(finder) }
            if pace == .oneAfterTheOther { _ = await library.waitUntilAsked(next, by: first) }
            let second = Task { await button.tap(finder) }
            _ = await library.waitUntilAsked(next, by: first, second)
            if pace == .oneAfterTheOther {
                _ = await isDone(second)
            } else {
                _ = await areDone(first, second)
            }
            await library.replyToAll()
            await first.value
            await second.value
            screen.crowd = nil

            #expect(
                library.requests == pagesBefore + ["Momo, page 2"],
                "somebody tapped twice, and this is what the source was asked"
            )
            #expect(
                screen.last == "Momo: b-1 b-2, more to come",
                "one more page was wanted, and this is shown"
            )
            await finder.more()
            let last = library.requests.last
            #expect(last == "Momo, page 3", "page 3 should come next, and this was asked for")
        }

        @Test("if there is nothing to ask for, nobody is asked and nothing changes", arguments: Idle.all)
        func nothingToAskFor(idle: Idle) async throws {
            let library = Library(idle.situation.script, holding: idle.situation == .loading ? [1] : [])
            let screen = Screen()
            let finder = await makeFinder(library, screen)
            let arriving = Task { await idle.situation.arrive(finder) }
            if idle.situation == .loading {
                _ = await library.waitUntilAsked(1, by: arriving)
            } else {
                await arriving.value
            }
            let (asked, shown) = (library.requests, screen.last)
            let tapping = Task { await idle.button.tap(finder) }
            _ = await isDone(tapping)
            let (askedSince, shownSince) = (library.requests, screen.last)
            await library.replyToAll()
            await arriving.value
            await tapping.value
            #expect(askedSince == asked, "there was nothing to ask for, and the source was asked")
            #expect(shownSince == shown, "there was nothing to do, and the screen has changed")
            let end = screen.last
            #expect(end == idle.situation.end, "a tap that should do nothing has changed what was found")
        }

        @Test("a book that comes twice is listed once, in the form and place in which it came first")
        func duplicates() async throws {
            // b-1 and B-1 are two books.
            let library = Library([
                .books(
                    [try book("b-1", "Momo"), try book("B-1", "Demian"), try book("b-1", "Momo II")],
                    isLast: false
                ),
                .books([try book("B-1", "Demian II"), try book("b-3", "Almond")], isLast: true),
                .books([try book("b-1", "Momo")], isLast: true),
                .page((1...30).map { "b-\($0)" }, isLast: true),
            ])
            let screen = Screen()
            let finder = await makeFinder(library, screen)
            await finder.search("Momo")
            let onOnePage = screen.titles
            #expect(
                onOnePage == ["Momo", "Demian"],
                "two of the three items on a page are the same book, and this is listed"
            )
            await finder.more()
            let onTwoPages = screen.titles
            #expect(
                onTwoPages == ["Momo", "Demian", "Almond"],
                "a book of page 1 came again on page 2, and this is listed"
            )
            for id in ["b-1", "B-1"] { await finder.select(try book(id).id) }
            let opened = screen.opened.map(\.title)
            #expect(
                opened == ["Momo", "Demian"],
                "two books that had come twice were chosen from the list, and these were opened"
            )
            await finder.search("Ende")
            let anew = screen.titles
            #expect(
                anew == ["Momo"],
                "the new search found a book that an earlier one had found, and lists this"
            )
            await finder.search("all of them")
            let count = screen.titles.count
            #expect(count == 30, "a search found thirty books on one page, and this many are listed")
        }

        @Test(
            "a failed page leaves the books in the list, and «retry» asks for it again",
            arguments: FailedPage.allCases
        )
        func retrying(failed: FailedPage) async throws {
            let page = failed.rawValue
            let good: [Library.Reply] = page == 1 ? [] : [.page(["b-1"])]
            let library = Library(
                good
                    + [
                        .failure, .cancellation, .failure, .page(["b-1", "b-2"]),
                        .page(["b-3"], isLast: true),
                    ],
                holding: [good.count + 4]
            )
            let screen = Screen()
            let finder = await makeFinder(library, screen)
            await finder.search("Momo")
            if page == 2 { await finder.more() }
            let before = page == 1 ? "no books" : "b-1"
            #expect(screen.last == "Momo: \(before), failed", "page \(page) has failed, and this is shown")
            for time in ["second", "third"] {
                await finder.retry()
                #expect(
                    screen.last == "Momo: \(before), failed",
                    "page \(page) has failed for the \(time) time, and this is shown"
                )
            }
            let retrying = Task { await finder.retry() }
            _ = await library.waitUntilAsked(good.count + 4, by: retrying)
            let meanwhile = screen.last
            await library.replyToAll()
            await retrying.value
            // The first failure is over.
            await finder.retry()
            #expect(
                meanwhile == "Momo: \(before), loading",
                "the source hasn't replied yet, and this is shown"
            )
            #expect(
                screen.last == "Momo: b-1 b-2, more to come",
                "page \(page) has finally come, «retry» was tapped once more, and this is shown"
            )
            await finder.more()
            await finder.retry()
            let pages = (page == 1 ? [] : [1]) + [page, page, page, page, page + 1]
            #expect(
                library.requests == pages.map { "Momo, page \($0)" },
                "a failed page was left out, or a page that had come was asked for again"
            )

            let early = await asked(tapping: .retry, after: .failure)
            #expect(
                early == ["Momo, page 1", "Momo, page 1"],
                "«retry» was tapped while a slow screen was still drawing the failure of page 1; this was asked for"
            )
        }
    }

    // MARK: - The inside

    @Suite("The inside")
    struct TheInside {
        private static let compiler = CompileCheck(importing: "Moa", testable: false, ownImportsOnly: true)

        @Test(
            "the inside compiles alone: without the screen, the server and Foundation",
            .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
        )
        func inside() throws {
            let inside = try #require(
                Inside.text(of: exerciseText()),
                "the file has no lines «// MARK: - Inside» and «// MARK: - Outside», in this order"
            )
            let use = """
                @MainActor func use(_ source: any BookSearch.Source, _ output: any BookSearch.Output) {
                    let _: any BookSearch.Input = BookFinder(source: source, output: output)
                }
                """
            let complaint = try Self.compiler.complaints(about: inside + use).first.map(Inside.reason)
            #expect(complaint == nil, "without the outside and Foundation, the inside doesn't compile")

            let outside = [
                "BookServer", "BookFinderScreen", "BookFinderView", "BookFinderPresenter", "BookServerSource",
                "BookServerItem",
            ]
            let mention = outside.map { "func know(_: any \($0).Type) {}" }.joined(separator: "\n")
            let complaints = try Self.compiler.complaints(about: inside + mention).joined(separator: "\n")
            let known = outside.filter { !complaints.contains("cannot find type '\($0)'") }
            #expect(known == [], "the inside holds what belongs outside")
        }
    }

    // MARK: - The screen

    @Suite("The screen")
    struct OnScreen {
        @Test(
            "several authors are shown as the first one, «외», and the number of the others",
            arguments: [
                Shown([], as: "작자 미상"), Shown(["Kim"], as: "Kim"), Shown(["Kim", "Lee"], as: "Kim 외 1"),
                Shown(["Kim", "Lee", "Park"], as: "Kim 외 2"),
                Shown(["Kim", "Kim"], as: "Kim 외 1"), Shown(["Kim", "Lee", "Lee"], as: "Kim 외 2"),
            ]
        )
        func authors(names: Shown<[String]>) async throws {
            let row = try await row(of: book("b-1", by: names.value))
            #expect(row.authors == names.text, "the row shows these authors differently")
        }

        @Test(
            "a publication date is shown as precisely as it is known",
            arguments: [
                Shown("2021", as: "2021년"), Shown("2021-07", as: "2021년 7월"),
                Shown("2021-07-05", as: "2021년 7월 5일"), Shown("1973-12-31", as: "1973년 12월 31일"),
                Shown("2021-01-01", as: "2021년 1월 1일"), Shown(nil, as: ""),
            ]
        )
        func dates(date: Shown<String?>) async throws {
            let row = try await row(of: book("b-1", published: date.value))
            #expect(
                row.published == date.text,
                "the row shows this date differently, or adds a part, or lacks one"
            )
        }

        @Test("the screen says what is happening, and offers what can be done", arguments: Moment.all)
        func moments(moment: Moment) async throws {
            let other = try book("b-1", "Another book", by: ["Kim"])
            let earlier = BookSearch.Report(keyword: try keyword("Mo"), books: [other], phase: .failed)
            let screen = try await screen(of: report(moment.books, moment.phase), after: earlier)
            #expect(
                screen.message == moment.message,
                "the screen's message is wrong for this moment, or missing"
            )
            #expect(
                screen.isBusy == (moment.phase == .loading),
                "the screen is busy when nothing is awaited, or idle when something is"
            )
            let offers = (screen.offersMore ? ["more"] : []) + (screen.offersRetry ? ["retry"] : [])
            #expect(
                offers == moment.offers,
                "the screen offers a button that does nothing, or one is missing"
            )
            let rows = screen.rows.map { "\($0.id.text) \($0.title)" }
            #expect(
                rows == moment.books.map { "\($0) \(anyTitle)" },
                "the rows should be the books that were found, in their order"
            )
        }

        @Test("a book that is opened reads like its row")
        @MainActor func opening() async throws {
            let momo = try book("b-1", "Momo", by: ["Kim", "Lee"], published: "2021-07")
            let view = View()
            let presenter = makePresenter(view)
            for _ in 1...2 { await presenter.open(momo) }
            let row = try await row(of: momo)
            #expect(
                view.opened == [row, row],
                "a book was opened, and once more later; each time it should read like its row"
            )
        }
    }

    // MARK: - The source

    @Suite("The source")
    struct AtTheSource {
        @Test("what the server says about a book arrives, and nothing is made up")
        func translation() async throws {
            let server = Server(
                .json(
                    """
                    {"items": [
                        {"id": "b-2", "title": "Momo", "writers": [" Kim", "Lee"], "publishedDate": "2021-07"},
                        {"id": "b-1 ", "title": " Demian"},
                        {"id": "b-3", "title": "Almond", "writers": null, "publishedDate": " 2021"},
                        {"id": "b-4", "title": "Tiger", "writers": [], "publishedDate": ""},
                        {"id": "b-5", "title": "Cloud", "publishedDate": "2021-07-05T09:00"},
                        {"id": "b-6", "title": "Two Kims", "writers": ["Lee", "Kim", "Kim"]}
                    ], "end": true}
                    """
                ),
                .json(#"{"items": [], "end": false}"#)
            )
            let source = await makeSource(server)
            let keyword = try keyword("Momo & 모모")
            let page = try await source.page(3, of: keyword)
            let expected = [
                try book("b-2", "Momo", by: [" Kim", "Lee"], published: "2021-07"),
                try book("b-1 ", " Demian"), try book("b-3", "Almond"), try book("b-4", "Tiger"),
                try book("b-5", "Cloud"), try book("b-6", "Two Kims", by: ["Lee", "Kim", "Kim"]),
            ]
            #expect(page.books == expected, "the books are not what the server said")
            let next = try await source.page(4, of: keyword)
            #expect(
                [page.isLast, next.isLast] == [true, false],
                "the end of the list was misread: readers stop too early, or ask for ever"
            )
            #expect(
                server.requests == ["Momo & 모모, page 3", "Momo & 모모, page 4"],
                "pages 3 and 4 for «Momo & 모모» were wanted, and this was asked for"
            )
        }

        @Test("an item without an id or a title is left out, and the others keep their order")
        func unusable() async throws {
            let server = Server(
                .json(
                    """
                    {"items": [
                        {"id": "b-2", "title": "Momo"},
                        {"title": "No id"}, {"id": null, "title": "Null id"}, {"id": "", "title": "Empty id"},
                        {"id": " ", "title": "Blank id"}, {"id": "\\t\\n", "title": "Tab for an id"},
                        {"id": "b-6"}, {"id": "b-7", "title": null}, {"id": "b-8", "title": ""},
                        {"id": "b-9", "title": " "}, {"id": "b-0", "title": "\\n"}, {},
                        {"id": "b-4", "title": "\\t"}, {"id": "b-5", "title": "\\u3000 \\u00a0"},
                        {"id": "b-1", "title": "Demian"}
                    ], "end": false}
                    """
                ),
                .json(#"{"items": [{"id": "b-3"}], "end": false}"#),
                .json(#"{"items": [{"id": "b-3", "title": "Almond"}], "end": true}"#)
            )
            let source = await makeSource(server)
            let page = try await source.page(1, of: keyword("Momo"))
            let books = page.books.map { "\($0.id.text) \($0.title)" }
            #expect(
                books == ["b-2 Momo", "b-1 Demian"],
                "a usable book was lost or moved, or an unusable one was listed"
            )
            let next = try? await source.page(2, of: keyword("Momo"))
            #expect(
                next == BookSearch.Page(books: [], isLast: false),
                "page 2 holds no usable item, more pages follow, and this is the result"
            )
            let later = try? await source.page(2, of: keyword("Momo"))
            #expect(
                later == BookSearch.Page(books: [try book("b-3", "Almond")], isLast: true),
                "page 2 was asked for again, its item has a title by now, and this is the result"
            )
        }

        @Test(
            "a reply that can't be read is an error, not an empty page",
            arguments: BadReply.all
        )
        func unreadable(reply: BadReply) async throws {
            let bad: ScriptedSource<String>.Reply =
                reply.text.map { .json($0) } ?? .failure(InjectedFault(call: 1))
            let server = Server(
                bad,
                .json(#"{"items": [{"id": "b-1", "title": "Momo"}], "end": true}"#),
                bad
            )
            let source = await makeSource(server)
            let keyword = try keyword("Momo")
            await #expect(throws: (any Error).self, "the reply can't be read, and it was taken for a page") {
                try await source.page(1, of: keyword)
            }
            let page = try? await source.page(1, of: keyword)
            #expect(
                page == BookSearch.Page(books: [try book("b-1", "Momo")], isLast: true),
                "page 1 was asked for again, its reply can be read by now, and this is the result"
            )
            await #expect(
                throws: (any Error).self,
                "page 1 had come before; its new reply can't be read, and yet a page was given"
            ) {
                try await source.page(1, of: keyword)
            }
        }

        @Test("the source answers while the screen is busy")
        func withoutTheMainActor() async throws {
            let item = #"{"id": "b-1", "title": "Momo", "writers": ["Kim"], "publishedDate": "2021-07-05"}"#
            let replies: [ScriptedSource<String>.Reply] = [
                .json(#"{"items": [\#(item)], "end": true}"#), .json("<html>"),
                .failure(InjectedFault(call: 1)),
            ]
            let keyword = try keyword("Momo")
            for reply in replies {
                let source = await makeSource(Server(reply))
                let answered = await whileTheMainActorIsBusy { _ = try? await source.page(1, of: keyword) }
                #expect(answered == true, "the source can't answer or fail until the screen is free")
            }
        }
    }
}

// MARK: - Making the parts, wherever they live

@MainActor
private func makeFinder(_ library: Library, _ screen: Screen) -> any BookSearch.Input {
    BookFinder(source: library, output: screen)
}

@MainActor
private func makePresenter(_ view: View) -> any BookSearch.Output {
    BookFinderPresenter(view: view)
}

@MainActor
private func makeSource(_ server: Server) -> any BookSearch.Source {
    BookServerSource(server: server)
}

private func keyword(_ text: String) throws -> BookSearch.Keyword {
    try given(BookSearch.Keyword(text))
}

/// Long, and as it is: a row doesn't tidy it.
private let anyTitle = " the  book of <all> \"books\", & what became of those who read it"

private func book(
    _ id: String,
    _ title: String = anyTitle,
    by authors: [String] = [],
    published: String? = nil
) throws -> BookSearch.Book {
    let date = try published.map { text in
        try #require(BookSearch.PublicationDate(text), "«\(text)» is a date, and no date was made of it")
    }
    return BookSearch.Book(
        id: try given(BookSearch.Book.ID(id)),
        title: title,
        authors: authors,
        published: date
    )
}

/// What the given types make of a text.
private func given<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw GivenPartWasChanged() }
    return value
}

private struct GivenPartWasChanged: Error {}

private func report(_ ids: [String], _ phase: BookSearch.Report.Phase) throws -> BookSearch.Report {
    BookSearch.Report(
        keyword: try keyword("momo  and Kim"),
        books: try ids.map { try book($0) },
        phase: phase
    )
}

// MARK: - Doubles

/// Finds what the script says, request by request, and holds back some replies until a test releases them.
private final class Library: BookSearch.Source {
    enum Reply {
        case books([BookSearch.Book], isLast: Bool)
        case ids([String], isLast: Bool)
        case failure
        /// The source's own request was cancelled; the caller was not.
        case cancellation

        static func page(_ ids: [String], isLast: Bool = false) -> Reply { .ids(ids, isLast: isLast) }
    }

    private let script: [Reply]
    private let gates: [Int: ManualGate]
    private let asked = Mutex<[String]>([])

    /// - Parameter holding: requests whose replies are held back, counted from 1.
    init(_ script: [Reply], holding: [Int] = []) {
        self.script = script
        gates = Dictionary(uniqueKeysWithValues: holding.map { ($0, ManualGate()) })
    }

    var requests: [String] { asked.withLock { $0 } }

    func page(_ number: Int, of keyword: BookSearch.Keyword) async throws -> BookSearch.Page {
        let request = asked.withLock { asked in
            asked.append("\(keyword.text), page \(number)")
            return asked.count
        }
        try await gates[request]?.pass()
        guard script.indices.contains(request - 1) else { throw InjectedFault(call: request) }
        switch script[request - 1] {
        case .books(let books, let isLast): return BookSearch.Page(books: books, isLast: isLast)
        case .ids(let ids, let isLast):
            return BookSearch.Page(books: try ids.map { try book($0) }, isLast: isLast)
        case .failure: throw InjectedFault(call: request)
        case .cancellation: throw CancellationError()
        }
    }

    /// Whether a request is held back now. False when these calls are over without it, or it doesn't come.
    func waitUntilAsked(_ request: Int, by calls: Task<Void, Never>...) async -> Bool {
        guard let gate = gates[request] else { return false }
        return await isHeld(at: gate, by: calls)
    }

    func reply(to request: Int) async {
        await gates[request]?.open()
    }

    func replyToAll() async {
        for gate in gates.values { await gate.open() }
    }
}

/// Keeps what it is told.
private final class Screen: BookSearch.Output {
    private let reports = Mutex<[BookSearch.Report]>([])
    private let books = Mutex<[BookSearch.Book]>([])
    private let meeting = Mutex<Rendezvous?>(nil)
    private let held: (report: Int, gate: ManualGate)?

    /// - Parameter report: the one that the screen is slow to show, counted from 1.
    init(holding report: Int, at gate: ManualGate) { held = (report, gate) }

    init() { held = nil }

    /// Where calls that report «loading» meet.
    var crowd: Rendezvous? {
        get { meeting.withLock { $0 } }
        set { meeting.withLock { $0 = newValue } }
    }

    func report(_ report: BookSearch.Report) async {
        let count = reports.withLock { reports in
            reports.append(report)
            return reports.count
        }
        if let held, held.report == count { try? await held.gate.pass() }
        if report.phase == .loading { await crowd?.meet() }
    }

    func open(_ book: BookSearch.Book) async {
        books.withLock { $0.append(book) }
    }

    var opened: [BookSearch.Book] { books.withLock { $0 } }
    var titles: [String] { reports.withLock { $0.last?.books.map(\.title) ?? [] } }

    /// How the search stands, in words: «Momo: b-1 b-2, more to come».
    var last: String? { all.last }

    /// How the search stood, from the beginning.
    var all: [String] {
        reports.withLock { $0 }.map { report in
            let ids = report.books.map(\.id.text).joined(separator: " ")
            return "\(report.keyword.text): \(ids.isEmpty ? "no books" : ids), \(words(report.phase))"
        }
    }
}

private func words(_ phase: BookSearch.Report.Phase) -> String {
    switch phase {
    case .loading: "loading"
    case .moreToCome: "more to come"
    case .allShown: "all shown"
    case .failed: "failed"
    }
}

private struct Server: BookServer {
    private let script: ScriptedSource<String>

    init(_ replies: ScriptedSource<String>.Reply...) {
        script = ScriptedSource(replies)
    }

    var requests: [String] { script.requests }

    func reply(to keyword: String, page: Int) async throws -> Data {
        try script.reply(to: "\(keyword), page \(page)")
    }
}

@MainActor
private final class View: BookFinderView {
    private(set) var screens: [BookFinderScreen] = []
    private(set) var opened: [BookFinderScreen.Row] = []

    func show(_ screen: BookFinderScreen) { screens.append(screen) }
    func open(_ book: BookFinderScreen.Row) { opened.append(book) }
}

@MainActor
private func screen(
    of report: BookSearch.Report,
    after earlier: BookSearch.Report? = nil
) async throws -> BookFinderScreen {
    let view = View()
    let presenter = makePresenter(view)
    if let earlier { await presenter.report(earlier) }
    await presenter.report(report)
    return try #require(view.screens.last, "the presenter returned, and nothing had been shown to the view")
}

private func row(of book: BookSearch.Book) async throws -> BookFinderScreen.Row {
    let report = BookSearch.Report(keyword: try keyword("Momo"), books: [book], phase: .allShown)
    return try #require(try await screen(of: report).rows.first, "a book was found, and no row shows it")
}

// MARK: - Waiting

/// Whether somebody is held at the gate now. False when these calls are over, or nobody comes.
private func isHeld(at gate: ManualGate, by calls: [Task<Void, Never>]) async -> Bool {
    let (answers, desk) = AsyncStream<Bool>.makeStream()
    Task { desk.yield(await gate.waitUntilHeld(1, patience: .milliseconds(500))) }
    Task {
        for call in calls { await call.value }
        desk.yield(false)
    }
    return await answers.first { _ in true } ?? false
}

/// Whether a call is over. One that waits for a reply is not, and is left alone after half a second.
private func isDone(_ call: Task<Void, Never>) async -> Bool {
    await areDone(call)
}

/// Whether one of these calls is over.
private func areDone(_ calls: Task<Void, Never>...) async -> Bool {
    let end = ManualGate()
    for call in calls {
        Task {
            await call.value
            try? await end.pass()
        }
    }
    let isDone = await end.waitUntilHeld(1, patience: .milliseconds(500))
    await end.open()
    return isDone
}

/// Whether some work gets done while the main actor is kept from doing anything.
private func whileTheMainActorIsBusy(_ work: @escaping @Sendable () async -> Void) async -> Bool {
    let freed = DispatchSemaphore(value: 0)
    let (beginnings, door) = AsyncStream<Void>.makeStream()
    let busy = Task { @MainActor in
        door.yield()
        block(until: freed)
    }
    _ = await beginnings.first { true }
    let working = Task.detached { await work() }
    let isDone = await isDone(working)
    freed.signal()
    await busy.value
    await working.value
    return isDone
}

private func block(until freed: DispatchSemaphore) {
    _ = freed.wait(timeout: .now() + 5)
}

// MARK: - Rows

extension BookFinderTests {
    /// A reply that comes when nobody wants it any more.
    struct Late: CustomTestStringConvertible {
        let testDescription: String
        let former: String
        let latter: String
        fileprivate let reply: Library.Reply
        /// What the latter search brings, how it stands then, and the page that «more» or «retry» can ask for last.
        fileprivate var latterReply = Library.Reply.page(["new-1"])
        var end = "new-1, more to come"
        var nextPage = 2
        var isOfMore = false
        var comesBeforeTheNew = true
        /// What else is searched for, after the former keyword and before the latter one.
        var between: String?
        /// The report that the screen is still busy with.
        var heldReport: Int?

        static let all = [
            Late("books of «Momo», while «Demian» is awaited", "Momo", "Demian"),
            Late("books of «Momo», after those of «Demian»", "Momo", "Demian", comesBeforeTheNew: false),
            Late("a failure, while «Demian» is awaited", "Momo", "Demian", .failure),
            Late("a failure, after «Demian» was found", "Momo", "Demian", .failure, comesBeforeTheNew: false),
            Late("no books, while «Demian» is awaited", "Momo", "Demian", .page([], isLast: true)),
            Late(
                "books of «Momo», after «Demian» has failed",
                "Momo",
                "Demian",
                bringing: .failure,
                "no books, failed"
            ),
            Late(
                "a failure, after nothing was found for «Demian»",
                "Momo",
                "Demian",
                .failure,
                bringing: .page([], isLast: true),
                "no books, all shown"
            ),
            Late("a second page of «Momo», while «Demian» is awaited", "Momo", "Demian", isOfMore: true),
            Late("the earlier reply for the same keyword, before the new one", "Momo", "Momo"),
            Late(
                "the earlier reply for the same keyword, after the new one",
                "Momo",
                "Momo",
                comesBeforeTheNew: false
            ),
            Late(
                "a second page, while the same keyword is searched for again",
                "Momo",
                "Momo",
                isOfMore: true
            ),
            Late(
                "a late reply to «Mo», after searches for «Momo» and «Demian», with books that «Demian» finds too",
                "Mo",
                "Demian",
                .page(["new-1", "new-2"]),
                between: "Momo"
            ),
            Late(
                "books of «Momo», whose «loading» a slow screen was still drawing",
                "Momo",
                "Demian",
                held: 1
            ),
            Late("books of «Momo», which a slow screen was still drawing", "Momo", "Demian", held: 2),
        ]

        fileprivate init(
            _ description: String,
            _ former: String,
            _ latter: String,
            _ reply: Library.Reply = .page(["old-2"]),
            isOfMore: Bool = false,
            comesBeforeTheNew: Bool = true,
            between: String? = nil,
            held: Int? = nil
        ) {
            testDescription = description
            self.former = former
            self.latter = latter
            self.reply = reply
            self.isOfMore = isOfMore
            self.comesBeforeTheNew = comesBeforeTheNew
            self.between = between
            heldReport = held
        }

        /// A reply that comes after the latter search has brought no books.
        fileprivate init(
            _ description: String,
            _ former: String,
            _ latter: String,
            _ reply: Library.Reply = .page(["old-2"]),
            bringing latterReply: Library.Reply,
            _ end: String
        ) {
            self.init(description, former, latter, reply, comesBeforeTheNew: false)
            self.latterReply = latterReply
            self.end = end
            nextPage = 1
        }
    }

    enum FirstPage: CaseIterable, CustomTestStringConvertible {
        case last, oneOfMore, empty

        var testDescription: String {
            switch self {
            case .last: "the first page is the last one"
            case .oneOfMore: "there are more pages than the first"
            case .empty: "the first page is empty, and there are more"
            }
        }
    }

    enum FailedPage: Int, CaseIterable, CustomTestStringConvertible {
        case first = 1
        case second

        var testDescription: String { "page \(rawValue) fails" }
    }

    /// What the server says, or nil if it fails.
    struct BadReply: CustomTestStringConvertible {
        let testDescription: String
        let text: String?

        static let all = [
            BadReply(testDescription: "an empty reply", text: ""),
            BadReply(testDescription: "a web page", text: "<html>"),
            BadReply(testDescription: "items without an end", text: #"{"items": []}"#),
            BadReply(testDescription: "an end without items", text: #"{"end": true}"#),
            BadReply(testDescription: "items that aren't a list", text: #"{"items": {}, "end": true}"#),
            BadReply(testDescription: "no reply, because the server fails", text: nil),
        ]
    }

    enum Button: CaseIterable, CustomTestStringConvertible {
        case search, more, retry

        static let repeatable = [Button.more, .retry]

        var testDescription: String {
            switch self {
            case .search: "a search for blanks"
            case .more: "«more»"
            case .retry: "«retry»"
            }
        }

        func isUseful(_ situation: Situation) -> Bool {
            switch self {
            case .search: false
            case .more: situation == .moreToCome
            case .retry: situation == .failed
            }
        }

        func tap(_ finder: any BookSearch.Input) async {
            switch self {
            case .search: await finder.search(" \n")
            case .more: await finder.more()
            case .retry: await finder.retry()
            }
        }
    }

    enum Pace: CaseIterable, CustomTestStringConvertible {
        case oneAfterTheOther, atOnce

        var testDescription: String {
            switch self {
            case .oneAfterTheOther: "the second while the first is waiting for the source"
            case .atOnce: "both at the same moment, at a slow screen"
            }
        }
    }

    enum Situation: CaseIterable, CustomTestStringConvertible {
        case beforeAnySearch, loading, moreToCome, allShown, nothingFound, failed

        var testDescription: String {
            switch self {
            case .beforeAnySearch: "before any search"
            case .loading: "while the first page is awaited"
            case .moreToCome: "when there is more to come"
            case .allShown: "when all is shown"
            case .nothingFound: "when nothing was found"
            case .failed: "when a page has failed"
            }
        }

        fileprivate var script: [Library.Reply] {
            switch self {
            case .beforeAnySearch: []
            case .loading, .moreToCome: [.page(["b-1"])]
            case .allShown: [.page(["b-1"], isLast: true)]
            case .nothingFound: [.page([], isLast: true)]
            case .failed: [.page(["b-1"]), .failure]
            }
        }

        fileprivate var end: String? {
            switch self {
            case .beforeAnySearch: nil
            case .loading, .moreToCome: "Momo: b-1, more to come"
            case .allShown: "Momo: b-1, all shown"
            case .nothingFound: "Momo: no books, all shown"
            case .failed: "Momo: b-1, failed"
            }
        }

        func arrive(_ finder: any BookSearch.Input) async {
            guard self != .beforeAnySearch else { return }
            await finder.search("Momo")
            if self == .failed { await finder.more() }
        }
    }

    /// A button that can't do anything at the moment.
    struct Idle: CustomTestStringConvertible {
        let button: Button
        let situation: Situation

        var testDescription: String { "\(button.testDescription) \(situation.testDescription)" }

        static let all = Situation.allCases.flatMap { situation in
            Button.allCases.filter { !$0.isUseful(situation) }.map { Idle(button: $0, situation: situation) }
        }
    }

    /// A value, and the text that stands for it.
    struct Shown<Value: Sendable>: Sendable, CustomTestStringConvertible {
        let value: Value
        let text: String

        init(_ value: Value, as text: String) {
            self.value = value
            self.text = text
        }

        var testDescription: String { "\((value as? String) ?? "\(value)") as «\(text)»" }
    }

    /// A report, and what is on the screen then.
    struct Moment: CustomTestStringConvertible {
        let testDescription: String
        let books: [String]
        let phase: BookSearch.Report.Phase
        var message: String?
        var offers: [String] = []

        static let all = [
            Moment(testDescription: "the first page is awaited", books: [], phase: .loading),
            Moment(testDescription: "the next page is awaited", books: ["b-1"], phase: .loading),
            Moment(
                testDescription: "there is more to come",
                books: ["b-2", "b-1"],
                phase: .moreToCome,
                offers: ["more"]
            ),
            Moment(
                testDescription: "a page without books has come, and more is to come",
                books: [],
                phase: .moreToCome,
                offers: ["more"]
            ),
            Moment(testDescription: "all is shown", books: (1...60).map { "b-\($0)" }, phase: .allShown),
            Moment(
                testDescription: "nothing was found",
                books: [],
                phase: .allShown,
                message: "Nothing found for «momo  and Kim»"
            ),
            Moment(
                testDescription: "the first page has failed",
                books: [],
                phase: .failed,
                message: "The books could not be loaded",
                offers: ["retry"]
            ),
            Moment(
                testDescription: "the next page has failed",
                books: ["b-1"],
                phase: .failed,
                message: "The books could not be loaded",
                offers: ["retry"]
            ),
        ]
    }
}

/// The part of a file that stands between its two marks.
private enum Inside {
    static func text(of file: String) -> String? {
        let lines = file.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard let start = lines.firstIndex(of: "// MARK: - Inside"),
            let end = lines.firstIndex(of: "// MARK: - Outside"), start < end
        else { return nil }
        // A second line that imports Foundation is no way out.
        let inside = lines[start..<end].filter { !$0.contains(/^[^\/]*\bimport\b[^\/]*Foundation/) }
        return "import Synchronization\n" + inside.joined(separator: "\n") + "\n"
    }

    /// What the compiler says, without the place in a file that nobody can see.
    static func reason(_ complaint: String) -> String {
        complaint.components(separatedBy: "error: ").last ?? complaint
    }
}
