// Fails: a newcomer's wish does not make the handle theirs
// Tempting: whoever asks for the handle they carry seems to keep what is theirs, and a lookup is saved.

import Moa

struct HandleUniqueness {
    let directory: any MemberDirectory

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        guard handle.folded != member.handle.folded else { return false }
        let found = try await directory.lookUp(handle)
        return found.contains { $0.handle.folded == handle.folded }
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
