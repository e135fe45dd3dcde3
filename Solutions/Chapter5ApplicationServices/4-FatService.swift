// 5.4 The 120-line service

import Moa

/// Where seats for a circle's film night are reserved.
///
/// What is left is the order of the steps: who is asked first, what is kept, and who is told at the end.
struct FilmNightDesk {
    let nights: any FilmNights
    let receipts: any Receipts

    /// Puts the desk together, in the app as in the suite.
    // Why not in the initialiser: it takes any two ports. Only this method knows what is behind them.
    static func open(drawer: any Drawer, printer: any LinePrinter) -> FilmNightDesk {
        FilmNightDesk(nights: SheetFilmNights(drawer: drawer), receipts: PrintedReceipts(printer: printer))
    }

    func reserve(_ command: Command) async throws {
        let visitor = try command.visitor
        var night = try await find(command.circle)
        try night.reserve(visitor, guests: command.guests)
        try await nights.save(night)
        // Why last: a receipt that is in somebody's hand can't be taken back.
        await receipts.handOut(
            Receipt(
                film: night.film,
                visitor: visitor.handle,
                guests: command.guests,
                won: night.price(for: visitor, guests: command.guests)
            )
        )
    }

    /// What it would cost, for a visitor who asks beforehand.
    func quote(_ command: Command) async throws -> Int {
        try await find(command.circle).price(for: command.visitor, guests: command.guests)
    }

    /// What the treasurer will find in the box.
    func takings(of circle: CircleID) async throws -> Int {
        try await find(circle).takings
    }

    private func find(_ circle: CircleID) async throws -> FilmNight {
        guard let night = try await nights.find(circle) else { throw UnknownFilmNight(circle: circle) }
        return night
    }
}

extension FilmNightDesk.Command {
    fileprivate var visitor: Visitor {
        get throws { Visitor(handle: try Handle(handle), isSupporter: showsSupporterCard) }
    }
}

// MARK: - The domain

/// A film that a circle shows in a room.
struct FilmNight: Sendable {
    let circle: CircleID
    let film: String
    let seats: Int
    /// For one seat, in won.
    let price: Int
    let houseRules: HouseRules
    // Why no initialiser by hand: a private setter leaves the compiler's own as it is.
    private(set) var reservations: [Reservation]

    mutating func reserve(_ visitor: Visitor, guests: Int) throws(Refused) {
        let reservation = Reservation(visitor: visitor, guests: guests)
        let allowed = 0...houseRules.guestsAllowed
        guard allowed.contains(guests) else { throw .wrongNumberOfGuests(allowed: allowed) }
        guard !reservations.contains(where: { $0.visitor.handle.folded == visitor.handle.folded }) else {
            throw .alreadyReserved
        }
        guard reservation.seats <= seatsLeft else { throw .tooFewSeats(left: seatsLeft) }
        reservations.append(reservation)
    }

    func price(for visitor: Visitor, guests: Int) -> Int {
        let ownSeat = visitor.isSupporter ? price * houseRules.supporterPercent / 100 : price
        return ownSeat + guests * price
    }

    var takings: Int {
        reservations.reduce(0) { $0 + price(for: $1.visitor, guests: $1.guests) }
    }

    private var seatsLeft: Int {
        seats - reservations.reduce(0) { $0 + $1.seats }
    }
}

// MARK: - Outside

/// Film nights on sheets of text.
private struct SheetFilmNights: FilmNights {
    let drawer: any Drawer

    func find(_ circle: CircleID) async throws -> FilmNight? {
        guard let sheet = try await drawer.read(circle.text) else { return nil }
        let lines = sheet.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        guard let head = lines.first, head.count == 3, let seats = Int(head[1]), let price = Int(head[2])
        else {
            throw DamagedSheet(circle: circle)
        }
        return FilmNight(
            circle: circle,
            film: head[0],
            seats: seats,
            price: price,
            houseRules: HouseRules(),
            reservations: try lines.dropFirst().map { try reservation($0, of: circle) }
        )
    }

    func save(_ night: FilmNight) async throws {
        let lines = night.reservations.map { reservation in
            let card = reservation.visitor.isSupporter ? "card" : "-"
            return "\(reservation.visitor.handle)\t\(card)\t\(reservation.guests)"
        }
        let sheet = ["\(night.film)\t\(night.seats)\t\(night.price)"] + lines
        try await drawer.write(sheet.joined(separator: "\n"), as: night.circle.text)
    }

    private func reservation(_ line: [String], of circle: CircleID) throws -> Reservation {
        guard line.count == 3, let handle = try? Handle(line[0]), let guests = Int(line[2]) else {
            throw DamagedSheet(circle: circle)
        }
        return Reservation(visitor: Visitor(handle: handle, isSupporter: line[1] == "card"), guests: guests)
    }
}

/// Receipts as they come out of the printer at the door.
private struct PrintedReceipts: Receipts {
    let printer: any LinePrinter

    func handOut(_ receipt: Receipt) async {
        let company =
            switch receipt.guests {
            case 0: ""
            case 1: ", with 1 guest"
            default: ", with \(receipt.guests) guests"
            }
        let seats = receipt.guests == 0 ? "1 seat" : "\(1 + receipt.guests) seats"
        await printer.print(
            """
            \(receipt.film)
            \(receipt.visitor)\(company)
            \(seats), \(grouped(receipt.won)) won
            """
        )
    }

    /// 15000 becomes «15,000».
    private func grouped(_ number: Int) -> String {
        var text = String(number)
        for position in stride(from: text.count - 3, to: 0, by: -3) {
            text.insert(",", at: text.index(text.startIndex, offsetBy: position))
        }
        return text
    }
}

// MARK: - Given

extension FilmNightDesk {
    /// What the tablet at the door sends.
    struct Command: Hashable, Sendable {
        let circle: CircleID
        let handle: String
        var showsSupporterCard = false
        /// How many come along.
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

/// The rules of the house that shows the film. A sheet says nothing about them: Moa's own rules apply to every
/// sheet, and are the defaults here.
struct HouseRules: Hashable, Sendable {
    var guestsAllowed = 2
    /// What supporters pay for their own seat, in per cent of the price. It is rounded down to won.
    var supporterPercent = 50
}

/// What a visitor is told about their reservation.
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
