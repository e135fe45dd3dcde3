// `RawRepresentable`: its failable initialiser goes through the check, and JSON goes through that initialiser.

import Foundation

struct Handle: RawRepresentable, Hashable, Codable {
    let rawValue: String

    var text: String { rawValue }

    init(_ raw: String) throws(Flaw) {
        let text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
        switch text.count {
        case ..<3: throw .tooShort(length: text.count)
        case 21...: throw .tooLong(length: text.count)
        default: rawValue = text
        }
    }

    init?(rawValue: String) {
        guard let handle = try? Handle(rawValue) else { return nil }
        self = handle
    }
}

extension Handle {
    enum Flaw: Error, Hashable {
        case tooShort(length: Int)
        case tooLong(length: Int)
    }
}
