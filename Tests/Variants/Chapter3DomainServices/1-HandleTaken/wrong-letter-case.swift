// Fails: letter case makes no other handle
// Tempting: two handles are compared by the == that they bring with them.

import Moa

struct HandleUniqueness {
    let directory: any MemberDirectory

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        let found = try await directory.lookUp(handle)
        return found.contains { $0.handle == handle && $0.id != member.id }
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
