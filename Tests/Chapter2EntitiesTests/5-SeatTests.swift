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
        let isGiven = SeatingDesign.reason.contains { !$0.isWhitespace }
        #expect(isGiven == true, "next year nobody knows what the seats were decided for")
    }

    @Test("a seat is free until a guest takes it, and again when they leave")
    mutating func takenAndFree() throws {
        #expect(free == Free(chairs: 3, cushions: 2), "five seats are set out, and nobody has come yet")
        try night.take(aFree(.chair), for: sori)
        #expect(free == Free(chairs: 2, cushions: 2), "one guest has come, and has taken one chair")
        #expect(night.seat(of: sori)?.kind == .chair, "the guest has no seat, or not the kind they took")
        night.leave(minho)
        #expect(free == Free(chairs: 2, cushions: 2), "a stranger left, and took a seat along")
        night.leave(sori)
        #expect(free == Free(chairs: 3, cushions: 2), "the guest has gone, and the seat is not free again")
        let isStillSeated = night.seat(of: sori) != nil
        #expect(isStillSeated == false, "the guest has gone, and still has a seat")
    }

    @Test("nobody has two seats")
    mutating func oneSeatEach() throws {
        try night.take(aFree(.chair), for: sori)
        let cushion = try aFree(.cushion)
        #expect(throws: SeatingRefused.alreadySeated, "one guest took a chair and a cushion") {
            try night.take(cushion, for: sori)
        }
        #expect(night.seat(of: sori)?.kind == .chair, "a guest was refused a second seat, and lost the first")
        #expect(free == Free(chairs: 2, cushions: 2), "a guest who has one seat keeps another from somebody")
    }

    // MARK: Open seats

    @Test(
        "open: one chair is as good as another, and a chair stays a chair",
        .enabled(if: SeatingDesign.chosen == .open, "runs when the seats are open")
    )
    func interchangeable() throws {
        let chairs = night.freeSeats.filter { $0.kind == .chair }
        let chairsAreAlike = try areEqual(#require(chairs.first), #require(chairs.last))
        #expect(chairsAreAlike == true, "two open chairs differ in something that no guest asks about")
        let kinds = countInSet(night.freeSeats)
        #expect(kinds == 2, "chairs and cushions are all that there is to choose from")
        let kindIsSettable = isSettable(\Seat.kind)
        #expect(kindIsSettable == false, "somebody can turn a chair into a cushion")
    }

    @Test(
        "open: a chair can be had as long as one is left",
        .enabled(if: SeatingDesign.chosen == .open, "runs when the seats are open")
    )
    mutating func asLongAsOneIsLeft() throws {
        let chair = try aFree(.chair)
        for guest in [sori, minho, eunbi] {
            #expect(throws: Never.self, "a guest asked for any chair, and was refused while one was free") {
                try night.take(chair, for: guest)
            }
        }
        let latecomer = try MemberID("m-4")
        #expect(throws: SeatingRefused.noneLeft, "three chairs were set out, and a fourth guest got one") {
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
        .enabled(if: SeatingDesign.chosen == .open, "runs when the seats are open")
    )
    mutating func brokenChair() throws {
        let chair = try aFree(.chair)
        try night.take(chair, for: sori)
        let unseated = try night.remove(chair)
        #expect(unseated == nil, "a guest was sent home while another chair stood free")
        #expect(free == Free(chairs: 1, cushions: 2), "a chair has broken, and is still counted")
        #expect(night.seat(of: sori)?.kind == .chair, "the guest moves on to another chair, and keeps a seat")
        try night.take(chair, for: minho)
        #expect(throws: SeatingRefused.noneLeft, "no chair is free, so there is none to spare") {
            try night.remove(chair)
        }
        let stillSeated = [sori, minho].count { night.seat(of: $0)?.kind == .chair }
        #expect(stillSeated == 2, "the refusal has cost a guest the seat")
    }

    // MARK: Reserved seats

    @Test(
        "reserved: a seat is given to one guest at a time",
        .enabled(if: SeatingDesign.chosen == .reserved, "runs when the seats are reserved")
    )
    mutating func oneGuestAtATime() throws {
        let seats = countInSet(night.freeSeats)
        #expect(seats == 5, "two chairs side by side are two seats, and each can be reserved")
        let chairs = night.freeSeats.filter { $0.kind == .chair }
        let first = try #require(chairs.first)
        try night.take(first, for: sori)
        #expect(throws: SeatingRefused.taken, "two guests have a ticket for one seat") {
            try night.take(first, for: minho)
        }
        try night.take(#require(chairs.last), for: minho)
        let ofSori = night.seat(of: sori)
        let isTheReserved = areEqual(ofSori, first)
        #expect(isTheReserved == true, "the guest has another seat than the one they reserved")
        let ofMinho = night.seat(of: minho)
        let isOneSeat = areEqual(ofMinho, ofSori)
        #expect(isOneSeat == false, "two guests sit on one seat")
    }

    @Test(
        "reserved: a seat that was moved is still the same seat",
        .enabled(if: SeatingDesign.chosen == .reserved, "runs when the seats are reserved")
    )
    mutating func moved() throws {
        let rowsBefore = try rowsOfFreeSeats()
        #expect(rowsBefore == [1, 1, 1, 2, 2], "the rows are not those in which the seats were set out")
        let asItWas = try aFree(.chair)
        let formerRow = try row(of: asItWas)
        try move(asItWas, toRow: 3)
        #expect(night.freeSeats.count == 5, "a seat was moved, and there are more or fewer of them now")
        let asItIs = night.freeSeats.first { areEqual($0, asItWas) == true }
        let moved = try #require(asItIs, "a seat was moved, and nobody knows it any more")
        let hashesAgree = hash(of: moved) == hash(of: asItWas)
        #expect(hashesAgree == true, "a seat was moved, and a set looks for it in the wrong place")
        let row = try row(of: asItWas)
        #expect(row == 3, "whoever asks for the seat is sent to the row where it used to stand")
        let rowsAfter = try rowsOfFreeSeats()
        let expected = formerRow == 1 ? [1, 1, 2, 2, 3] : [1, 1, 1, 2, 3]
        #expect(rowsAfter == expected, "one seat was moved, and the others did not stay")
    }

    @Test(
        "reserved: whoever has reserved a seat keeps it when it is moved",
        .enabled(if: SeatingDesign.chosen == .reserved, "runs when the seats are reserved")
    )
    mutating func ticketStaysValid() throws {
        let asReserved = try aFree(.chair)
        try night.take(asReserved, for: sori)
        try move(asReserved, toRow: 3)
        let seat = try #require(night.seat(of: sori), "the seat was moved, and its guest has none now")
        let isTheReserved = areEqual(seat, asReserved)
        #expect(isTheReserved == true, "the seat was moved, and its guest has another one now")
        let row = try row(of: seat)
        #expect(row == 3, "the guest is sent to the row where the seat used to stand")
        #expect(free == Free(chairs: 2, cushions: 2), "a reserved seat was moved, and counts as free")
        for ticket in [asReserved, seat] {
            #expect(throws: SeatingRefused.taken, "the seat was moved, and given to a second guest") {
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
        .enabled(if: SeatingDesign.chosen == .reserved, "runs when the seats are reserved")
    )
    mutating func brokenSeat() throws {
        let chairs = night.freeSeats.filter { $0.kind == .chair }
        let broken = try #require(chairs.first)
        try night.take(broken, for: sori)
        try night.take(#require(chairs.last), for: minho)
        try move(broken, toRow: 2)
        let unseated = try night.remove(broken)
        #expect(unseated == sori, "nobody tells the guest whose seat is gone")
        let isStillSeated = night.seat(of: sori) != nil
        #expect(isStillSeated == false, "a guest has a ticket for a seat that is gone")
        let minhoKeepsHis = areEqual(night.seat(of: minho), chairs.last)
        #expect(minhoKeepsHis == true, "another guest has lost their seat")
        #expect(free == Free(chairs: 1, cushions: 2), "a seat has broken, and can still be reserved")
        #expect(throws: SeatingRefused.noSuchSeat, "a seat that is gone was given to a guest") {
            try night.take(broken, for: eunbi)
        }
        #expect(throws: SeatingRefused.noSuchSeat, "a seat that is gone has broken once more") {
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
        let night: Any = night
        return try #require(
            night as? any RearrangesSeats,
            "reserved seats are carried about, and FilmNight is no RearrangesSeats"
        )
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
