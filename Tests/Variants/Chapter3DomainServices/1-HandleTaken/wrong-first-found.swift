// Fails: everybody who was found is looked at
// Tempting: handles are unique, so there seems to be one at most, and the first must be it.

import Moa

struct HandleUniqueness {
    let directory: any MemberDirectory

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        guard let found = try await directory.lookUp(handle).first else { return false }
        return found.handle.folded == handle.folded && found.id != member.id
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
