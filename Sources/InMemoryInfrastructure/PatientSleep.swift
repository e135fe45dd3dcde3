extension Task where Success == Never, Failure == Never {
    /// Sleeps in many short steps. On a busy machine one long sleep may be over before anybody else has had a
    /// turn; between short ones, whoever is ready to go on does.
    public static func sleep(patientlyFor duration: Duration) async throws {
        let step = Duration.milliseconds(5)
        for _ in 0..<max(1, Int(duration / step)) {
            try await sleep(for: step)
        }
    }
}
