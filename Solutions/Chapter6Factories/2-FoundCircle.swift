// 6.2 Found a circle

import Foundation
import Moa

/// A circle of Moa: twelve seats, and the first of them is the host's.
struct Circle: Identifiable, Sendable {
    static let seatCount = 12

    let id: CircleID
    let name: CircleName
    let host: MemberID
    private(set) var seats: [MemberID]
    let dues: Won
    let foundedAt: Date
    let opensAt: Date

    var freeSeats: Int { Self.seatCount - seats.count }

    /// A circle that is founded now: all of it, or an error.
    // Why no list of seats among the arguments: a caller who passed one could leave out the host.
    init(
        id: CircleID,
        name: CircleName,
        host: Member,
        dues: Won,
        foundedAt: Date,
        opensAt: Date
    ) throws(CircleNotFounded) {
        guard host.isActive else { throw .hostHasLeft(host.id) }
        guard opensAt >= foundedAt else { throw .opensBeforeFounding }
        self.id = id
        self.name = name
        self.host = host.id
        seats = [host.id]
        self.dues = dues
        self.foundedAt = foundedAt
        self.opensAt = opensAt
    }
}

/// Knows what it takes to found a circle.
struct CircleFactory: Sendable {
    private let register: any CircleRegister
    private let policy: any DuesPolicy
    private let now: @Sendable () -> Date

    init(register: any CircleRegister, policy: any DuesPolicy, now: @escaping @Sendable () -> Date) {
        self.register = register
        self.policy = policy
        self.now = now
    }

    // Why nothing is entered here: a draft for the board is founded in the same way, and may never be kept.
    func found(
        _ name: CircleName,
        host: Member,
        dues: Won? = nil,
        opensAt: Date? = nil
    ) throws -> Circle {
        // Why the clock is read once: two readings could give March dues and an April opening.
        let moment = now()
        return try Circle(
            id: register.nextID(),
            name: name,
            host: host,
            dues: dues ?? policy.standardDues(at: moment),
            foundedAt: moment,
            opensAt: opensAt ?? moment
        )
    }
}

// MARK: - Given

/// Why a circle was not founded.
enum CircleNotFounded: Error, Hashable {
    /// The member who is to be the host has left Moa.
    case hostHasLeft(MemberID)
    /// The circle would open before it is founded.
    case opensBeforeFounding
}

/// The register of all circles: it issues their ids, and keeps those that are entered.
protocol CircleRegister: Sendable {
    /// Each id is issued once. There may be none.
    func nextID() throws -> CircleID
    /// From now on everybody can find this circle.
    func enter(_ circle: Circle) throws
}

/// What the board has decided about dues.
protocol DuesPolicy: Sendable {
    func standardDues(at moment: Date) -> Won
}

/// What a circle is called; never blank.
struct CircleName: Hashable, Sendable {
    let text: String

    struct Blank: Error, Hashable, Sendable {}

    init(_ text: String) throws(Blank) {
        guard text.contains(where: { !$0.isWhitespace }) else { throw Blank() }
        self.text = text
    }
}

/// Money in whole won. Zero is an amount, too.
struct Won: Hashable, Sendable {
    let amount: Int

    init(_ amount: Int) {
        self.amount = amount
    }
}
