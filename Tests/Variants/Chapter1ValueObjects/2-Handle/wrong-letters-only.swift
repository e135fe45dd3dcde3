// Fails: three to twenty characters make a handle
// Tempting: a handle stands in links, so only letters and digits seem safe; nobody in Moa has asked for that.

import Foundation

/// The name a member is called by in Moa: 3 to 20 characters once trimmed.
struct Handle: Hashable, Sendable {
    static let allowedLength = 3...20

    let text: String

    init(_ raw: String) throws(Flaw) {
        let text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
        let length = text.count
        guard length >= Self.allowedLength.lowerBound else { throw .tooShort(length: length) }
        guard length <= Self.allowedLength.upperBound else { throw .tooLong(length: length) }
        guard text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " }) else {
            throw .tooShort(length: length)
        }
        self.text = text
    }
}

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
