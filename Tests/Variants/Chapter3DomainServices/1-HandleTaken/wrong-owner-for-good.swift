// Fails: each question is asked anew
// Tempting: whoever was found to own a handle once owns it, so why look again?

import Moa

/// The rule that no two members hold the same handle.
// Why a struct with nothing but its port: there is no state that could go stale or cause a race.
actor HandleUniqueness {
    private let directory: any MemberDirectory
    private var owners: [String: MemberID] = [:]

    init(directory: any MemberDirectory) {
        self.directory = directory
    }

    /// Whether somebody other than this member holds the handle. The member may still be about to join.
    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        // Why not `try?`: if nobody could look, that doesn't mean that nobody is there.
        if owners[handle.folded] == member.id { return false }
        let found = try await directory.lookUp(handle)
        let isTaken = found.contains { other in
            // Why the ids: a newcomer's `Member` already has the handle, which is not theirs yet.
            other.handle.folded == handle.folded && other.id != member.id
        }
        if !isTaken, found.contains(where: { $0.id == member.id && $0.handle.folded == handle.folded }) {
            owners[handle.folded] = member.id
        }
        return isTaken
    }
}

// MARK: - Given

/// Where Moa's members are found. Those who have left are not in it.
protocol MemberDirectory: Sendable {
    /// Everybody whose handle begins with this one, in whatever letter case: «kim» finds Kim and Kimberly.
    func lookUp(_ handle: Handle) async throws -> [Member]
}
