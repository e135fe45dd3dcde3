// 1.5 Worth a type?
//
// «A-03-0127» is aisle A, bay 3, place 127. So far a shelf code is a text that is cut where the digits
// should be, and nobody checks whether they are there. Two designs would be sound: keep the three parts and
// derive the text, or keep the printed text and derive the parts. Choose one and say why. Then make
// ShelfCode keep what your choice promises.
//
// The page: swift run kata show 1.5
// Check it: swift run kata check 1.5

/// What a shelf code keeps, and what it derives.
enum ShelfCodeDesign {
    /// It keeps aisle, bay and place. The text is derived, so a person may write it in another way.
    case parts
    /// It keeps the text on the label, so there is one way to write it. The parts are derived.
    case text

    // TODO: Choose, and say in one sentence (20 letters or more) what makes this the better one for Moa.
    static let chosen: ShelfCodeDesign? = nil
    static let reason = ""
}

/// Where a book stands.
struct ShelfCode: Hashable, Codable {
    // TODO: Anything of nine characters is a shelf code.
    var text: String

    init(_ text: String) throws(Flaw) {
        guard text.count == 9 else { throw .shape }
        self.text = text
    }

    var aisle: Character { text.first ?? "?" }
    var bay: Int { Int(text.dropFirst(2).prefix(2)) ?? 0 }
    var place: Int { Int(text.suffix(4)) ?? 0 }
}

extension ShelfCode: Comparable {
    /// The order in which a reader walks along the shelves.
    static func < (one: ShelfCode, other: ShelfCode) -> Bool {
        // TODO: What does the reader meet first: bay 10 of aisle A, or bay 9 of aisle B?
        (one.bay, one.place) < (other.bay, other.place)
    }
}

// TODO: With the design `.parts`, make ShelfCode conform to MadeOfParts.

// MARK: - Given

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
