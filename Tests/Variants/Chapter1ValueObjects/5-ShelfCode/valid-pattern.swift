// The printed text, read by a pattern: which part doesn't match is asked for one part after the other.

enum ShelfCodeDesign {
    case parts
    case text

    static let chosen: ShelfCodeDesign? = .text
    static let reason = "A scanner reads the labels, and nobody in Moa ever types a code."
}

struct ShelfCode: Hashable {
    let text: String
    let aisle: Character
    let bay: Int
    let place: Int

    init(_ text: String) throws(Flaw) {
        guard let (_, aisle, bay, place) = text.wholeMatch(of: /([^-]*)-([^-]*)-([^-]*)/)?.output else {
            throw .shape
        }
        guard aisle.wholeMatch(of: /[A-Z]/.matchingSemantics(.unicodeScalar)) != nil, let letter = aisle.first
        else {
            throw .aisle
        }
        guard bay.wholeMatch(of: /\d{2}/.asciiOnlyDigits()) != nil, let bay = Int(bay), bay > 0 else {
            throw .bay
        }
        guard place.wholeMatch(of: /\d{4}/.asciiOnlyDigits()) != nil, let place = Int(place), place > 0 else {
            throw .place
        }
        (self.text, self.aisle, self.bay, self.place) = (text, letter, bay, place)
    }
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
