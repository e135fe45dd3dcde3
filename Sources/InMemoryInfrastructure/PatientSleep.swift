extension Task where Success == Never, Failure == Never {
    /// Sleeps in many short steps. On a busy machine one long sleep may be over before any other task has
    /// had its turn. Between short sleeps, every ready task gets its turn.
    public static func sleep(patientlyFor duration: Duration) async throws {
        let step = Duration.milliseconds(5)
        for _ in 0..<max(1, Int(duration / step)) {
            try await sleep(for: step)
        }
    }
}
