import Foundation
import Moa
import Testing

@Suite("A handle")
struct HandleTests {
    @Test("has 3 to 20 characters", arguments: [3, 20])
    func allowed(length: Int) throws {
        let text = String(repeating: "k", count: length)
        #expect(try Handle(text).text == text)
    }

    @Test("is refused when it is too short", arguments: ["", "k", "ki", "   ", " ki ", "\n\t"])
    func tooShort(raw: String) {
        let length = raw.filter { !$0.isWhitespace }.count
        #expect(throws: Handle.Flaw.tooShort(length: length)) { try Handle(raw) }
    }

    @Test("is refused when it is too long")
    func tooLong() {
        #expect(throws: Handle.Flaw.tooLong(length: 21)) { try Handle(String(repeating: "k", count: 21)) }
    }

    @Test("is trimmed before it is measured")
    func trimming() throws {
        #expect(try Handle(" \n kim\t ").text == "kim")
        #expect(try Handle("  " + String(repeating: "k", count: 20) + "  ").text.count == 20)
        #expect(try Handle("kim so").text == "kim so", "a space inside belongs to the handle")
    }

    @Test("is measured in what people call characters")
    func characters() throws {
        #expect(try Handle("👩‍👩‍👧🇰🇷👍🏽").text.count == 3)
        #expect(throws: Handle.Flaw.tooShort(length: 1)) { try Handle("👩‍👩‍👧") }
        #expect(try Handle("김소리").text == "김소리")
        #expect(try Handle("zo\u{308}e") == Handle("zöe"), "composed and decomposed text read the same")
    }

    @Test("folds letter case, and nothing else")
    func folding() throws {
        #expect(try Handle("KIM").folded == Handle("kim").folded)
        #expect(try Handle("KIM") != Handle("kim"))
        #expect(try Handle("kim").folded != Handle("kím").folded)
    }

    @Test("comes back from JSON as it was")
    func roundTrip() throws {
        let handle = try Handle("kim")
        let json = try JSONEncoder().encode([handle])
        #expect(String(decoding: json, as: UTF8.self) == #"["kim"]"#)
        #expect(try JSONDecoder().decode([Handle].self, from: json) == [handle])
    }

    @Test("stored text passes through the same door as typed text")
    func decoding() {
        #expect(throws: Handle.Flaw.tooShort(length: 1)) {
            try JSONDecoder().decode([Handle].self, from: Data(#"["x"]"#.utf8))
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Handle].self, from: Data("[1]".utf8))
        }
    }
}
