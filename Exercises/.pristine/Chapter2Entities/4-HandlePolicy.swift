// 2.4 The rule moves from 3 to 6
//
// Moa wants at least six characters in every handle that is chosen from now on; old handles stay valid. The
// code works, and checks the length in every place where a handle comes in. A colleague has begun to hand a
// policy to each of them, but nothing asks it yet. Give the rule one owner, then change one number.
// What works must go on working: three of the rules are green already.
//
// The page: swift run kata show 2.4
// Check it: swift run kata check 2.4

import Foundation
import Moa

/// What Moa asks of a handle when it is chosen.
struct HandlePolicy: Hashable, Sendable {
    let allowedLength: ClosedRange<Int>

    // TODO: At least six characters from now on. Who will notice when you change it here?
    static let current = HandlePolicy(allowedLength: 3...20)

    /// What the form says under the field for the handle.
    var hint: String {
        "3 to 20 characters"
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
        // TODO: It takes whatever it is given, so everybody else has to be careful.
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
        if text.count < 3 {
            throw .tooShort(length: text.count)
        }
        if text.count > 20 {
            throw .tooLong(length: text.count)
        }
        self.init(id: id, checked: text)
    }

    fileprivate init(id: MemberID, checked text: String) {
        self.id = id
        handle = Handle(text: text)
    }

    /// Takes another handle, as it was typed on the profile page.
    mutating func rename(to typed: String, under policy: HandlePolicy = .current) throws(HandleFlaw) {
        let newText = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard newText.count >= 3 else { throw .tooShort(length: newText.count) }
        guard newText.count <= 20 else { throw .tooLong(length: newText.count) }
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

    /// A member who joined earlier. What does the policy of today have to say about them?
    init(restoring record: AccountRecord) throws(HandleFlaw) {
        try self.init(id: record.id, handle: record.handle)
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
            switch name.count {
            case ..<3:
                refusals.append(Refusal(line: number, reason: .handle(.tooShort(length: name.count))))
            case 21...:
                refusals.append(Refusal(line: number, reason: .handle(.tooLong(length: name.count))))
            default:
                accounts.append(Account(id: id, checked: name))
            }
        }
    }
}
