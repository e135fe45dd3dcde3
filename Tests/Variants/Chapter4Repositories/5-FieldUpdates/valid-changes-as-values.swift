// Each change is a list of verbs, kept as a value; one method of an actor finds, performs and saves.

import Moa

actor ProfileDesk {
    private let members: any ClubMembers

    init(members: any ClubMembers) {
        self.members = members
    }

    func rename(_ id: MemberID, to name: String) async throws {
        try await apply(.rename(name), to: id)
    }

    func changeHandle(of id: MemberID, to handle: Handle) async throws {
        try await apply(.handle(handle), to: id)
    }

    func move(_ id: MemberID, to address: String?) async throws {
        try await apply(.address(address), to: id)
    }

    func changeTelephone(of id: MemberID, to telephone: String?) async throws {
        try await apply(.telephone(telephone), to: id)
    }

    func orderLetters(for id: MemberID) async throws {
        try await apply(.letters(true), to: id)
    }

    func cancelLetters(for id: MemberID) async throws {
        try await apply(.letters(false), to: id)
    }

    func submit(_ form: ProfileForm, of id: MemberID) async throws {
        try await apply(
            .address(form.address),
            .letters(form.wantsLetters),
            .rename(form.name),
            .handle(form.handle),
            .telephone(form.telephone),
            to: id
        )
    }

    private func apply(_ wishes: Wish..., to id: MemberID) async throws {
        guard var member = try await members.find(id) else { throw UnknownClubMember(id: id) }
        for wish in wishes { try wish.perform(on: &member) }
        try await members.save(member)
    }
}

private enum Wish {
    case rename(String)
    case handle(Handle)
    case address(String?)
    case telephone(String?)
    case letters(Bool)

    func perform(on member: inout ClubMember) throws(ClubMember.Refused) {
        switch self {
        case .rename(let name): try member.rename(to: name)
        case .handle(let handle): try member.changeHandle(to: handle)
        case .address(let address): try member.move(to: address)
        case .telephone(let telephone): try member.changeTelephone(to: telephone)
        case .letters(true): try member.orderLetters()
        case .letters(false): try member.cancelLetters()
        }
    }
}

/// Moa's members, as the desk needs them.
protocol ClubMembers: Sendable {
    func find(_ id: MemberID) async throws -> ClubMember?

    /// Keeps this member, known or new.
    func save(_ member: ClubMember) async throws
}

/// The members as they stand in the table.
struct TabledMembers: ClubMembers {
    private let table: any MemberTable

    init(table: any MemberTable) {
        self.table = table
    }

    func find(_ id: MemberID) async throws -> ClubMember? {
        guard let row = try await table.row(id.text) else { return nil }
        return try ClubMember(
            id: MemberID(row.id),
            name: row.name,
            handle: Handle(row.handle),
            address: row.address,
            telephone: row.telephone,
            getsLetters: row.getsLetters,
            isActive: row.isActive
        )
    }

    func save(_ member: ClubMember) async throws {
        try await table.put(
            MemberRow(
                id: member.id.text,
                name: member.name,
                handle: member.handle.text,
                address: member.address,
                telephone: member.telephone,
                getsLetters: member.getsLetters,
                isActive: member.isActive
            )
        )
    }
}

// MARK: - Given

/// A member of Moa, as the screen «My data» knows them. Whatever changes about a member, changes by a verb.
struct ClubMember: Identifiable, Sendable {
    let id: MemberID
    private(set) var name: String
    private(set) var handle: Handle
    private(set) var address: String?
    private(set) var telephone: String?
    private(set) var getsLetters: Bool
    private(set) var isActive: Bool

    /// Why a member is not changed.
    enum Refused: Error, Hashable {
        case hasLeft
        case blankName
        case noAddress
    }

    /// A member who is remembered comes back as they were, whatever the rules say today.
    init(
        id: MemberID,
        name: String,
        handle: Handle,
        address: String? = nil,
        telephone: String? = nil,
        getsLetters: Bool = false,
        isActive: Bool = true
    ) {
        self.id = id
        self.name = name
        self.handle = handle
        self.address = address
        self.telephone = telephone
        self.getsLetters = getsLetters
        self.isActive = isActive
    }

    mutating func rename(to newName: String) throws(Refused) {
        try mustBeActive()
        guard newName.contains(where: { !$0.isWhitespace }) else { throw .blankName }
        name = newName
    }

    mutating func changeHandle(to newHandle: Handle) throws(Refused) {
        try mustBeActive()
        handle = newHandle
    }

    /// Whoever has no address any more gets no letters any more.
    mutating func move(to newAddress: String?) throws(Refused) {
        try mustBeActive()
        address = newAddress
        if newAddress == nil { getsLetters = false }
    }

    mutating func changeTelephone(to newTelephone: String?) throws(Refused) {
        try mustBeActive()
        telephone = newTelephone
    }

    mutating func orderLetters() throws(Refused) {
        try mustBeActive()
        guard address != nil else { throw .noAddress }
        getsLetters = true
    }

    mutating func cancelLetters() throws(Refused) {
        try mustBeActive()
        getsLetters = false
    }

    private func mustBeActive() throws(Refused) {
        guard isActive else { throw .hasLeft }
    }
}

/// Nobody in Moa has this id.
struct UnknownClubMember: Error, Hashable {
    let id: MemberID
}

/// The form with all that a member may change. What they leave alone arrives as it was.
struct ProfileForm: Sendable {
    var name: String
    var handle: Handle
    var address: String?
    var telephone: String?
    var wantsLetters: Bool
}

/// The table in which the members stand, one row each. Each call may throw; one that does has changed nothing.
protocol MemberTable: Sendable {
    func row(_ id: String) async throws -> MemberRow?

    /// Writes a whole row, in the place of the one with the same id if there is one.
    func put(_ row: MemberRow) async throws

    /// Writes a single cell of a row, and nothing where there is no such row.
    func set(_ cell: MemberRow.Cell, in id: String) async throws
}

struct MemberRow: Hashable, Sendable {
    let id: String
    var name: String
    var handle: String
    var address: String?
    var telephone: String?
    var getsLetters = false
    var isActive = true

    enum Cell: Hashable, Sendable {
        case name(String)
        case handle(String)
        case address(String?)
        case telephone(String?)
        case getsLetters(Bool)
    }
}
