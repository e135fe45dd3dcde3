extension Preparation {
    /// The chapter of a kata, and with its last katas the next one.
    static func chapters(around kata: KataID, _ standings: [Standing]) -> [Int] {
        let open = standings.filter { $0.kata.id.chapter == kata.chapter && $0.status != .solved }
        let next = standings.map(\.kata.id.chapter).filter { $0 > kata.chapter }.min()
        return [kata.chapter] + (open.count <= 2 ? [next].compactMap { $0 } : [])
    }
}
