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
    // TODO: Who tells these answers that somebody has joined or left?
    private var answers: [Handle: Bool] = [:]

    init(directory: any MemberDirectory) {
        self.directory = directory
    }

    /// Whether somebody other than this member holds the handle. The member may still be about to join.
    func isTaken(_ handle: Handle, for member: Member) async throws -> Bool {
        if let answer = answers[handle] {
            return answer
        }
        // TODO: Nobody was found, or nobody could look: is that the same?
        let found = (try? await directory.lookUp(handle)) ?? []
        // TODO: The directory is generous. Which of these hold the handle, and which are someone else?
        let answer = !found.isEmpty
        answers[handle] = answer
        return answer
    }
}

// MARK: - Given

/// Where Moa's members are found. Those who have left are not in it.
protocol MemberDirectory: Sendable {
    /// Everybody whose handle begins with this one, in whatever letter case: «kim» finds Kim and Kimberly.
    func lookUp(_ handle: Handle) async throws -> [Member]
}
