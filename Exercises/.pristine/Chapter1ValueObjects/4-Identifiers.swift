// 1.4 No swapped ids
//
// Members and circles have ids, and both are an Identifier. Nothing says no when one is used for the
// other, and since Tuesday the people who follow an invitation link have ended up nowhere.
// Give each its own type, so that the compiler refuses a swap; and let no id be blank.
//
// The page: swift run kata show 1.4
// Check it: swift run kata check 1.4

// TODO: Two names, one type. To the compiler they are the same.
typealias MemberID = Identifier
typealias CircleID = Identifier

/// Which member or circle this is.
struct Identifier: Hashable, Codable {
    // TODO: Who may change an id?
    var text: String

    init(_ text: String) throws(BlankID) {
        guard !text.isEmpty else { throw BlankID() }
        self.text = text
    }
}

extension Identifier: ExpressibleByStringLiteral {
    // TODO: Which kind of id is a text in quotes? And who checks it?
    init(stringLiteral text: String) {
        self.text = text
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
        // TODO: There is a mistake here. Don't search for it: let the compiler show it to you.
        self.init(circle, member)
    }
}

// MARK: - Given

/// An id that is empty or only white space.
struct BlankID: Error, Hashable {}

/// A link that doesn't name a circle and a member.
struct BrokenLink: Error, Hashable {}
