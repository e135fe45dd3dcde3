// Plain structs that spell each document as it is, read whole and then translated; one bad record stops it all.

import Foundation
import Moa

enum BadRecordPolicy {
    case rejectRecord
    case rejectImport

    // Why: who is missing in Moa after an import is hard to find out, and the town corrects within a day.
    static let chosen: BadRecordPolicy = .rejectImport
}

struct MemberProfile: Hashable, Sendable {
    let id: MemberID
    let handle: Handle
    let postcode: Postcode
    let isSupporter: Bool
    let introduction: String?
}

struct TownRegister: ProfileSource {
    let document: Data

    func profiles() throws(UnreadableField) -> ImportedProfiles {
        let export = try read(TownExport.self, from: document)
        var profiles: [MemberProfile] = []
        for (index, entry) in export.entries.enumerated() {
            let path: [any CodingKey] = [Step(name: "entries"), Step(index: index)]
            profiles.append(try entry.profile(at: path))
        }
        return ImportedProfiles(profiles: profiles)
    }
}

struct ClubPlatform: ProfileSource {
    let document: Data

    func profiles() throws(UnreadableField) -> ImportedProfiles {
        let answer = try read(PlatformAnswer.self, from: document)
        var profiles: [MemberProfile] = []
        for (index, member) in answer.data.members.enumerated() {
            let path: [any CodingKey] = [Step(name: "data"), Step(name: "members"), Step(index: index)]
            profiles.append(try member.profile(at: path))
        }
        return ImportedProfiles(profiles: profiles)
    }
}

// MARK: - What stands in the documents

private struct TownExport: Decodable {
    struct Entry: Decodable {
        enum CodingKeys: String, CodingKey {
            case number = "member_no"
            case nickname, zip, supporter, introduction
        }

        let number: String
        let nickname: String
        let zip: Int
        let supporter: String
        let introduction: String?

        func profile(at path: [any CodingKey]) throws(UnreadableField) -> MemberProfile {
            let digits = (0...99_999).contains(zip) ? String("00000\(zip)".suffix(5)) : String(zip)
            guard let id = try? MemberID(number) else { throw refusal(of: "member_no", path: path) }
            guard let handle = try? Handle(nickname) else { throw refusal(of: "nickname", path: path) }
            guard let postcode = try? Postcode(digits) else { throw refusal(of: "zip", path: path) }
            guard let isSupporter = ["Y": true, "N": false][supporter] else {
                throw refusal(of: "supporter", path: path)
            }
            return MemberProfile(
                id: id,
                handle: handle,
                postcode: postcode,
                isSupporter: isSupporter,
                introduction: introduction
            )
        }
    }

    let entries: [Entry]
}

private struct PlatformAnswer: Decodable {
    struct Members: Decodable {
        let members: [Member]
    }

    struct Member: Decodable {
        struct Account: Decodable {
            let handle: String
            let about: String?
        }

        struct Address: Decodable {
            let postcode: String
        }

        struct Membership: Decodable {
            let tier: String
        }

        let id: String
        let account: Account
        let address: Address
        let membership: Membership

        func profile(at path: [any CodingKey]) throws(UnreadableField) -> MemberProfile {
            guard let id = try? MemberID(id) else { throw refusal(of: "id", path: path) }
            guard let handle = try? Handle(account.handle) else {
                throw refusal(of: "account", "handle", path: path)
            }
            guard let postcode = try? Postcode(address.postcode) else {
                throw refusal(of: "address", "postcode", path: path)
            }
            guard let isSupporter = ["supporter": true, "regular": false][membership.tier] else {
                throw refusal(of: "membership", "tier", path: path)
            }
            return MemberProfile(
                id: id,
                handle: handle,
                postcode: postcode,
                isSupporter: isSupporter,
                introduction: account.about
            )
        }
    }

    let data: Members
}

private struct Step: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(name: String) {
        stringValue = name
        intValue = nil
    }

    init(index: Int) {
        stringValue = String(index)
        intValue = index
    }

    init?(stringValue: String) { self.init(name: stringValue) }
    init?(intValue: Int) { self.init(index: intValue) }
}

private func refusal(of names: String..., path: [any CodingKey]) -> UnreadableField {
    UnreadableField(at: path + names.map { Step(name: $0) }, .refused)
}

private func read<Document: Decodable>(
    _: Document.Type,
    from data: Data
) throws(UnreadableField) -> Document {
    do {
        return try JSONDecoder().decode(Document.self, from: data)
    } catch DecodingError.keyNotFound(let key, let context) {
        throw UnreadableField(at: context.codingPath + [key], .missing)
    } catch DecodingError.valueNotFound(_, let context) {
        throw UnreadableField(at: context.codingPath, .missing)
    } catch DecodingError.typeMismatch(_, let context) {
        throw UnreadableField(at: context.codingPath, .wrongType)
    } catch {
        throw UnreadableField(at: [], .refused)
    }
}

// MARK: - Given

/// Whoever knows members' profiles. A caller need not know which document they stand in, or in whose words.
protocol ProfileSource: Sendable {
    func profiles() throws(UnreadableField) -> ImportedProfiles
}

/// Takes in, of those whom a source knows, the ones that Moa doesn't have yet. It was written when the town's register
/// was the only source, and nobody has touched it since.
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

/// A field that could not be understood, by where it stands in its document.
struct UnreadableField: Error, Hashable, Sendable {
    enum Flaw: Hashable, Sendable {
        /// It isn't there, or it is null.
        case missing
        /// A text where a number was agreed on, or the like.
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

/// Five digits, the zeros in front among them.
struct Postcode: Hashable, Sendable {
    let digits: String

    struct Malformed: Error, Hashable {}

    init(_ digits: String) throws(Malformed) {
        let isPostcode = digits.count == 5 && digits.allSatisfy { $0.isASCII && $0.isNumber }
        guard isPostcode else { throw Malformed() }
        self.digits = digits
    }
}
