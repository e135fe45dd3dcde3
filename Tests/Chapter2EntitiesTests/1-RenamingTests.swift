import KataProbes
import Testing

import struct Moa.Handle
import struct Moa.MemberID

@testable import Chapter2Entities

@Suite("2.1 Still me")
struct RenamingTests {
    var sori: Member
    var minho: Member

    init() throws {
        sori = try Member(id: MemberID("m-1"), handle: Handle("Sori"))
        minho = try Member(id: MemberID("m-2"), handle: Handle("Minho"))
    }

    @Test("a renamed member is still the same member", arguments: Self.ids)
    func identity(id: String) throws {
        var member = try Member(id: MemberID(id), handle: Handle("Sori"))
        _ = try member.rename(to: Handle("Haneul"))
        #expect(
            member.id.text == id,
            "her loans and seats are kept under «\(id)», and nobody has that id any more"
        )
    }

    @Test("a renamed member has the new handle", arguments: NewHandle.all)
    func newHandle(wish: NewHandle) throws {
        var member = try Member(id: MemberID("m-1"), handle: Handle(wish.former))
        _ = try member.rename(to: Handle(wish.text))
        #expect(member.handle.text == wish.text, "the renamed member does not have the new handle")
    }

    @Test("nothing but the handle changes")
    mutating func continuity() throws {
        sori.becomeSupporter()
        _ = try sori.rename(to: Handle("Haneul"))
        #expect(sori.isSupporter == true, "a supporter took a new handle, and her support was forgotten")
        #expect(sori.hasLeft == false, "a member took a new handle, and counts as somebody who has left")
        for wish in NewHandle.oneAfterAnother {
            _ = try sori.rename(to: Handle(wish))
            #expect(
                sori.isSupporter == true,
                "a supporter took one new handle after another, and her support was forgotten"
            )
            #expect(sori.hasLeft == false, "a member took a new handle, and counts as somebody who has left")
            #expect(sori.id.text == "m-1", "a member took a new handle, and has another id now")
            _ = try minho.rename(to: Handle(wish))
            #expect(minho.isSupporter == false, "Minho never became a supporter, and counts as one")
        }
    }

    @Test("the event says who was renamed, from which handle and to which")
    mutating func event() throws {
        let renamed = try sori.rename(to: Handle("Haneul"))
        #expect(renamed?.member.text == "m-1", "the event doesn't say that m-1 was renamed")
        #expect(renamed?.from.text == "Sori", "the event doesn't say that she was «Sori» before")
        #expect(renamed?.to.text == "Haneul", "the event doesn't say that she is «Haneul» now")
        var before = "Haneul"
        let wishes = NewHandle.oneAfterAnother
        for (number, wish) in (wishes + wishes).enumerated() where wish != before {
            if number >= wishes.count { sori.becomeSupporter() }
            let again = try sori.rename(to: Handle(wish))
            #expect(again?.member.text == "m-1", "the event doesn't say that m-1 was renamed")
            #expect(
                again?.from.text == before,
                "she was renamed once more, and no event says that she was «\(before)»"
            )
            #expect(
                again?.to.text == wish,
                "she was renamed once more, and no event says that she is «\(wish)» now"
            )
            #expect(sori.handle.text == wish, "she was renamed once more, and is not called «\(wish)»")
            before = wish
        }
        for wish in NewHandle.all {
            var member = try Member(id: MemberID("m-1"), handle: Handle(wish.former))
            let firstRenaming = try member.rename(to: Handle(wish.text))
            #expect(
                firstRenaming?.from.text == wish.former,
                "a member was renamed for the first time, and no event says that they were «\(wish.former)»"
            )
        }
        for id in Self.ids {
            var member = try Member(id: MemberID(id), handle: Handle("Sori"))
            let firstRenaming = try member.rename(to: Handle("Haneul"))
            #expect(firstRenaming?.member.text == id, "the event doesn't say that «\(id)» was renamed")
        }
    }

    @Test("a member who takes their present handle is not renamed", arguments: ["Sori", "  Sori "])
    mutating func sameHandle(typed: String) throws {
        let renamed = try sori.rename(to: Handle(typed))
        #expect(renamed == nil, "Moa publishes a renaming that has not happened")
        #expect(sori.handle.text == "Sori", "Sori took her present handle, and her handle has changed")
        sori.becomeSupporter()
        let renamedAsSupporter = try sori.rename(to: Handle(typed))
        #expect(renamedAsSupporter == nil, "Moa publishes a supporter's renaming that has not happened")
        #expect(
            sori.isSupporter == true,
            "a supporter took her present handle, and her support was forgotten"
        )
        _ = try sori.rename(to: Handle("Hanéul"))
        let typedAnew = try sori.rename(to: Handle("Hane\u{301}ul"))
        #expect(
            typedAnew == nil,
            "«é» was typed as a letter and an accent, and Moa publishes it as a renaming"
        )
    }

    @Test(
        "a member who has left is not renamed",
        arguments: ["Haneul", "Nari", "Sori", "SORI", "Sori2", "Minho"]
    )
    mutating func refusal(typed: String) throws {
        for earlier in ["Haneul", "Nari", "Sori"] { _ = try sori.rename(to: Handle(earlier)) }
        sori.leave()
        let wish = try Handle(typed)
        for attempt in ["first", "second"] {
            #expect(
                throws: RenamingRefused.hasLeft,
                "the member has left, and their \(attempt) renaming is not refused for that"
            ) {
                try sori.rename(to: wish)
            }
        }
        minho.becomeSupporter()
        minho.leave()
        #expect(
            throws: RenamingRefused.hasLeft,
            "a supporter has left, and their renaming is not refused for that"
        ) {
            try minho.rename(to: wish)
        }
        sori.becomeSupporter()
        #expect(
            throws: RenamingRefused.hasLeft,
            "a former member became a supporter, asked for a new handle, and is not refused for having left"
        ) {
            try sori.rename(to: wish)
        }
    }

    @Test("a refused renaming leaves the member as they were")
    mutating func refusalLeavesState() throws {
        for _ in 1...2 { sori.becomeSupporter() }
        for _ in 1...2 { sori.leave() }
        for wish in ["Sori", "SORI", "Haneul"] {
            _ = try? sori.rename(to: Handle(wish))
        }
        #expect(sori.handle.text == "Sori", "she has left and can't be renamed, but her handle has changed")
        #expect(sori.id.text == "m-1", "she has left and can't be renamed, but her id has changed")
        #expect(sori.isSupporter == true, "she has left and can't be renamed, but her support was forgotten")
        #expect(sori.hasLeft == true, "she has left and can't be renamed, but she is back in Moa")
    }

    @Test("a member who takes a former member's handle is still somebody else")
    mutating func takeover() throws {
        sori.leave()
        _ = try minho.rename(to: Handle("Sori"))
        #expect(minho.id != sori.id, "Minho took a former member's handle, and her id with it")
        let areTheSame = areEqual(minho, sori) ?? false
        #expect(areTheSame == false, "Minho took a former member's handle, and counts as the same member")
        #expect(
            minho.hasLeft == false,
            "Minho took a former member's handle, and counts as a former member too"
        )
        _ = try minho.rename(to: Handle("Nari"))
        var jun = try Member(id: MemberID("m-3"), handle: Handle("Junho"))
        let renamed = try jun.rename(to: Handle("Sori"))
        #expect(renamed?.member.text == "m-3", "Minho gave up «Sori», Jun took it, and no event says so")
        jun.leave()
        let areFormerMembersTheSame = areEqual(jun, sori) ?? false
        #expect(
            areFormerMembersTheSame == false,
            "two former members were called «Sori» one after the other, and count as one member"
        )
    }

    @Test("no property can be set from outside")
    func encapsulation() {
        let idIsSettable = isSettable(\Member.id)
        #expect(idIsSettable == false, "anybody can give a member another id")
        let handleIsSettable = isSettable(\Member.handle)
        #expect(
            handleIsSettable == false,
            "anybody can bypass the rules and change a handle, and no event says so"
        )
        let hasLeftIsSettable = isSettable(\Member.hasLeft)
        #expect(hasLeftIsSettable == false, "anybody can bring a former member back")
        let isSupporterIsSettable = isSettable(\Member.isSupporter)
        #expect(isSupporterIsSettable == false, "anybody can make a member a supporter")
    }
}

extension RenamingTests {
    /// Ids that look alike.
    static let ids = ["m-1", "M-1", " m-1 ", "ｍ-1"]
}

/// Handles that a member may wish for, most of them hardly different from the former one.
struct NewHandle: CustomTestStringConvertible {
    let kind: String
    var former = "Sori"
    let text: String

    var testDescription: String { "\(kind), «\(former)» → «\(text)»" }

    private static let spellings = [
        NewHandle(kind: "another handle", text: "Haneul"),
        NewHandle(kind: "another script", text: "김소리"),
        NewHandle(kind: "the same word in capitals", text: "SORI"),
        NewHandle(kind: "the same word in wide letters", text: "Ｓｏｒｉ"),
        NewHandle(kind: "the same word with an accent", text: "Sóri"),
        NewHandle(kind: "the same word with a number", text: "Sori2"),
        NewHandle(kind: "the same word with an exclamation mark", text: "Sori!"),
        NewHandle(kind: "the same word with a picture", text: "Sori🌿"),
        NewHandle(kind: "a capital at the beginning", former: "sori", text: "Sori"),
        NewHandle(kind: "a small letter at the beginning", text: "sori"),
        NewHandle(kind: "a capital at the end", text: "SorI"),
        NewHandle(kind: "a letter twice", text: "Sorri"),
        NewHandle(kind: "the same letters in another order", text: "Siro"),
        NewHandle(kind: "the same words in another order", former: "Mary Ann", text: "Ann Mary"),
        NewHandle(kind: "a space more", text: "So ri"),
        NewHandle(kind: "two spaces in place of one", former: "So ri", text: "So  ri"),
        NewHandle(kind: "a hyphen that is not shown", text: "So\u{AD}ri"),
        NewHandle(kind: "a space that does not break the line", former: "So ri", text: "So\u{A0}ri"),
        NewHandle(kind: "a space of no width", text: "So\u{200B}ri"),
        NewHandle(kind: "a wide space", former: "So ri", text: "So\u{3000}ri"),
        NewHandle(kind: "a longer dash", former: "So-ri", text: "So–ri"),
        NewHandle(kind: "a curved apostrophe", former: "D'Arc", text: "D’Arc"),
        NewHandle(kind: "curved quotation marks", former: "\"Sori\"", text: "“Sori”"),
        NewHandle(kind: "one sign for three full stops", former: "Sori...", text: "Sori…"),
        NewHandle(kind: "two letters for one", former: "Jürgen", text: "Juergen"),
        NewHandle(kind: "three letters", text: "Kim"),
        NewHandle(kind: "twenty letters", text: "SoriOfTheRiverRunner"),
        NewHandle(kind: "twenty Korean letters", text: "바람이부는언덕에서함께책을읽는소리와하늘"),
    ]

    static let all =
        spellings
        + signs.flatMap { sign in
            [
                NewHandle(kind: "a sign in front", text: "\(sign)Sori"),
                NewHandle(kind: "a sign inside", text: "So\(sign)ri"),
                NewHandle(kind: "a sign in place of a space", former: "So ri", text: "So\(sign)ri"),
                NewHandle(kind: "a sign at the end", text: "Sori\(sign)"),
            ]
        }

    /// Signs that somebody may not take for part of a name.
    private static let signs = ".,·'’_-~&+*♥@#"

    /// All of them, as the handles of one member, who often goes back to a former one.
    static let oneAfterAnother = ["Nari"] + all.flatMap { [$0.former, $0.text] }
}
