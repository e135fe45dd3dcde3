// Fails: made of parts: a code can be put together, and is checked there as well
// Tempting: from A to Z, says the range; it holds every letter that sorts between them.

/// What a shelf code keeps, and what it derives.
enum ShelfCodeDesign {
    /// It keeps aisle, bay and place. The text is derived, so a person may write it in another way.
    case parts
    /// It keeps the text on the label. The parts are derived, so there is one way to write it.
    case text

    static let chosen: ShelfCodeDesign? = .parts
    static let reason = "Codes are typed at the desk, and the next free place is worked out from the parts."
}

/// Where a book stands.
struct ShelfCode: MadeOfParts, Hashable, Sendable {
    let aisle: Character
    let bay: Int
    let place: Int

    /// The last door: every code has passed here, wherever it came from.
    init(aisle: Character, bay: Int, place: Int) throws(Flaw) {
        guard ("A"..."Z").contains(aisle) else { throw .aisle }
        guard (1...99).contains(bay) else { throw .bay }
        guard (1...9999).contains(place) else { throw .place }
        self.aisle = aisle
        self.bay = bay
        self.place = place
    }

    /// Reads a code as people write it: «A-03-0127», and «a-3-127» as well.
    init(_ text: String) throws(Flaw) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .shape }
        guard let aisle = Self.letter(parts[0]) else { throw .aisle }
        guard let bay = Self.number(parts[1], maxDigits: 2) else { throw .bay }
        guard let place = Self.number(parts[2], maxDigits: 4) else { throw .place }
        try self.init(aisle: aisle, bay: bay, place: place)
    }

    /// How the code is printed on a label.
    var text: String {
        "\(aisle)-\(Self.digits(bay, count: 2))-\(Self.digits(place, count: 4))"
    }
}

extension ShelfCode: Comparable {
    /// The order in which a reader walks along the shelves.
    static func < (one: ShelfCode, other: ShelfCode) -> Bool {
        (one.aisle, one.bay, one.place) < (other.aisle, other.bay, other.place)
    }
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

// MARK: - Reading and writing

extension ShelfCode {
    private static func letter(_ part: Substring) -> Character? {
        guard part.count == 1, part.allSatisfy(\.isASCII) else { return nil }
        return part.uppercased().first
    }

    private static func number(_ part: Substring, maxDigits: Int) -> Int? {
        guard part.count <= maxDigits, part.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(part)
    }

    private static func digits(_ number: Int, count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}

extension ShelfCode {
    /// Why something is not a shelf code. Where more than one part is wrong, any of them may be named.
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
