// 4.4 One profile, two APIs
//
// Moa takes over members' profiles from two places: the town's register, which is flat, and a club platform,
// which is nested. Each has words and habits of its own. Translate both into MemberProfile: a caller of a
// ProfileSource can't tell them apart. Name the field that can't be understood, and decide what one bad
// record does to the import.
//
// The page: swift run kata show 4.4
// Check it: swift run kata check 4.4

import Foundation
import Moa

/// What one record that can't be understood does to the import.
enum BadRecordPolicy {
    /// It is left out and reported, and the others come in.
    case rejectRecord
    /// Nobody comes in until it is put right.
    case rejectImport

    // TODO: Choose one of the two, and say in a comment why it is right for Moa.
    static let chosen: BadRecordPolicy = .rejectImport
}

/// What Moa knows of a member from another place.
struct MemberProfile: Hashable, Sendable {
    let id: MemberID
    let handle: Handle
    let postcode: Postcode
    let isSupporter: Bool
    /// What the member says about themselves; nil if they say nothing.
    let introduction: String?
}

// TODO: Whose words are these? Moa's profile knows how the town spells.
extension MemberProfile: Decodable {
    enum CodingKeys: String, CodingKey {
        case id = "member_no"
        case handle = "nickname"
        case postcode = "zip"
        case isSupporter = "supporter"
        case introduction
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.decode(MemberID.self, forKey: .id)
        handle = try fields.decode(Handle.self, forKey: .handle)
        // TODO: What has become of the postcode 06236?
        postcode = try Postcode(String(fields.decode(Int.self, forKey: .postcode)))
        isSupporter = (try? fields.decode(String.self, forKey: .isSupporter)) == "Y"
        introduction = (try? fields.decode(String.self, forKey: .introduction)) ?? ""
    }
}

/// The town's register, as it is exported every month.
struct TownRegister: ProfileSource {
    private let document: Data

    init(document: Data) {
        self.document = document
    }

    func profiles() -> ImportedProfiles {
        struct Export: Decodable {
            let entries: [MemberProfile]
        }
        // TODO: If one record is bad, who comes in? Who learns of it?
        let export = try? JSONDecoder().decode(Export.self, from: document)
        return ImportedProfiles(profiles: export?.entries ?? [])
    }
}

/// The club platform's answer.
struct ClubPlatform: ProfileSource {
    private let document: Data

    init(document: Data) {
        self.document = document
    }

    func profiles() -> ImportedProfiles {
        let answer = try? JSONSerialization.jsonObject(with: document) as? [String: Any]
        let data = answer?["data"] as? [String: Any]
        let members = data?["members"] as? [[String: Any]] ?? []
        return ImportedProfiles(profiles: members.compactMap(profile))
    }

    private func profile(of member: [String: Any]) -> MemberProfile? {
        let account = member["account"] as? [String: Any]
        let address = member["address"] as? [String: Any]
        let membership = member["membership"] as? [String: Any]
        // TODO: A missing field and a field of the wrong type look alike here, and nobody learns which it was.
        guard let id = try? MemberID(member["id"] as? String ?? ""),
            let handle = try? Handle(account?["handle"] as? String ?? ""),
            let postcode = try? Postcode(address?["postcode"] as? String ?? "00000")
        else { return nil }
        return MemberProfile(
            id: id,
            handle: handle,
            postcode: postcode,
            isSupporter: membership?["tier"] as? String == "supporter",
            introduction: account?["about"] as? String ?? ""
        )
    }
}

// MARK: - Given

/// A place that knows members' profiles. A caller need not know which document they stand in, or in whose words.
protocol ProfileSource: Sendable {
    func profiles() throws(UnreadableField) -> ImportedProfiles
}

/// Takes in a source's members if Moa doesn't have them yet. It was written when the town's register was the only
/// source, and nobody has touched it since.
struct ProfileTakeover: Sendable {
    let source: any ProfileSource

    /// In the source's order.
    func newcomers(besides known: Set<MemberID>) throws(UnreadableField) -> [MemberProfile] {
        try source.profiles().profiles.filter { !known.contains($0.id) }
    }
}

/// What came out of a document, in its order.
struct ImportedProfiles: Hashable, Sendable {
    var profiles: [MemberProfile] = []
    /// For each record that was left out, a field that could not be understood.
    var rejected: [UnreadableField] = []
}

/// A field that could not be understood, and where it stands in its document.
struct UnreadableField: Error, Hashable, Sendable {
    enum Flaw: Hashable, Sendable {
        /// It isn't there, or it is null.
        case missing
        /// It isn't of the agreed type: a text instead of a number, say.
        case wrongType
        /// It was read, and Moa can't accept what it says.
        case refused
    }

    /// In the words of the document: «data.members[1].address.postcode».
    let path: String
    let flaw: Flaw

    init(at codingPath: [any CodingKey], _ flaw: Flaw) {
        path = codingPath.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        self.flaw = flaw
    }
}

/// Five digits, leading zeros included.
struct Postcode: Hashable, Sendable {
    let digits: String

    struct Malformed: Error, Hashable {}

    init(_ digits: String) throws(Malformed) {
        let isPostcode = digits.count == 5 && digits.allSatisfy { $0.isASCII && $0.isNumber }
        guard isPostcode else { throw Malformed() }
        self.digits = digits
    }
}
