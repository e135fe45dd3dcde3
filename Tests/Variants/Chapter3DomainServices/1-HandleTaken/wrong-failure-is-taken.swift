// Fails: what the directory throws goes on as it is
// Tempting: better to be safe; but a member is told that somebody is called so, and nobody is.

import Moa

struct HandleUniqueness {
    let directory: any MemberDirectory

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        do {
            let found = try await directory.lookUp(handle)
            return found.contains { $0.handle.folded == handle.folded && $0.id != member.id }
        } catch {
            return true
        }
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
