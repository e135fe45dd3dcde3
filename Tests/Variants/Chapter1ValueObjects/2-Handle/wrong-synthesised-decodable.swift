// Fails: a stored text is checked like a typed one
// Tempting: one word, `Codable`, and the compiler writes the rest; it assigns `text` past the initialiser.

import Foundation

struct Handle: Hashable, Codable {
    let text: String

    init(_ raw: String) throws(Flaw) {
        let text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.count >= 3 else { throw .tooShort(length: text.count) }
        guard text.count <= 20 else { throw .tooLong(length: text.count) }
        self.text = text
    }
}

extension Handle {
    enum Flaw: Error, Hashable {
        case tooShort(length: Int)
        case tooLong(length: Int)
    }
}
