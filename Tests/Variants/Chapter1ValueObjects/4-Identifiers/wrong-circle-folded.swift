// Fails: ids of one kind with the same text are the same id
// Tempting: people type a circle's id into links by hand, so capitals shouldn't matter there.

struct MemberID: Hashable, Sendable {
    let text: String

    init(_ text: String) throws(BlankID) {
        guard text.contains(where: { !$0.isWhitespace }) else { throw BlankID() }
        self.text = text
    }
}

extension MemberID: Codable {
    init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

struct CircleID: Hashable, Sendable {
    let text: String

    static func == (one: CircleID, other: CircleID) -> Bool {
        one.text.lowercased() == other.text.lowercased()
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text.lowercased())
    }

    init(_ text: String) throws(BlankID) {
        guard text.contains(where: { !$0.isWhitespace }) else { throw BlankID() }
        self.text = text
    }
}

extension CircleID: Codable {
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
