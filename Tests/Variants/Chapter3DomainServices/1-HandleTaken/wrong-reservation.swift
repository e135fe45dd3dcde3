// Fails: each question is asked anew
// Tempting: two newcomers could both hear «free», so whoever asks first has the handle held for them, for ever.

import Moa

actor HandleUniqueness {
    private let directory: any MemberDirectory
    private var held: [String: MemberID] = [:]

    init(directory: any MemberDirectory) {
        self.directory = directory
    }

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        if let holder = held[handle.folded], holder != member.id { return true }
        let found = try await directory.lookUp(handle)
        let isTaken = found.contains { $0.handle.folded == handle.folded && $0.id != member.id }
        if !isTaken { held[handle.folded] = member.id }
        return isTaken
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
