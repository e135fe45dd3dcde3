import Foundation

/// What a teacher says of a class, in `class.json`: names, groups, when it is due and what it is worth.
struct ClassRoll: Hashable, Sendable {
    /// By the name of the folder (or zip) that was handed in.
    var pupils: [String: Pupil] = [:]
    var due: Date?
    var points: PointScheme?

    struct Pupil: Hashable, Sendable {
        var name: String?
        /// As the school's system knows them.
        var id: String?
        var email: String?
        var group: String?
        /// Where it differs from the class's.
        var due: Date?
    }

    static let fileName = "class.json"

    var hasDue: Bool { due != nil || pupils.values.contains { $0.due != nil } }

    func due(of folder: String) -> Date? { pupils[folder]?.due ?? due }
}

// MARK: - Reading it

extension ClassRoll {
    /// What is wrong with the file.
    struct Flaw: Error, Hashable {
        var why: Phrase
    }

    init(_ data: Data, katas: [Gradebook.Kata]) throws(Flaw) {
        guard let json = try? JSONSerialization.jsonObject(with: data), let all = json as? [String: Any]
        else { throw Flaw(why: "it isn't a JSON object") }
        let known = ["names", "groups", "due", "points"]
        if let word = all.keys.sorted().first(where: { !known.contains($0) }) {
            throw Flaw(why: "«\(word)» is unknown: there are names, groups, due and points")
        }
        due = try all["due"].map { value throws(Flaw) in try Self.date(value, of: "the class") }
        try readNames(all["names"])
        try readGroups(all["groups"])
        if let value = all["points"] { points = try PointScheme(value, katas: katas) }
    }

    private mutating func readNames(_ value: Any?) throws(Flaw) {
        guard let value else { return }
        guard let names = value as? [String: Any] else {
            throw Flaw(why: "«names» holds no names by folder")
        }
        for (folder, value) in names.sorted(by: { $0.key < $1.key }) {
            if let name = value as? String {
                pupils[folder, default: Pupil()].name = name
                continue
            }
            guard let pupil = value as? [String: Any] else {
                throw Flaw(why: "«names» must give \(folder) a name or an object")
            }
            for (key, value) in pupil.sorted(by: { $0.key < $1.key }) {
                let text = value as? String ?? (value as? Int).map(String.init)
                guard let text else {
                    throw Flaw(why: "«names» gives \(folder) a value for «\(key)» that isn't text")
                }
                switch key {
                case "name": pupils[folder, default: Pupil()].name = text
                case "id": pupils[folder, default: Pupil()].id = text
                case "email": pupils[folder, default: Pupil()].email = text
                case "due": pupils[folder, default: Pupil()].due = try Self.date(text, of: folder)
                default:
                    throw Flaw(
                        why:
                            "«names» gives \(folder) a «\(key)», which is unknown: there are name, id, email and due"
                    )
                }
            }
        }
    }

    private mutating func readGroups(_ value: Any?) throws(Flaw) {
        guard let value else { return }
        guard let groups = value as? [String: Any] else {
            throw Flaw(why: "«groups» holds no folders by group")
        }
        for (group, value) in groups.sorted(by: { $0.key < $1.key }) {
            let object = value as? [String: Any]
            guard let members = (object?["members"] ?? value) as? [String] else {
                throw Flaw(why: "«groups» must give \(group) a list of folders")
            }
            let due = try object?["due"].map { value throws(Flaw) in try Self.date(value, of: group) }
            for folder in members {
                if let other = pupils[folder]?.group, other != group {
                    throw Flaw(why: "\(folder) is in two groups: \(other) and \(group)")
                }
                pupils[folder, default: Pupil()].group = group
                // What is said of one counts more than what is said of the group.
                if pupils[folder]?.due == nil { pupils[folder]?.due = due }
            }
        }
    }

    /// «2026-12-01T18:00:00+01:00»: without the zone nobody would know when that is.
    private static func date(_ value: Any, of whom: String) throws(Flaw) -> Date {
        guard let text = value as? String, let date = try? Date(text, strategy: .iso8601) else {
            throw Flaw(why: "«due» of \(whom) isn't a time such as 2026-12-01T18:00:00+01:00")
        }
        return date
    }
}
