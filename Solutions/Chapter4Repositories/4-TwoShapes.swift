// 4.4 One profile, two APIs

import Foundation
import Moa

/// What one record that can't be understood does to the import.
enum BadRecordPolicy {
    /// It is left out and reported, and the others come in.
    case rejectRecord
    /// Nobody comes in until it is put right.
    case rejectImport

    // Why: profiles don't depend on each other, and no member should wait for somebody else's typing error.
    static let chosen: BadRecordPolicy = .rejectRecord
}

/// What Moa knows of a member from another place.
///
/// Why not Decodable: it would have to spell its fields as one of the two documents does.
struct MemberProfile: Hashable, Sendable {
    let id: MemberID
    let handle: Handle
    let postcode: Postcode
    let isSupporter: Bool
    /// What the member says about themselves; nil if they say nothing.
    let introduction: String?
}

/// The town's register, as it is exported every month.
struct TownRegister: ProfileSource {
    private let document: Data

    init(document: Data) {
        self.document = document
    }

    func profiles() throws(UnreadableField) -> ImportedProfiles {
        try ImportedProfiles(readingRecordsOf: Export.self, from: document)
    }
}

/// The club platform's answer.
struct ClubPlatform: ProfileSource {
    private let document: Data

    init(document: Data) {
        self.document = document
    }

    func profiles() throws(UnreadableField) -> ImportedProfiles {
        try ImportedProfiles(readingRecordsOf: Answer.self, from: document)
    }
}

// MARK: - In the town's words

extension TownRegister {
    private struct Export: ProfileDocument {
        let entries: [Attempt<Entry>]
        var records: [Attempt<Entry>] { entries }
    }

    private struct Entry: ForeignProfile {
        enum Field: String, CodingKey {
            case number = "member_no"
            case nickname, zip, supporter, introduction
        }

        enum YesOrNo: String, Decodable {
            case yes = "Y"
            case no = "N"
        }

        let profile: MemberProfile

        init(from decoder: any Decoder) throws {
            let entry = try decoder.container(keyedBy: Field.self)
            profile = MemberProfile(
                id: try entry.translate(.number) { try MemberID($0) },
                handle: try entry.translate(.nickname) { try Handle($0) },
                postcode: try entry.translate(.zip) { try Self.postcode($0) },
                isSupporter: try entry.decode(YesOrNo.self, forKey: .supporter) == .yes,
                introduction: try entry.decodeIfPresent(String.self, forKey: .introduction)
            )
        }

        // Why here and not in Postcode: only the town writes it as a number, and loses the leading zeros.
        private static func postcode(_ number: Int) throws(Postcode.Malformed) -> Postcode {
            let digits = String(number)
            return try Postcode(String(repeating: "0", count: max(0, 5 - digits.count)) + digits)
        }
    }
}

// MARK: - In the platform's words

extension ClubPlatform {
    private struct Answer: ProfileDocument {
        struct Page: Decodable {
            let members: [Attempt<Entry>]
        }

        let data: Page
        var records: [Attempt<Entry>] { data.members }
    }

    private struct Entry: ForeignProfile {
        enum Field: String, CodingKey { case id, account, address, membership }
        enum AccountField: String, CodingKey { case handle, about }
        enum AddressField: String, CodingKey { case postcode }
        enum MembershipField: String, CodingKey { case tier }
        enum Tier: String, Decodable { case regular, supporter }

        let profile: MemberProfile

        init(from decoder: any Decoder) throws {
            let entry = try decoder.container(keyedBy: Field.self)
            let account = try entry.nestedContainer(keyedBy: AccountField.self, forKey: .account)
            let address = try entry.nestedContainer(keyedBy: AddressField.self, forKey: .address)
            let membership = try entry.nestedContainer(keyedBy: MembershipField.self, forKey: .membership)
            profile = MemberProfile(
                id: try entry.translate(.id) { try MemberID($0) },
                handle: try account.translate(.handle) { try Handle($0) },
                postcode: try address.translate(.postcode) { try Postcode($0) },
                isSupporter: try membership.decode(Tier.self, forKey: .tier) == .supporter,
                introduction: try account.decodeIfPresent(String.self, forKey: .about)
            )
        }
    }
}

// MARK: - Translation

/// A document of one source, with a list of records somewhere in it.
private protocol ProfileDocument: Decodable {
    associatedtype Record: ForeignProfile
    var records: [Attempt<Record>] { get }
}

/// A record of one source, which has become a profile.
private protocol ForeignProfile: Decodable {
    var profile: MemberProfile { get }
}

/// A record that was read, or the field that stood in the way.
///
/// Why not an array of records: an array stops at the first that throws, and the rest is never looked at.
private struct Attempt<Record: ForeignProfile>: Decodable {
    let outcome: Result<MemberProfile, UnreadableField>

    init(from decoder: any Decoder) {
        outcome = Result { try Record(from: decoder).profile }.mapError { UnreadableField($0) }
    }
}

extension ImportedProfiles {
    /// The only place that knows what a bad record leads to.
    fileprivate init<Document: ProfileDocument>(
        readingRecordsOf _: Document.Type,
        from data: Data
    ) throws(UnreadableField) {
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: data)
        } catch {
            throw UnreadableField(error)
        }
        for record in document.records {
            switch (record.outcome, BadRecordPolicy.chosen) {
            case (.success(let profile), _): profiles.append(profile)
            case (.failure(let field), .rejectRecord): rejected.append(field)
            case (.failure(let field), .rejectImport): throw field
            }
        }
    }
}

extension KeyedDecodingContainer {
    /// Reads a field and says it in Moa's words. If Moa refuses it, the container still knows where it stood.
    fileprivate func translate<Foreign: Decodable, Value>(
        _ key: Key,
        _ translate: (Foreign) throws -> Value
    ) throws -> Value {
        let foreign = try decode(Foreign.self, forKey: key)
        do {
            return try translate(foreign)
        } catch {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "\(error)")
        }
    }
}

extension UnreadableField {
    fileprivate init(_ error: any Error) {
        switch error {
        // Why the key is added: the path of a missing key ends at the object that lacks it.
        case DecodingError.keyNotFound(let key, let context):
            self.init(at: context.codingPath + [key], .missing)
        case DecodingError.valueNotFound(_, let context): self.init(at: context.codingPath, .missing)
        case DecodingError.typeMismatch(_, let context): self.init(at: context.codingPath, .wrongType)
        case DecodingError.dataCorrupted(let context): self.init(at: context.codingPath, .refused)
        default: self.init(at: [], .refused)
        }
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
