// 3.1 Ask someone else
//
// No two members of Moa may hold the same handle, whatever the letter case. A member can't check this rule,
// because no member knows the others. Therefore a domain service asks the directory, and judges the answer.
// Make isTaken(_:for:) judge rightly, pass on a failure instead of guessing, and remember nothing.
//
// The page: swift run kata show 3.1
// Check it: swift run kata check 3.1

import Moa

/// The rule that no two members hold the same handle.
final class HandleUniqueness {
    private let directory: any MemberDirectory
    private var answers: [Handle: Bool] = [:]

    init(directory: any MemberDirectory) {
        self.directory = directory
    }

    /// Whether somebody other than this member holds the handle. The member may still be about to join.
    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        if let answer = answers[handle] {
            return answer
        }
        let found = (try? await directory.lookUp(handle)) ?? []
        let answer = found.contains { $0.handle.folded == handle.folded }
        answers[handle] = answer
        return answer
    }

    /// Gives the member the handle they wish for.
    func rename(_ member: Member, to handle: Handle) async throws -> Member {
        guard try await !isTaken(handle, for: member) else { throw HandleTaken() }
        return Member(id: member.id, handle: handle)
    }
}

/// Another member holds the handle.
struct HandleTaken: Error {}

// MARK: - Given

/// Where Moa's members are found. Those who have left are not in it.
protocol MemberDirectory: Sendable {
    /// Everybody whose handle begins with this one, in whatever letter case: «kim» finds Kim and Kimberly.
    func lookUp(_ handle: Handle) async throws -> [Member]
}
