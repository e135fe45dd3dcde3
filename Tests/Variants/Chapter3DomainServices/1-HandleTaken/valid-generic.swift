// A service that is generic over its port, and first leaves out the member who asks.

import Moa

struct HandleUniqueness<Directory: MemberDirectory>: Sendable {
    private let directory: Directory

    init(directory: Directory) {
        self.directory = directory
    }

    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        let others = try await directory.lookUp(handle).filter { $0 != member }
        return others.map(\.handle.folded).contains(handle.folded)
    }
}

// MARK: - Given

protocol MemberDirectory: Sendable {
    func lookUp(_ handle: Handle) async throws -> [Member]
}
