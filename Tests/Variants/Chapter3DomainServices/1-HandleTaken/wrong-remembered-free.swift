// Fails: each question is asked anew
// Tempting: only what was free is kept, which looks harmless, since the form asks again at each key.

import Moa

actor HandleUniqueness {
    private let directory: any MemberDirectory
    private var free: Set<Handle> = []

    init(directory: any MemberDirectory) {
        self.directory = directory
    }

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        if free.contains(handle) { return false }
        let found = try await directory.lookUp(handle)
        let isTaken = found.contains { $0.handle.folded == handle.folded && $0.id != member.id }
        if !isTaken { free.insert(handle) }
        return isTaken
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
