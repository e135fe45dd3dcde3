import Foundation
import Moa
import Testing

@Suite("A member")
struct MemberTests {
    @Test("is the same member under another handle, and after leaving")
    func identity() throws {
        let before = try Member(id: MemberID("m-1"), handle: Handle("kim"))
        var after = before
        try after.rename(to: Handle("sori"))
        after.leave()
        #expect(after == before)
        #expect(after.hashValue == before.hashValue)
        #expect(after.handle.text == "sori")
        #expect(after.isActive == false)
        #expect(before.handle.text == "kim", "a copy has changed with the original")
        #expect(before.isActive == true)
    }

    @Test("is not another member of the same handle")
    func difference() throws {
        let one = try Member(id: MemberID("m-1"), handle: Handle("kim"))
        let other = try Member(id: MemberID("m-2"), handle: Handle("kim"))
        #expect(one != other)
        #expect(Set([one, other]).count == 2)
    }

    @Test("comes back from JSON with everything")
    func roundTrip() throws {
        var kim = try Member(id: MemberID("m-1"), handle: Handle("kim"))
        kim.leave()
        let back = try JSONDecoder().decode(Member.self, from: JSONEncoder().encode(kim))
        #expect(back.id == kim.id)
        #expect(back.handle == kim.handle)
        #expect(back.isActive == false, "who has left is back again")
    }

    @Test("does not come back from JSON with a handle that could not be typed")
    func badHandle() {
        let json = #"{"id":"m-1","handle":"x","isActive":true}"#
        #expect(throws: Handle.Flaw.tooShort(length: 1)) {
            try JSONDecoder().decode(Member.self, from: Data(json.utf8))
        }
    }
}
