import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter6Factories

@Suite("6.1 Who issues ids?")
struct IssuedIdentityTests {
    /// A fraction of a second belongs to the moment, too.
    private static let nine = Date.utc(2026, 3, 31, hour: 9) + 0.123_456_789

    private let clock = FixedClock(nine)
    private let sori: Handle

    init() throws {
        sori = try Handle("sori")
    }

    @Test("a member carries the id that was issued for them")
    func issuedID() throws {
        let factory = factory(issuing: "m")
        let names = ["sori", "KIM", "김소리", "Min  Ho of the docks"]
        let members = try names.map { try factory.newMember(handle: Handle($0)) }
        try #require(members[0].id.text == "m-1", "the issuer gave m-1, and the member has another id")
        let carried = members.map { [$0.id.text, $0.handle.text] }
        #expect(
            carried == zip(["m-1", "m-2", "m-3", "m-4"], names).map { [$0, $1] },
            "sori, KIM, 김소리 and «Min  Ho of the docks» came one after another, and these are the members"
        )
    }

    @Test("a member joins at the moment that Moa's clock shows")
    func moment() throws {
        let factory = factory(issuing: "m")
        let century: TimeInterval = 36_525 * 86_400
        // Two join at one moment. The clock is put back; in the end it shows the next century, and then the last.
        for wait: TimeInterval in [0, 0, 3 * 86_400, 0.5, -3_600, century, -2 * century] {
            clock.advance(by: wait)
            let secondsLate = try factory.newMember(handle: sori).joinedAt.timeIntervalSince(clock.now)
            #expect(
                secondsLate == 0,
                "Moa's clock shows \(clock.now), and the member joined this many seconds later"
            )
        }
    }

    @Test("no two members share an id, whatever they are called")
    func uniqueness() throws {
        let ofTheApp = MemberFactory(ids: RandomMemberIDs(), now: { Date.now })
        for factory in [factory(issuing: "m"), ofTheApp] {
            let members = try (1...5).map { _ in try factory.newMember(handle: sori) }
            let ids = Set(members.map(\.id)).count
            #expect(ids == 5, "5 newcomers, and only \(ids) different \(ids == 1 ? "id" : "ids")")
        }
    }

    @Test("two factories know nothing of each other")
    func independence() throws {
        let seoul = factory(issuing: "Seoul")
        let busan = factory(issuing: " Busan", ending: "\n")
        let ids = try [
            seoul.newMember(handle: sori), busan.newMember(handle: sori),
            seoul.newMember(handle: sori), busan.newMember(handle: sori),
        ].map(\.id.text)
        #expect(
            ids == ["Seoul-1", " Busan-1\n", "Seoul-2", " Busan-2\n"],
            "Seoul and Busan each number their own members, and these are the ids"
        )
    }

    @Test("without an issued id nobody is registered")
    func failure() throws {
        let hour: TimeInterval = 3_600
        let factory = factory(issuing: "m", downAt: [0, 1, 2, 3, 4, 6].map { Self.nine + $0 * hour })
        var secondsLate: [TimeInterval] = []
        let registered = (1...8).map { _ in
            defer { clock.advance(by: hour) }
            guard let member = try? factory.newMember(handle: sori) else { return "nobody" }
            secondsLate.append(clock.now.timeIntervalSince(member.joinedAt))
            return member.id.text
        }
        #expect(
            registered == ["nobody", "nobody", "nobody", "nobody", "nobody", "m-1", "nobody", "m-2"],
            "the issuer was down in the first five hours and in the seventh, and these were registered"
        )
        #expect(
            Set(secondsLate).subtracting([0]) == [],
            "the issuer worked again, and the members' moment of joining is an earlier one"
        )
    }

    @Test("a member's id and moment of joining never change")
    func constancy() throws {
        let idIsSettable = isSettable(\RegisteredMember.id)
        #expect(idIsSettable == false, "anybody can make this member into somebody else")
        let momentIsSettable = isSettable(\RegisteredMember.joinedAt)
        #expect(momentIsSettable == false, "anybody can change the day on which this member joined")

        var member = try factory(issuing: "m").newMember(handle: sori)
        let id = member.id
        let joinedAt = member.joinedAt
        for name in ["kim", "KIM", "Min  Ho of the docks", "sori"] {
            clock.advance(by: 86_400)
            try rename(&member, to: Handle(name))
            #expect(
                member.handle.text == name,
                "the member was renamed to \(name), and is called something else"
            )
            #expect(member.id == id, "the member was only renamed, and has another id")
            #expect(
                member.joinedAt == joinedAt,
                "the member was only renamed, and has another moment of joining"
            )
        }
    }

    @Test(
        "a member can't be made from a handle alone",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func completeness() throws {
        let throughTheFactory = "_ = try factory.newMember(handle: handle)"
        // Whatever the initialiser would be, one that throws or one that waits: this closure may call it.
        let called =
            (["handle", "handle: handle.text"]
            + Self.inAnyOrder([
                ["handle: handle"], ["handle: handle", "joinedAt: moment"], ["handle: handle", "id: id"],
                // What is missing may have a default, and labels may be left out.
                ["handle", "joinedAt: moment"], ["handle", "id: id"], ["handle: handle", "moment"],
                ["handle: handle", "id"], ["handle", "moment"], ["handle", "id"],
            ])).map { "_ = { () async throws in _ = try await RegisteredMember(\($0)) }" }
        // A function's type has no labels, so these find an initialiser under any label.
        let taken =
            ([""]
            + ["Handle", "String"].flatMap { name in
                [name, "\(name), any MemberIDs"]
                    + Self.inAnyOrder([
                        [name, "Date"], [name, "MemberID"], [name, "MemberID?", "Date"],
                        [name, "MemberID", "Date?"], [name, "@escaping @Sendable () -> Date"],
                    ])
            }).map { "let make: (\($0)) async throws -> RegisteredMember? = RegisteredMember.init" }
        let pastTheFactory = called + taken
        let accepted = try Self.compiler.accepted(
            [throughTheFactory] + pastTheFactory,
            given: "factory: MemberFactory, id: MemberID, handle: Handle, moment: Date",
            importing: ["Foundation", "Moa"]
        )
        #expect(
            accepted.contains(throughTheFactory) == true,
            "the factory can't register a member from their handle"
        )
        let open = pastTheFactory.filter(accepted.contains)
        #expect(
            open == [],
            "a member can be made with an id that nobody issued, or at a moment that Moa's clock never showed"
        )
    }

    private static let compiler = CompileCheck(importing: "Chapter6Factories")

    /// Lists of arguments, each in every order.
    private static func inAnyOrder(_ lists: [[String]]) -> [String] {
        func orders(_ list: [String]) -> [[String]] {
            list.count < 2
                ? [list]
                : list.flatMap { first in orders(list.filter { $0 != first }).map { [first] + $0 } }
        }
        return lists.flatMap(orders).map { $0.joined(separator: ", ") }
    }

    /// A factory with an issuer of its own, which is down at some moments, and the clock of this test.
    private func factory(
        issuing prefix: String,
        ending: String = "",
        downAt outages: [Date] = []
    ) -> MemberFactory {
        let ids = NumberedMemberIDs(numbers: SequenceIDs(prefix: prefix), ending: ending) { [clock] in
            guard let outage = outages.firstIndex(of: clock.now) else { return nil }
            return outage.isMultiple(of: 2) ? NumberedMemberIDs.Down() : MemberID.Blank()
        }
        return MemberFactory(ids: ids, now: { [clock] in clock.now })
    }

    /// The member may be a struct or a class.
    private func rename(_ member: inout RegisteredMember, to handle: Handle) {
        member.rename(to: handle)
    }
}

/// Members in the order of their joining: «m-1», «m-2», …
private struct NumberedMemberIDs: MemberIDs {
    struct Down: Error {}

    let numbers: SequenceIDs
    let ending: String
    /// Why there is no id: the issuer is down, or a blank is all that it has.
    let failure: @Sendable () -> (any Error)?

    func next() throws -> MemberID {
        if let failure = failure() { throw failure }
        return try MemberID(numbers.next() + ending)
    }
}
