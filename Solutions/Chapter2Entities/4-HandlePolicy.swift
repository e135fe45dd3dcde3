// 2.4 The rule moves from 3 to 6

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

    func check(_ text: String) throws(HandleFlaw) {
        guard text.count >= allowedLength.lowerBound else { throw .tooShort(length: text.count) }
        guard text.count <= allowedLength.upperBound else { throw .tooLong(length: text.count) }
    }
}

/// Why a handle is refused.
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

        /// A handle that is chosen now.
        init(_ typed: String, under policy: HandlePolicy) throws(HandleFlaw) {
            let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
            try policy.check(text)
            self.text = text
        }

        /// A handle that was chosen earlier, under the policy of that time.
        // Why `fileprivate`: it trusts its caller, and only a stored record deserves that.
        fileprivate init(remembered text: String) {
            self.text = text
        }
    }

    let id: MemberID
    private(set) var handle: Handle

    /// A member who joins, with the handle they have typed.
    init(
        id: MemberID,
        handle typed: String,
        under policy: HandlePolicy = .current
    ) throws(HandleFlaw) {
        self.id = id
        handle = try Handle(typed, under: policy)
    }

    /// Takes another handle, as it was typed on the profile page.
    mutating func rename(to typed: String, under policy: HandlePolicy = .current) throws(HandleFlaw) {
        handle = try Handle(typed, under: policy)
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

    /// A member who joined earlier.
    // Why no policy and no `throws`: nobody chooses anything here, so there is nothing to refuse.
    init(restoring record: AccountRecord) {
        id = record.id
        handle = Handle(remembered: record.handle)
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
            // Why not restored: these handles are old elsewhere, and new in Moa.
            do throws(HandleFlaw) {
                accounts.append(try Account(id: id, handle: String(parts[1]), under: policy))
            } catch {
                refusals.append(Refusal(line: number, reason: .handle(error)))
            }
        }
    }
}
