// Fails: Kim is not Kimberly
// Tempting: the directory was asked for this handle, so whatever it finds seems to bear it.

import Moa

struct HandleUniqueness {
    let directory: any MemberDirectory

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        let found = try await directory.lookUp(handle)
        return found.contains { $0.id != member.id }
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
