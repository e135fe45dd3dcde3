// A type for each part, and each with its rule; the code itself has nothing to check any more.

enum ShelfCodeDesign {
    case parts
    case text

    static let chosen: ShelfCodeDesign? = .parts
    static let reason = "Codes are typed at the desk, and the next free place is worked out."
}

struct ShelfCode: MadeOfParts, Hashable {
    struct Aisle: Hashable {
        let letter: Character

        init(_ letter: Character) throws(Flaw) {
            guard "ABCDEFGHIJKLMNOPQRSTUVWXYZ".contains(letter) else { throw .aisle }
            self.letter = letter
        }
    }

    struct Counted: Hashable {
        let number: Int
        let printed: String

        init(_ number: Int, digits: Int, flaw: Flaw) throws(Flaw) {
            let all = String(number)
            guard number > 0, all.count <= digits else { throw flaw }
            self.number = number
            printed = String(repeating: "0", count: digits - all.count) + all
        }

        init(_ text: Substring, digits: Int, flaw: Flaw) throws(Flaw) {
            guard text.count <= digits, text.allSatisfy({ "0123456789".contains($0) }), let number = Int(text)
            else { throw flaw }
            try self.init(number, digits: digits, flaw: flaw)
        }
    }

    private let aislePart: Aisle
    private let bayPart: Counted
    private let placePart: Counted

    init(aisle: Character, bay: Int, place: Int) throws(Flaw) {
        aislePart = try Aisle(aisle)
        bayPart = try Counted(bay, digits: 2, flaw: .bay)
        placePart = try Counted(place, digits: 4, flaw: .place)
    }

    init(_ text: String) throws(Flaw) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .shape }
        let letter = parts[0].lowercased() == parts[0] ? Substring(parts[0].uppercased()) : parts[0]
        guard parts[0].utf8.count == 1, letter.count == 1, let first = letter.first else { throw .aisle }
        aislePart = try Aisle(first)
        bayPart = try Counted(parts[1], digits: 2, flaw: .bay)
        placePart = try Counted(parts[2], digits: 4, flaw: .place)
    }

    var aisle: Character { aislePart.letter }
    var bay: Int { bayPart.number }
    var place: Int { placePart.number }
    var text: String { "\(aisle)-\(bayPart.printed)-\(placePart.printed)" }
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
