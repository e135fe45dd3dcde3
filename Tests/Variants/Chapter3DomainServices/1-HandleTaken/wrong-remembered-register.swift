// Fails: each question is asked anew
// Tempting: the lookup is the slow part, and what it found is kept in an actor, so there is no race.

import Moa

actor HandleUniqueness {
    private let directory: any MemberDirectory
    private var known: [String: [Member]] = [:]

    init(directory: any MemberDirectory) {
        self.directory = directory
    }

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        if known[handle.folded] == nil {
            known[handle.folded] = try await directory.lookUp(handle)
        }
        let found = known[handle.folded] ?? []
        return found.contains { $0.handle.folded == handle.folded && $0.id != member.id }
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
