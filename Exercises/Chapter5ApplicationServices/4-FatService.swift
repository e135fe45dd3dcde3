// 5.4 The 120-line service
//
// This desk almost works. It reads sheets, counts seats, sets prices, prints receipts and writes sheets, and
// it knows the rules behind all of it. Send each line home: a film night's rules to FilmNight, the sheets
// and the receipts' text behind the two ports. The order of the steps stays here. Green rules stay green.
//
// The page: swift run kata show 5.4
// Check it: swift run kata check 5.4

import Moa

/// Where seats for a circle's film night are reserved.
struct FilmNightDesk {
    // TODO: What would this desk need if the sheets were in a database, and the receipts on a phone?
    private let drawer: any Drawer
    private let printer: any LinePrinter

    /// Puts the desk together, in the app as in the suite.
    static func open(drawer: any Drawer, printer: any LinePrinter) -> FilmNightDesk {
        FilmNightDesk(drawer: drawer, printer: printer)
    }

    // MARK: Reserve

    func reserve(_ command: Command) async throws {
        let handle = try Handle(command.handle)

        // Read the sheet.
        guard let sheet = try await drawer.read(command.circle.text) else {
            throw UnknownFilmNight(circle: command.circle)
        }
        let lines = sheet.split(separator: "\n").map { line in
            line.split(separator: "\t").map { String($0) }
        }
        guard let head = lines.first, head.count == 3, let seats = Int(head[1]), let price = Int(head[2])
        else {
            throw DamagedSheet(circle: command.circle)
        }

        // Who is there, and is there still room?
        var taken = 0
        for line in lines.dropFirst() {
            guard line.count == 3, let guests = Int(line[2]) else {
                throw DamagedSheet(circle: command.circle)
            }
            if line[0].lowercased() == handle.folded { throw FilmNight.Refused.alreadyReserved }
            taken += 1 + guests
        }
        guard command.guests >= 0, command.guests <= 2 else {
            throw FilmNight.Refused.wrongNumberOfGuests(allowed: 0...2)
        }
        guard taken + 1 + command.guests <= seats else {
            throw FilmNight.Refused.tooFewSeats(left: seats - taken)
        }

        // What does it cost?
        var won = price
        if command.showsSupporterCard {
            won = price * 50 / 100
        }
        won += command.guests * price

        // Print the receipt.
        // TODO: If the drawer is stuck, what does the visitor hold by now?
        var amount = String(won)
        var position = amount.count - 3
        while position > 0 {
            amount.insert(",", at: amount.index(amount.startIndex, offsetBy: position))
            position -= 3
        }
        var receipt = head[0] + "\n" + handle.text
        if command.guests == 1 {
            receipt += ", with 1 guest"
        } else if command.guests > 1 {
            receipt += ", with \(command.guests) guests"
        }
        receipt += command.guests == 0 ? "\n1 seat" : "\n\(1 + command.guests) seats"
        receipt += ", \(amount) won"
        await printer.print(receipt)

        // Write the sheet.
        let card = command.showsSupporterCard ? "card" : "-"
        let line = "\(handle.text)\t\(card)\t\(command.guests)"
        try await drawer.write(sheet + "\n" + line, as: command.circle.text)
    }

    // MARK: Quote

    /// What it would cost, for a visitor who asks beforehand.
    func quote(_ command: Command) async throws -> Int {
        guard let sheet = try await drawer.read(command.circle.text) else {
            throw UnknownFilmNight(circle: command.circle)
        }
        let head = sheet.split(separator: "\n").first.map { $0.split(separator: "\t") } ?? []
        guard head.count == 3, let price = Int(head[2]) else { throw DamagedSheet(circle: command.circle) }

        // TODO: Is this the price that is on the receipt?
        var won = price * (1 + command.guests)
        if command.showsSupporterCard {
            won = won / 2
        }
        return won
    }

    // MARK: Takings

    /// What the treasurer will find in the box.
    func takings(of circle: CircleID) async throws -> Int {
        guard let sheet = try await drawer.read(circle.text) else { throw UnknownFilmNight(circle: circle) }
        let lines = sheet.split(separator: "\n").map { line in
            line.split(separator: "\t").map { String($0) }
        }
        guard let head = lines.first, head.count == 3, let price = Int(head[2]) else {
            throw DamagedSheet(circle: circle)
        }
        var won = 0
        for line in lines.dropFirst() {
            guard line.count == 3, let guests = Int(line[2]) else { throw DamagedSheet(circle: circle) }
            won += line[1] == "card" ? price * 50 / 100 : price
            won += guests * price
        }
        return won
    }
}

/// A film that a circle shows in a room.
struct FilmNight: Sendable {
    let circle: CircleID
    let film: String
    let seats: Int
    /// For one seat, in won.
    let price: Int
    let houseRules: HouseRules
    // TODO: Nobody makes a film night yet. Which lines of the desk are about film nights alone?
    var reservations: [Reservation]
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
