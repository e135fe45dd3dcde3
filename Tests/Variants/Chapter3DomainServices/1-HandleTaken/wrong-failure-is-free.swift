// Fails: an error of the directory reaches the caller as it is
// Tempting: one line shorter, and joining goes on while the directory is down.

import Moa

struct HandleUniqueness {
    let directory: any MemberDirectory

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        let found = (try? await directory.lookUp(handle)) ?? []
        return found.contains { $0.handle.folded == handle.folded && $0.id != member.id }
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
