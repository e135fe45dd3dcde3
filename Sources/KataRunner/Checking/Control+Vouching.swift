extension Control {
    func vouches(for stream: EventStream, _ outcome: ProcessOutcome) -> Bool {
        guard stream.isRegular, stream.runEnded, outcome.end == .exited(1),
            let last = stream.started.last, stream.tests.contains(where: { $0.id == last && isOwn($0) })
        else { return false }
        return stream.issues[last]?.map(\.message) == told
    }

    private func isOwn(_ test: EventStream.Test) -> Bool {
        test.displayName == Self.test && test.id.contains(".\(Self.suite)/")
    }
}
