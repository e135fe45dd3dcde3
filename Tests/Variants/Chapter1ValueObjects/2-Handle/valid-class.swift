// A class whose characters never change, trimmed by hand and kept in their composed form.

import Foundation

final class Handle: Sendable {
    let text: String

    init(_ raw: String) throws(Flaw) {
        let leading = raw.drop(while: \.isWhitespace)
        let trimmed = leading.reversed().drop(while: \.isWhitespace).reversed()
        guard trimmed.count >= 3 else { throw .tooShort(length: trimmed.count) }
        guard trimmed.count <= 20 else { throw .tooLong(length: trimmed.count) }
        text = String(trimmed).precomposedStringWithCanonicalMapping
    }

    convenience init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }
}

extension Handle: Hashable {
    static func == (one: Handle, other: Handle) -> Bool { one.text == other.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Handle: Codable {
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
