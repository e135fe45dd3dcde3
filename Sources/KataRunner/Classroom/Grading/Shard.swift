/// One part of a class that several machines share: `3/20`.
struct Shard: Hashable, Sendable {
    let number: Int
    let count: Int

    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], number > 0, number <= count
        else { return nil }
        (self.number, self.count) = (number, count)
    }

    /// Students are dealt out like cards, so that the parts are alike.
    func part<Element>(of class: [Element]) -> [Element] {
        `class`.enumerated().filter { $0.offset % count == number - 1 }.map(\.element)
    }
}
