// Fails: a character is what a reader sees as one
// Tempting: the column in the database is measured in bytes, and for «Sori» the numbers agree.

import Foundation

struct Handle: Hashable {
    let text: String

    init(_ raw: String) throws(Flaw) {
        let text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count >= 3 else { throw .tooShort(length: text.utf8.count) }
        guard text.utf8.count <= 20 else { throw .tooLong(length: text.utf8.count) }
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
    enum Flaw: Error, Hashable {
        case tooShort(length: Int)
        case tooLong(length: Int)
    }
}
