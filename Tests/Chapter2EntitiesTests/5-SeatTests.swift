import KataProbes
import Testing

import struct Moa.MemberID

@testable import Chapter2Entities

@Suite("2.5 Which seat?")
struct SeatTests {
    let sori: MemberID
    let minho: MemberID
    let eunbi: MemberID

    /// Two chairs and a cushion in the first row, a chair and a cushion in the second.
    var night = FilmNight(rows: [[.chair, .chair, .cushion], [.chair, .cushion]])

    init() throws {
        sori = try MemberID("m-1")
        minho = try MemberID("m-2")
        eunbi = try MemberID("m-3")
    }

    // MARK: Whatever the seating

    @Test("whoever decides how the guests sit says why")
    func reason() {
        let isGiven = isSentence(SeatingDesign.reason)
        #expect(
            isGiven == true,
            "the next colleague will ask why: answer in a sentence of 20 letters or more"
        )
    }

    @Test("a seat is free until a guest takes it, and again when they leave")
    mutating func takenAndFree() throws {
        #expect(free == Free(chairs: 3, cushions: 2), "five seats are set out, and nobody has come yet")
        try night.take(aFree(.chair), for: sori)
        #expect(free == Free(chairs: 2, cushions: 2), "one guest has come, and has taken one chair")
        #expect(night.seat(of: sori)?.kind == .chair, "the guest has no seat, or not the kind they took")
        night.leave(minho)
        #expect(
            free == Free(chairs: 2, cushions: 2),
            "somebody without a seat left, and other seats are free than before"
        )
        night.leave(sori)
        #expect(
            free == Free(chairs: 3, cushions: 2),
            "the guest has gone, and what was free before they came must be free again"
        )
        let isStillSeated = night.seat(of: sori) != nil
        #expect(isStillSeated == false, "the guest has gone, and still has a seat")
    }

    @Test("nobody has two seats")
    mutating func oneSeatEach() throws {
        try night.take(aFree(.chair), for: sori)
        let cushion = try aFree(.cushion)
        #expect(throws: SeatingRefused.alreadySeated, "whoever has a seat must be refused another") {
            try night.take(cushion, for: sori)
        }
        let own = try #require(night.seat(of: sori), "a guest took a seat, and has none")
        #expect(throws: SeatingRefused.alreadySeated, "whoever asks for their own seat again has one already")
        {
            try night.take(own, for: sori)
        }
        #expect(night.seat(of: sori)?.kind == .chair, "whoever asks for a second seat must keep the first")
        #expect(free == Free(chairs: 2, cushions: 2), "one guest has one seat, so the other four are free")
    }

    // MARK: Open seats

    @Test(
        "open: one chair is as good as another, and a chair stays a chair",
        .enabled(if: SeatingDesign.chosen == .open, "another design was chosen")
    )
    func interchangeable() throws {
        let chairs = night.freeSeats.filter { $0.kind == .chair }
        let chairsAreAlike = try areEqual(#require(chairs.first), #require(chairs.last))
        #expect(chairsAreAlike == true, "two open chairs differ in something that no guest asks about")
        let kinds = countInSet(night.freeSeats)
        #expect(kinds == 2, "chairs and cushions are set out, so a set of the free seats must hold two")
        let kindIsSettable = isSettable(\Seat.kind)
        #expect(kindIsSettable == false, "somebody can turn a chair into a cushion")
    }

    @Test(
        "open: a chair can be had as long as one is left",
        .enabled(if: SeatingDesign.chosen == .open, "another design was chosen")
    )
    mutating func asLongAsOneIsLeft() throws {
        let chair = try aFree(.chair)
        for guest in [sori, minho, eunbi] {
            #expect(throws: Never.self, "a guest asked for any chair, and was refused while one was free") {
                try night.take(chair, for: guest)
            }
        }
        let latecomer = try MemberID("m-4")
        #expect(
            throws: SeatingRefused.noneLeft,
            "three chairs were set out, so a fourth guest must be told that none is left"
        ) {
            try night.take(chair, for: latecomer)
        }
        #expect(free == Free(chairs: 0, cushions: 2), "the chairs are gone, and only they")
        night.leave(minho)
        #expect(throws: Never.self, "a chair is free again, and can't be had") {
            try night.take(chair, for: latecomer)
        }
    }

    @Test(
        "open: a chair that breaks is one chair fewer, and no guest's in particular",
        .enabled(if: SeatingDesign.chosen == .open, "another design was chosen")
    )
    mutating func brokenChair() throws {
        let chair = try aFree(.chair)
        try night.take(chair, for: sori)
        let unseated = try night.remove(chair)
        #expect(unseated == nil, "another chair is free, so nobody has lost their seat, and nobody is named")
        #expect(
            free == Free(chairs: 1, cushions: 2),
            "three chairs were set out; one has broken, and a guest sits on another"
        )
        #expect(night.seat(of: sori)?.kind == .chair, "the guest moves on to another chair, and keeps a seat")
        try night.take(chair, for: minho)
        #expect(
            throws: SeatingRefused.noneLeft,
            "no chair is free, so none can be spared, and whoever tries must be told"
        ) {
            try night.remove(chair)
        }
        let stillSeated = [sori, minho].count { night.seat(of: $0)?.kind == .chair }
        #expect(stillSeated == 2, "when no chair is free, no guest may lose theirs")
    }

    // MARK: Reserved seats

    @Test(
        "reserved: a seat is given to one guest at a time",
        .enabled(if: SeatingDesign.chosen == .reserved, "another design was chosen")
    )
    mutating func oneGuestAtATime() throws {
        let seats = countInSet(night.freeSeats)
        #expect(
            seats == 5,
            "five seats can be reserved, two chairs side by side among them; a set must hold five"
        )
        let chairs = night.freeSeats.filter { $0.kind == .chair }
        let first = try #require(chairs.first)
        try night.take(first, for: sori)
        #expect(
            throws: SeatingRefused.taken,
            "one guest has reserved this seat, so another must be told that it is taken"
        ) {
            try night.take(first, for: minho)
        }
        try night.take(#require(chairs.last), for: minho)
        let ofSori = night.seat(of: sori)
        let isTheReserved = areEqual(ofSori, first)
        #expect(isTheReserved == true, "the guest's seat must be the one they reserved")
        let ofMinho = night.seat(of: minho)
        let isOneSeat = areEqual(ofMinho, ofSori)
        #expect(isOneSeat == false, "two guests have reserved two seats, so theirs must differ")
    }

    @Test(
        "reserved: a seat that was moved is still the same seat",
        .enabled(if: SeatingDesign.chosen == .reserved, "another design was chosen")
    )
    mutating func moved() throws {
        let rowsBefore = try rowsOfFreeSeats()
        #expect(rowsBefore == [1, 1, 1, 2, 2], "three seats were set out in row 1, and two in row 2")
        let asItWas = try aFree(.chair)
        let formerRow = try row(of: asItWas)
        try move(asItWas, toRow: 3)
        #expect(night.freeSeats.count == 5, "a seat was moved, and there are more or fewer of them now")
        let asItIs = night.freeSeats.first { areEqual($0, asItWas) == true }
        let moved = try #require(asItIs, "a seat was moved, and nobody knows it any more")
        let hashesAgree = hash(of: moved) == hash(of: asItWas)
        #expect(hashesAgree == true, "a seat was moved, and a set looks for it in the wrong place")
        let row = try row(of: asItWas)
        #expect(row == 3, "the seat was carried to row 3, and whoever asks for it must be sent there")
        let rowsAfter = try rowsOfFreeSeats()
        let expected = formerRow == 1 ? [1, 1, 2, 2, 3] : [1, 1, 1, 2, 3]
        #expect(rowsAfter == expected, "one seat was moved, and the others did not stay")
        let kindIsSettable = isSettable(\Seat.kind)
        #expect(kindIsSettable == false, "somebody can turn a chair into a cushion")
        guard Self.compiler.isAvailable else { return }
        let asked = "_ = seat.kind"
        let exchanged = ["seat.id = other.id", "seat.number = other.number"]
        let accepted = try Self.compiler.accepted([asked] + exchanged, given: "seat: inout Seat, other: Seat")
        #expect(accepted == [asked], "whatever moves, the kind can be asked; which seat it is can't be set")
    }

    private static let compiler = CompileCheck(importing: "Chapter2Entities")

    @Test(
        "reserved: whoever has reserved a seat keeps it when it is moved",
        .enabled(if: SeatingDesign.chosen == .reserved, "another design was chosen")
    )
    mutating func ticketStaysValid() throws {
        let asReserved = try aFree(.chair)
        try night.take(asReserved, for: sori)
        try move(asReserved, toRow: 3)
        let seat = try #require(night.seat(of: sori), "the seat was moved, and its guest has none now")
        let isTheReserved = areEqual(seat, asReserved)
        #expect(isTheReserved == true, "the seat was moved, and its guest has another one now")
        let row = try row(of: seat)
        #expect(row == 3, "the seat was carried to row 3, and its guest must be sent there")
        #expect(
            free == Free(chairs: 2, cushions: 2),
            "a reserved seat was moved, and other seats are free than before"
        )
        for ticket in [asReserved, seat] {
            #expect(
                throws: SeatingRefused.taken,
                "the seat was moved and is still taken, and a second guest must be told so"
            ) {
                try night.take(ticket, for: minho)
            }
        }
        night.leave(sori)
        #expect(throws: Never.self, "the seat is free, and can't be had by who knew it in its former row") {
            try night.take(asReserved, for: minho)
        }
    }

    @Test(
        "reserved: a seat that breaks is missed by its own guest, and by nobody else",
        .enabled(if: SeatingDesign.chosen == .reserved, "another design was chosen")
    )
    mutating func brokenSeat() throws {
        let chairs = night.freeSeats.filter { $0.kind == .chair }
        let broken = try #require(chairs.first)
        try night.take(broken, for: sori)
        try night.take(#require(chairs.last), for: minho)
        try move(broken, toRow: 2)
        let unseated = try night.remove(broken)
        #expect(
            unseated == sori,
            "the guest whose seat is gone must be named, so that somebody can tell them"
        )
        let isStillSeated = night.seat(of: sori) != nil
        #expect(isStillSeated == false, "a guest has a ticket for a seat that is gone")
        let minhoKeepsHis = areEqual(night.seat(of: minho), chairs.last)
        #expect(minhoKeepsHis == true, "a guest whose seat did not break must keep it")
        #expect(
            free == Free(chairs: 1, cushions: 2),
            "a seat with a ticket has broken, and other seats are free than before"
        )
        #expect(
            throws: SeatingRefused.noSuchSeat,
            "a seat that is gone can't be had, and whoever asks must be told that it is no seat here"
        ) {
            try night.take(broken, for: eunbi)
        }
        #expect(throws: SeatingRefused.noSuchSeat, "a seat that is gone can't be carried out once more") {
            try night.remove(broken)
        }
        let nobody = try night.remove(aFree(.cushion))
        #expect(nobody == nil, "a free seat has broken, and somebody is told that it was theirs")
        #expect(throws: Never.self, "the guest whose seat broke can't have another one") {
            try night.take(aFree(.chair), for: sori)
        }
    }
}

// MARK: - In the room

extension SeatTests {
    struct Free: Equatable, CustomTestStringConvertible {
        let chairs: Int
        let cushions: Int

        var testDescription: String { "chairs: \(chairs), cushions: \(cushions)" }
    }

    /// What a guest can have now.
    private var free: Free {
        let seats = night.freeSeats
        return Free(chairs: seats.count { $0.kind == .chair }, cushions: seats.count { $0.kind == .cushion })
    }

    private func aFree(_ kind: SeatKind) throws -> Seat {
        try #require(night.freeSeats.first { $0.kind == kind }, "no seat of this kind is free")
    }

    /// The room, where its seats can be carried about.
    private func room() throws -> any RearrangesSeats {
        let room = asRoom(night)
        return try #require(room, "FilmNight does not conform to RearrangesSeats: put its extension back")
    }

    private func row(of seat: Seat) throws -> Int? {
        try room().row(of: seat)
    }

    private func rowsOfFreeSeats() throws -> [Int] {
        let room = try room()
        return night.freeSeats.compactMap { room.row(of: $0) }.sorted()
    }

    private mutating func move(_ seat: Seat, toRow row: Int) throws {
        var room = try room()
        try room.move(seat, toRow: row)
        let moved: Any = room
        night = try #require(moved as? FilmNight)
    }
}

private func asRoom<Subject>(_ subject: Subject) -> (any RearrangesSeats)? {
    subject as? any RearrangesSeats
}
