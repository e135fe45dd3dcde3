// 1.2 Born valid

import Foundation

/// The name a member is called by in Moa: 3 to 20 characters once trimmed.
struct Handle: Hashable, Sendable {
    static let allowedLength = 3...20

    let text: String

    // Why not in an extension: Swift would add `init(text:)` to the struct, a door without a check.
    init(_ raw: String) throws(Flaw) {
        let text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
        // Why not `utf8.count`: twenty bytes are twenty letters for Minho, and six syllables for 소리.
        let length = text.count
        guard length >= Self.allowedLength.lowerBound else { throw .tooShort(length: length) }
        guard length <= Self.allowedLength.upperBound else { throw .tooLong(length: length) }
        self.text = text
    }
}

// Why not the synthesised `Codable`: it assigns the stored property and never calls the initialiser.
extension Handle: Codable {
    init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Handle {
    /// Why a text is not a handle, with the length that was found.
    enum Flaw: Error, Hashable {
        case tooShort(length: Int)
        case tooLong(length: Int)
    }
}
