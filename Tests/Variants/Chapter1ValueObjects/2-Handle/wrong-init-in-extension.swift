// Fails: no other code gets past the check
// Tempting: the struct shows its data, the extension its behaviour; and `Handle(text:)` appears for nothing.

import Foundation

struct Handle: Hashable {
    let text: String
}

extension Handle {
    init(_ raw: String) throws(Flaw) {
        let text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.count >= 3 else { throw .tooShort(length: text.count) }
        guard text.count <= 20 else { throw .tooLong(length: text.count) }
        self.init(text: text)
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
