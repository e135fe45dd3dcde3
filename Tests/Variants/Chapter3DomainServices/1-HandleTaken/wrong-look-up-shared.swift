// Fails: each question is asked anew
// Tempting: two who ask for one handle at once need one look-up, and both share what it finds.

import Moa

/// The rule that no two members hold the same handle.
// Why a struct with nothing but its port: there is no state that could go stale or cause a race.
actor HandleUniqueness {
    private let directory: any MemberDirectory
    private var underWay: [Handle: Task<[Member], any Error>] = [:]

    init(directory: any MemberDirectory) {
        self.directory = directory
    }

    /// Whether somebody other than this member holds the handle. The member may still be about to join.
    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        // Why not `try?`: if nobody could look, that doesn't mean that nobody is there.
        let directory = directory
        let lookUp = underWay[handle] ?? Task { try await directory.lookUp(handle) }
        underWay[handle] = lookUp
        defer { underWay[handle] = nil }
        let found = try await lookUp.value
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
