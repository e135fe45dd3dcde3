// A protocol with the check and the stored form, and two small types that go through it.

protocol TextID: Hashable, Codable, Sendable {
    var text: String { get }
    init(_ text: String) throws(BlankID)
}

extension TextID {
    static func checked(_ text: String) throws(BlankID) -> String {
        if text.allSatisfy(\.isWhitespace) { throw BlankID() }
        return text
    }

    init(from decoder: any Decoder) throws {
        try self.init(String(from: decoder))
    }

    func encode(to encoder: any Encoder) throws {
        try text.encode(to: encoder)
    }
}

struct MemberID: TextID {
    let text: String
    init(_ text: String) throws(BlankID) { self.text = try Self.checked(text) }
}

struct CircleID: TextID {
    let text: String
    init(_ text: String) throws(BlankID) { self.text = try Self.checked(text) }
}

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
