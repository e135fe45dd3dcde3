import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter5ApplicationServices

@Suite("5.4 The 120-line service")
struct FatServiceTests {
    @Test("a reservation is written on the sheet, below the earlier ones", arguments: Visit.all)
    func written(visit: Visit) async throws {
        let house = House()
        try await house.desk.reserve(visit.command())
        let sheet = await house.drawer.sheet
        #expect(
            sheet == House.sheet + "\n" + visit.line,
            "the sheet should hold the earlier reservations and the new one below them, and holds this"
        )
        let crowd = House.crowded()
        try await crowd.desk.reserve(visit.command())
        let lines = await crowd.drawer.sheet?.split(separator: "\n") ?? []
        #expect(
            [lines.count, lines.firstIndex { $0 == visit.line }] == [32, 31],
            "thirty had reserved; now the sheet has this many lines, and the new one is at this place, counted from 0"
        )
        // At each circle, the sheet is read before the other one is written.
        let pair = House(others: ["C-2": House.sheet])
        await pair.drawer.letReadersMeet()
        async let here: Void = pair.desk.reserve(visit.command())
        async let there: Void = pair.desk.reserve(visit.command(at: "C-2"))
        _ = try await (here, there)
        let sheets = await Set(pair.drawer.sheets.values)
        #expect(
            sheets == [House.sheet + "\n" + visit.line],
            "somebody reserved at two circles at the same moment, and these are the sheets"
        )

        let surprise = await Season.surprise(.reserved)
        #expect(
            surprise == nil,
            "a desk was open for a season, and something was wrong after a reservation"
        )
    }

    @Test("a receipt names the film, the seats and the price", arguments: Visit.all)
    func printed(visit: Visit) async throws {
        let house = House(price: visit.price)
        // Two circles show the same film for the same price.
        for circle in ["C-1", "C-2"] { try await house.desk.reserve(visit.command(at: circle)) }
        let printed = house.printer.calls
        #expect(
            printed == [visit.receipt, visit.receipt],
            "the visitor reserved at two circles for one film, should hold two receipts worded as always, and holds these"
        )

        let surprise = await Season.surprise(.receipt)
        #expect(
            surprise == nil,
            "a desk was open for a season, and a receipt was wrong"
        )
    }

    @Test("the quoted price is what the visitor pays and what the treasurer counts", arguments: Visit.all)
    func onePrice(visit: Visit) async throws {
        let house = House(seats: 1 + visit.guests, price: visit.price, reservations: "")
        let quoted = try await house.desk.quote(visit.command())
        #expect(
            quoted == visit.won,
            "a visitor who asks beforehand is quoted a different price from the one that Moa asks"
        )
        let nothing = try await house.desk.takings(of: visit.command().circle)
        #expect(nothing == 0, "nobody has reserved yet, and the treasurer counts this sum")
        try await house.desk.reserve(visit.command())
        let takings = try await house.desk.takings(of: visit.command().circle)
        #expect(takings == visit.won, "the treasurer counts a different sum from what Moa asks")
        let withLee = House(price: visit.price, reservations: "\nLee\tcard\t1\n\(visit.line)")
        let both = try await withLee.desk.takings(of: visit.command().circle)
        #expect(
            both == visit.wonWithLee,
            "Lee and this visitor have reserved, and the treasurer counts a different sum from what they pay"
        )
        let crowd = try await House.crowded().desk.takings(of: visit.command().circle)
        #expect(
            crowd == 300_000,
            "thirty have reserved, for 10,000 won each, and the treasurer counts a different sum"
        )
        let more = try await house.desk.quote(visit.command(guests: 3))
        #expect(
            more == visit.won + (3 - visit.guests) * visit.price,
            "Kim has a reservation, the night is full, and the quote for Kim and three guests is wrong"
        )
        let effects = [await house.drawer.writes, house.printer.calls.count]
        #expect(
            effects == [1, 1],
            "one reservation should write one sheet and print one receipt, and quotes and counts should do neither"
        )

        let surprise = await Season.surprise(.price)
        #expect(
            surprise == nil,
            "a desk was open for a season, and a quote or a count of the takings was wrong"
        )
    }

    @Test("a refused reservation is neither written nor printed", arguments: RefusedVisit.all)
    func refused(visit: RefusedVisit) async throws {
        let house = House(text: visit.sheet)
        let answer = await answer { try await house.desk.reserve(visit.command()) }
        #expect(answer == visit.answer, "the visitor was not refused for this reason")
        let sheet = await house.drawer.sheet
        #expect(sheet == visit.sheet, "the reservation should be refused, and the sheet has changed")
        #expect(house.printer.calls == [], "the reservation should be refused, and the visitor has a receipt")

        let surprise = await Season.surprise(.refused)
        #expect(
            surprise == nil,
            "a desk was open for a season, and something was wrong after a visitor who should be refused"
        )
    }

    @Test("a sheet that is missing or can't be understood is an error", arguments: BadSheet.all)
    func badSheet(bad: BadSheet) async throws {
        let command = try Visit.all[0].command()
        let reserving = await problem { try await bad.house.desk.reserve(command) }
        #expect(
            reserving == bad.problem,
            "the visitor got an answer that doesn't say what is wrong with the sheet"
        )
        let quoting = await problem { _ = try await bad.house.desk.quote(command) }
        let isRight = quoting == bad.problem || bad.hasItsPrice && quoting == .none
        #expect(
            isRight,
            "a visitor asked for a quote, and the answer doesn't say what is wrong with the sheet: \(quoting)"
        )
        let counting = await problem { _ = try await bad.house.desk.takings(of: command.circle) }
        #expect(
            counting == bad.problem,
            "the treasurer got an answer that doesn't say what is wrong with the sheet"
        )

        let surprise = await Season.surprise(.noSheet)
        #expect(
            surprise == nil,
            "a desk was open for a season, and somebody got a wrong answer about a sheet that couldn't be read"
        )
    }

    @Test("a film night gives out its seats and sets their price by itself")
    func filmNight() throws {
        var night = try filmNight(HouseRules(guestsAllowed: 2, supporterPercent: 50))
        let kim = try Visitor(handle: Handle("Kim"), isSupporter: true)
        let prices = [0, 1, 2, 5].map { night.askedForPrice(kim, guests: $0) }
        #expect(
            prices == [5_000, 15_000, 25_000, 55_000],
            "a film night, asked by itself, sets no price or a wrong one"
        )
        let sori = try Visitor(handle: Handle("Sori"))
        let early = outcome { try night.asked(sori, guests: 3) }
        #expect(
            early == .refused(.wrongNumberOfGuests(allowed: 0...2)),
            "Sori brings three guests and there are five seats; a film night, asked by itself, gives this answer"
        )
        _ = outcome { try night.asked(kim, guests: 2) }
        let reservations = night.reservations
        #expect(
            reservations == [Reservation(visitor: kim, guests: 2)],
            "a film night, asked by itself, didn't reserve for Kim and two guests, or forgot them"
        )

        let namesake = try Visitor(handle: Handle("KIM"))
        let answers = [
            outcome { try night.asked(namesake, guests: 0) },
            outcome { try night.asked(sori, guests: -1) },
            outcome { try night.asked(sori, guests: 2) },
        ]
        try #require(
            answers == [
                .refused(.alreadyReserved),
                .refused(.wrongNumberOfGuests(allowed: 0...2)),
                .refused(.tooFewSeats(left: 2)),
            ],
            "a film night, asked by itself, doesn't answer as the rules of the house say"
        )
        let last = outcome { try night.asked(sori, guests: 1) }
        #expect(
            last == .reserved,
            "two seats are left, and a film night doesn't give them to Sori and her guest"
        )
        let settable = isSettable(\FilmNight.reservations)
        #expect(settable == false, "any caller can seat people without asking the film night")
    }

    @Test("a house with other rules needs no other desk", arguments: OtherHouse.all)
    func otherHouse(house: OtherHouse) async throws {
        let guests = house.rules.guestsAllowed
        let nights = try NightsInMemory(filmNight(house.rules, seats: 20, price: house.price))
        let desk = try desk(over: nights)
        let command = try Visit(handle: "Kim", card: true, guests: guests).command()
        let quoted = try await desk.quote(command)
        #expect(
            quoted == house.won,
            "a supporter brings as many guests as may come, and the desk quotes a different price"
        )
        let tooMany = try Visit(handle: "Kim", card: true, guests: guests + 1).command()
        let refusal = await self.answer { try await desk.reserve(tooMany) }
        #expect(
            refusal == .refused(.wrongNumberOfGuests(allowed: 0...guests)),
            "one guest too many comes, and the visitor doesn't hear how many this house allows"
        )
        let answer = await answer { try await desk.reserve(command) }
        try #require(
            answer == .reserved,
            "as many guests come as this house allows, and the desk refuses them"
        )
        let paid = nights.receipts.calls.map(\.won)
        #expect(paid == [house.won], "the receipt names a different price from the one that this house asks")
        let takings = try await desk.takings(of: command.circle)
        #expect(takings == house.won, "the treasurer counts a different sum from what this house asks")
    }

    @Test("the desk keeps its two ports and nothing else")
    func portsAlone() throws {
        let desk = try desk(over: NightsInMemory(filmNight(HouseRules())))
        let others = Mirror(reflecting: desk).children
            // Two ports in a tuple are two ports.
            .flatMap { child in
                let inside = Mirror(reflecting: child.value)
                return inside.displayStyle == .tuple ? Array(inside.children) : [child]
            }
            .filter { !($0.value is any FilmNights) && !($0.value is any Receipts) }
            .map { $0.label ?? "?" }
            // Every actor has these; nobody put them there.
            .filter { !$0.hasPrefix("$") }
        #expect(
            others == [],
            "the desk keeps more than its two ports, and the ports no longer show all that the desk can touch"
        )
    }

    @Test("a film night is found and saved, and then the receipt is handed out")
    func order() async throws {
        let nights = try NightsInMemory(filmNight(HouseRules()))
        try await desk(over: nights).reserve(Visit(handle: "Kim", guests: 1).command())
        let calls = nights.calls.calls
        #expect(
            calls == [.find, .save, .handOut],
            "the steps of a reservation came in a different order, or not exactly once each"
        )
        let receipt = try Receipt(film: "The Host", visitor: Handle("Kim"), guests: 1, won: 20_000)
        #expect(
            nights.receipts.calls == [receipt],
            "the receipt doesn't match the reservation"
        )

        // A task of its own: it is cancelled.
        let receiptsForNobody = await Task {
            let house = House(isCancelledToWrite: true)
            _ = try? await house.desk.reserve(Visit(handle: "Kim", guests: 1).command())
            return house.printer.calls.count
        }
        .value
        #expect(
            receiptsForNobody == 1,
            "while the sheet was written, the task was cancelled and the drawer jammed; this many receipts were printed"
        )
    }

    @Test(
        "a reservation that can't be saved has no receipt, and can be tried again",
        arguments: Failure.allCases
    )
    func saveFails(failure: Failure) async throws {
        let house = House(
            writing: FaultPlan(failing: [1: .beforeWrite, 3: .beforeWrite]),
            failure: failure
        )
        let desk = house.desk
        let visit = Visit.all[0]
        let command = try visit.command()
        let stuck = await problem { try await desk.reserve(command) }
        #expect(stuck == failure.problem, "the drawer was stuck, and its error didn't reach the visitor")
        #expect(house.printer.calls == [], "a visitor has a receipt for a seat that was never written down")
        let again = await problem { try await desk.reserve(command) }
        #expect(
            again == .none,
            "the drawer opens again, and the visitor, who isn't on the sheet, still can't reserve"
        )
        let sheet = await house.drawer.sheet
        #expect(
            sheet == House.sheet + "\n" + visit.line,
            "the second try should be on the sheet once, and the sheet holds this"
        )
        let late = await problem { try await desk.reserve(Visit(handle: "Haneul").command()) }
        #expect(late == failure.problem, "the drawer was stuck again, and its error didn't reach the visitor")
        let receipts = house.printer.calls.count
        #expect(receipts == 1, "one of two visitors is on the sheet, and this many have a receipt")
    }
}

// MARK: - Who comes

extension FatServiceTests {
    struct Visit: Sendable, CustomTestStringConvertible {
        var handle: String
        var card = false
        var guests = 0
        var price = 10_000
        var line = ""
        var receipt = ""
        var won = 0
        /// What the treasurer counts if Lee, a supporter, comes too and brings a guest.
        var wonWithLee = 0

        func command(at circle: String = "C-1", guests: Int? = nil) throws -> FilmNightDesk.Command {
            FilmNightDesk.Command(
                circle: try CircleID(circle),
                handle: handle,
                showsSupporterCard: card,
                guests: guests ?? self.guests
            )
        }

        var testDescription: String {
            "\(card ? "a supporter" : "a visitor"), guests: \(guests), price of a seat: \(price) won"
        }

        static let all = [
            Visit(
                handle: " Kim ",
                line: "Kim\t-\t0",
                receipt: "The Host\nKim\n1 seat, 10,000 won",
                won: 10_000,
                wonWithLee: 25_000
            ),
            Visit(
                handle: "Ｋｉｍ  Ji",
                guests: 1,
                price: 10_050,
                line: "Ｋｉｍ  Ji\t-\t1",
                receipt: "The Host\nＫｉｍ  Ji, with 1 guest\n2 seats, 20,100 won",
                won: 20_100,
                wonWithLee: 35_175
            ),
            Visit(
                handle: "Kim",
                card: true,
                price: 1_501,
                line: "Kim\tcard\t0",
                receipt: "The Host\nKim\n1 seat, 750 won",
                won: 750,
                wonWithLee: 3_001
            ),
            Visit(
                handle: "Lee 2",
                price: 1_000,
                line: "Lee 2\t-\t0",
                receipt: "The Host\nLee 2\n1 seat, 1,000 won",
                won: 1_000,
                wonWithLee: 2_500
            ),
            Visit(
                handle: "card",
                price: 999,
                line: "card\t-\t0",
                receipt: "The Host\ncard\n1 seat, 999 won",
                won: 999,
                wonWithLee: 2_497
            ),
            Visit(handle: "Kim", price: 0, line: "Kim\t-\t0", receipt: "The Host\nKim\n1 seat, 0 won"),
            Visit(
                handle: "Kim",
                card: true,
                guests: 2,
                price: 500_010,
                line: "Kim\tcard\t2",
                receipt: "The Host\nKim, with 2 guests\n3 seats, 1,250,025 won",
                won: 1_250_025,
                wonWithLee: 2_000_040
            ),
            Visit(
                handle: "Lee2",
                guests: 1,
                price: 50_000,
                line: "Lee2\t-\t1",
                receipt: "The Host\nLee2, with 1 guest\n2 seats, 100,000 won",
                won: 100_000,
                wonWithLee: 175_000
            ),
        ]
    }

    struct RefusedVisit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let handle: String
        let guests: Int
        fileprivate let answer: Outcome
        var sheet = "The Host\t20\t10000\nLee\tcard\t1\nMin\t-\t0"

        func command() throws -> FilmNightDesk.Command {
            try Visit(handle: handle, guests: guests).command()
        }

        static let all = [
            RefusedVisit(
                testDescription: "three guests",
                handle: "Kim",
                guests: 3,
                answer: .refused(.wrongNumberOfGuests(allowed: 0...2))
            ),
            RefusedVisit(
                testDescription: "a negative number of guests",
                handle: "Kim",
                guests: -1,
                answer: .refused(.wrongNumberOfGuests(allowed: 0...2))
            ),
            RefusedVisit(
                testDescription: "Lee, who has reserved already",
                handle: "LEE",
                guests: 0,
                answer: .refused(.alreadyReserved)
            ),
            RefusedVisit(
                testDescription: "two people, and one seat is left",
                handle: "Kim",
                guests: 1,
                answer: .refused(.tooFewSeats(left: 1)),
                sheet: "The Host\t4\t10000\nLee\tcard\t1\nMin\t-\t0"
            ),
            RefusedVisit(
                testDescription: "one person, and no seat is left",
                handle: "Kim",
                guests: 0,
                answer: .refused(.tooFewSeats(left: 0)),
                sheet: "The Host\t3\t10000\nLee\tcard\t1\nMin\t-\t0"
            ),
            RefusedVisit(
                testDescription: "one person, and the room has no seats",
                handle: "Kim",
                guests: 0,
                answer: .refused(.tooFewSeats(left: 0)),
                sheet: "The Host\t0\t10000"
            ),
            RefusedVisit(
                testDescription: "three people, and the room has two seats",
                handle: "Kim",
                guests: 2,
                answer: .refused(.tooFewSeats(left: 2)),
                sheet: "The Host\t2\t10000"
            ),
            RefusedVisit(
                testDescription: "a text that is not a handle",
                handle: " K ",
                guests: 0,
                answer: .rejected(.tooShort(length: 1))
            ),
        ]
    }

    struct BadSheet: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String?
        var failure: Failure?
        /// All that a quote needs can be read, so it may be answered or refused.
        var hasItsPrice = false
        fileprivate let problem: Problem

        fileprivate var house: House {
            House(
                text: text,
                reading: failure == nil ? FaultPlan() : .failing(call: 1),
                failure: failure ?? .fault
            )
        }

        static let all = [
            BadSheet(testDescription: "no sheet", text: nil, problem: .unknown("C-1")),
            BadSheet(
                testDescription: "a drawer that is stuck",
                text: House.sheet,
                failure: .fault,
                problem: .fault
            ),
            BadSheet(
                testDescription: "a drawer whose call is cancelled",
                text: House.sheet,
                failure: .cancellation,
                problem: .cancelled
            ),
            BadSheet(testDescription: "an empty sheet", text: "", problem: .damaged("C-1")),
            BadSheet(
                testDescription: "a first line without its price",
                text: "The Host\t20",
                problem: .damaged("C-1")
            ),
            BadSheet(
                testDescription: "a price in words",
                text: "The Host\t20\tcheap",
                problem: .damaged("C-1")
            ),
            BadSheet(
                testDescription: "a first line with something after its price",
                text: "The Host\t20\t10000\t5",
                hasItsPrice: true,
                problem: .damaged("C-1")
            ),
            BadSheet(
                testDescription: "a number of seats in words",
                text: "The Host\tmany\t10000",
                hasItsPrice: true,
                problem: .damaged("C-1")
            ),
            BadSheet(
                testDescription: "a reservation with something after its number of guests",
                text: "The Host\t20\t10000\nLee\tcard\t1\t1",
                hasItsPrice: true,
                problem: .damaged("C-1")
            ),
            BadSheet(
                testDescription: "a reservation without its number of guests",
                text: "The Host\t20\t10000\nLee\tcard",
                hasItsPrice: true,
                problem: .damaged("C-1")
            ),
            BadSheet(
                testDescription: "a reservation for somebody whose handle is too short",
                text: "The Host\t20\t10000\nLee\tcard\t1\nK\t-\t1",
                hasItsPrice: true,
                problem: .damaged("C-1")
            ),
            BadSheet(
                testDescription: "a number of guests in words",
                text: "The Host\t20\t10000\nLee\tcard\tsome",
                hasItsPrice: true,
                problem: .damaged("C-1")
            ),
        ]
    }
}

// MARK: - Other houses, and drawers in trouble

extension FatServiceTests {
    struct OtherHouse: Sendable, CustomTestStringConvertible {
        let rules: HouseRules
        var price = 9_999
        /// What a supporter pays who brings as many guests as may come.
        let won: Int

        var testDescription: String {
            "\(rules.guestsAllowed) guests may come, and supporters pay \(rules.supporterPercent) per cent"
        }

        static let all = [
            OtherHouse(rules: HouseRules(guestsAllowed: 4, supporterPercent: 30), won: 42_995),
            OtherHouse(rules: HouseRules(guestsAllowed: 0, supporterPercent: 100), won: 9_999),
            OtherHouse(rules: HouseRules(guestsAllowed: 9, supporterPercent: 0), won: 89_991),
            OtherHouse(rules: HouseRules(guestsAllowed: 1, supporterPercent: 29), price: 100, won: 129),
            OtherHouse(rules: HouseRules(guestsAllowed: 0, supporterPercent: 20), price: 8_000, won: 1_600),
        ]
    }

    /// What the drawer throws: its own error, or the one of a call that was cancelled.
    enum Failure: CaseIterable, CustomTestStringConvertible {
        case fault, cancellation

        var testDescription: String {
            switch self {
            case .fault: "the drawer is stuck"
            case .cancellation: "the drawer's call is cancelled"
            }
        }

        fileprivate var problem: Problem { self == .fault ? .fault : .cancelled }

        fileprivate func around<Result>(_ plan: FaultPlan, _ work: () throws -> Result) throws -> Result {
            do {
                return try plan.around { try work() }
            } catch  where self == .cancellation {
                throw CancellationError()
            }
        }
    }
}

// MARK: - What comes of it

extension FatServiceTests {
    fileprivate enum Outcome: Equatable, CustomStringConvertible {
        case reserved
        case refused(FilmNight.Refused)
        case rejected(Handle.Flaw)
        case missing(NotDeclared)
        case failed(String)

        var description: String {
            switch self {
            case .reserved: "reserved"
            case .refused(.wrongNumberOfGuests(let allowed)): "refused: \(allowed) guests are allowed"
            case .refused(.alreadyReserved): "refused: already reserved"
            case .refused(.tooFewSeats(let left)): "refused: \(left) seats left"
            case .rejected(let flaw): "Handle.Flaw.\(flaw)"
            case .missing(let verb): "\(verb)"
            case .failed(let error): "another error: \(error)"
            }
        }
    }

    fileprivate enum Problem: Hashable, CustomStringConvertible {
        case none, fault, cancelled
        /// With the circle that the error names.
        case unknown(String), damaged(String)
        case another(String)

        var description: String {
            switch self {
            case .none: "no error"
            case .unknown(let circle): "UnknownFilmNight, circle \(circle)"
            case .damaged(let circle): "DamagedSheet, circle \(circle)"
            case .fault: "the drawer's own error"
            case .cancelled: "the drawer's CancellationError"
            case .another(let error): "another error: \(error)"
            }
        }
    }

    private func outcome(of verb: () throws -> Void) -> Outcome {
        do {
            try verb()
            return .reserved
        } catch {
            return outcome(after: error)
        }
    }

    /// What the desk says.
    private func answer(to step: () async throws -> Void) async -> Outcome {
        do {
            try await step()
            return .reserved
        } catch {
            return outcome(after: error)
        }
    }

    private func outcome(after error: any Error) -> Outcome {
        switch error {
        case let refusal as FilmNight.Refused: .refused(refusal)
        case let flaw as Handle.Flaw: .rejected(flaw)
        case let missing as NotDeclared: .missing(missing)
        default: .failed("\(error)")
        }
    }

    private func problem(in step: () async throws -> Void) async -> Problem {
        do {
            try await step()
            return .none
        } catch let error as UnknownFilmNight {
            return .unknown(error.circle.text)
        } catch let error as DamagedSheet {
            return .damaged(error.circle.text)
        } catch is InjectedFault {
            return .fault
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .another("\(error)")
        }
    }
}

// MARK: - A season

extension FatServiceTests {
    /// What somebody asks at the desk.
    fileprivate enum Deed: CustomStringConvertible {
        case reserve(FilmNightDesk.Command)
        case quote(FilmNightDesk.Command)
        case count(CircleID)

        var circle: String {
            switch self {
            case .reserve(let command), .quote(let command): command.circle.text
            case .count(let circle): circle.text
            }
        }

        var description: String {
            switch self {
            case .reserve(let command): "\(Self.text(command)) reserves"
            case .quote(let command): "\(Self.text(command)) asks for a quote"
            case .count(let circle): "the takings of \(circle) are counted"
            }
        }

        private static func text(_ command: FilmNightDesk.Command) -> String {
            let card = command.showsSupporterCard ? "with a card" : "without a card"
            return "\(command.handle), \(card), guests: \(command.guests), at \(command.circle)"
        }
    }

    /// A film night as it should be kept.
    fileprivate struct Paper {
        let film: String
        let seats: Int
        let price: Int
        var reservations: [Reservation] = []

        var sheet: String {
            let lines = reservations.map {
                "\n\($0.visitor.handle)\t\($0.visitor.isSupporter ? "card" : "-")\t\($0.guests)"
            }
            return "\(film)\t\(seats)\t\(price)\(lines.joined())"
        }

        var takings: Int { reservations.reduce(0) { $0 + won($1.visitor.isSupporter, $1.guests) } }

        func won(_ isSupporter: Bool, _ guests: Int) -> Int {
            (isSupporter ? price / 2 : price) + guests * price
        }

        func reasonsToRefuse(_ command: FilmNightDesk.Command) -> Set<Problem> {
            var reasons: [any Error] = []
            do {
                let handle = try Handle(command.handle)
                if reservations.contains(where: { $0.visitor.handle.folded == handle.folded }) {
                    reasons.append(FilmNight.Refused.alreadyReserved)
                }
            } catch {
                reasons.append(error)
            }
            if !(0...2).contains(command.guests) {
                reasons.append(FilmNight.Refused.wrongNumberOfGuests(allowed: 0...2))
            }
            let left = seats - reservations.reduce(0) { $0 + $1.seats }
            if 1 + command.guests > left { reasons.append(FilmNight.Refused.tooFewSeats(left: left)) }
            return Set(reasons.map { .another("\($0)") })
        }

        /// Without the comma between the thousands.
        func receipt(for reservation: Reservation) -> String {
            let (guests, seats) = (reservation.guests, reservation.seats)
            let company = guests == 0 ? "" : guests == 1 ? " with 1 guest" : " with \(guests) guests"
            let won = won(reservation.visitor.isSupporter, guests)
            return """
                \(film)
                \(reservation.visitor.handle)\(company)
                \(seats == 1 ? "1 seat" : "\(seats) seats") \(won) won
                """
        }
    }

    /// Visitors reserve and ask at random, the same way each time. Now and then the drawer is stuck, or nobody waits
    /// for the answer: the task is cancelled.
    fileprivate enum Season {
        enum Kind { case reserved, receipt, price, refused, noSheet }

        /// The first deed after which something isn't as the paper says, if it is of this kind.
        static func surprise(_ kind: Kind) async -> String? {
            guard let first = await first.value, first.kind == kind else { return nil }
            return first.description
        }

        private static let first = Task { () -> (kind: Kind, description: String)? in
            do {
                for evening in 1...10 {
                    if let surprise = try await firstSurprise(of: evening) { return surprise }
                }
                return nil
            } catch {
                return (.noSheet, "no wish can be made: \(error)")
            }
        }

        private static func firstSurprise(of evening: Int) async throws -> (Kind, String)? {
            var nights = [
                "C-1": Paper(film: "The Host", seats: 12, price: 10_000),
                "c-1": Paper(film: " My  Neighbor Totoro ", seats: 9, price: 7_001),
                "C/3": Paper(film: "how a family of four came into  another house", seats: 3, price: 0),
            ]
            let house = House(text: nights["C-1"]?.sheet, others: nights.mapValues(\.sheet))
            var draws = RepeatableDraws(seed: UInt64(evening))
            for number in 1...60 {
                let chance = draws.next()
                let deed = try deed(by: chance)
                let failure: Failure = (chance >> 20) % 2 == 0 ? .fault : .cancellation
                let luck = (chance >> 24) % 10
                await house.drawer.fails(
                    reading: luck == 0 ? .failing(call: 1) : FaultPlan(),
                    writing: luck == 1 ? .failing(call: 1) : FaultPlan(),
                    failure
                )
                let before = house.printer.calls.count
                let isCancelled = luck == 2
                let (problem, won) = await Task {
                    if isCancelled { cancelThisTask() }
                    return await answer(to: deed, at: house.desk)
                }
                .value
                let (reads, writes) = await (house.drawer.reads, house.drawer.writes)
                let (isUnread, isUnwritten) = (luck == 0 && reads > 0, luck == 1 && writes > 0)

                var night = nights[deed.circle]
                var (kind, problems) = expected(of: deed, night)
                if isUnread { kind = .noSheet }
                if isCancelled, case .unknown = problem { kind = .noSheet }
                if isUnread || isUnwritten { problems.insert(failure.problem) }
                let stuck =
                    isUnread
                    ? ", and can't be read"
                    : isUnwritten ? ", and can't be written" : isCancelled ? ", and is cancelled" : ""
                let what = "evening \(evening), wish \(number): \(deed)\(stuck)"
                let mayGiveUp = isCancelled && problem == .cancelled
                guard mayGiveUp || (problems.isEmpty ? problem == .none : problems.contains(problem)) else {
                    let wanted = problems.map { "\($0)" }.sorted().first ?? "no error"
                    return (kind, "\(what). «\(problem)», not «\(wanted)»")
                }
                var receipt = ""
                if problem == .none, let paper = night {
                    switch deed {
                    case .reserve(let command):
                        let visitor = Visitor(
                            handle: try Handle(command.handle),
                            isSupporter: command.showsSupporterCard
                        )
                        let reservation = Reservation(visitor: visitor, guests: command.guests)
                        night?.reservations.append(reservation)
                        receipt = paper.receipt(for: reservation)
                    case .quote(let command):
                        let right = paper.won(command.showsSupporterCard, command.guests)
                        guard won == right else { return (kind, "\(what). \(won) won, not \(right) won") }
                    case .count:
                        guard won == paper.takings else {
                            return (kind, "\(what). \(won) won, not \(paper.takings) won")
                        }
                    }
                }
                nights[deed.circle] = night
                let sheets = await house.drawer.sheets
                for circle in ["C-1", "c-1", "C/3", "C-9"] where sheets[circle] != nights[circle]?.sheet {
                    let (sheet, right) = (sheets[circle] ?? "no sheet", nights[circle]?.sheet ?? "no sheet")
                    return (kind, "\(what). The sheet of \(circle): \(line(sheet)), not \(line(right))")
                }
                let printed = house.printer.calls.dropFirst(before).joined(separator: "\n")
                guard printed.replacing(",", with: "") == receipt else {
                    return (.receipt, "\(what). The printer: «\(line(printed))», not «\(line(receipt))»")
                }
            }
            return nil
        }

        private static func line(_ text: String) -> String {
            text.replacing("\n", with: " ⏎ ").replacing("\t", with: "⇥")
        }

        private static func answer(to deed: Deed, at desk: FilmNightDesk) async -> (Problem, won: Int) {
            var won = 0
            let problem = await FatServiceTests().problem {
                switch deed {
                case .reserve(let command): try await desk.reserve(command)
                case .quote(let command): won = try await desk.quote(command)
                case .count(let circle): won = try await desk.takings(of: circle)
                }
            }
            return (problem, won)
        }

        private static func expected(of deed: Deed, _ night: Paper?) -> (Kind, problems: Set<Problem>) {
            guard case .reserve(let command) = deed else {
                return night == nil ? (.noSheet, [.unknown(deed.circle)]) : (.price, [])
            }
            guard let night else {
                // A text that is not a handle may be found out first.
                let reasons = Paper(film: "", seats: 99, price: 0).reasonsToRefuse(command)
                return (.noSheet, reasons.union([.unknown(deed.circle)]))
            }
            let reasons = night.reasonsToRefuse(command)
            return (reasons.isEmpty ? .reserved : .refused, reasons)
        }

        private static func deed(by chance: UInt64) throws -> Deed {
            let circle = try CircleID(["C-1", "C-1", "c-1", "c-1", "C/3", "C-9"][Int((chance >> 33) % 6)])
            let card = (chance >> 40) % 2 == 0
            let guests = [0, 0, 0, 1, 1, 1, 2, 2, 3, -1][Int((chance >> 42) % 10)]
            let handle = handles[Int((chance >> 47) % UInt64(handles.count))]
            switch (chance >> 54) % 8 {
            case 0: return .count(circle)
            case 1...2:
                return .quote(
                    .init(circle: circle, handle: "Kim", showsSupporterCard: card, guests: max(0, guests))
                )
            default:
                return .reserve(
                    .init(circle: circle, handle: handle, showsSupporterCard: card, guests: guests)
                )
            }
        }

        private static let handles = [
            "Kim", "KIM", "Lee", "Min  Ho", "Min Ho", "Straße", "Strasse", "Zoë", "Zoe", "Sori", " sori ",
            "Haneul", "K",
        ]
    }
}

// MARK: - A film night's verbs and a desk made of ports, as far as they exist

extension FatServiceTests {
    /// What the page asks for. See `NotDeclared`.
    fileprivate protocol Pricing {
        mutating func reserve(_ visitor: Visitor, guests: Int) throws
        func price(for visitor: Visitor, guests: Int) throws -> Int
    }

    fileprivate protocol MadeOfPorts {
        init(nights: any FilmNights, receipts: any Receipts) throws
    }

    private func desk(over nights: NightsInMemory) throws -> FilmNightDesk {
        try #require(
            try? made(FilmNightDesk.self, of: nights),
            "there is no FilmNightDesk(nights:receipts:)"
        )
    }

    private func made<Desk: MadeOfPorts>(_ desk: Desk.Type, of nights: NightsInMemory) throws -> Desk {
        try desk.init(nights: nights, receipts: nights)
    }

    private func filmNight(
        _ rules: HouseRules,
        seats: Int = 5,
        price: Int = 10_000
    ) throws -> FilmNight {
        FilmNight(
            circle: try CircleID("C-1"),
            film: "The Host",
            seats: seats,
            price: price,
            houseRules: rules,
            reservations: []
        )
    }
}

extension FatServiceTests.Pricing {
    mutating func reserve(_ visitor: Visitor, guests: Int) throws { throw NotDeclared("reserve(_:guests:)") }
    func price(for visitor: Visitor, guests: Int) throws -> Int { throw NotDeclared("price(for:guests:)") }

    fileprivate mutating func asked(_ visitor: Visitor, guests: Int) throws {
        try reserve(visitor, guests: guests)
    }

    fileprivate func askedForPrice(_ visitor: Visitor, guests: Int) -> Int? {
        try? price(for: visitor, guests: guests)
    }
}

extension FatServiceTests.MadeOfPorts {
    init(nights: any FilmNights, receipts: any Receipts) throws {
        throw NotDeclared("FilmNightDesk(nights:receipts:)")
    }
}

extension FilmNight: FatServiceTests.Pricing {}
extension FilmNightDesk: FatServiceTests.MadeOfPorts {}

// MARK: - The house

extension FatServiceTests {
    /// A drawer with one sheet, a printer, and the desk as the app opens it. The desk may be a class.
    fileprivate struct House: @unchecked Sendable {
        static let sheet = "The  Host \t20\t10000\nLee\tcard\t1\nMin  Ho\t-\t0"

        let drawer: DrawerInMemory
        let printer = CallRecorder<String>()
        let desk: FilmNightDesk

        init(
            text: String? = sheet,
            others: [String: String] = [:],
            reading: FaultPlan = FaultPlan(),
            writing: FaultPlan = FaultPlan(),
            failure: Failure = .fault,
            isCancelledToWrite: Bool = false
        ) {
            drawer = DrawerInMemory(
                sheets: others.merging(["C-1": text].compactMapValues(\.self)) { $1 },
                reading: reading,
                writing: writing,
                failure: failure,
                isCancelledToWrite: isCancelledToWrite
            )
            desk = FilmNightDesk.open(drawer: drawer, printer: ListedLines(printed: printer))
        }

        init(seats: Int = 20, price: Int, reservations: String = "\nLee\tcard\t1") {
            let text = "The Host\t\(seats)\t\(price)\(reservations)"
            self.init(text: text, others: ["C-2": text])
        }

        /// Thirty visitors have reserved.
        static func crowded() -> House {
            House(seats: 99, price: 10_000, reservations: (1...30).map { "\nvisitor\($0)\t-\t0" }.joined())
        }
    }

    fileprivate actor DrawerInMemory: Drawer {
        private(set) var sheets: [String: String]
        private var reading: FaultPlan
        private var writing: FaultPlan
        private var failure: Failure
        /// Whether the task that writes is cancelled while it does, and the drawer can't be opened afterwards.
        private let isCancelledToWrite: Bool
        /// Where those who have read a sheet wait for each other.
        private var meeting: Rendezvous?

        init(
            sheets: [String: String],
            reading: FaultPlan,
            writing: FaultPlan,
            failure: Failure,
            isCancelledToWrite: Bool
        ) {
            self.failure = failure
            self.isCancelledToWrite = isCancelledToWrite
            self.sheets = sheets
            self.reading = reading
            self.writing = writing
        }

        func letReadersMeet() { meeting = Rendezvous() }

        var sheet: String? { sheets["C-1"] }

        var writes: Int { writing.calls }

        /// From now on.
        func fails(reading: FaultPlan, writing: FaultPlan, _ failure: Failure) {
            (self.reading, self.writing, self.failure) = (reading, writing, failure)
        }

        var reads: Int { reading.calls }

        func read(_ name: String) async throws -> String? {
            let sheet = try failure.around(reading) { sheets[name] }
            await meeting?.meet()
            return sheet
        }

        func write(_ sheet: String, as name: String) async throws {
            try failure.around(writing) { sheets[name] = sheet }
            guard isCancelledToWrite else { return }
            cancelThisTask()
            reading = .failing(call: 1)
        }
    }

    private struct ListedLines: LinePrinter {
        let printed: CallRecorder<String>

        func print(_ text: String) async { printed.record(text) }
    }

    private enum Call: String, CustomStringConvertible {
        case find = "found the film night"
        case save = "saved it"
        case handOut = "handed out a receipt"

        var description: String { rawValue }
    }

    /// Both ports, without a drawer and without a printer.
    private actor NightsInMemory: FilmNights, Receipts {
        nonisolated let calls = CallRecorder<Call>()
        nonisolated let receipts = CallRecorder<Receipt>()
        private var night: FilmNight

        init(_ night: FilmNight) {
            self.night = night
        }

        func find(_ circle: CircleID) async throws -> FilmNight? {
            calls.record(.find)
            return circle == night.circle ? night : nil
        }

        func save(_ night: FilmNight) async throws {
            calls.record(.save)
            self.night = night
        }

        nonisolated func handOut(_ receipt: Receipt) async {
            calls.record(.handOut)
            receipts.record(receipt)
        }
    }
}
