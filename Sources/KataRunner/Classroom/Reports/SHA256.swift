import Foundation

/// The hash by which a page's policy names its own script and style (FIPS 180-4). Foundation has none on Linux.
enum SHA256 {
    static func base64(of text: String) -> String {
        Data(digest(of: Array(text.utf8))).base64EncodedString()
    }

    static func digest(of message: [UInt8]) -> [UInt8] {
        var hash = primes.prefix(8).map { firstBitsOfFraction(Double($0).squareRoot()) }
        let bytes = padded(message)
        for start in stride(from: 0, to: bytes.count, by: 64) {
            mix(bytes[start..<start + 64], into: &hash)
        }
        return hash.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    private static let primes = (2...311).filter { number in
        !(2..<number).contains { number.isMultiple(of: $0) }
    }
    private static let roundConstants = primes.map { firstBitsOfFraction(cbrt(Double($0))) }

    private static func firstBitsOfFraction(_ number: Double) -> UInt32 {
        UInt32((number - number.rounded(.down)) * 4_294_967_296)
    }

    /// A one bit, zeros, and the length in bits: whole blocks of 64 bytes.
    private static func padded(_ message: [UInt8]) -> [UInt8] {
        let zeros = (119 - message.count % 64) % 64
        let length = UInt64(message.count) * 8
        return message + [0x80] + Array(repeating: 0, count: zeros)
            + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: length >> UInt64($0)) }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into hash: inout [UInt32]) {
        let bytes = Array(block)
        var words = (0..<16).map { word in bytes[word * 4..<word * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        for place in 16..<64 {
            let (early, late) = (words[place - 15], words[place - 2])
            words.append(
                words[place - 16] &+ (turned(early, 7) ^ turned(early, 18) ^ early >> 3)
                    &+ words[place - 7] &+ (turned(late, 17) ^ turned(late, 19) ^ late >> 10)
            )
        }
        var state = hash
        for place in 0..<64 {
            let (one, five) = (state[0], state[4])
            let choice = five & state[5] ^ ~five & state[6]
            let majority = one & state[1] ^ one & state[2] ^ state[1] & state[2]
            let first =
                state[7] &+ (turned(five, 6) ^ turned(five, 11) ^ turned(five, 25)) &+ choice
                &+ roundConstants[place] &+ words[place]
            let second = (turned(one, 2) ^ turned(one, 13) ^ turned(one, 22)) &+ majority
            state = [first &+ second] + state.prefix(7)
            state[4] &+= first
        }
        for place in hash.indices { hash[place] &+= state[place] }
    }

    private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word >> bits | word << (32 - bits)
    }
}
