// Fails: handles with the same text are the same handle, however the text is encoded
// Tempting: bytes are compared faster than texts, and two equal texts surely have the same bytes.

import Foundation

struct Handle: Hashable {
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }

    init(_ raw: String) throws(Flaw) {
        let text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.count >= 3 else { throw .tooShort(length: text.count) }
        guard text.count <= 20 else { throw .tooLong(length: text.count) }
        bytes = Array(text.utf8)
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
