// Fails: a stored text is checked like a typed one
// Tempting: `RawRepresentable` stores a plain text for nothing, and its initialiser looks like a formality.

import Foundation

struct Handle: RawRepresentable, Hashable, Codable {
    let rawValue: String

    var text: String { rawValue }

    init(_ raw: String) throws(Flaw) {
        let text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.count >= 3 else { throw .tooShort(length: text.count) }
        guard text.count <= 20 else { throw .tooLong(length: text.count) }
        rawValue = text
    }

    init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension Handle {
    enum Flaw: Error, Hashable {
        case tooShort(length: Int)
        case tooLong(length: Int)
    }
}
