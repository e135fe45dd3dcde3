// A class that holds its port and nothing else; who asks is left out first, then the bearers are looked for.

import Moa

final class HandleUniqueness {
    private let directory: any MemberDirectory

    init(directory: any MemberDirectory) {
        self.directory = directory
    }

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        let others = try await directory.lookUp(handle).filter { $0.id != member.id }
        return others.contains { $0.handle.folded == handle.folded }
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
