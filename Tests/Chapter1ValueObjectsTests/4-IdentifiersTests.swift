import Foundation
import KataProbes
import Testing

@testable import Chapter1ValueObjects

@Suite("1.4 No swapped ids")
struct IdentifiersTests {
    @Test("member 7 is not circle 7")
    func kinds() throws {
        let member: Any = try made(MemberID("7"))
        let circle: Any = try made(CircleID("7"))
        let sameThing = areEqual(member, circle)
        #expect(sameThing == false, "a member and a circle with the same number are taken for one thing")
        let things = countInSet([member, circle])
        #expect(things == 2, "in a set, a member has taken the place of a circle")
    }

    @Test(
        "a circle's id cannot stand where a member's belongs",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func swapping() throws {
        let seat = "func seat(_ member: MemberID, in circle: CircleID) {}; "
        let inOrder = seat + "seat(member, in: circle)"
        let compared = "_ = member == member && circle == circle"
        let swapped = seat + "seat(circle, in: member)"
        let converted = "let id: MemberID = try MemberID(circle)"
        let mixed = "_ = circle == member"
        let accepted = try Self.compiler.accepted(
            [inOrder, compared, swapped, converted, mixed],
            given: "member: MemberID, circle: CircleID"
        )
        #expect(accepted.contains(inOrder) == true, "ids can't be handed over")
        #expect(accepted.contains(compared) == true, "ids can't be compared with their own kind")
        let isSwapped = accepted.contains(swapped)
        #expect(
            isSwapped == false,
            "`seat(circle, in: member)` compiles: a swap is found by members, not by us"
        )
        let isConverted = accepted.contains(converted)
        #expect(
            isConverted == false,
            "`MemberID(circle)` compiles: what lets a circle through once lets a swap through"
        )
        let isMixed = accepted.contains(mixed)
        #expect(isMixed == false, "`circle == member` compiles, and whoever asks has mixed up the two")
    }

    @Test(
        "a text in quotes is not an id",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func literals() throws {
        let checked = try Self.compiler.accepts(
            """
            func seat(_ member: MemberID, in circle: CircleID) {}
            func test() throws { try seat(MemberID("m-1"), in: CircleID("c-7")) }
            """
        )
        #expect(checked == true, "ids can't be made from their texts")
        let unchecked = try Self.compiler.accepts(
            """
            func seat(_ member: MemberID, in circle: CircleID) {}
            func test() { seat("c-7", in: "m-1") }
            """
        )
        #expect(unchecked == false, "`seat(\"c-7\", in: \"m-1\")` compiles: swapped again, and never checked")
    }

    @Test("an invitation link names a circle and a member")
    func invitationLink() throws {
        let invitation = try Invitation(link: "c-7/m-1")
        #expect(invitation.circle.text == "c-7", "the circle is the first part of «c-7/m-1»")
        #expect(invitation.member.text == "m-1", "the member is the second part of «c-7/m-1»")
        #expect(throws: BrokenLink(), "a link without a member invites nobody") {
            _ = try Invitation(link: "c-7")
        }
        #expect(throws: BlankID(), "a link whose member is a space invites nobody") {
            _ = try Invitation(link: "c-7/ ")
        }
    }

    @Test("ids of one kind with the same text are the same id")
    func equality() throws {
        let sameMember = try areEqual(made(MemberID("m-1")), made(MemberID("m-1")))
        #expect(sameMember == true, "a member was loaded twice and is no longer the same member")
        let otherMember = try areEqual(made(MemberID("m-1")), made(MemberID("m-2")))
        #expect(otherMember == false, "two members pass for one")
        let otherCase = try areEqual(made(MemberID("m-1")), made(MemberID("M-1")))
        #expect(otherCase == false, "handles may ignore letter case; an id is compared letter for letter")
        let circles = try countInSet([made(CircleID("c-7")), made(CircleID("c-7")), made(CircleID("c-8"))])
        #expect(circles == 2, "three ids, two of them equal, are two circles")
    }

    @Test("a blank text is not an id", arguments: Blank.all)
    func blank(blank: Blank) {
        #expect(throws: BlankID(), "a member without an id; the next one will be the same member") {
            try MemberID(blank.text)
        }
        #expect(throws: BlankID(), "a circle without an id; the next one will be the same circle") {
            try CircleID(blank.text)
        }
    }

    @Test("an id stays as it was issued")
    func verbatim() throws {
        for text in ["m-1", "M-1", "007", "회원-1", " m-1 "] {
            let member = try MemberID(text)
            #expect(member.text == text, "the id was changed, and everybody who has stored it looks in vain")
            let circle = try CircleID(text)
            #expect(circle.text == text, "the id was changed, and everybody who has stored it looks in vain")
        }
        let memberIsSettable = isSettable(\MemberID.text)
        #expect(memberIsSettable == false, "anybody can turn this member's id into another's")
        let circleIsSettable = isSettable(\CircleID.text)
        #expect(circleIsSettable == false, "anybody can turn this circle's id into another's")
    }

    @Test("a stored id is nothing but its text")
    func storedForm() throws {
        let invitation = try Invitation(made(MemberID("m-1")), made(CircleID("c-7")))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(invitation), as: UTF8.self)
        #expect(json == #"{"circle":"c-7","member":"m-1"}"#, "ids were stored as plain texts before")
        let stored = Data(#"{"circle":"c-7","member":"m-1"}"#.utf8)
        let restored = try? JSONDecoder().decode(Invitation.self, from: stored)
        let isRestored = restored == invitation
        #expect(isRestored == true, "the invitations that are in store already can't be read")
    }

    @Test("a stored text is checked as well", arguments: Blank.all)
    func decoding(blank: Blank) throws {
        let member = try restored(MemberID("id"), with: "m-1").text
        #expect(member == "m-1", "a sound id in a file is not read as it was written")
        #expect(throws: (any Error).self, "a member without an id came out of a file") {
            _ = try restored(MemberID("id"), with: blank.text)
        }
        #expect(throws: (any Error).self, "a circle without an id came out of a file") {
            _ = try restored(CircleID("id"), with: blank.text)
        }
    }

    @Test("an id can be handed to another task")
    func sendability() {
        let memberIsSendable = Conformance<MemberID>().isSendable
        #expect(memberIsSendable == true, "MemberID is not Sendable")
        let circleIsSendable = Conformance<CircleID>().isSendable
        #expect(circleIsSendable == true, "CircleID is not Sendable")
    }

    private static let compiler = CompileCheck(importing: "Chapter1ValueObjects")

    /// What comes back when this id is stored as the design stores it, and its text is edited in the file.
    private func restored<ID: Codable>(_ id: ID, with text: String) throws -> ID {
        let sound = try JSONEncoder().encode(["moa": id])
        let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        let edited = String(decoding: sound, as: UTF8.self).replacingOccurrences(of: #""id""#, with: quoted)
        return try #require(JSONDecoder().decode([String: ID].self, from: Data(edited.utf8))["moa"])
    }
}

/// An id from an initialiser that may refuse it, or from one that never does.
private func made<ID>(_ id: @autoclosure () throws -> ID) throws -> ID {
    try id()
}

/// Texts with nothing to read in them.
struct Blank: CustomTestStringConvertible {
    let testDescription: String
    let text: String

    static let all = [
        Blank(testDescription: "nothing", text: ""),
        Blank(testDescription: "a space", text: " "),
        Blank(testDescription: "a tab and a line break", text: "\t\n"),
        Blank(testDescription: "a wide space, as Korean keyboards type it", text: "\u{3000}"),
    ]
}
