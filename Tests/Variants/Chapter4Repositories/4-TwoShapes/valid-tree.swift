// One small tree of JSON for both, which knows at each node where it stands; no Decodable record at all.

import Foundation
import Moa

enum BadRecordPolicy {
    case rejectRecord
    case rejectImport

    static let chosen: BadRecordPolicy = .rejectRecord
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
        try Node(document)["entries"].importEach { entry throws(UnreadableField) in
            MemberProfile(
                id: try entry["member_no"].text().translated { try? MemberID($0) },
                handle: try entry["nickname"].text().translated { try? Handle($0) },
                postcode: try entry["zip"].number().translated { number in
                    let digits = String(number)
                    let zeros = repeatElement("0", count: max(0, 5 - digits.count)).joined()
                    return try? Postcode(zeros + digits)
                },
                isSupporter: try entry["supporter"].text().translated { ["Y": true, "N": false][$0] },
                introduction: try entry["introduction"].optionalText()
            )
        }
    }
}

struct ClubPlatform: ProfileSource {
    let document: Data

    func profiles() throws(UnreadableField) -> ImportedProfiles {
        try Node(document)["data"]["members"].importEach { member throws(UnreadableField) in
            MemberProfile(
                id: try member["id"].text().translated { try? MemberID($0) },
                handle: try member["account"]["handle"].text().translated { try? Handle($0) },
                postcode: try member["address"]["postcode"].text().translated { try? Postcode($0) },
                isSupporter: try member["membership"]["tier"].text()
                    .translated { ["supporter": true, "regular": false][$0] },
                introduction: try member["account"]["about"].optionalText()
            )
        }
    }
}

// MARK: - A document as a tree

private indirect enum JSON: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSON].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }
}

/// A place in the document, and what stands there.
private struct Node {
    private let json: JSON
    private let path: [any CodingKey]

    private init(_ json: JSON, at path: [any CodingKey]) {
        self.json = json
        self.path = path
    }

    init(_ document: Data) throws(UnreadableField) {
        do {
            json = try JSONDecoder().decode(JSON.self, from: document)
            path = []
        } catch {
            throw UnreadableField(at: [], .refused)
        }
    }

    subscript(name: String) -> Node {
        get throws(UnreadableField) {
            switch json {
            case .object(let fields): Node(fields[name] ?? .null, at: path + [Step(stringValue: name)])
            case .null: throw flaw(.missing)
            default: throw flaw(.wrongType)
            }
        }
    }

    func text() throws(UnreadableField) -> Leaf<String> {
        switch json {
        case .text(let text): Leaf(value: text, refusal: flaw(.refused))
        case .null: throw flaw(.missing)
        default: throw flaw(.wrongType)
        }
    }

    func optionalText() throws(UnreadableField) -> String? {
        if case .null = json { return nil }
        return try text().value
    }

    func number() throws(UnreadableField) -> Leaf<Int> {
        switch json {
        case .number(let number): Leaf(value: Int(exactly: number) ?? -1, refusal: flaw(.refused))
        case .null: throw flaw(.missing)
        default: throw flaw(.wrongType)
        }
    }

    func importEach(
        _ translate: (Node) throws(UnreadableField) -> MemberProfile
    ) throws(UnreadableField) -> ImportedProfiles {
        var imported = ImportedProfiles()
        switch json {
        case .list(let records):
            for (index, record) in records.enumerated() {
                do throws(UnreadableField) {
                    imported.profiles.append(try translate(Node(record, at: path + [Step(index)])))
                } catch {
                    if BadRecordPolicy.chosen == .rejectImport { throw error }
                    imported.rejected.append(error)
                }
            }
            return imported
        case .null: throw flaw(.missing)
        default: throw flaw(.wrongType)
        }
    }

    private func flaw(_ flaw: UnreadableField.Flaw) -> UnreadableField {
        UnreadableField(at: path, flaw)
    }

    struct Step: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) {
            self.stringValue = stringValue
            intValue = nil
        }

        init(_ index: Int) {
            stringValue = String(index)
            intValue = index
        }

        init?(intValue: Int) { self.init(intValue) }
    }

    struct Leaf<Value> {
        let value: Value
        let refusal: UnreadableField

        func translated<Own>(_ translate: (Value) -> Own?) throws(UnreadableField) -> Own {
            guard let own = translate(value) else { throw refusal }
            return own
        }
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
