// 4.5 updateName, updateAddress, …
//
// This code almost works. Each field of the screen «My data» has an update of its own, and the repository checks
// the rules on the way, as far as it remembers them. The member below has verbs for all of it, with every rule.
// Refactor: the desk finds the member, lets the member change, and saves them whole. The repository keeps find
// and save, and loses the five updates with every rule in them. The green rules stay green.
//
// The page: swift run kata show 4.5
// Check it: swift run kata check 4.5

import Moa

/// What members do on the screen «My data».
struct ProfileDesk: Sendable {
    private let members: any ClubMembers

    init(members: any ClubMembers) {
        self.members = members
    }

    func rename(_ id: MemberID, to name: String) async throws {
        // TODO: Who is asked here whether this name will do?
        try await members.updateName(id, to: name)
    }

    func changeHandle(of id: MemberID, to handle: Handle) async throws {
        try await members.updateHandle(id, to: handle)
    }

    func move(_ id: MemberID, to address: String?) async throws {
        try await members.updateAddress(id, to: address)
    }

    func changeTelephone(of id: MemberID, to telephone: String?) async throws {
        try await members.updateTelephone(id, to: telephone)
    }

    func orderLetters(for id: MemberID) async throws {
        try await members.updateLetters(id, wanted: true)
    }

    func cancelLetters(for id: MemberID) async throws {
        try await members.updateLetters(id, wanted: false)
    }

    func submit(_ form: ProfileForm, of id: MemberID) async throws {
        // TODO: The last of these is refused. What has become of the first four?
        try await members.updateName(id, to: form.name)
        try await members.updateHandle(id, to: form.handle)
        try await members.updateAddress(id, to: form.address)
        try await members.updateTelephone(id, to: form.telephone)
        try await members.updateLetters(id, wanted: form.wantsLetters)
    }
}

/// Moa's members, as the desk needs them.
protocol ClubMembers: Sendable {
    func find(_ id: MemberID) async throws -> ClubMember?

    /// Keeps this member, known or new.
    func save(_ member: ClubMember) async throws

    // TODO: What do these change, a member or a row?
    func updateName(_ id: MemberID, to name: String) async throws
    func updateHandle(_ id: MemberID, to handle: Handle) async throws
    func updateAddress(_ id: MemberID, to address: String?) async throws
    func updateTelephone(_ id: MemberID, to telephone: String?) async throws
    func updateLetters(_ id: MemberID, wanted: Bool) async throws
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
        // TODO: So far only newcomers are saved, with a name and a handle. Who will be saved from now on?
        try await table.put(MemberRow(id: member.id.text, name: member.name, handle: member.handle.text))
    }

    // MARK: Field by field

    func updateName(_ id: MemberID, to name: String) async throws {
        _ = try await activeRow(id)
        guard name.contains(where: { !$0.isWhitespace }) else { throw ClubMember.Refused.blankName }
        try await table.set(.name(name), in: id.text)
    }

    func updateHandle(_ id: MemberID, to handle: Handle) async throws {
        _ = try await activeRow(id)
        try await table.set(.handle(handle.text), in: id.text)
    }

    func updateAddress(_ id: MemberID, to address: String?) async throws {
        _ = try await activeRow(id)
        // TODO: If somebody has no address any more, where do their letters go?
        try await table.set(.address(address), in: id.text)
    }

    func updateTelephone(_ id: MemberID, to telephone: String?) async throws {
        _ = try await activeRow(id)
        try await table.set(.telephone(telephone), in: id.text)
    }

    func updateLetters(_ id: MemberID, wanted: Bool) async throws {
        let row = try await activeRow(id)
        guard !wanted || row.address != nil else { throw ClubMember.Refused.noAddress }
        try await table.set(.getsLetters(wanted), in: id.text)
    }

    private func activeRow(_ id: MemberID) async throws -> MemberRow {
        guard let row = try await table.row(id.text) else { throw UnknownClubMember(id: id) }
        guard row.isActive else { throw ClubMember.Refused.hasLeft }
        return row
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
