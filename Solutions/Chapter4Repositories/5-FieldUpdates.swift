// 4.5 updateName, updateAddress, …

import Moa

/// What members do on the screen «My data».
struct ProfileDesk: Sendable {
    private let members: any ClubMembers

    init(members: any ClubMembers) {
        self.members = members
    }

    func rename(_ id: MemberID, to name: String) async throws {
        try await change(id) { try $0.rename(to: name) }
    }

    func changeHandle(of id: MemberID, to handle: Handle) async throws {
        try await change(id) { try $0.changeHandle(to: handle) }
    }

    func move(_ id: MemberID, to address: String?) async throws {
        try await change(id) { try $0.move(to: address) }
    }

    func changeTelephone(of id: MemberID, to telephone: String?) async throws {
        try await change(id) { try $0.changeTelephone(to: telephone) }
    }

    func orderLetters(for id: MemberID) async throws {
        try await change(id) { try $0.orderLetters() }
    }

    func cancelLetters(for id: MemberID) async throws {
        try await change(id) { try $0.cancelLetters() }
    }

    // Why not call the methods above: five finds and five saves, and a refusal in the middle keeps half a form.
    func submit(_ form: ProfileForm, of id: MemberID) async throws {
        try await change(id) { member in
            try member.rename(to: form.name)
            try member.changeHandle(to: form.handle)
            try member.changeTelephone(to: form.telephone)
            // Why the address before the letters: a member can order letters only to an address.
            try member.move(to: form.address)
            if form.wantsLetters { try member.orderLetters() } else { try member.cancelLetters() }
        }
    }

    /// Find, change, save. A refusal throws in the middle, and nothing is saved.
    private func change(
        _ id: MemberID,
        by verbs: (inout ClubMember) throws -> Void
    ) async throws {
        guard var member = try await members.find(id) else { throw UnknownClubMember(id: id) }
        try verbs(&member)
        try await members.save(member)
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

    // Why write everything: then nobody has to know what has changed, and a row is always a whole member.
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

/// A member of Moa, as the screen «My data» knows them. Every change to a member has a verb.
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

    /// Brings a stored member back as they were, whatever the rules say today.
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

    /// A member without an address gets no letters any more.
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

/// The table of the members, one row each. Each call may throw; a call that throws has changed nothing.
protocol MemberTable: Sendable {
    func row(_ id: String) async throws -> MemberRow?

    /// Writes a whole row, in place of the one with the same id if there is one.
    func put(_ row: MemberRow) async throws

    /// Writes a single cell of a row, and nothing if there is no such row.
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
