/// Tries many mutants together, and leaves out those that spoil it for the others.
enum Winnowing {
    enum Attempt: Hashable, Sendable {
        case succeeded
        /// Nobody need be to blame by name: two may not go together, or the compiler finds no end.
        case spoiled(by: Set<Int>)
    }

    typealias Numbered = (number: Int, mutant: Mutant)

    /// What is to blame is left out, and the rest is tried again. Where nobody is to blame by name, the halves are
    /// tried for themselves.
    static func sift(
        _ mutants: [Numbered],
        attempt: ([Numbered]) throws(Complaint) -> Attempt,
        leaveOut: (Mutant) throws(Complaint) -> Void
    ) throws(Complaint) {
        var remaining = mutants
        while !remaining.isEmpty {
            guard case .spoiled(let blamed) = try attempt(remaining) else { return }
            var spoilers = remaining.filter { blamed.contains($0.number) }
            if spoilers.isEmpty, remaining.count > 1 {
                let half = remaining.count / 2
                try sift(Array(remaining[..<half]), attempt: attempt, leaveOut: leaveOut)
                return try sift(Array(remaining[half...]), attempt: attempt, leaveOut: leaveOut)
            }
            if spoilers.isEmpty { spoilers = remaining }
            for spoiler in spoilers { try leaveOut(spoiler.mutant) }
            remaining.removeAll { each in spoilers.contains { $0.number == each.number } }
        }
    }
}
