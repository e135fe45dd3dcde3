// Fails: a member's own handle is not taken for that member
// Tempting: it is right for everybody who joins, and renaming comes later.

import Moa

struct HandleUniqueness {
    let directory: any MemberDirectory

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        let found = try await directory.lookUp(handle)
        return found.contains { $0.handle.folded == handle.folded }
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
