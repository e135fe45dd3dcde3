// An actor without any state: more than is needed, and still right.

import Moa

actor HandleUniqueness {
    private let directory: any MemberDirectory

    init(directory: any MemberDirectory) {
        self.directory = directory
    }

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        for found in try await directory.lookUp(handle) where found.id != member.id {
            if found.handle.folded == handle.folded { return true }
        }
        return false
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
