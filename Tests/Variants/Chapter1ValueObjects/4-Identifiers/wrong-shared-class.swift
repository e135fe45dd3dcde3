// Fails: an id can be handed to another task
// Tempting: an id is passed around a lot, so why copy its text each time; a class that can be extended is not Sendable.

class TextID: Hashable, Codable {
    let text: String

    init(_ text: String) throws(BlankID) {
        guard text.contains(where: { !$0.isWhitespace }) else { throw BlankID() }
        self.text = text
    }

    required init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard text.contains(where: { !$0.isWhitespace }) else { throw BlankID() }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    static func == (one: TextID, other: TextID) -> Bool {
        type(of: one) == type(of: other) && one.text == other.text
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

final class MemberID: TextID {}
final class CircleID: TextID {}

/// A member may take a seat in a circle.
struct Invitation: Hashable, Codable {
    let member: MemberID
    let circle: CircleID

    init(_ member: MemberID, _ circle: CircleID) {
        self.member = member
        self.circle = circle
    }

    /// Reads the end of an invitation link: the circle first, then the member, as in «c-7/m-1».
    init(link: String) throws {
        let parts = link.split(separator: "/").map(String.init)
        guard parts.count == 2 else { throw BrokenLink() }
        let circle = try CircleID(parts[0])
        let member = try MemberID(parts[1])
        self.init(member, circle)
    }
}

/// An id of nothing but spaces, or of nothing at all.
struct BlankID: Error, Hashable {}

/// A link that is not a circle and a member.
struct BrokenLink: Error, Hashable {}
