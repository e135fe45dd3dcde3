/// Who judges what next: chapters of submissions, dealt out to hands that work side by side.
///
/// A hand stays with a chapter, whose starters it has built and run in a place of its own. A second hand pays that
/// price once more, so it joins only where so much is left that it is worth it.
struct Agenda: Hashable, Sendable {
    /// One chapter of one submission, both by their places in the class.
    struct Item: Hashable, Sendable {
        var chapter: Int
        var student: Int
    }

    /// How many submissions could be judged in the time that it takes to begin with a chapter.
    static let priceWhenBuilt = 4
    static let priceWhenNew = 12

    private struct Hand: Hashable {
        /// Chapters that lie built in its place.
        var built: Set<Int>
        var chapter: Int?
        var isAtWork = true
    }

    /// The submissions that wait, the next one last.
    private var waiting: [Int: [Int]] = [:]
    private var hands: [Hand]

    /// - Parameter built: for each hand the chapters that lie built in its place from an earlier time.
    init(_ items: [Item], built: [Set<Int>]) {
        hands = built.map { Hand(built: $0) }
        for item in items.reversed() { waiting[item.chapter, default: []].append(item.student) }
    }

    var count: Int { waiting.values.map(\.count).reduce(0, +) }

    /// Chapters with submissions that wait, and nobody who judges them yet.
    var untaken: Int { waiting.keys.count(where: isFree) }

    /// Nil when there is nothing that this hand had better do: others come to what is left.
    mutating func next(for hand: Int) -> Item? {
        guard let chapter = chapter(for: hand), let student = waiting[chapter]?.popLast() else {
            hands[hand].chapter = nil
            hands[hand].isAtWork = false
            return nil
        }
        if waiting[chapter]?.isEmpty == true { waiting[chapter] = nil }
        hands[hand].chapter = chapter
        hands[hand].built.insert(chapter)
        return Item(chapter: chapter, student: student)
    }

    private func chapter(for hand: Int) -> Int? {
        if let current = hands[hand].chapter, waiting[current] != nil { return current }
        let free = waiting.keys.filter(isFree)
        let own = free.filter(hands[hand].built.contains)
        let nobodys = free.filter { chapter in
            !hands.contains { $0.isAtWork && $0.built.contains(chapter) }
        }
        if let next = longest(own) ?? longest(nobodys) { return next }
        return longest(waiting.keys.filter { left(in: $0) > price(of: $0, for: hand) })
    }

    private func isFree(_ chapter: Int) -> Bool { !hands.contains { $0.chapter == chapter } }

    private func left(in chapter: Int) -> Int { waiting[chapter]?.count ?? 0 }

    private func price(of chapter: Int, for hand: Int) -> Int {
        hands[hand].built.contains(chapter) ? Self.priceWhenBuilt : Self.priceWhenNew
    }

    /// What takes longest is begun first, so that no hand is left alone with it at the end.
    private func longest(_ chapters: [Int]) -> Int? {
        chapters.max { (left(in: $0), -$0) < (left(in: $1), -$1) }
    }
}
