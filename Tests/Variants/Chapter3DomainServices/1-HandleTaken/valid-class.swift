// A class that holds its port and nothing else; the bearer is found first, then compared with who asks.

import Moa

final class HandleUniqueness {
    private let directory: any MemberDirectory

    init(directory: any MemberDirectory) {
        self.directory = directory
    }

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        let bearer = try await directory.lookUp(handle).first { $0.handle.folded == handle.folded }
        guard let bearer else { return false }
        return bearer.id != member.id
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
