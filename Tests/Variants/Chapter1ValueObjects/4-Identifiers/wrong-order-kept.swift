// Fails: an invitation link names a circle and a member
// Tempting: the error has gone once the ids are made in the order the call wants them; the texts are still swapped.

typealias MemberID = ID<Member>
typealias CircleID = ID<Circle>

enum Member {}
enum Circle {}

struct ID<Subject>: Hashable, Sendable {
    let text: String

    init(_ text: String) throws(BlankID) {
        guard text.contains(where: { !$0.isWhitespace }) else { throw BlankID() }
        self.text = text
    }
}

extension ID: Codable {
    init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
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
        self.init(try MemberID(parts[0]), try CircleID(parts[1]))
    }
}

/// An id of nothing but spaces, or of nothing at all.
struct BlankID: Error, Hashable {}

/// A link that is not a circle and a member.
struct BrokenLink: Error, Hashable {}
