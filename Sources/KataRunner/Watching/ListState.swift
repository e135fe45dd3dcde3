/// A list of katas to walk through. Pure: a key makes a new state.
struct ListState: Hashable, Sendable {
    enum Row: Hashable, Sendable {
        case chapter(Int)
        case kata(KataID)
    }

    enum Outcome: Hashable, Sendable {
        case stay
        case leave
        case choose(KataID)
    }

    private(set) var standings: [Standing]
    private(set) var chapters: [Chapter]
    private(set) var folded: Set<Int> = []
    private(set) var showsUnsolvedOnly = false
    private(set) var query = ""
    private(set) var isSearching = false
    private(set) var cursor: Row
    let current: KataID?

    init(standings: [Standing], chapters: [Chapter], current: KataID?) {
        self.standings = standings
        self.chapters = chapters
        self.current = current
        cursor = current.map(Row.kata) ?? chapters.first.map { .chapter($0.number) } ?? .chapter(1)
    }

    mutating func update(_ standings: [Standing], chapters: [Chapter]) {
        self.standings = standings
        self.chapters = chapters
        keepCursor()
    }

    // MARK: - What is seen

    var rows: [Row] {
        chapters.flatMap { chapter -> [Row] in
            let own = standings.filter { $0.kata.id.chapter == chapter.number && isSeen($0) }
            if own.isEmpty, showsUnsolvedOnly || !query.isEmpty { return [] }
            // Somebody who searches wants to see what is found, folded or not.
            let isFolded = folded.contains(chapter.number) && query.isEmpty
            return [.chapter(chapter.number)] + (isFolded ? [] : own.map { .kata($0.kata.id) })
        }
    }

    private func isSeen(_ standing: Standing) -> Bool {
        if showsUnsolvedOnly, standing.status == .solved { return false }
        guard !query.isEmpty else { return true }
        let kata = standing.kata
        return [kata.id.description, kata.title, kata.name]
            .contains { $0.lowercased().contains(query.lowercased()) }
    }

    // MARK: - Keys

    mutating func press(_ key: Key) -> Outcome {
        defer { keepCursor() }
        if isSearching { return search(key) }
        switch key {
        case .up, .character("k"): move(by: -1)
        case .down, .character("j"): move(by: 1)
        case .pageUp: move(by: -10)
        case .pageDown: move(by: 10)
        case .home, .character("g"): move(by: -.max / 2)
        case .end, .character("G"): move(by: .max / 2)
        case .left: fold(true)
        case .right: fold(false)
        case .character(" "), .character("\t"): fold(nil)
        case .character("u"):
            showsUnsolvedOnly.toggle()
        case .character("/"):
            isSearching = true
            query = ""
        case .escape where !query.isEmpty:
            query = ""
        case .character("q"), .character("l"), .escape: return .leave
        case .enter:
            switch cursor {
            case .kata(let id): return .choose(id)
            case .chapter: fold(nil)
            }
        default: break
        }
        return .stay
    }

    private mutating func search(_ key: Key) -> Outcome {
        switch key {
        case .character(let character): query.append(character)
        case .backspace: _ = query.popLast()
        case .enter: isSearching = false
        case .escape:
            isSearching = false
            query = ""
        case .up: move(by: -1)
        case .down: move(by: 1)
        default: break
        }
        return .stay
    }

    private mutating func move(by step: Int) {
        let rows = rows
        guard let place = rows.firstIndex(of: cursor) else { return }
        cursor =
            rows[max(0, min(rows.count - 1, place.advanced(by: step.clamped(to: -rows.count...rows.count))))]
    }

    private mutating func fold(_ wish: Bool?) {
        let chapter =
            switch cursor {
            case .chapter(let number): number
            case .kata(let id): id.chapter
            }
        if wish ?? !folded.contains(chapter) {
            folded.insert(chapter)
            cursor = .chapter(chapter)
        } else {
            folded.remove(chapter)
        }
    }

    /// A row that is no longer seen gives the cursor to the next one that is.
    private mutating func keepCursor() {
        let rows = rows
        guard !rows.contains(cursor) else { return }
        let firstKata = rows.first { if case .kata = $0 { true } else { false } }
        cursor = firstKata ?? rows.first ?? cursor
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
