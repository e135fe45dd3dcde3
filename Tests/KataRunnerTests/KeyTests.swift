import Testing

@testable import KataRunner

@Suite("Keys")
struct KeyTests {
    @Test("what terminals send is read as keys", arguments: Sent.all)
    func sequences(sent: Sent) {
        #expect(Key.keys(in: sent.bytes) == sent.keys)
    }

    @Test("several keys may come at once")
    func burst() {
        #expect(Key.keys(in: Array("j\u{1B}[Bn".utf8)) == [.character("j"), .down, .character("n")])
    }

    @Test("any bytes at all are read to their end")
    func noise() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            #expect(Key.keys(in: bytes).count <= bytes.count)
        }
    }
}

struct Sent: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let keys: [Key]

    static let all = [
        Sent(testDescription: "a letter", bytes: Array("n".utf8), keys: [.character("n")]),
        Sent(testDescription: "a Korean syllable", bytes: Array("김".utf8), keys: [.character("김")]),
        Sent(testDescription: "return", bytes: [0x0D], keys: [.enter]),
        Sent(testDescription: "delete", bytes: [0x7F], keys: [.backspace]),
        Sent(testDescription: "escape", bytes: [0x1B], keys: [.escape]),
        Sent(testDescription: "arrow up", bytes: Array("\u{1B}[A".utf8), keys: [.up]),
        Sent(testDescription: "arrow up of another mode", bytes: Array("\u{1B}OA".utf8), keys: [.up]),
        Sent(testDescription: "page down", bytes: Array("\u{1B}[6~".utf8), keys: [.pageDown]),
        Sent(testDescription: "a sequence nobody knows", bytes: Array("\u{1B}[99;5z".utf8), keys: []),
        Sent(testDescription: "half a sequence", bytes: Array("\u{1B}[".utf8), keys: []),
    ]
}
