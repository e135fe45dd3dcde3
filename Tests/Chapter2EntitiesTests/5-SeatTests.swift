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
        minho = try MemberID(" m-1")
        eunbi = try MemberID("M-1")
    }

    // MARK: Whatever the seating

    @Test("the decision on how the guests sit has a reason")
    func reason() {
        let isGiven = isSentence(SeatingDesign.reason)
        #expect(
            isGiven == true,
            "the next colleague will ask why: answer in a sentence of 20 letters or more"
        )
    }

    @Test("a seat is free until a guest takes it, and again when they leave")
    mutating func takenAndFree() throws {
        #expect(
            free == Free(chairs: 3, cushions: 2),
            "three chairs and two cushions are set out, nobody has come, and these are free"
        )
        try night.take(aFree(.chair), for: sori)
        #expect(
            free == Free(chairs: 2, cushions: 2),
            "one guest has taken one chair, and these seats are free"
        )
        #expect(night.seat(of: sori)?.kind == .chair, "the guest took a chair, and does not have one")
        night.leave(eunbi)
        #expect(
            free == Free(chairs: 2, cushions: 2),
            "somebody who had no seat has gone, and the free seats have changed"
        )
        night.leave(sori)
        #expect(
            free == Free(chairs: 3, cushions: 2),
            "the guest has gone, and the seats are not all free again"
        )
        let isStillSeated = night.seat(of: sori) != nil
        #expect(isStillSeated == false, "the guest has gone, and still has a seat")

        // Sori has gone, and her chair is somebody else's.
        try night.take(aFree(.chair), for: minho)
        try night.take(aFree(.chair), for: eunbi)
        night.leave(sori)
        night.leave(eunbi)
        #expect(
            night.seat(of: minho)?.kind == .chair,
            "others have gone, and a guest who stayed has no seat now"
        )
        #expect(
            free == Free(chairs: 2, cushions: 2),
            "of three guests one has stayed, on a chair, and these seats are free"
        )

        try night.take(aFree(.cushion), for: sori)
        #expect(
            free == Free(chairs: 2, cushions: 1),
            "one guest is on a chair, one on a cushion, and these seats are free"
        )
        #expect(night.seat(of: sori)?.kind == .cushion, "the guest took a cushion, and does not have one")
        night.leave(sori)
        #expect(
            free == Free(chairs: 2, cushions: 2),
            "the guest on the cushion has gone, and these seats are free"
        )

        night = FilmNight(rows: Array(repeating: Array(repeating: .chair, count: 10), count: 6))
        #expect(
            free == Free(chairs: 60, cushions: 0),
            "sixty chairs are set out in the large hall, and these seats are free"
        )
        for number in 1...60 {
            #expect(throws: Never.self, "a chair in the large hall was free, and a guest was refused it") {
                try night.take(aFree(.chair), for: MemberID("m-\(number)"))
            }
        }
        #expect(free == Free(chairs: 0, cushions: 0), "sixty guests have sixty chairs, and these are free")
    }

    @Test("nobody has two seats")
    mutating func oneSeatEach() throws {
        for kind in [SeatKind.cushion, .chair] {
            night.leave(sori)
            try night.take(aFree(kind), for: sori)
            for seat in night.freeSeats {
                #expect(
                    throws: SeatingRefused.alreadySeated,
                    "a guest asked for a second seat, and is not refused for that"
                ) {
                    try night.take(seat, for: sori)
                }
            }
            try night.take(aFree(.chair), for: minho)
            let taken = try #require(night.seat(of: minho), "a guest took a seat, and has none")
            #expect(
                throws: SeatingRefused.alreadySeated,
                "a guest with a seat asked for somebody else's, and is not refused as already seated"
            ) {
                try night.take(taken, for: sori)
            }
            night.leave(minho)
        }
        let own = try #require(night.seat(of: sori), "a guest took a seat, and has none")
        #expect(
            throws: SeatingRefused.alreadySeated,
            "a guest who asks for their own seat again is not refused as already seated"
        ) {
            try night.take(own, for: sori)
        }
        #expect(
            night.seat(of: sori)?.kind == .chair,
            "a guest asked for a second seat, and does not have their chair any more"
        )
        #expect(free == Free(chairs: 2, cushions: 2), "one guest has one chair, and these seats are free")
    }

    // MARK: Open seats

    @Test(
        "open: one chair is as good as another, and a chair stays a chair",
        .enabled(if: SeatingDesign.chosen == .open, "another design was chosen")
    )
    func interchangeable() throws {
        let chairs = night.freeSeats.filter { $0.kind == .chair }
        let chairsAreAlike = try areEqual(
            #require(chairs.first, "no chair is free"),
            #require(chairs.last, "no chair is free")
        )
        #expect(chairsAreAlike == true, "two open chairs differ in something that no guest asks about")
        let kinds = countInSet(night.freeSeats)
        #expect(
            kinds == 2,
            "chairs and cushions are free, and a set of the free seats does not hold exactly one of each"
        )
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
            "three guests have the three chairs, and a fourth is not refused for that"
        ) {
            try night.take(chair, for: latecomer)
        }
        #expect(
            throws: SeatingRefused.alreadySeated,
            "no chair is left, and a guest who has one is not refused as already seated"
        ) {
            try night.take(chair, for: sori)
        }
        #expect(
            free == Free(chairs: 0, cushions: 2),
            "three guests have the chairs, and these seats are free"
        )
        night.leave(minho)
        #expect(throws: Never.self, "a guest has left, and the chair that is free again was refused") {
            try night.take(chair, for: latecomer)
        }
    }

    @Test(
        "open: a chair that breaks is one chair fewer, and no guest loses theirs",
        .enabled(if: SeatingDesign.chosen == .open, "another design was chosen")
    )
    mutating func brokenChair() throws {
        let chair = try aFree(.chair)
        try night.take(chair, for: sori)
        let unseated = try night.remove(chair)
        #expect(unseated == nil, "another chair was free, and a guest is named as having lost theirs")
        #expect(
            free == Free(chairs: 1, cushions: 2),
            "one of three chairs broke, one is taken, and these seats are free"
        )
        #expect(
            night.seat(of: sori)?.kind == .chair,
            "a chair broke while others were free, and the guest has none"
        )
        try night.take(chair, for: minho)
        #expect(
            throws: SeatingRefused.noneLeft,
            "one of three chairs broke, two are taken, and a third guest is not refused for that"
        ) {
            try night.take(chair, for: eunbi)
        }
        #expect(
            throws: SeatingRefused.noneLeft,
            "no chair was free, and removing a broken one is not refused for that"
        ) {
            try night.remove(chair)
        }
        let stillSeated = [sori, minho].count { night.seat(of: $0)?.kind == .chair }
        #expect(stillSeated == 2, "no chair was free, and a guest has lost theirs")

        night.leave(sori)
        #expect(
            free == Free(chairs: 1, cushions: 2),
            "one of three chairs broke, one is taken, and these seats are free"
        )
        let nobody = try night.remove(chair)
        #expect(nobody == nil, "another chair was free, and a guest is named as having lost theirs")
        #expect(
            night.seat(of: minho)?.kind == .chair,
            "a chair broke while others were free, and the guest has none"
        )

        let cushion = try aFree(.cushion)
        for guest in [sori, eunbi] { try night.take(cushion, for: guest) }
        #expect(
            throws: SeatingRefused.noneLeft,
            "no cushion was free, and removing a broken one is not refused for that"
        ) {
            try night.remove(cushion)
        }
        night.leave(eunbi)
        _ = try night.remove(cushion)
        #expect(
            free == Free(chairs: 0, cushions: 0),
            "one of two cushions broke, one is taken, and these seats are free"
        )

        night = FilmNight(rows: [[.chair, .chair]])
        #expect(
            throws: SeatingRefused.noneLeft,
            "no cushion was ever set out, and removing one is not refused for that"
        ) {
            try night.remove(cushion)
        }
        #expect(
            free == Free(chairs: 2, cushions: 0),
            "two chairs are set out, somebody wanted to remove a cushion, and these seats are free"
        )
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
            "five seats can be reserved, and a set of them does not hold five"
        )
        let hall = FilmNight(rows: Array(repeating: Array(repeating: .chair, count: 12), count: 12))
        let seatsInHall = countInSet(hall.freeSeats)
        #expect(
            seatsInHall == 144,
            "twelve rows of twelve chairs can be reserved, and a set of them does not hold 144"
        )
        let chairs = night.freeSeats.filter { $0.kind == .chair }
        let first = try #require(chairs.first, "no chair is free")
        try night.take(first, for: sori)
        for other in [minho, eunbi] {
            #expect(
                throws: SeatingRefused.taken,
                "one guest has reserved this seat, and another is not refused for that"
            ) {
                try night.take(first, for: other)
            }
        }
        try night.take(#require(chairs.last, "no chair is free"), for: minho)
        let ofSori = night.seat(of: sori)
        let isTheReserved = areEqual(ofSori, first)
        #expect(isTheReserved == true, "the guest does not have the seat that they reserved")
        let ofMinho = night.seat(of: minho)
        let isOneSeat = areEqual(ofMinho, ofSori)
        #expect(isOneSeat == false, "two guests reserved two seats, and have the same one")
        for number in 4...6 {
            try night.take(#require(night.freeSeats.first, "no seat is free"), for: MemberID("m-\(number)"))
        }
        #expect(
            throws: SeatingRefused.taken,
            "every seat is reserved, and a guest who asks for one is not refused because it is taken"
        ) {
            try night.take(first, for: eunbi)
        }
    }

    @Test(
        "reserved: a seat that was moved is still the same seat",
        .enabled(if: SeatingDesign.chosen == .reserved, "another design was chosen")
    )
    mutating func moved() throws {
        let rowsBefore = try rowsOfFreeSeats()
        #expect(
            rowsBefore == [1, 1, 1, 2, 2],
            "three seats were set out in row 1 and two in row 2, and they stand elsewhere"
        )
        let asItWas = try aFree(.chair)
        let formerRow = try row(of: asItWas)
        try move(asItWas, toRow: 3)
        #expect(night.freeSeats.count == 5, "a seat was moved, and there are more or fewer seats now")
        let asItIs = night.freeSeats.first { areEqual($0, asItWas) == true }
        let moved = try #require(asItIs, "a seat was moved, and nobody knows it any more")
        let hashesAgree = hash(of: moved) == hash(of: asItWas)
        #expect(hashesAgree == true, "a seat was moved, and a set looks for it in the wrong place")
        let row = try row(of: asItWas)
        #expect(row == 3, "the seat was carried to row 3, and Moa says that it stands elsewhere")
        let rowsAfter = try rowsOfFreeSeats()
        let expected = formerRow == 1 ? [1, 1, 2, 2, 3] : [1, 1, 1, 2, 3]
        #expect(
            rowsAfter == expected,
            "one seat was moved to row 3, and the five seats don't stand in the right rows"
        )
        // By somebody who knows it in its first row.
        #expect(throws: Never.self, "a seat that was moved once could not be moved again") {
            try move(asItWas, toRow: 2)
        }
        let rowNow = try self.row(of: asItWas)
        #expect(
            rowNow == 2,
            "the seat was carried to row 3 and then to row 2, and Moa says it stands elsewhere"
        )
        for row in [1, 2, 1, 12, 2, 2] {
            for seat in [asItWas, moved] {
                #expect(throws: Never.self, "a seat that was moved could not be carried on") {
                    try move(seat, toRow: row)
                }
                let rowNow = try self.row(of: asItWas)
                #expect(
                    rowNow == row,
                    "the seat was carried on to row \(row), and Moa says that it stands elsewhere"
                )
            }
        }
        try move(aFree(.cushion), toRow: 3)
        #expect(
            free == Free(chairs: 3, cushions: 2),
            "one of three chairs and one of two cushions were moved; all five should be free, and these are"
        )
        let kindIsSettable = isSettable(\Seat.kind)
        #expect(kindIsSettable == false, "somebody can turn a chair into a cushion")
        night = FilmNight(rows: [[.chair], [.chair], [], [.cushion]])
        let rowsAroundGap = try rowsOfFreeSeats()
        #expect(
            rowsAroundGap == [1, 2, 4],
            "rows 1, 2 and 4 have a seat each, row 3 has none, and Moa names these"
        )
        guard Self.compiler.isAvailable else { return }
        let asked = "_ = seat.kind"
        // The row may be written into a copy: it says where the seat is, and not which one.
        let stored = Mirror(reflecting: asItWas).children.compactMap(\.label).filter { $0 != "row" }
        let exchanged = Set(["id", "number"] + stored).sorted().map { "seat.\($0) = other.\($0)" }
        let accepted = try Self.compiler.accepted([asked] + exchanged, given: "seat: inout Seat, other: Seat")
        #expect(accepted == [asked], "a seat's kind can't be read, or anybody can set which seat it is")
    }

    private static let compiler = CompileCheck(importing: "Chapter2Entities")

    @Test(
        "reserved: a guest keeps their seat when it is moved",
        .enabled(if: SeatingDesign.chosen == .reserved, "another design was chosen"),
        arguments: [SeatKind.chair, .cushion]
    )
    mutating func ticketStaysValid(kind: SeatKind) throws {
        let before = free
        let asReserved = try aFree(kind)
        try night.take(asReserved, for: sori)
        try move(asReserved, toRow: 3)
        let seat = try #require(night.seat(of: sori), "the seat was moved, and its guest has none now")
        let isTheReserved = areEqual(seat, asReserved)
        #expect(isTheReserved == true, "the seat was moved, and its guest has a different one now")
        let row = try row(of: seat)
        #expect(row == 3, "the seat was carried to row 3, and its guest is sent elsewhere")
        #expect(seat.kind == kind, "the seat was moved, and its guest has a seat of the other kind")
        #expect(
            free == before.without(kind),
            "a reserved seat was moved, and the free seats have changed"
        )
        for ticket in [asReserved, seat] {
            for (who, guest, refusal) in [
                ("its guest", sori, SeatingRefused.alreadySeated), ("a second guest", minho, .taken),
            ] {
                #expect(
                    throws: refusal,
                    "the seat was moved and is still taken; \(who) asked for it, and is not refused for that"
                ) {
                    try night.take(ticket, for: guest)
                }
            }
        }
        night.leave(sori)
        #expect(
            throws: Never.self,
            "the seat is free, and a guest who knew it in its former row was refused it"
        ) {
            try night.take(asReserved, for: minho)
        }
        let rowOfMinho = try night.seat(of: minho).flatMap { try self.row(of: $0) }
        #expect(
            rowOfMinho == 3,
            "a guest took the seat as they knew it in its former row, and Moa says that it stands elsewhere"
        )
        night.leave(minho)
        let rowOfFree = try self.row(of: asReserved)
        #expect(rowOfFree == 3, "the seat's guests have gone, and Moa says that it stands elsewhere")
        #expect(free == before, "the seat's guests have gone, and the free seats have changed")
    }

    @Test(
        "reserved: a seat that breaks is lost by its own guest, and by nobody else",
        .enabled(if: SeatingDesign.chosen == .reserved, "another design was chosen")
    )
    mutating func brokenSeat() throws {
        let here = night.freeSeats
        let chairs = here.filter { $0.kind == .chair }
        let broken = try #require(chairs.first, "no chair is free")
        try night.take(broken, for: sori)
        try night.take(#require(chairs.last, "no chair is free"), for: minho)
        try move(broken, toRow: 2)
        let unseated = try night.remove(broken)
        #expect(
            unseated == sori,
            "the guest whose seat broke is not named, so nobody can tell them"
        )
        let isStillSeated = night.seat(of: sori) != nil
        #expect(isStillSeated == false, "a guest has a ticket for a seat that is gone")
        let minhoKeepsHis = areEqual(night.seat(of: minho), chairs.last)
        #expect(minhoKeepsHis == true, "a guest whose seat did not break has lost it")
        #expect(
            free == Free(chairs: 1, cushions: 2),
            "a reserved seat broke, and the free seats have changed"
        )
        for guest in [eunbi, sori] {
            #expect(
                throws: SeatingRefused.noSuchSeat,
                "a guest asked for a seat that is gone, and is not refused for that"
            ) {
                try night.take(broken, for: guest)
            }
        }
        #expect(
            throws: SeatingRefused.noSuchSeat,
            "removing a seat that is gone already is not refused"
        ) {
            try night.remove(broken)
        }
        #expect(
            throws: SeatingRefused.noSuchSeat,
            "moving a seat that is gone to another row is not refused"
        ) {
            try move(broken, toRow: 1)
        }
        let rowOfBroken = try row(of: broken)
        #expect(rowOfBroken == nil, "a seat is gone, and Moa names a row in which it stands")
        let inAHall = FilmNight(rows: [Array(repeating: .chair, count: 9)]).freeSeats
        let strange = try #require(inAHall.first { !here.contains($0) }, "no chair is free")
        #expect(
            throws: SeatingRefused.noSuchSeat,
            "a guest asked for a seat that was never here, and is not refused for that"
        ) {
            try night.take(strange, for: eunbi)
        }
        #expect(
            throws: SeatingRefused.noSuchSeat,
            "removing a seat that was never here is not refused"
        ) {
            try night.remove(strange)
        }
        #expect(
            throws: SeatingRefused.noSuchSeat,
            "moving a seat that was never here to another row is not refused"
        ) {
            try move(strange, toRow: 1)
        }
        let rowOfStrange = try row(of: strange)
        #expect(rowOfStrange == nil, "a seat was never here, and Moa names a row in which it stands")
        try night.take(aFree(.cushion), for: eunbi)
        night.leave(eunbi)
        let nobody = try night.remove(aFree(.cushion))
        #expect(nobody == nil, "a free seat broke, and a guest is named as having lost it")
        #expect(throws: Never.self, "the guest whose seat broke was refused another one") {
            try night.take(aFree(.chair), for: sori)
        }
        night = FilmNight(rows: [[.chair], [.cushion]])
        _ = try night.remove(aFree(.chair))
        let rowsLeft = try rowsOfFreeSeats()
        #expect(rowsLeft == [2], "the only seat of row 1 broke, and Moa says the one of row 2 stands here")

        // Every seat is moved and breaks, one after the other.
        night = FilmNight(rows: [[.chair, .chair, .cushion], [.chair, .cushion]])
        var seated = try (1...5).map { try MemberID("m-\($0)") }
        for guest in seated { try night.take(#require(night.freeSeats.first, "no seat is free"), for: guest) }
        while let guest = seated.first {
            let seat = try #require(night.seat(of: guest), "a guest whose seat did not break has lost it")
            #expect(throws: Never.self, "a guest's seat could not be carried to another row") {
                try move(seat, toRow: 3)
            }
            let row = try row(of: seat)
            #expect(row == 3, "the seat was carried to row 3, and Moa says that it stands elsewhere")
            let unseated = try night.remove(seat)
            #expect(
                unseated == guest,
                "the guest whose seat broke is not named, so nobody can tell them"
            )
            seated.removeFirst()
            let stillSeated = seated.filter { night.seat(of: $0) != nil }
            #expect(stillSeated == seated, "a guest whose seat did not break has lost it")
            #expect(
                throws: SeatingRefused.noSuchSeat,
                "a guest asked for a seat that is gone, and is not refused for that"
            ) {
                try night.take(seat, for: guest)
            }
        }
    }
}

// MARK: - In the room

extension SeatTests {
    struct Free: Equatable, CustomTestStringConvertible {
        let chairs: Int
        let cushions: Int

        var testDescription: String { "chairs: \(chairs), cushions: \(cushions)" }

        /// One seat of this kind fewer.
        func without(_ kind: SeatKind) -> Free {
            kind == .chair
                ? Free(chairs: chairs - 1, cushions: cushions) : Free(chairs: chairs, cushions: cushions - 1)
        }
    }

    /// What a guest can have now.
    private var free: Free {
        let seats = night.freeSeats
        return Free(chairs: seats.count { $0.kind == .chair }, cushions: seats.count { $0.kind == .cushion })
    }

    private func aFree(_ kind: SeatKind) throws -> Seat {
        try #require(night.freeSeats.first { $0.kind == kind }, "no seat of this kind is free")
    }

    /// The room, as one in which seats can be carried about.
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
