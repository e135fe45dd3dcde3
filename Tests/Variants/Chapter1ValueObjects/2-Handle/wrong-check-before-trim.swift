// Fails: spaces do not lengthen a handle
// Tempting: the check stands first, as guards do, and the trimming is only tidying up.

import Foundation

struct Handle: Hashable {
    let text: String

    init(_ raw: String) throws(Flaw) {
        guard raw.count >= 3 else { throw .tooShort(length: raw.count) }
        guard raw.count <= 20 else { throw .tooLong(length: raw.count) }
        text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
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
    enum Flaw: Error, Hashable {
        case tooShort(length: Int)
        case tooLong(length: Int)
    }
}
