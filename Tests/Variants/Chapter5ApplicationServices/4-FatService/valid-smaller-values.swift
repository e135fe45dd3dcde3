// An actor, with the price and the seats in values of their own, and a sheet that is a value.

import Moa

actor FilmNightDesk {
    private let nights: any FilmNights
    private let receipts: any Receipts

    init(nights: any FilmNights, receipts: any Receipts) {
        self.nights = nights
        self.receipts = receipts
    }

    static func open(drawer: any Drawer, printer: any LinePrinter) -> FilmNightDesk {
        FilmNightDesk(nights: FiledNights(drawer: drawer), receipts: DoorPrinter(printer: printer))
    }

    func reserve(_ command: Command) async throws {
        let handle = try Handle(command.handle)
        let reservation = Reservation(
            visitor: Visitor(handle: handle, isSupporter: command.showsSupporterCard),
            guests: command.guests
        )
        guard var night = try await nights.find(command.circle) else {
            throw UnknownFilmNight(circle: command.circle)
        }
        try night.reserve(reservation.visitor, guests: reservation.guests)
        try await nights.save(night)
        await receipts.handOut(night.receipt(for: reservation))
    }

    func quote(_ command: Command) async throws -> Int {
        guard let night = try await nights.find(command.circle) else {
            throw UnknownFilmNight(circle: command.circle)
        }
        return night.tariff.price(isSupporter: command.showsSupporterCard, guests: command.guests)
    }

    func takings(of circle: CircleID) async throws -> Int {
        guard let night = try await nights.find(circle) else { throw UnknownFilmNight(circle: circle) }
        return night.reservations.map { night.receipt(for: $0).won }.reduce(0, +)
    }
}

struct Tariff: Hashable, Sendable {
    let full: Int
    let supporter: Int

    func price(isSupporter: Bool, guests: Int) -> Int {
        (isSupporter ? supporter : full) + guests * full
    }
}

struct FilmNight: Sendable {
    let circle: CircleID
    let film: String
    let seats: Int
    let houseRules: HouseRules
    let tariff: Tariff
    private var bookings: [Handle.ID: Reservation] = [:]
    private var order: [Handle.ID] = []

    init(
        circle: CircleID,
        film: String,
        seats: Int,
        price: Int,
        houseRules: HouseRules,
        reservations: [Reservation]
    ) {
        self.circle = circle
        self.film = film
        self.seats = seats
        self.houseRules = houseRules
        tariff = Tariff(full: price, supporter: price * houseRules.supporterPercent / 100)
        for reservation in reservations { note(reservation) }
    }

    var reservations: [Reservation] { order.compactMap { bookings[$0] } }

    mutating func reserve(_ visitor: Visitor, guests: Int) throws {
        let left = seats - reservations.map(\.seats).reduce(0, +)
        if bookings[visitor.handle.id] != nil { throw Refused.alreadyReserved }
        if guests < 0 || guests > houseRules.guestsAllowed {
            throw Refused.wrongNumberOfGuests(allowed: 0...houseRules.guestsAllowed)
        }
        if 1 + guests > left { throw Refused.tooFewSeats(left: left) }
        note(Reservation(visitor: visitor, guests: guests))
    }

    func price(for visitor: Visitor, guests: Int) throws -> Int {
        tariff.price(isSupporter: visitor.isSupporter, guests: guests)
    }

    func receipt(for reservation: Reservation) -> Receipt {
        Receipt(
            film: film,
            visitor: reservation.visitor.handle,
            guests: reservation.guests,
            won: tariff.price(isSupporter: reservation.visitor.isSupporter, guests: reservation.guests)
        )
    }

    private mutating func note(_ reservation: Reservation) {
        let id = reservation.visitor.handle.id
        bookings[id] = reservation
        order.append(id)
    }
}

extension Handle {
    typealias ID = String

    fileprivate var id: ID { folded }
}

struct FiledNights: FilmNights {
    let drawer: any Drawer

    func find(_ circle: CircleID) async throws -> FilmNight? {
        try await drawer.read(circle.text).map { text in
            guard let night = Sheet(text: text)?.night(of: circle) else { throw DamagedSheet(circle: circle) }
            return night
        }
    }

    func save(_ night: FilmNight) async throws {
        try await drawer.write(Sheet(night: night).text, as: night.circle.text)
    }
}

private struct Sheet {
    private var rows: [[String]]

    init?(text: String) {
        rows = text.split(separator: "\n").map { $0.split(separator: "\t").map { String($0) } }
        guard !rows.isEmpty, rows.allSatisfy({ $0.count == 3 }) else { return nil }
    }

    init(night: FilmNight) {
        rows = [[night.film, String(night.seats), String(night.tariff.full)]]
        rows += night.reservations.map { reservation in
            let card = reservation.visitor.isSupporter ? "card" : "-"
            return [reservation.visitor.handle.text, card, String(reservation.guests)]
        }
    }

    var text: String { rows.map { $0.joined(separator: "\t") }.joined(separator: "\n") }

    func night(of circle: CircleID) -> FilmNight? {
        guard let seats = Int(rows[0][1]), let price = Int(rows[0][2]) else { return nil }
        var reservations: [Reservation] = []
        for row in rows.dropFirst() {
            guard let handle = try? Handle(row[0]), let guests = Int(row[2]) else { return nil }
            let visitor = Visitor(handle: handle, isSupporter: row[1] == "card")
            reservations.append(Reservation(visitor: visitor, guests: guests))
        }
        return FilmNight(
            circle: circle,
            film: rows[0][0],
            seats: seats,
            price: price,
            houseRules: HouseRules(),
            reservations: reservations
        )
    }
}

struct DoorPrinter: Receipts {
    let printer: any LinePrinter

    func handOut(_ receipt: Receipt) async {
        let people = receipt.guests + 1
        var name = receipt.visitor.text
        if people == 2 { name += ", with 1 guest" }
        if people > 2 { name += ", with \(receipt.guests) guests" }
        let seats = people == 1 ? "1 seat" : "\(people) seats"
        await printer.print("\(receipt.film)\n\(name)\n\(seats), \(amount(receipt.won)) won")
    }

    private func amount(_ won: Int) -> String {
        guard won >= 1_000 else { return String(won) }
        let group = String(won % 1_000)
        return amount(won / 1_000) + "," + String(repeating: "0", count: 3 - group.count) + group
    }
}

// MARK: - Given

extension FilmNightDesk {
    /// What the tablet at the door sends.
    struct Command: Hashable, Sendable {
        let circle: CircleID
        let handle: String
        var showsSupporterCard = false
        /// Who comes along.
        var guests = 0
    }
}

extension FilmNight {
    /// Why this reservation is refused.
    enum Refused: Error, Hashable, Sendable {
        case wrongNumberOfGuests(allowed: ClosedRange<Int>)
        case alreadyReserved
        case tooFewSeats(left: Int)
    }
}

/// Somebody who comes to a film night.
struct Visitor: Hashable, Sendable {
    let handle: Handle
    var isSupporter = false
}

/// The seats of a visitor and of the guests who come along.
struct Reservation: Hashable, Sendable {
    let visitor: Visitor
    let guests: Int

    var seats: Int { 1 + guests }
}

/// What the house in which the film is shown allows. A sheet says nothing about it: the house of a sheet is
/// Moa's own, with the rules that stand here.
struct HouseRules: Hashable, Sendable {
    var guestsAllowed = 2
    /// The part of the price that supporters pay for their own seat, in per cent, rounded down to won.
    var supporterPercent = 50
}

/// What a visitor gets to know about their reservation.
struct Receipt: Hashable, Sendable {
    let film: String
    let visitor: Handle
    let guests: Int
    let won: Int
}

/// This circle shows no film.
struct UnknownFilmNight: Error, Hashable, Sendable {
    let circle: CircleID
}

/// This sheet can't be understood as a film night.
struct DamagedSheet: Error, Hashable, Sendable {
    let circle: CircleID
}

// MARK: Ports, in Moa's words

/// The film nights of all circles, wherever they are kept.
protocol FilmNights: Sendable {
    func find(_ circle: CircleID) async throws -> FilmNight?
    func save(_ night: FilmNight) async throws
}

/// Gives visitors their receipts, on paper or otherwise.
protocol Receipts: Sendable {
    func handOut(_ receipt: Receipt) async
}

// MARK: Tools from outside

/// A drawer of sheets. A call that throws has changed nothing.
///
/// The first line of a sheet has the film, the seats of the room and the price. Then comes a line for each
/// reservation: the handle, «card» or «-», and the number of guests. Tabs stand between them.
protocol Drawer: Sendable {
    func read(_ name: String) async throws -> String?
    func write(_ sheet: String, as name: String) async throws
}

/// The printer at the door.
protocol LinePrinter: Sendable {
    func print(_ text: String) async
}
