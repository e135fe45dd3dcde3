// 1.2 Born valid
//
// A handle has 3 to 20 characters, not counting the spaces around it. This check was written for the sign-up
// form, and it counts the wrong thing at the wrong moment; files and other code bypass it.
// Make Handle a type of which no invalid instance can exist, wherever its text comes from.
//
// The page: swift run kata show 1.2
// Check it: swift run kata check 1.2

import Foundation

/// The name a member is called by in Moa.
struct Handle: Hashable, Codable {
    // TODO: Who else can put a text in here, and who checks that one?
    var text: String

    init(_ raw: String) throws(Flaw) {
        let trimmed = raw.trimmingCharacters(in: .whitespacesAndNewlines)
        // TODO: What is counted here?
        let length = trimmed.utf8.count
        guard length >= 3 else { throw .tooShort(length: length) }
        guard length <= 20 else { throw .tooLong(length: length) }
        text = trimmed
    }
}

// MARK: - Given

extension Handle {
    /// Why a text is not a handle, with the length that was found.
    enum Flaw: Error, Hashable {
        case tooShort(length: Int)
        case tooLong(length: Int)
    }
}
