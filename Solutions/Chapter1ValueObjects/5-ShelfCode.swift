// 1.5 Worth a type?

/// What a shelf code keeps, and what it derives.
enum ShelfCodeDesign {
    /// It keeps aisle, bay and place. The text is derived, so a person may write it in another way.
    case parts
    /// It keeps the text on the label, so there is one way to write it. The parts are derived.
    case text

    static let chosen: ShelfCodeDesign? = .parts
    static let reason = "Codes are typed at the desk, and the next free place is worked out from the parts."
}

/// Where a book stands.
struct ShelfCode: MadeOfParts, Hashable, Sendable {
    // Why not three types `Aisle`, `Bay` and `Place`: nobody in Moa handles one of them alone.
    let aisle: Character
    let bay: Int
    let place: Int

    /// The last door: every code passes through, wherever it comes from.
    init(aisle: Character, bay: Int, place: Int) throws(Flaw) {
        // Why `isASCII` as well: a «B» with an accent lies between «A» and «Z», too.
        guard aisle.isASCII, ("A"..."Z").contains(aisle) else { throw .aisle }
        guard (1...99).contains(bay) else { throw .bay }
        guard (1...9999).contains(place) else { throw .place }
        self.aisle = aisle
        self.bay = bay
        self.place = place
    }

    /// Reads a code as people write it: «A-03-0127», and «a-3-127» as well.
    init(_ text: String) throws(Flaw) {
        // Why keep empty parts: without them «A--03-0127» would be three parts, and pass.
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

// Why not the synthesised form: it would bypass the checks, and write three fields where a label has one text.
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
        // Why ASCII before upper case: «ß» in upper case is two letters.
        guard part.count == 1, part.allSatisfy(\.isASCII) else { return nil }
        return part.uppercased().first
    }

    private static func number(_ part: Substring, maxDigits: Int) -> Int? {
        // Why look at each digit: `Int` reads «+3» as well.
        guard part.count <= maxDigits, part.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(part)
    }

    private static func digits(_ number: Int, count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}

extension ShelfCode {
    /// Why something is not a shelf code. If more than one part is wrong, any of them may be named.
    enum Flaw: Error, Hashable {
        /// It is not three parts with hyphens between them.
        case shape
        /// The aisle is not one letter from A to Z.
        case aisle
        /// The bay is not a number from 01 to 99.
        case bay
        /// The place is not a number from 0001 to 9999.
        case place
    }
}

/// A code that can also be made from an aisle, a bay and a place, with the same checks.
protocol MadeOfParts {
    init(aisle: Character, bay: Int, place: Int) throws
}
