// Fails: a handle that another member bears is taken
// Tempting: a member has a handle, so a member can be asked about handles, and nothing has to be fetched.

import Moa

struct HandleUniqueness {
    let directory: any MemberDirectory

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        member.handle.folded == handle.folded
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
