// Fails: a handle that nobody bears is free
// Tempting: the directory is searched for the one case that is fine, the member's own handle; all else is taken.

import Moa

struct HandleUniqueness {
    let directory: any MemberDirectory

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        let found = try await directory.lookUp(handle)
        return !found.contains { $0.id == member.id && $0.handle.folded == handle.folded }
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
