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
        #expect(sameThing == false, "member 7 and circle 7 count as one thing")
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
        let invited = "_ = Invitation(member, circle)"
        let invitedInReverse = "_ = Invitation(circle, member)"
        // A function's type has no labels, so these find an initialiser whatever its label is.
        let conversions = [
            "let convert: (CircleID) throws -> MemberID? = MemberID.init",
            "let convert: (MemberID) throws -> CircleID? = CircleID.init",
        ]
        let mixtures = [
            "_ = circle == member", "_ = member == circle", "_ = circle < member", "_ = member < circle",
            "if case circle = member {}", "if case member = circle {}",
        ]
        let accepted = try Self.compiler.accepted(
            [inOrder, compared, swapped, invited, invitedInReverse] + conversions + mixtures,
            given: "member: MemberID, circle: CircleID"
        )
        #expect(
            accepted.contains(inOrder) == true,
            "a member's id and a circle's id can't be handed over, even in the right order"
        )
        #expect(accepted.contains(compared) == true, "an id can't be compared with another id of its kind")
        let isSwapped = accepted.contains(swapped)
        #expect(
            isSwapped == false,
            "`seat(circle, in: member)` compiles: members will find the swap, because the compiler doesn't"
        )
        #expect(accepted.contains(invited) == true, "a member can't be invited to a circle")
        #expect(
            accepted.contains(invitedInReverse) == false,
            "`Invitation(circle, member)` compiles: a circle's id stands where a member's belongs"
        )
        let converted = accepted.filter(conversions.contains)
        #expect(converted == [], "this compiles: an id of one kind can be turned into one of the other")
        let mixed = accepted.filter(mixtures.contains)
        #expect(mixed == [], "this compiles: nobody notices that the two were mixed up")
    }

    @Test(
        "a text in quotes is not an id",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func literals() throws {
        let checked = #"_ = (try MemberID("m-1"), try CircleID("c-7"))"#
        let literals = [
            #"let member: MemberID = "c-7""#, #"let circle: CircleID = "m-1""#,
            "let make: (String) -> MemberID = MemberID.init",
            "let make: (String) -> CircleID = CircleID.init",
            "let make: (StaticString) -> MemberID = MemberID.init",
            "let make: (StaticString) -> CircleID = CircleID.init",
            #"_ = try Invitation("m-1", "c-7")"#,
        ]
        let accepted = try Self.compiler.accepted([checked] + literals)
        #expect(accepted.contains(checked) == true, "ids can't be made from their texts")
        let unchecked = accepted.filter(literals.contains)
        #expect(
            unchecked == [],
            "this compiles: a text in quotes is an id, and nobody has asked which kind"
        )
    }

    @Test("an invitation link names a circle and a member")
    func invitationLink() throws {
        let invitation = try Invitation(link: "c-7/m-1")
        #expect(invitation.circle.text == "c-7", "the first part of «c-7/m-1» has not become the circle")
        #expect(invitation.member.text == "m-1", "the second part of «c-7/m-1» has not become the member")
        #expect(throws: BrokenLink(), "the link «c-7» has no member, and is not refused as broken") {
            _ = try Invitation(link: "c-7")
        }
        let other = try? Invitation(link: "Reading%207/ 소리")
        let isMeant = try other == Invitation(made(MemberID(" 소리")), made(CircleID("Reading%207")))
        #expect(
            isMeant == true,
            "«Reading%207/ 소리» has two parts, and is not read as circle «Reading%207» and member « 소리»"
        )
        let pasted = try? Invitation(link: " c-7\t/m-1\n")
        let isKept = try pasted == Invitation(made(MemberID("m-1\n")), made(CircleID(" c-7\t")))
        #expect(isKept == true, "a link with a space, a tab and a line break is not read letter for letter")
        let odd = try? Invitation(link: "m-1/c-7")
        let isRead = try odd == Invitation(made(MemberID("c-7")), made(CircleID("m-1")))
        #expect(isRead == true, "a link names the circle first, and «m-1/c-7» is not read in that order")
        for text in Twin.all {
            let bothParts = try? Invitation(link: "\(text)/\(text)")
            let isReadAsWritten = [bothParts?.circle.text, bothParts?.member.text] == [text, text]
            #expect(
                isReadAsWritten == true,
                "both parts of a link are «\(Twin.visible(text))», and it is not read letter for letter"
            )
        }
        #expect(throws: BrokenLink(), "the link «c-7/x/m-1» has three parts, and is not refused as broken") {
            _ = try Invitation(link: "c-7/x/m-1")
        }
        for link in ["", " ", " /x/m-1", "c-7/ /m-1", "c-7/m-1/ ", "c-7/m-1/x/y"] {
            #expect(
                throws: BrokenLink(),
                "the link «\(link)» doesn't have two parts, and is not refused as broken"
            ) {
                _ = try Invitation(link: link)
            }
        }
        #expect(throws: BlankID(), "the member in «c-7/ » is a space, and is not refused as a blank id") {
            _ = try Invitation(link: "c-7/ ")
        }
        #expect(throws: BlankID(), "the circle in « /m-1» is a space, and is not refused as a blank id") {
            _ = try Invitation(link: " /m-1")
        }
    }

    @Test("ids of one kind with the same text are the same id")
    func equality() throws {
        let member = try made(MemberID("m-1"))
        let memberAgain = try made(MemberID("m-1"))
        let sameMember = areEqual(member, memberAgain)
        #expect(sameMember == true, "member m-1 was loaded twice, and counts as two members")
        let oneMember = try Twin.firstPair { try areEqual(made(MemberID($0)), made(MemberID($1))) != false }
        #expect(oneMember == nil, "the ids of two members look alike, and they count as one member")
        let oneCircle = try Twin.firstPair { try areEqual(made(CircleID($0)), made(CircleID($1))) != false }
        #expect(oneCircle == nil, "the ids of two circles look alike, and they count as one circle")
        let sameHash = hash(of: member) == hash(of: memberAgain)
        #expect(sameHash == true, "equal ids have different hashes, so a set may miss a member")
        let sameCircleHash = try hash(of: made(CircleID("c-7"))) == hash(of: made(CircleID("c-7")))
        // A set of values that break this promise may stop the program.
        try #require(sameCircleHash == true, "equal ids have different hashes, so a set may miss a circle")
        // «é» in one letter, and as a letter and an accent.
        let (short, long) = try (made(MemberID("é-1")), made(MemberID("e\u{301}-1")))
        let isOneHash = hash(of: short) == hash(of: long)
        #expect(
            areEqual(short, long) == false || isOneHash,
            "equal ids have different hashes, so a set may miss a member"
        )
        let circles = try countInSet([made(CircleID("c-7")), made(CircleID("c-7")), made(CircleID("c-8"))])
        #expect(circles == 2, "a set of three ids, two of them equal, does not hold exactly two circles")
    }

    @Test("a blank text is not an id", arguments: Blank.all)
    func blank(blank: Blank) {
        #expect(
            throws: BlankID(),
            "a blank text is not refused as a member's id: two blank members would be the same"
        ) {
            try MemberID(blank.text)
        }
        #expect(
            throws: BlankID(),
            "a blank text is not refused as a circle's id: two blank circles would be the same"
        ) {
            try CircleID(blank.text)
        }
        let member = madeFromRawValue(blank.text, MemberID.self)
        #expect(member == nil, "`init(rawValue:)` lets in a member with a blank id")
        let circle = madeFromRawValue(blank.text, CircleID.self)
        #expect(circle == nil, "`init(rawValue:)` lets in a circle with a blank id")
    }

    @Test("an id stays as it was issued")
    func verbatim() throws {
        let long = String(repeating: "회원-", count: 100)
        for text in Twin.all + ["회원-1", "\tm\n1", "@#%", "a/7", "a//7/", "/", "-", ".", "0", long] {
            let member = try? made(MemberID(text))
            #expect(
                member?.text == text,
                "«\(Twin.visible(text))» was changed or refused, and whoever has stored it will search in vain"
            )
            let circle = try? made(CircleID(text))
            #expect(
                circle?.text == text,
                "«\(Twin.visible(text))» was changed or refused, and whoever has stored it will search in vain"
            )
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
        #expect(
            json == #"{"circle":"c-7","member":"m-1"}"#,
            "ids have always been stored as plain texts, and these are not"
        )
        for text in Twin.all + ["ç-007", "a/7"] {
            let circles = try JSONEncoder().encode([made(CircleID(text))])
            let storedCircles = try? JSONDecoder().decode([String].self, from: circles)
            #expect(
                storedCircles == [text],
                "«\(Twin.visible(text))» is not stored letter for letter, and names another circle"
            )
            let members = try JSONEncoder().encode([made(MemberID(text))])
            let storedMembers = try? JSONDecoder().decode([String].self, from: members)
            #expect(
                storedMembers == [text],
                "«\(Twin.visible(text))» is not stored letter for letter, and names another member"
            )
        }
        let stored = Data(#"{"circle":"c-7","member":"m-1"}"#.utf8)
        let restored = try? JSONDecoder().decode(Invitation.self, from: stored)
        let isRestored = restored == invitation
        #expect(isRestored == true, "the invitations that are already stored can't be read")
    }

    @Test("a stored text is checked as well", arguments: Blank.all)
    func decoding(blank: Blank) throws {
        for text in Twin.all + ["ç  007", "a/7"] {
            let member = try restored(MemberID("id"), with: text).text
            let circle = try restored(CircleID("id"), with: text).text
            #expect(
                [member, circle] == [text, text],
                "«\(Twin.visible(text))» in a file is a good id, and is not read as it was written"
            )
            let memberAsKey = try restoredAsKey(made(MemberID(text)))?.text
            let circleAsKey = try restoredAsKey(made(CircleID(text)))?.text
            #expect(
                [memberAsKey, circleAsKey] == [text, text],
                "«\(Twin.visible(text))» was stored as the key of a dictionary, and another id came back"
            )
        }
        for record in [#"{"text":"\u0020"}"#, "null"] {
            let file = Data("[\(record)]".utf8)
            let members = try? JSONDecoder().decode([MemberID].self, from: file)
            #expect(members == nil, "a file held \(record) for a member's id, and was believed")
            let circles = try? JSONDecoder().decode([CircleID].self, from: file)
            #expect(circles == nil, "a file held \(record) for a circle's id, and was believed")
        }
        // Without `CodingKeyRepresentable`, no id is read from a key.
        let keys = Data("{\(try Self.quoted(blank.text)): 1}".utf8)
        let membersAsKeys = try? JSONDecoder().decode([MemberID: Int].self, from: keys)
        #expect(membersAsKeys == nil, "a blank key in a file was believed, and became a member's id")
        let circlesAsKeys = try? JSONDecoder().decode([CircleID: Int].self, from: keys)
        #expect(circlesAsKeys == nil, "a blank key in a file was believed, and became a circle's id")
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
        #expect(memberIsSendable == true, "MemberID is not Sendable, so no other task may have a member's id")
        let circleIsSendable = Conformance<CircleID>().isSendable
        #expect(circleIsSendable == true, "CircleID is not Sendable, so no other task may have a circle's id")
    }

    private static let compiler = CompileCheck(importing: "Chapter1ValueObjects")

    private static func quoted(_ text: String) throws -> String {
        try String(decoding: JSONEncoder().encode(text), as: UTF8.self)
    }

    /// What is restored when the design stores this id, and somebody edits its text in the file.
    private func restored<ID: Codable>(_ id: ID, with text: String) throws -> ID {
        let sound = try JSONEncoder().encode(["moa": id])
        let edited = try String(decoding: sound, as: UTF8.self)
            .replacingOccurrences(of: #""id""#, with: Self.quoted(text))
        return try #require(JSONDecoder().decode([String: ID].self, from: Data(edited.utf8))["moa"])
    }

    private func restoredAsKey<ID: Hashable & Codable>(_ id: ID) throws -> ID? {
        try JSONDecoder().decode([ID: Int].self, from: JSONEncoder().encode([id: 1])).keys.first
    }
}

/// An id, whether its initialiser can throw or not.
private func made<ID>(_ id: @autoclosure () throws -> ID) throws -> ID {
    try id()
}

/// What `init(rawValue:)` makes of this text; nil if that refuses it, or if the design has no such initialiser.
private func madeFromRawValue<ID>(_ text: String, _ type: ID.Type) -> ID? {
    (type as? any RawRepresentable<String>.Type)?.init(rawValue: text) as? ID
}

/// Ids that look alike.
private enum Twin {
    static let all = [
        "m-1", "m-2", "M-1", "m-01", "ｍ-1", "m-１", "ḿ-1", "1-m", "m1", "m_1", "m.1", "m-1.", "m-1!",
        " m-1", "m-1 ", " m-1 ", "m-1\t", "m-1\n", "m-1 \n", "m-1\r\n", "m-1\u{A0}", "m-1\u{3000}",
        "m 1", "m  1", "m\t1", "m\u{A0}1", "m\u{2003}1", "m\u{2009}1", "m\u{202F}1", "m\u{3000}1",
        "m–1", "m—1", "m‑1", "m−1", "m\u{AD}-1", "m-\u{200B}1", "m'1", "m’1", "m`1",
        "\"m-1\"", "'m-1'", "«m-1»", "(m-1)", "m+1", "m%201", "m&1", "m?1", "m#1", "m\\1", "m|1", "m:1",
        "m;1", "m,1", "m=1", "\u{FEFF}m-1", "7", "07", "+7", "7.0",
        "a-member-of-the-river-runners-1", "a-member-of-the-river-runners-2",
    ]

    /// The first two of them for which this holds.
    static func firstPair(where areOne: (String, String) throws -> Bool) rethrows -> String? {
        for (index, one) in all.enumerated() {
            for other in all[..<index] where try areOne(one, other) {
                return "«\(visible(other))» and «\(visible(one))»"
            }
        }
        return nil
    }

    /// The text as a programmer would write it in quotes.
    static func visible(_ text: String) -> String {
        text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }
}

/// Texts in which there is nothing to read.
struct Blank: CustomTestStringConvertible {
    let testDescription: String
    let text: String

    static let all = [
        Blank(testDescription: "no text at all", text: ""),
        Blank(testDescription: "a space", text: " "),
        Blank(testDescription: "a tab and a line break", text: "\t\n"),
        Blank(testDescription: "a line break, as Windows types it", text: "\r\n"),
        Blank(testDescription: "a non-breaking space", text: "\u{A0}"),
        Blank(testDescription: "a wide space, as Korean keyboards type it", text: "\u{3000}"),
        Blank(testDescription: "an em space", text: "\u{2003}"),
        Blank(testDescription: "a line separator", text: "\u{2028}"),
        Blank(testDescription: "line breaks and spaces in turn", text: " \n \n \n "),
    ]
}
