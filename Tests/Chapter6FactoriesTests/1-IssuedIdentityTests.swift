import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter6Factories

@Suite("6.1 Who issues ids?")
struct IssuedIdentityTests {
    private let clock = FixedClock(.utc(2026, 3, 31, hour: 9))
    private let sori: Handle

    init() throws {
        sori = try Handle("sori")
    }

    @Test("a member carries the id that was issued for them")
    func issuedID() throws {
        let factory = factory(issuing: "m")
        let member = try factory.newMember(handle: sori)
        #expect(member.id.text == "m-1", "the issuer gave m-1, and the member has another id")
    }

    @Test("a member joins at the moment that Moa's clock shows")
    func moment() throws {
        let factory = factory(issuing: "m")
        let first = try factory.newMember(handle: sori)
        try #require(
            first.joinedAt == .utc(2026, 3, 31, hour: 9),
            "Moa's clock shows 31 March 2026, and the member joined at another moment"
        )
        clock.advance(by: 3 * 86_400)
        let later = try factory.newMember(handle: sori)
        #expect(
            later.joinedAt == .utc(2026, 4, 3, hour: 9),
            "Moa's clock shows 3 April 2026 by now, and the member joined at another moment"
        )
    }

    @Test("no two members share an id, whatever they are called")
    func uniqueness() throws {
        let factory = factory(issuing: "m")
        let members = try (1...5).map { _ in try factory.newMember(handle: sori) }
        let ids = Set(members.map(\.id)).count
        #expect(ids == 5, "5 newcomers, and only \(ids) different \(ids == 1 ? "id" : "ids")")
    }

    @Test("two factories know nothing of each other")
    func independence() throws {
        let seoul = factory(issuing: "seoul")
        let busan = factory(issuing: "busan")
        let ids = try [
            seoul.newMember(handle: sori), busan.newMember(handle: sori),
            seoul.newMember(handle: sori), busan.newMember(handle: sori),
        ].map(\.id.text)
        #expect(
            ids == ["seoul-1", "busan-1", "seoul-2", "busan-2"],
            "Seoul and Busan each number their own members, and these are the ids"
        )
    }

    @Test("without an issued id nobody is registered")
    func failure() throws {
        let factory = factory(issuing: "m", atMost: 1)
        let isRegistered = (try? factory.newMember(handle: sori)) != nil
        try #require(isRegistered, "one id was left, and the one newcomer was not registered")
        #expect(throws: (any Error).self, "no id was issued, and somebody was registered") {
            _ = try factory.newMember(handle: sori)
        }
    }

    @Test("a member's id and moment of joining never change")
    func constancy() {
        let idIsSettable = isSettable(\RegisteredMember.id)
        #expect(idIsSettable == false, "anybody can make this member into somebody else")
        let momentIsSettable = isSettable(\RegisteredMember.joinedAt)
        #expect(momentIsSettable == false, "anybody can change the day on which this member joined")
    }

    @Test(
        "a member can't be made from a handle alone",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func completeness() throws {
        let goesThroughTheFactory = try Self.compiler.accepts(
            """
            import Moa
            func register(_ handle: Handle, with factory: MemberFactory) throws -> RegisteredMember {
                try factory.newMember(handle: handle)
            }
            """
        )
        #expect(goesThroughTheFactory == true, "the factory can't register a member from their handle")
        let makesItself = try Self.compiler.accepts(
            """
            import Moa
            func register(_ handle: Handle) throws -> RegisteredMember {
                try RegisteredMember(handle: handle)
            }
            """
        )
        #expect(makesItself == false, "a member can be made past the factory, with an id that nobody issued")
    }

    private static let compiler = CompileCheck(importing: "Chapter6Factories")

    /// A factory with an issuer of its own and the clock of this test.
    private func factory(issuing prefix: String, atMost limit: Int? = nil) -> MemberFactory {
        let ids = NumberedMemberIDs(numbers: SequenceIDs(prefix: prefix, limit: limit))
        return MemberFactory(ids: ids, now: { [clock] in clock.now })
    }
}

/// Members in the order of their joining: «m-1», «m-2», …
private struct NumberedMemberIDs: MemberIDs {
    let numbers: SequenceIDs

    func next() throws -> MemberID {
        try MemberID(numbers.next())
    }
}
