// Fails: an error of the directory reaches the caller as it is
// Tempting: while the directory is down, the people it last found are better than none.

import Moa

/// The rule that no two members hold the same handle.
// Why a struct with nothing but its port: there is no state that could go stale or cause a race.
actor HandleUniqueness {
    private let directory: any MemberDirectory
    private var known: [Handle: [Member]] = [:]

    init(directory: any MemberDirectory) {
        self.directory = directory
    }

    /// Whether somebody other than this member holds the handle. The member may still be about to join.
    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        // Why not `try?`: if nobody could look, that doesn't mean that nobody is there.
        let found: [Member]
        do {
            found = try await directory.lookUp(handle)
            known[handle] = found
        } catch {
            guard let last = known[handle] else { throw error }
            found = last
        }
        return found.contains { other in
            // Why the ids: a newcomer's `Member` already has the handle, which is not theirs yet.
            other.handle.folded == handle.folded && other.id != member.id
        }
    }
}

// MARK: - Given

/// Where Moa's members are found. Those who have left are not in it.
protocol MemberDirectory: Sendable {
    /// Everybody whose handle begins with this one, in whatever letter case: «kim» finds Kim and Kimberly.
    func lookUp(_ handle: Handle) async throws -> [Member]
}
