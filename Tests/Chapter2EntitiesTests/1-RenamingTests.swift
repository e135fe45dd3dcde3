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

    @Test("a renamed member is still the same member")
    mutating func identity() throws {
        _ = try sori.rename(to: Handle("Haneul"))
        #expect(sori.id.text == "m-1", "her loans and seats are kept under m-1, and nobody is m-1 any more")
    }

    @Test("a renamed member bears the new handle", arguments: NewHandle.all)
    mutating func newHandle(wish: NewHandle) throws {
        _ = try sori.rename(to: Handle(wish.text))
        #expect(sori.handle.text == wish.text, "the member goes on under the old handle")
    }

    @Test("nothing but the handle changes")
    mutating func continuity() throws {
        sori.becomeSupporter()
        _ = try sori.rename(to: Handle("Haneul"))
        #expect(sori.isSupporter == true, "a supporter renamed, and her support was forgotten")
        #expect(sori.hasLeft == false, "a member renamed, and was taken for one who has left")
    }

    @Test("a renaming tells who, from which handle and to which")
    mutating func event() throws {
        let renamed = try sori.rename(to: Handle("Haneul"))
        #expect(renamed?.member.text == "m-1", "nobody can tell who was renamed")
        #expect(renamed?.from.text == "Sori", "what she was called before is lost")
        #expect(renamed?.to.text == "Haneul", "what she is called now is not told")
    }

    @Test("the handle that a member already bears is no renaming", arguments: ["Sori", "  Sori "])
    mutating func sameHandle(typed: String) throws {
        let renamed = try sori.rename(to: Handle(typed))
        #expect(renamed == nil, "Moa told of a renaming that has not happened")
        #expect(sori.handle.text == "Sori")
    }

    @Test("a member who has left is not renamed", arguments: ["Haneul", "Sori"])
    mutating func refusal(typed: String) throws {
        sori.leave()
        let wish = try Handle(typed)
        #expect(
            throws: RenamingRefused.hasLeft,
            "the member has left, and whoever asked for the new handle is not told so"
        ) {
            try sori.rename(to: wish)
        }
    }

    @Test("a refused renaming leaves the member as they were")
    mutating func refusalLeavesState() throws {
        sori.becomeSupporter()
        sori.leave()
        let (id, handle) = (sori.id, sori.handle)
        let (isSupporter, hasLeft) = (sori.isSupporter, sori.hasLeft)
        _ = try? sori.rename(to: Handle("Haneul"))
        #expect(sori.handle == handle, "no renaming was possible, and she has the new handle all the same")
        #expect(sori.id == id, "no renaming was possible, and she is somebody else now")
        #expect(sori.isSupporter == isSupporter, "no renaming was possible, and her support was forgotten")
        #expect(sori.hasLeft == hasLeft, "no renaming was possible, and she is back in Moa")
    }

    @Test("who takes a former member's handle is somebody else")
    mutating func takeover() throws {
        sori.leave()
        _ = try minho.rename(to: Handle("Sori"))
        #expect(minho.id != sori.id, "Minho took over a handle, and the loans that were left under it")
        let areTheSame = areEqual(minho, sori) ?? false
        #expect(areTheSame == false, "whoever is called alike counts as the same member")
        #expect(minho.hasLeft == false, "Minho took the handle of one who has left, and has left")
    }

    @Test("no property can be set from outside")
    func encapsulation() {
        let idIsSettable = isSettable(\Member.id)
        #expect(idIsSettable == false, "anybody can make a member somebody else")
        let handleIsSettable = isSettable(\Member.handle)
        #expect(handleIsSettable == false, "a handle can be changed past the rules, and nobody is told")
        let hasLeftIsSettable = isSettable(\Member.hasLeft)
        #expect(hasLeftIsSettable == false, "anybody can bring a former member back")
        let isSupporterIsSettable = isSettable(\Member.isSupporter)
        #expect(isSupporterIsSettable == false, "anybody can make a supporter")
    }
}

/// Handles that Sori may wish for.
struct NewHandle: CustomTestStringConvertible {
    let kind: String
    let text: String

    var testDescription: String { "\(kind), «\(text)»" }

    static let all = [
        NewHandle(kind: "another handle", text: "Haneul"),
        NewHandle(kind: "another script", text: "김소리"),
        NewHandle(kind: "the same word in other letters", text: "SORI"),
    ]
}
