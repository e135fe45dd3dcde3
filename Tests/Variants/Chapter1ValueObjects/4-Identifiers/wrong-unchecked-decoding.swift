// Fails: a stored text is checked as well
// Tempting: `Codable` costs one word, and what is in our own store was checked when it went in.

typealias MemberID = ID<Member>
typealias CircleID = ID<Circle>

enum Member {}
enum Circle {}

struct ID<Subject>: RawRepresentable, Hashable, Codable, Sendable {
    let rawValue: String

    var text: String { rawValue }

    init(rawValue: String) {
        self.rawValue = rawValue
    }

    init(_ text: String) throws(BlankID) {
        guard text.contains(where: { !$0.isWhitespace }) else { throw BlankID() }
        rawValue = text
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
        let circle = try CircleID(parts[0])
        let member = try MemberID(parts[1])
        self.init(member, circle)
    }
}

/// An id of nothing but spaces, or of nothing at all.
struct BlankID: Error, Hashable {}

/// A link that is not a circle and a member.
struct BrokenLink: Error, Hashable {}
