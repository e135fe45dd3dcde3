import Foundation
import InMemoryInfrastructure
import KataProbes
import Testing

@testable import Chapter8Specifications

@Suite("8.6 Film search")
struct FilmSearchTests {
    // MARK: The domain

    @Test("the pages of a search stand in their order, however late one comes", arguments: Arrivals.late)
    func pageOrder(arrivals: Arrivals) {
        #expect(
            arrivals.shown == arrivals.expected,
            "the films are not in the order of their pages"
        )
    }

    @Test("a kept page never takes the place of a fresh one", arguments: Arrivals.kept)
    func keptAfterFresh(arrivals: Arrivals) {
        #expect(
            arrivals.shown == arrivals.expected,
            "the list should show the newest version of each page"
        )
    }

    @Test("a film is found by its id, wherever it stands now")
    func filmByID() {
        var list = FilmList()
        list.take(.fresh(2, "Okja", "Burning"))
        list.take(.kept(1, "Mother", "Thirst"))
        let early = ["Okja", "Mother", "Thirst", "Oasis"].map { list.film(.of($0))?.words }
        #expect(
            early == ["Okja", "Mother", "Thirst", nil],
            "«Mother» and «Thirst» are on a kept page, «Oasis» isn't there yet, and these were found"
        )
        let fresh = [Film.titled("Parasite"), .titled("Thirst", minutes: 134), .titled("Oasis")]
        list.take(FilmAnswer(page: FilmPage(number: 1, films: fresh), origin: .catalogue))
        let chosen = ["Okja", "Burning", "Thirst", "Oasis", "Mother"].map { list.film(.of($0))?.words }
        #expect(
            chosen == ["Okja", "Burning", "Thirst, 134 min", "Oasis", nil],
            "«Okja», «Burning», «Thirst» and «Oasis» are in the list, «Mother» isn't any more, and these were found"
        )
        let long = (1...30).map { Film.titled("Part \($0)") }
        list.take(FilmAnswer(page: FilmPage(number: 3, films: long), origin: .catalogue))
        let last = list.film(.of("Part 30"))?.words
        #expect(
            last == "Part 30",
            "thirty films came with page 3, the last was looked for, and this was found"
        )
        #expect(
            list.films.count == 35,
            "pages of three, two and thirty films came, and the list has this many"
        )
    }

    @Test(
        "a query stands once among the recent ones, as it was typed last, and the newest stands first",
        arguments: Typed.all
    )
    func recentQueries(typed: Typed) throws {
        let remembered = try RecentQueries(typed: typed.queries).texts
        #expect(remembered == typed.expected, "these are not the recent queries, the newest first")
    }

    @Test("no more than ten queries are remembered, and the oldest go")
    func bounded() throws {
        let typed = (Array(1...13) + [8]).map { "film \($0)" }
        let newest = [8, 13, 12, 11, 10, 9, 7, 6, 5, 4].map { "film \($0)" }
        let remembered = try RecentQueries(typed: typed).texts
        #expect(
            remembered == newest,
            "thirteen queries were typed, then one of them again, and these are remembered"
        )
    }

    @Test(
        "if somebody asks for more recent queries than are kept, they get all of them",
        arguments: Limit.all
    )
    func limits(limit: Limit) throws {
        let latest = try RecentQueries(typed: limit.typed).latest(limit.limit).map(\.text)
        #expect(
            latest == limit.expected,
            "these should be the newest queries, as many as were asked for, or all if fewer are kept"
        )
    }

    @Test(
        "a film fits a film night if it is known to be short enough and out by then",
        arguments: Candidate.all
    )
    func eligibility(candidate: Candidate) {
        let eligibility = FilmNightEligibility(on: Film.Day(year: 2025, month: 3, day: 14), minutes: 150)
        let fits = eligibility.isSatisfied(by: candidate.film)
        #expect(
            fits == candidate.fits,
            "a film night on 14 March 2025 has 150 minutes, and the answer is wrong for \(candidate.testDescription)"
        )
        let longNight = FilmNightEligibility(on: Film.Day(year: 2031, month: 1, day: 2), minutes: 600)
        let fitsLater = longNight.isSatisfied(by: candidate.film)
        #expect(
            fitsLater == candidate.isKnown,
            "a film night on 2 January 2031 has 600 minutes, and the answer is wrong for \(candidate.testDescription)"
        )
    }

    // MARK: The use case

    @Test("a kept page is shown at once, and then the fresh one", arguments: Walk.all)
    func keptThenFresh(walk: Walk) async throws {
        let writing = ManualGate()
        let world = try World(kept: [walk.kept], fresh: [walk.fresh], gate: ManualGate(), writeGate: writing)
        let visitor = await world.visitor(page: walk.number)
        await world.waitAtGate(with: visitor, whoHasSeen: 1)
        let atOnce = visitor.shown
        #expect(
            atOnce == [walk.shown[0]],
            "the catalogue hasn't answered yet, and this is on the screen"
        )
        await world.openGate()
        _ = await eventually { visitor.ending != nil || visitor.shown.count == 2 }
        let beforeWriting = visitor.shown
        #expect(
            beforeWriting == walk.shown,
            "the catalogue has answered, nothing is kept or remembered yet, and this was shown"
        )
        await writing.open()
        let story = await visitor.story
        #expect(
            story == walk.shown + ["the end"],
            "a visitor who waited to the end saw this"
        )
        let asked = await world.catalogue.asked
        #expect(
            asked == ["Parasite \(walk.number)"],
            "the catalogue should be asked once, and it was asked for this"
        )
        // Once is enough: a search that is tied to the main actor takes four seconds to fail.
        guard walk.number == 3 else { return }
        let other = try World(kept: [walk.kept], fresh: [walk.fresh])
        let isShown = await endsWhileMainActorIsBusy {
            try await waitForFreshPage(walk.number, of: other.search, about: other.query)
        }
        #expect(
            isShown == true,
            "a screen kept the main actor busy, and the fresh page didn't come in the meantime"
        )
    }

    private func waitForFreshPage(
        _ number: Int,
        of search: some FilmSearching,
        about query: FilmQuery
    ) async throws {
        for try await answer in await search.answers(to: query, page: number)
        where answer.origin == .catalogue { return }
    }

    @Test("nothing old is shown after the fresh page")
    func nothingOldAfterwards() async throws {
        let reading = ManualGate()
        let world = try World(kept: [.page(1, "Old")], cacheGate: reading)
        let visitor = await world.visitor(page: 1)
        // A design that doesn't wait for the cache shows the fresh page now. The others are right too.
        _ = await eventually(looks: 80) { !visitor.shown.isEmpty }
        await reading.open()
        let last = await visitor.story.suffix(2)
        #expect(last == ["fresh 1: New", "the end"], "the cache was slow, and this was shown last")
    }

    @Test(
        "a failing catalogue is reported, and takes nothing away",
        arguments: Memory.allCases,
        Outage.allCases
    )
    func failingCatalogue(memory: Memory, outage: Outage) async throws {
        let reading = memory == .slow ? ManualGate() : nil
        let world = try World(
            kept: memory.pages,
            catalogueFaults: .failing(call: 1, as: outage),
            cacheFaults: memory.faults,
            cacheGate: reading
        )
        let visitor = await world.visitor(page: 1)
        if let reading {
            // A design that doesn't wait for the cache knows of the failure now. The others are right too.
            _ = await eventually(looks: 80) { visitor.ending != nil }
            await reading.open()
        }
        let story = await visitor.story
        #expect(
            story == memory.shown + [outage.ending],
            "the catalogue failed, and a visitor saw this"
        )
        let kept = await world.cache.kept
        #expect(kept == memory.kept, "the catalogue failed, and what is kept has changed")
        let next = await world.visitor(page: 1).story.suffix(2)
        #expect(
            next == ["fresh 1: New", "the end"],
            "the catalogue failed once and works again, and this was shown last to the next visitor"
        )
    }

    @Test("a fresh page is kept for the next time", arguments: Walk.changes)
    func keeping(walk: Walk) async throws {
        let number = walk.number
        let world = try World(
            kept: [walk.kept],
            fresh: [walk.fresh, [.titled("Newer")]],
            catalogueFaults: .failing(call: 2)
        )
        _ = await world.visitor(page: number).story
        let expected = "Parasite \(number): \(walk.fresh.words)"
        let kept = await world.settled { await $0.cache.kept == [expected] }.cache.kept
        #expect(
            kept == [expected],
            "the fresh page has come, and this is kept for the next search"
        )
        let unlucky = await world.visitor(page: number).story
        #expect(
            unlucky == ["kept \(number): \(walk.fresh.words)", Outage.broken.ending],
            "the catalogue failed when the page was asked for again, and a visitor saw this"
        )
        let next = await world.visitor(page: number).story.suffix(2)
        #expect(
            next == ["fresh \(number): Newer", "the end"],
            "the catalogue has newer films, and this was shown last to the next visitor"
        )
        let other = try await world.visitor(looksFor: "okja", page: number).story
        #expect(
            other == ["fresh \(number): Something else", "the end"],
            "nobody had looked for «okja» before, and the first visitor who did saw this"
        )
        let queries = await world.settled { await $0.recent.texts.count == 2 }.recent.texts
        #expect(
            queries == ["okja", "Parasite"],
            "«Parasite» was looked for and then «okja», and these are remembered"
        )
    }

    @Test("a query is remembered when its fresh page is there, and not before", arguments: Walk.changes)
    func remembering(walk: Walk) async throws {
        let world = try World(
            kept: [walk.kept],
            fresh: [walk.fresh],
            catalogueFaults: .failing(call: 1),
            gate: ManualGate(),
            remembered: ["Parasite", "Okja"]
        )
        var diary: [String] = []
        func note(_ moment: String) async {
            let queries = await world.recent.texts.joined(separator: ", ")
            diary.append("\(moment): \(queries)")
        }
        let unlucky = await world.visitor(page: walk.number)
        await world.waitAtGate(with: unlucky, whoHasSeen: 1)
        await note("a kept page is shown")
        await world.openGate()
        _ = await unlucky.story
        await note("the catalogue has failed")
        _ = await world.visitor(page: walk.number).story
        _ = await world.settled { await $0.recent.texts.first == "Parasite" }
        await note("the fresh page is there")
        let expected = [
            "a kept page is shown: Okja, Parasite", "the catalogue has failed: Okja, Parasite",
            "the fresh page is there: Parasite, Okja",
        ]
        #expect(
            diary == expected,
            "a query should be remembered when its fresh page is there, and this was remembered"
        )
    }

    @Test(
        "if a query can't be remembered, that is reported, and no page is lost",
        arguments: [CacheFault.none, .keeping],
        Outage.allCases
    )
    func unrememberedQuery(fault: CacheFault, outage: Outage) async throws {
        let world = try World(
            kept: [.page(1, "Old")],
            cacheFaults: fault.faults(),
            recentFaults: .failing(call: 1, as: outage),
            gate: ManualGate()
        )
        let visitor = await world.visitor(page: 1)
        // The catalogue is slower than the cache, so that the kept page is shown by every design.
        await world.answer(visitor, whoHasSeen: fault.shown.count)
        var story = await visitor.story
        let settled = await world.settled { await $0.cache.kept == [fault.kept] }
        story += await settled.cache.kept.map { "kept for the next time: \($0)" }
        let expected =
            fault.shown + [
                "fresh 1: New", outage.ending,
                "kept for the next time: \(fault.kept)",
            ]
        #expect(
            story == expected,
            "the query couldn't be remembered, and a visitor saw this"
        )
        let next = await world.visitor(page: 1).story.suffix(2)
        let queries = await world.settled { await $0.recent.texts == ["Parasite"] }.recent.texts
        #expect(
            next + queries == ["fresh 1: New", "the end", "Parasite"],
            "a query can be remembered again; this was shown last to the next visitor and remembered"
        )
    }

    @Test(
        "a cache that fails costs nothing but the kept page",
        arguments: CacheFault.failures,
        Outage.allCases
    )
    func failingCache(fault: CacheFault, outage: Outage) async throws {
        let faults = fault.faults(as: outage)
        let world = try World(
            kept: [.page(1, "Old")],
            catalogueFaults: .failing(call: 2),
            cacheFaults: faults,
            gate: ManualGate()
        )
        let visitor = await world.visitor(page: 1)
        // The catalogue is slower than the cache, so that the kept page is shown by every design.
        await world.answer(visitor, whoHasSeen: fault.shown.count)
        var story = await visitor.story
        let traces = ["kept: \(fault.kept)", "remembered: Parasite"]
        story += await world.settled { await $0.traces == traces }.traces
        let expected = fault.shown + ["fresh 1: New", "the end"] + traces
        #expect(
            story == expected,
            "the cache failed, and a visitor saw this"
        )
        let unlucky = await world.visitor(page: 1).story
        #expect(
            unlucky == [fault == .reading ? "kept 1: New" : "kept 1: Old", Outage.broken.ending],
            "the cache works again, the catalogue fails now, and the next visitor saw this"
        )
        _ = await world.visitor(page: 1).story
        let kept = await world.settled { await $0.cache.kept == ["Parasite 1: New"] }.cache.kept
        #expect(kept == ["Parasite 1: New"], "cache and catalogue work again, and this is kept")
    }

    @Test("when a visitor leaves, the catalogue's work ends", arguments: Memory.quick)
    func leavingEndsTheWork(memory: Memory) async throws {
        let world = try World(kept: memory.pages, gate: ManualGate())
        let visitor = await world.visitor(page: 1)
        await world.waitAtGate(with: visitor, whoHasSeen: memory.shown.count)
        visitor.leave()
        let ended = await eventually { await world.catalogue.wasCancelled }
        await world.openGate()
        #expect(
            ended == true,
            "nobody waits for the films any more, and the catalogue still looks for them"
        )
    }

    @Test(
        "a visitor who has left is shown nothing more, and nothing is kept",
        arguments: Memory.allCases
    )
    func leavingIsSilent(memory: Memory) async throws {
        let reading = memory == .slow ? ManualGate() : nil
        let world = try World(
            kept: memory.pages,
            cacheFaults: memory.faults,
            gate: ManualGate(),
            cacheGate: reading,
            catalogueIsStubborn: true
        )
        let shown = memory == .slow ? [] : memory.shown
        let visitor = await world.visitor(page: 1)
        if let reading {
            _ = await reading.waitUntilHeld(1)
        } else {
            await world.waitAtGate(with: visitor, whoHasSeen: shown.count)
        }
        visitor.leave()
        // The replies were on their way already.
        _ = await eventually(looks: 80) { visitor.ending != nil }
        await reading?.open()
        await world.openGate()
        let story = await visitor.story
        #expect(
            story == shown + ["the end"] || story == shown + ["cancelled"],
            "a visitor has left, and then the catalogue answered: this was shown to them"
        )
        let before = memory.kept.map { "kept: \($0)" }
        _ = await eventually(looks: 80) { await world.traces != before }
        let traces = await world.traces
        #expect(traces == before, "a visitor has left, and then the catalogue answered: this was kept")
        let next = await world.visitor(page: 1).story.suffix(2)
        #expect(
            next == ["fresh 1: New", "the end"],
            "one visitor has left, and this was shown last to the next one"
        )
    }

    // MARK: The data

    @Test("an unknown genre keeps its word, and its film stays on the page")
    func unknownGenre() async throws {
        let told = try await served(
            """
            {"id": 1, "title": "Parasite", "genre": "thriller", "runtime": 132, "released": "2019-05-30"},
            {"id": 2, "title": "Computer Chess", "genre": "mumblecore", "runtime": 92, "released": "2013-07-17"},
            {"id": 3, "title": "Okja", "genre": "Drama", "runtime": 120, "released": "2017-06-28"},
            {"id": 4, "title": "Detour ", "genre": " film noir "},
            {"id": 5, "title": "Extreme Job", "genre": "comedy"}
            """
        ) { "\($0.title): \($0.genre?.name ?? "no genre")" }
        let expected = [
            "Parasite: thriller", "Computer Chess: mumblecore", "Okja: Drama", "Detour :  film noir ",
            "Extreme Job: comedy",
        ]
        #expect(
            told == expected,
            "the server has new words for genres, and a film or a word is lost or changed"
        )
    }

    @Test("what the server doesn't say stays unknown")
    func unsaid() async throws {
        let told = try await served(
            """
            {"id": 1, "title": "Parasite"},
            {"id": 2, "title": "Mickey 17", "genre": null, "runtime": null, "released": null},
            {"id": 3, "title": "Next", "runtime": 0, "released": ""},
            {"id": 4, "title": "Oasis", "genre": "drama", "runtime": 133, "released": "2002-08-15"}
            """
        ) { film in
            let release = film.releasedOn.map { "\($0.year)-\($0.month)-\($0.day)" }
            let length = film.minutes.map { "\($0) min" }
            return [film.title, film.genre?.name, length, release].map { $0 ?? "?" }.joined(separator: ", ")
        }
        let expected = [
            "Parasite, ?, ?, ?", "Mickey 17, ?, ?, ?", "Next, ?, 0 min, ?",
            "Oasis, drama, 133 min, 2002-8-15",
        ]
        #expect(
            told == expected,
            "these are not the films as the server described them, with «?» for what it left open"
        )
    }

    @Test("what can't be read is an error, and never just a missing film", arguments: Damage.all)
    func damage(damage: Damage) async throws {
        let server = ScriptedServer(damage.reply)
        let query = try FilmQuery("Me &  나")
        let outcome: String
        do {
            let page = try await ServedFilms(server: server).page(2, of: query)
            outcome = "page \(page.number): " + page.films.map(\.title).joined(separator: ", ")
        } catch {
            outcome = damage.isServersOwn(error) ? "the server's own error" : "an error"
        }
        #expect(outcome == damage.expected, "page 2 was asked for, and this was the outcome")
        server.expect(["page 2 of «Me &  나»"], of: query)
    }

    // MARK: The layers

    @Test(
        "the domain compiles alone, and the use case with nothing but the domain",
        .serialized,
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against"),
        arguments: Layer.allCases
    )
    func layers(layer: Layer) throws {
        let file = try LayeredFile()
        let complaints = try Self.compiler.complaints(about: file.text(through: layer) + layer.needs)
            .map { $0.components(separatedBy: "error: ").last ?? $0 }
        if !complaints.isEmpty {
            let whole = try Self.compiler.complaints(about: file.whole)
            guard whole.isEmpty else {
                throw LayeredFile.Flaw("the file doesn't compile as a whole: \(whole)")
            }
        }
        #expect(complaints == [], "without what is outside this layer, the layer doesn't compile")
    }

    private static let compiler = CompileCheck(importing: "Moa", testable: false, ownImportsOnly: true)
}

// MARK: - Pages and lists

extension FilmAnswer {
    fileprivate static func kept(_ number: Int, _ titles: String...) -> FilmAnswer {
        FilmAnswer(page: FilmPage(number: number, films: titles.map { .titled($0) }), origin: .cache)
    }

    fileprivate static func fresh(_ number: Int, _ titles: String...) -> FilmAnswer {
        FilmAnswer(page: FilmPage(number: number, films: titles.map { .titled($0) }), origin: .catalogue)
    }

    fileprivate var words: String {
        "\(origin == .cache ? "kept" : "fresh") \(page.number): \(page.films.words)"
    }
}

extension FilmPage {
    fileprivate static func page(_ number: Int, _ titles: String...) -> FilmPage {
        FilmPage(number: number, films: titles.map { .titled($0) })
    }
}

extension Film {
    fileprivate static func titled(_ title: String, minutes: Int? = nil) -> Film {
        Film(id: .of(title), title: title, genre: nil, minutes: minutes, releasedOn: nil)
    }

    fileprivate var words: String {
        title + (minutes.map { ", \($0) min" } ?? "")
    }
}

extension [Film] {
    fileprivate var words: String { map(\.words).joined(separator: ", ") }
}

extension Film.ID {
    /// Each title of this suite has a number of its own.
    fileprivate static func of(_ title: String) -> Film.ID {
        Film.ID(number: title.unicodeScalars.reduce(0) { $0 * 31 % 1_000_003 + Int($1.value) })
    }
}

extension RecentQueries {
    fileprivate init(typed: [String]) throws {
        self.init()
        for text in typed { remember(try FilmQuery(text)) }
    }

    /// All that is remembered, even if the rule about limits is still broken.
    fileprivate var texts: [String] {
        (0...20).map { latest($0).map(\.text) }.max { $0.count < $1.count } ?? []
    }
}

extension FilmSearchTests {
    /// Answers as they come in, and what the list shows then.
    struct Arrivals: CustomTestStringConvertible {
        let testDescription: String
        let answers: [FilmAnswer]
        let expected: [String]

        var shown: [String] {
            var list = FilmList()
            for answer in answers { list.take(answer) }
            return list.films.map(\.title)
        }

        private init(_ name: String, _ answers: FilmAnswer..., shows expected: [String]) {
            testDescription = name
            self.answers = answers
            self.expected = expected
        }

        static let late = [
            Arrivals(
                "page 1, page 2, page 3",
                .fresh(1, "Okja"),
                .fresh(2, "Thirst", "Mother"),
                .fresh(3, "Oasis"),
                shows: ["Okja", "Thirst", "Mother", "Oasis"]
            ),
            Arrivals(
                "page 3, page 2, page 1",
                .fresh(3, "Oasis"),
                .fresh(2, "Thirst", "Mother"),
                .fresh(1, "Okja"),
                shows: ["Okja", "Thirst", "Mother", "Oasis"]
            ),
            Arrivals(
                "page 3 before page 2",
                .fresh(1, "Okja"),
                .fresh(3, "Oasis"),
                .fresh(2, "Thirst", "Mother"),
                shows: ["Okja", "Thirst", "Mother", "Oasis"]
            ),
            Arrivals(
                "page 1 kept, page 2, page 1 fresh",
                .kept(1, "Okja", "Burning"),
                .fresh(2, "Thirst", "Mother"),
                .fresh(1, "Oasis"),
                shows: ["Oasis", "Thirst", "Mother"]
            ),
            Arrivals(
                "page 10, page 9, page 2",
                .fresh(10, "Oasis"),
                .fresh(9, "Thirst", "Mother"),
                .fresh(2, "Okja"),
                shows: ["Okja", "Thirst", "Mother", "Oasis"]
            ),
        ]

        static let kept = [
            Arrivals(
                "page 1 kept, page 1 fresh, page 1 kept",
                .kept(1, "Okja"),
                .fresh(1, "Mother"),
                .kept(1, "Okja"),
                shows: ["Mother"]
            ),
            Arrivals(
                "page 1 fresh, page 1 kept",
                .fresh(1, "Mother"),
                .kept(1, "Okja"),
                shows: ["Mother"]
            ),
            Arrivals(
                "page 1 fresh, page 2 kept, page 1 kept",
                .fresh(1, "Mother"),
                .kept(2, "Oasis"),
                .kept(1, "Okja"),
                shows: ["Mother", "Oasis"]
            ),
            Arrivals(
                "page 1 fresh twice",
                .fresh(1, "Okja"),
                .kept(1, "Okja"),
                .fresh(1, "Mother"),
                shows: ["Mother"]
            ),
            Arrivals(
                "page 1 kept twice",
                .kept(1, "Okja"),
                .kept(1, "Mother"),
                shows: ["Mother"]
            ),
            Arrivals(
                "page 1 kept, page 2 kept, page 1 kept and empty",
                .kept(1, "Okja"),
                .kept(2, "Oasis"),
                .kept(1),
                shows: ["Oasis"]
            ),
            Arrivals(
                "page 1 kept, page 2 kept, page 1 fresh and empty, page 1 kept",
                .kept(1, "Okja"),
                .kept(2, "Oasis"),
                .fresh(1),
                .kept(1, "Okja"),
                shows: ["Oasis"]
            ),
        ]
    }

    struct Typed: CustomTestStringConvertible {
        let queries: [String]
        let expected: [String]

        var testDescription: String { queries.joined(separator: ", ") }

        static let all = [
            Typed(queries: ["Okja", "Mother", "Oasis"], expected: ["Oasis", "Mother", "Okja"]),
            Typed(queries: ["Okja", "Mother", "Okja"], expected: ["Okja", "Mother"]),
            Typed(queries: ["Okja", "Mother", "OKJA"], expected: ["OKJA", "Mother"]),
            Typed(queries: ["Mother", "Okja", "OKJA"], expected: ["OKJA", "Mother"]),
            Typed(queries: ["Okja 2", "Okja"], expected: ["Okja", "Okja 2"]),
            Typed(queries: ["Okja?", "Okja"], expected: ["Okja", "Okja?"]),
            Typed(queries: ["La  Strada", "La Strada"], expected: ["La Strada", "La  Strada"]),
            Typed(queries: ["ÉTÉ", "Okja", "été"], expected: ["été", "Okja"]),
        ]
    }

    /// A page as it was kept, and its films as the catalogue has them now.
    struct Walk: CustomTestStringConvertible {
        let testDescription: String
        let kept: FilmPage
        let fresh: [Film]

        var number: Int { kept.number }

        var shown: [String] {
            ["kept \(number): \(kept.films.words)", "fresh \(number): \(fresh.words)"]
        }

        static let changes = [
            Walk(testDescription: "page 3", kept: .page(3, "Old"), fresh: [.titled("New")]),
            Walk(
                testDescription: "a page with a film whose length is known now",
                kept: .page(2, "Okja"),
                fresh: [.titled("Okja", minutes: 120)]
            ),
            Walk(testDescription: "a page that has no films now", kept: .page(1, "Old"), fresh: []),
            Walk(testDescription: "a later page that has no films now", kept: .page(4, "Old"), fresh: []),
        ]

        static let all =
            changes + [
                Walk(testDescription: "a page that still has no films", kept: .page(1), fresh: [])
            ]
    }

    /// What the cache has of an earlier search.
    enum Memory: CaseIterable, CustomTestStringConvertible {
        case something, slow, unreadable, nothing

        static let quick = [Memory.something, .nothing]

        var testDescription: String {
            switch self {
            case .something: "an old page is kept"
            case .slow: "an old page is kept, and the cache is slow"
            case .unreadable: "an old page is kept, and can't be read"
            case .nothing: "nothing is kept"
            }
        }

        var pages: [FilmPage] { self == .nothing ? [] : [.page(1, "Old")] }
        var kept: [String] { self == .nothing ? [] : ["Parasite 1: Old"] }
        var shown: [String] { [.something, .slow].contains(self) ? ["kept 1: Old"] : [] }
        var faults: Faults { self == .unreadable ? CacheFault.reading.faults() : Faults() }
    }

    /// How a port fails.
    enum Outage: CaseIterable, CustomTestStringConvertible {
        case broken, cancelled

        struct Breakdown: Error {}

        var testDescription: String {
            switch self {
            case .broken: "it breaks down"
            case .cancelled: "it gives up, though nobody has left"
            }
        }

        var error: any Error { self == .broken ? Breakdown() : CancellationError() }
        var ending: String { self == .broken ? "the port's own error" : "cancelled" }
    }

    /// Which calls fail, and how.
    struct Faults {
        private var plan = FaultPlan()
        private var outage = Outage.broken

        static func failing(
            call: Int,
            of operation: String? = nil,
            as outage: Outage = .broken
        ) -> Faults {
            Faults(plan: .failing(call: call, of: operation), outage: outage)
        }

        /// The first two calls, whatever they are.
        static func failingTwice(as outage: Outage) -> Faults {
            Faults(plan: FaultPlan(failing: [1: .beforeWrite, 2: .beforeWrite]), outage: outage)
        }

        func around<Answer>(_ operation: String? = nil, _ work: () throws -> Answer) throws -> Answer {
            do { return try plan.around(operation, work) } catch { throw outage.error }
        }
    }

    struct Limit: CustomTestStringConvertible {
        let typed: [String]
        let limit: Int
        let expected: [String]

        var testDescription: String { "\(limit) asked for, \(typed.count) kept" }

        static let all = [
            Limit(typed: ["Okja", "Mother"], limit: 5, expected: ["Mother", "Okja"]),
            Limit(typed: ["Okja", "Mother"], limit: 2, expected: ["Mother", "Okja"]),
            Limit(typed: ["Okja", "Mother"], limit: 1, expected: ["Mother"]),
            Limit(typed: ["Okja", "Mother"], limit: 0, expected: []),
            Limit(typed: [], limit: 3, expected: []),
            Limit(
                typed: ["Okja", "Mother", "Oasis", "Burning", "Thirst", "Next", "Detour", "Parasite"],
                limit: 7,
                expected: ["Parasite", "Detour", "Next", "Thirst", "Burning", "Oasis", "Mother"]
            ),
        ]
    }

    /// A film that a circle would like to watch on 14 March 2025, when it has the room for 150 minutes.
    struct Candidate: CustomTestStringConvertible {
        let testDescription: String
        let minutes: Int?
        let releasedOn: Film.Day?
        let fits: Bool

        var isKnown: Bool { minutes != nil && releasedOn != nil }

        var film: Film {
            Film(id: .of("Okja"), title: "Okja", genre: nil, minutes: minutes, releasedOn: releasedOn)
        }

        private init(_ name: String, _ minutes: Int?, _ release: (Int, Int, Int)?, fits: Bool) {
            testDescription = name
            self.minutes = minutes
            releasedOn = release.map { Film.Day(year: $0.0, month: $0.1, day: $0.2) }
            self.fits = fits
        }

        static let all = [
            Candidate("an old film of no minutes", 0, (2013, 8, 1), fits: true),
            Candidate("an old film of 150 minutes", 150, (2013, 8, 1), fits: true),
            Candidate("an old film of 151 minutes", 151, (2013, 8, 1), fits: false),
            Candidate("an old film of 432 minutes", 432, (1994, 2, 8), fits: false),
            Candidate("a short film, out on the same day", 20, (2025, 3, 14), fits: true),
            Candidate("a short film, out on the next day", 20, (2025, 3, 15), fits: false),
            Candidate("a short film, out late in the year before", 20, (2024, 12, 31), fits: true),
            Candidate("a short film, out late in March of the year before", 20, (2024, 3, 20), fits: true),
            Candidate("a short film, out late in the month before", 20, (2025, 2, 28), fits: true),
            Candidate("a short film, out early in the month after", 20, (2025, 4, 1), fits: false),
            Candidate("a short film, out early in the year after", 20, (2026, 1, 1), fits: false),
            Candidate("a film whose length nobody knows", nil, (2013, 8, 1), fits: false),
            Candidate("a film whose release nobody knows", 90, nil, fits: false),
        ]
    }
}

// MARK: - The world around a search

extension FilmSearchTests {
    /// A search for «Parasite», and everything it can reach.
    struct World {
        let search: FilmSearch
        let query: FilmQuery
        let catalogue: Catalogue
        let cache: Cache
        let recent: Recent

        /// - Parameters:
        ///   - fresh: the films that the catalogue finds at first, then, and from then on.
        ///   - gate: where the catalogue waits before it answers.
        ///   - cacheGate: where the cache waits before it answers.
        ///   - writeGate: where the cache waits before it keeps a page, and the other store before it remembers.
        init(
            kept: [FilmPage] = [],
            fresh: [[Film]] = [[.titled("New")]],
            catalogueFaults: Faults = Faults(),
            cacheFaults: Faults = Faults(),
            recentFaults: Faults = Faults(),
            gate: ManualGate? = nil,
            cacheGate: ManualGate? = nil,
            writeGate: ManualGate? = nil,
            catalogueIsStubborn: Bool = false,
            remembered: [String] = []
        ) throws {
            query = try FilmQuery("Parasite")
            catalogue = Catalogue(
                fresh,
                faults: catalogueFaults,
                gate: gate,
                isStubborn: catalogueIsStubborn
            )
            cache = Cache(kept, of: query, faults: cacheFaults, gate: cacheGate, writeGate: writeGate)
            recent = Recent(
                try RecentQueries(typed: remembered),
                faults: recentFaults,
                writeGate: writeGate
            )
            search = FilmSearch(catalogue: catalogue, cache: cache, recent: recent)
        }

        func visitor(page: Int) async -> Visitor {
            Visitor(of: search, looksFor: query, page: page)
        }

        func visitor(looksFor text: String, page: Int) async throws -> Visitor {
            Visitor(of: search, looksFor: try FilmQuery(text), page: page)
        }

        /// Whether the catalogue has been asked, and waits.
        var isAtGate: Bool {
            get async { await catalogue.gate?.callers.isEmpty == false }
        }

        /// Waits until the catalogue is asked, and this much is on the screen at least.
        func waitAtGate(with visitor: Visitor, whoHasSeen count: Int = 0) async {
            _ = await eventually {
                let isAsked = await isAtGate
                return isAsked || visitor.ending != nil
            }
            _ = await eventually(looks: 150) { visitor.shown.count >= count || visitor.ending != nil }
        }

        func openGate() async {
            await catalogue.gate?.open()
        }

        func answer(_ visitor: Visitor, whoHasSeen count: Int) async {
            await waitAtGate(with: visitor, whoHasSeen: count)
            await openGate()
        }

        /// The world after the search's last work, which may go on when nothing more is shown.
        func settled(_ isSettled: (World) async -> Bool) async -> World {
            _ = await eventually(looks: 80) { await isSettled(self) }
            return self
        }

        /// What a search has left behind.
        var traces: [String] {
            get async {
                let kept = await cache.kept.map { "kept: \($0)" }
                let remembered = await recent.texts.map { "remembered: \($0)" }
                return kept + remembered
            }
        }
    }

    /// Somebody in front of the screen, who looks until the search ends or they leave.
    final class Visitor: Sendable {
        private enum Signal: Sendable {
            case shown(FilmAnswer)
            case ended(String)
        }

        private let screen: SpyPresenter<Signal>
        private let visit: Task<Void, Never>

        init(of search: some FilmSearching, looksFor query: FilmQuery, page: Int) {
            let screen = SpyPresenter<Signal>()
            self.screen = screen
            visit = Task {
                do {
                    for try await answer in await search.answers(to: query, page: page) {
                        screen.present(.shown(answer))
                    }
                    screen.present(.ended("the end"))
                } catch is CancellationError {
                    screen.present(.ended("cancelled"))
                } catch is Outage.Breakdown {
                    screen.present(.ended("the port's own error"))
                } catch {
                    screen.present(.ended("an error: \(error)"))
                }
            }
        }

        /// What has been shown so far.
        var shown: [String] {
            screen.signals.compactMap { signal in
                if case .shown(let answer) = signal { answer.words } else { nil }
            }
        }

        var ending: String? {
            screen.signals.lazy.compactMap { signal in
                if case .ended(let ending) = signal { ending } else { nil }
            }.first
        }

        /// What was shown from the beginning to the end. A search that never ends is left after a while.
        var story: [String] {
            get async {
                let ended = await eventually { self.ending != nil }
                if !ended { leave() }
                return shown + [ended ? ending ?? "" : "and no end"]
            }
        }

        func leave() {
            visit.cancel()
        }
    }

    actor Catalogue: FilmCatalogue {
        private(set) var wasCancelled = false
        /// The query and the page's number of each call.
        private(set) var asked: [String] = []
        nonisolated let gate: ManualGate?
        private var films: [[Film]]
        private let faults: Faults
        private let isStubborn: Bool

        /// - Parameter isStubborn: it answers whether anybody waits for it or not.
        init(
            _ films: [[Film]],
            faults: Faults,
            gate: ManualGate?,
            isStubborn: Bool
        ) {
            self.films = films
            self.faults = faults
            self.gate = gate
            self.isStubborn = isStubborn
        }

        func page(_ number: Int, of query: FilmQuery) async throws -> FilmPage {
            asked.append("\(query.text) \(number)")
            let gate = gate
            if isStubborn {
                await Task { try? await gate?.pass() }.value
            } else {
                do { try await gate?.pass() } catch {
                    wasCancelled = true
                    throw error
                }
            }
            try faults.around {}
            guard query.text == "Parasite" else { return .page(number, "Something else") }
            let found = films.count > 1 ? films.removeFirst() : films[0]
            return FilmPage(number: number, films: found)
        }
    }

    actor Cache: FilmCache {
        private var pages: [String: FilmPage]
        private let faults: Faults
        private let gate: ManualGate?
        private let writeGate: ManualGate?

        init(
            _ pages: [FilmPage],
            of query: FilmQuery,
            faults: Faults,
            gate: ManualGate?,
            writeGate: ManualGate?
        ) {
            self.pages = [:]
            for page in pages { self.pages["\(query.text) \(page.number)"] = page }
            self.faults = faults
            self.gate = gate
            self.writeGate = writeGate
        }

        /// All that is kept: the query, the page's number and its films.
        var kept: [String] {
            pages.map { "\($0.key): \($0.value.films.words)" }.sorted()
        }

        func page(_ number: Int, of query: FilmQuery) async throws -> FilmPage? {
            try await gate?.pass()
            return try faults.around("read") { pages["\(query.text) \(number)"] }
        }

        func keep(_ page: FilmPage, of query: FilmQuery) async throws {
            try await writeGate?.pass()
            try faults.around("keep") { pages["\(query.text) \(page.number)"] = page }
        }
    }

    actor Recent: RecentQueryStore {
        private var queries: RecentQueries
        private let faults: Faults
        private let writeGate: ManualGate?

        init(_ queries: RecentQueries, faults: Faults, writeGate: ManualGate?) {
            self.queries = queries
            self.faults = faults
            self.writeGate = writeGate
        }

        var texts: [String] { queries.texts }

        func change(_ change: @Sendable (inout RecentQueries) -> Void) async throws {
            try await writeGate?.pass()
            try faults.around { change(&queries) }
        }
    }

    enum CacheFault: CaseIterable, CustomTestStringConvertible {
        case none, reading, keeping, both

        static let failures = [CacheFault.reading, .keeping, .both]

        var testDescription: String {
            switch self {
            case .none: "the cache works"
            case .reading: "nothing can be read from it"
            case .keeping: "nothing can be kept in it"
            case .both: "nothing can be read from it or kept in it"
            }
        }

        func faults(as outage: Outage = .broken) -> Faults {
            switch self {
            case .none: Faults()
            case .reading: .failing(call: 1, of: "read", as: outage)
            case .keeping: .failing(call: 1, of: "keep", as: outage)
            case .both: .failingTwice(as: outage)
            }
        }

        /// What is shown before the fresh page.
        var shown: [String] { [.reading, .both].contains(self) ? [] : ["kept 1: Old"] }

        /// What is kept after the search.
        var kept: String { [.keeping, .both].contains(self) ? "Parasite 1: Old" : "Parasite 1: New" }
    }
}

/// Waits until a condition holds; false if it doesn't after this many looks, a millisecond or more apart.
///
/// Why looks and not seconds: on a busy machine, the others get on no faster than this function does.
private func eventually(looks: Int = 300, _ condition: () async -> Bool) async -> Bool {
    for _ in 0..<looks {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(1))
    }
    return await condition()
}

// MARK: - The server

/// What becomes of the films that a server sends as the first page for «Parasite».
private func served(_ films: String, told: (Film) -> String) async throws -> [String] {
    let server = ScriptedServer(.json(#"{"page": 1, "pages": 4, "results": [\#(films)]}"#))
    let query = try FilmQuery("Parasite")
    defer { server.expect(["page 1 of «Parasite»"], of: query) }
    do {
        return try await ServedFilms(server: server).page(1, of: query).films.map(told)
    } catch {
        return ["no film at all, but an error: \(error)"]
    }
}

private struct ScriptedServer: FilmServer {
    private let source: ScriptedSource<String>

    init(_ reply: ScriptedSource<String>.Reply) {
        source = ScriptedSource([reply])
    }

    func json(for text: String, page: Int) async throws -> Data {
        try source.reply(to: "page \(page) of «\(text)»")
    }

    func expect(_ requests: [String], of query: FilmQuery) {
        let asked = source.requests
        #expect(asked == requests, "somebody looked for «\(query.text)», and the server was asked for this")
    }
}

extension FilmSearchTests {
    /// What a server may answer when page 2 is asked for.
    struct Damage: CustomTestStringConvertible {
        let testDescription: String
        let reply: ScriptedSource<String>.Reply
        let expected: String

        private init(_ name: String, _ films: String, _ expected: String = "an error") {
            testDescription = name
            reply = .json(#"{"page": 2, "pages": 4, "results": [\#(films)]}"#)
            self.expected = expected
        }

        private init(_ name: String, reply: ScriptedSource<String>.Reply, _ expected: String = "an error") {
            testDescription = name
            self.reply = reply
            self.expected = expected
        }

        func isServersOwn(_ error: any Error) -> Bool {
            guard case .failure(let own) = reply else { return false }
            return String(reflecting: error) == String(reflecting: own)
        }

        private static let whole = #"{"id": 1, "title": "Okja"}"#

        static let all = [
            Damage(
                "a page that can be read",
                (1...30).map { #"{"id": \#(31 - $0), "title": "Part \#($0)"}"# }.joined(separator: ", "),
                "page 2: " + (1...30).map { "Part \($0)" }.joined(separator: ", ")
            ),
            Damage("a page without films", "", "page 2: "),
            Damage("a film without an id", whole + #", {"title": "Mother"}"#),
            Damage("a film without a title", #"{"id": 2}, "# + whole),
            Damage("a null in place of a film", "null, " + whole),
            Damage(
                "a release that is not a day",
                whole + #", {"id": 2, "title": "Mother", "released": "in spring"}"#
            ),
            Damage(
                "a release in a thirteenth month",
                whole + #", {"id": 2, "title": "Mother", "released": "2019-13-01"}"#
            ),
            Damage(
                "a release that is written without zeros",
                whole + #", {"id": 2, "title": "Mother", "released": "2019-5-3"}"#,
                "page 2: Okja, Mother"
            ),
            Damage(
                "a release with a remark",
                whole + #", {"id": 2, "title": "Mother", "released": "2019-05-30 or so"}"#
            ),
            Damage(
                "a release with a remark after a T",
                whole + #", {"id": 2, "title": "Mother", "released": "2019-05-30Tomorrow"}"#
            ),
            Damage(
                "a release with a remark before it",
                whole + #", {"id": 2, "title": "Mother", "released": "about 2019-05-30"}"#
            ),
            Damage(
                "a release that is a year",
                whole + #", {"id": 2, "title": "Mother", "released": "2019"}"#
            ),
            Damage(
                "a release that is a month",
                whole + #", {"id": 2, "title": "Mother", "released": "2019-05"}"#
            ),
            Damage(
                "a release that is a blank",
                whole + #", {"id": 2, "title": "Mother", "released": " "}"#
            ),
            Damage("a page without results", reply: .json(#"{"page": 2, "pages": 4}"#)),
            Damage("a page that breaks off", reply: .json(#"{"page": 2, "resu"#)),
            Damage("an empty answer", reply: .json("")),
            Damage("a page whose names have no quotes", reply: .json("{page: 2, results: []}")),
            Damage("a page without braces", reply: .json(#""page": 2, "results": []"#)),
            Damage(
                "no answer",
                reply: .failure(InjectedFault(call: 1)),
                "the server's own error"
            ),
            Damage(
                "no signal",
                reply: .failure(URLError(.notConnectedToInternet)),
                "the server's own error"
            ),
            Damage("a call that breaks off", reply: .failure(CancellationError()), "the server's own error"),
        ]
    }
}

// MARK: - The layers of the file

extension FilmSearchTests {
    enum Layer: CaseIterable, CustomTestStringConvertible {
        case domain, useCase

        var testDescription: String {
            switch self {
            case .domain: "the domain"
            case .useCase: "the use case, with the domain"
            }
        }

        /// Code that needs what belongs to the layer: moving it all outside is no way out.
        var needs: String {
            switch self {
            case .domain:
                """
                func needsDomain(_ list: FilmList, _ recent: RecentQueries, _ genre: Genre, _ answer: FilmAnswer,
                    _ eligibility: FilmNightEligibility, _ film: Film, _ page: FilmPage, _ query: FilmQuery) {}
                """
            case .useCase:
                """
                func needsUseCase(_ catalogue: any FilmCatalogue, _ cache: any FilmCache,
                    _ recent: any RecentQueryStore) -> any FilmSearching {
                    FilmSearch(catalogue: catalogue, cache: cache, recent: recent)
                }
                """
            }
        }
    }

    /// The exercise's file, cut where its marks are.
    struct LayeredFile {
        struct Flaw: Error, CustomStringConvertible {
            let description: String

            init(_ description: String) {
                self.description = description
            }
        }

        let whole: String
        private let sections: [Layer: String]

        init() throws {
            whole = try exerciseText()
            var sections: [Layer: String] = [:]
            for (layer, mark) in [(Layer.domain, "// MARK: - Use case"), (.useCase, "// MARK: - Data")] {
                guard let end = whole.range(of: "\n\(mark)\n") else {
                    throw Flaw("the line «\(mark)» is missing, so nobody can say where a layer ends")
                }
                sections[layer] = String(whole[..<end.lowerBound])
            }
            self.sections = sections
        }

        /// The layer, and everything inside it, without Foundation.
        func text(through layer: Layer) -> String {
            (sections[layer] ?? "").replacing(/(?m)^[^\/\n]*\bimport\b[^\/\n]*Foundation[^\n]*/, with: "")
                + "\n"
        }
    }
}
