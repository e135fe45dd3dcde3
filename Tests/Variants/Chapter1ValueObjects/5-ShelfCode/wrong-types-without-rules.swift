// Fails: a text that is not a code is refused, and the bad part is named
// Tempting: each part has a type of its own now, which looks thorough; and none of them has a rule.

enum ShelfCodeDesign {
    case parts
    case text

    static let chosen: ShelfCodeDesign? = .parts
    static let reason = "Codes are typed at the desk, and the next free place is worked out."
}

struct Aisle: Hashable { let letter: Character }
struct Bay: Hashable { let number: Int }
struct Place: Hashable { let number: Int }

struct ShelfCode: MadeOfParts, Hashable {
    private let aislePart: Aisle
    private let bayPart: Bay
    private let placePart: Place

    init(aisle: Character, bay: Int, place: Int) {
        aislePart = Aisle(letter: aisle)
        bayPart = Bay(number: bay)
        placePart = Place(number: place)
    }

    init(_ text: String) throws(Flaw) {
        let parts = text.split(separator: "-")
        guard parts.count == 3 else { throw .shape }
        guard let letter = parts[0].uppercased().first else { throw .aisle }
        guard let bay = Int(parts[1]) else { throw .bay }
        guard let place = Int(parts[2]) else { throw .place }
        self.init(aisle: letter, bay: bay, place: place)
    }

    var aisle: Character { aislePart.letter }
    var bay: Int { bayPart.number }
    var place: Int { placePart.number }
    var text: String { "\(aisle)-\(padded(bay, 2))-\(padded(place, 4))" }

    private func padded(_ number: Int, _ digits: Int) -> String {
        let all = String(number)
        return String(repeating: "0", count: max(0, digits - all.count)) + all
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
