// 1.4 No swapped ids

/// Which member this is, whatever they are called today.
typealias MemberID = ID<Member>

/// Which circle this is.
typealias CircleID = ID<Circle>

// Why types without a case: they only mark ids, and have no instances.
enum Member {}
enum Circle {}

/// Which `Subject` this is. The subject is stored nowhere; it makes `ID<Member>` and `ID<Circle>` two types.
///
/// Why not `ExpressibleByStringLiteral`: a text in quotes would fit every kind of id, and ids could be swapped
/// again. Besides, a literal can't be refused.
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
        let circle = try CircleID(parts[0])
        let member = try MemberID(parts[1])
        self.init(member, circle)
    }
}

/// An id that is empty or only white space.
struct BlankID: Error, Hashable {}

/// A link that doesn't name a circle and a member.
struct BrokenLink: Error, Hashable {}
