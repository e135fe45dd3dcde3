import Foundation
import Moa
import Testing

@Suite("An id")
struct IdentifierTests {
    @Test("is never blank", arguments: ["", " ", "\n\t", "\u{3000}"])
    func blank(text: String) throws {
        #expect(throws: MemberID.Blank()) { try MemberID(text) }
        #expect(throws: CircleID.Blank()) { try CircleID(text) }
        let json = try JSONEncoder().encode([text])
        #expect(throws: MemberID.Blank()) { try JSONDecoder().decode([MemberID].self, from: json) }
        #expect(throws: CircleID.Blank()) { try JSONDecoder().decode([CircleID].self, from: json) }
    }

    @Test("is the same id when it has the same text")
    func equality() throws {
        #expect(try MemberID("m-1") == MemberID("m-1"))
        #expect(try MemberID("m-1") != MemberID("m-2"))
        #expect(try Set([CircleID("c-1"), CircleID("c-1")]).count == 1)
        #expect(try "\(MemberID("m-1")) \(CircleID("c-1"))" == "m-1 c-1")
    }

    @Test("comes back from JSON as it was")
    func roundTrip() throws {
        let json = try JSONEncoder().encode([MemberID("m-1")])
        #expect(String(decoding: json, as: UTF8.self) == #"["m-1"]"#)
        #expect(try JSONDecoder().decode([MemberID].self, from: json) == [MemberID("m-1")])
        #expect(try JSONDecoder().decode([CircleID].self, from: Data(#"["c-1"]"#.utf8)) == [CircleID("c-1")])
    }
}
