// 6.2 Found a circle
//
// A circle is created empty here, entered in the register, and only then completed, step by step. The circle
// that everybody finds has no host. Let one call return a whole circle, with host, first seat, dues and
// opening, or throw. The caller decides whether to enter it.
//
// The page: swift run kata show 6.2
// Check it: swift run kata check 6.2

import Foundation
import Moa

/// A circle of Moa: twelve seats, and the first of them is the host's.
struct Circle: Identifiable, Sendable {
    let id: CircleID
    let name: CircleName
    // TODO: For how long may a circle be without a host, and who may put one in?
    var host: MemberID?
    var seats: [MemberID] = []
    var dues = Won(0)
    var foundedAt = Date.distantPast
    var opensAt: Date?

    init(id: CircleID, name: CircleName) {
        self.id = id
        self.name = name
    }

    var freeSeats: Int { 12 - seats.count }
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

    func found(
        _ name: CircleName,
        host: Member,
        dues: Won? = nil,
        opensAt: Date? = nil
    ) throws -> Circle {
        var circle = Circle(id: try register.nextID(), name: name)
        // TODO: Who finds this circle, and who is its host there? And who wanted it entered?
        try register.enter(circle)
        // TODO: May anybody be the host, even somebody who has left?
        circle.host = host.id
        circle.foundedAt = now()
        // TODO: The standard dues are «to follow», and so is the opening.
        circle.dues = dues ?? Won(0)
        if let opensAt, opensAt > now() {
            circle.opensAt = opensAt
        }
        return circle
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
