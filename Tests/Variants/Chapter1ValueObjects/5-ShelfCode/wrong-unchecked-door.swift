// Fails: a code never changes, and nobody gets one past the checks
// Tempting: the database holds nothing but codes that were checked once, so why check them again?

enum ShelfCodeDesign {
    case parts
    case text

    static let chosen: ShelfCodeDesign? = .text
    static let reason = "A scanner reads the labels, and nobody in Moa ever types a code."
}

struct ShelfCode: Hashable {
    let text: String

    init(_ text: String) throws(Flaw) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .shape }
        guard parts[0].count == 1, ("A"..."Z").contains(parts[0]), parts[0].utf8.count == 1 else {
            throw .aisle
        }
        guard Self.isNumber(parts[1], digits: 2) else { throw .bay }
        guard Self.isNumber(parts[2], digits: 4) else { throw .place }
        self.text = text
    }

    init(unchecked text: String) {
        self.text = text
    }

    var aisle: Character { text.first ?? "?" }
    var bay: Int { Int(text.dropFirst(2).prefix(2)) ?? 0 }
    var place: Int { Int(text.suffix(4)) ?? 0 }

    private static func isNumber(_ part: Substring, digits: Int) -> Bool {
        part.count == digits && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && part.contains { $0 != "0" }
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
