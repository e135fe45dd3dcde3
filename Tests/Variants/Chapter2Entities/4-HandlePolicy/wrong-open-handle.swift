// Fails: no handle is made without asking the policy
// Tempting: every caller asks the policy first, so the handle may believe whoever makes it.

import Foundation
import Moa

/// What Moa asks of a handle when it is chosen.
struct HandlePolicy: Hashable, Sendable {
    let allowedLength: ClosedRange<Int>

    static let current = HandlePolicy(allowedLength: 6...20)

    /// What the form says under the field for the handle.
    var hint: String {
        "\(allowedLength.lowerBound) to \(allowedLength.upperBound) characters"
    }
}

extension HandlePolicy {
    func check(_ text: String) throws(HandleFlaw) {
        if text.count < allowedLength.lowerBound { throw .tooShort(length: text.count) }
        if text.count > allowedLength.upperBound { throw .tooLong(length: text.count) }
    }
}

/// Why a handle can't be had.
enum HandleFlaw: Error, Hashable {
    case tooShort(length: Int)
    case tooLong(length: Int)
}

// MARK: - The account

/// Who a member is in Moa, and what they are called.
struct Account: Identifiable {
    /// What a member is called.
    struct Handle: Hashable, Sendable {
        let text: String
    }

    let id: MemberID
    private(set) var handle: Handle

    /// A member who joins, with the handle they have typed.
    init(
        id: MemberID,
        handle typed: String,
        under policy: HandlePolicy = .current
    ) throws(HandleFlaw) {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        try policy.check(text)
        self.init(id: id, checked: text)
    }

    fileprivate init(id: MemberID, checked text: String) {
        self.id = id
        handle = Handle(text: text)
    }

    /// Takes another handle, as it was typed on the profile page.
    mutating func rename(to typed: String, under policy: HandlePolicy = .current) throws(HandleFlaw) {
        let newText = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        try policy.check(newText)
        handle = Handle(text: newText)
    }
}

// MARK: - Saved and loaded

/// An account as it is stored.
struct AccountRecord: Hashable, Sendable, Codable {
    let id: MemberID
    let handle: String
}

extension Account {
    var record: AccountRecord {
        AccountRecord(id: id, handle: handle.text)
    }

    /// A member who has joined before. What does the policy of today have to say about them?
    init(restoring record: AccountRecord) {
        self.init(id: record.id, checked: record.handle)
    }
}

// MARK: - Imported

/// Newcomers from another club, read from the list that it sends: «m-7;Sori», one to a line.
struct AccountImport {
    struct Refusal: Hashable, Sendable {
        let line: Int
        let reason: Reason
    }

    enum Reason: Hashable, Sendable {
        case unreadable
        case handle(HandleFlaw)
    }

    private(set) var accounts: [Account] = []
    private(set) var refusals: [Refusal] = []

    init(list: String, under policy: HandlePolicy = .current) {
        for (index, line) in list.split(separator: "\n").enumerated() {
            let number = index + 1
            let parts = line.split(separator: ";")
            guard parts.count == 2, let id = try? MemberID(String(parts[0])) else {
                refusals.append(Refusal(line: number, reason: .unreadable))
                continue
            }
            let name = parts[1].trimmingCharacters(in: .whitespaces)
            do throws(HandleFlaw) {
                try policy.check(name)
                accounts.append(Account(id: id, checked: name))
            } catch {
                refusals.append(Refusal(line: number, reason: .handle(error)))
            }
        }
    }
}
