/// How people name a kata: by number, by name or by the beginning of a name.
extension Catalogue {
    enum Selection: Hashable {
        case katas([Kata])
        case unknown(nearest: [String])
        case ambiguous([Kata])
    }

    /// `3.1`, `copytransfer`, `copy`, `3` or `chapter3`, `all`.
    func select(_ reference: String) -> Selection {
        let wanted = reference.lowercased()
        if wanted == "all" { return .katas(katas) }
        if let chapter = chapter(named: wanted) { return .katas(chapter.katas) }
        switch kata(named: reference) {
        case .katas(let found): return .katas(found)
        case .ambiguous(let several): return .ambiguous(several)
        case .unknown(let nearest): return .unknown(nearest: nearest)
        }
    }

    func kata(named reference: String) -> Selection {
        let wanted = reference.lowercased()
        if let id = KataID(wanted), let kata = katas.first(where: { $0.id == id }) { return .katas([kata]) }
        if let exact = katas.first(where: { $0.name.lowercased() == wanted }) { return .katas([exact]) }
        let beginning = wanted.isEmpty ? [] : katas.filter { $0.name.lowercased().hasPrefix(wanted) }
        if beginning.count == 1 { return .katas(beginning) }
        if beginning.count > 1 { return .ambiguous(beginning) }
        return .unknown(nearest: nearest(to: wanted))
    }

    /// A kata by the path of its file, suite, solution or pristine copy in the workbook, or a chapter by its
    /// folder's.
    func select(path: String) -> [Kata]? {
        if let chapter = chapters.first(where: { $0.folder == path }) { return chapter.katas }
        return katas.first { [$0.file, $0.suite, $0.solution, $0.pristine].contains(path) }.map { [$0] }
    }

    private func chapter(named wanted: String) -> Chapter? {
        let number = wanted.hasPrefix("chapter") ? wanted.dropFirst("chapter".count) : wanted[...]
        if let number = Int(number) { return chapters.first { $0.number == number } }
        return chapters.first { $0.topic.lowercased() == wanted || $0.target.lowercased() == wanted }
    }

    private func nearest(to wanted: String) -> [String] {
        if let id = KataID(wanted), let chapter = chapters.first(where: { $0.number == id.chapter }) {
            return chapter.katas.last.map { [$0.id.description] } ?? []
        }
        return Spelling.nearest(to: wanted, among: katas.map(\.name) + chapters.map(\.topic)).map { [$0] }
            ?? []
    }
}

/// «Did you mean …?»: the edit distance of words.
enum Spelling {
    /// The candidate that takes the fewest edits, when it takes few enough to be a slip.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        guard !word.isEmpty else { return nil }
        let word = word.lowercased()
        let allowed = max(1, word.count / 3)
        return
            candidates
            .map { (name: $0, distance: slips(from: word, to: $0.lowercased())) }
            .filter { $0.distance <= allowed }
            .min { $0.distance < $1.distance }?
            .name
    }

    /// The edits to the candidate or to its beginning, since names may be shortened.
    private static func slips(from word: String, to candidate: String) -> Int {
        let beginning = String(candidate.prefix(word.count + 1))
        return min(distance(from: word, to: candidate), distance(from: word, to: beginning))
    }

    /// Levenshtein's distance, with a swap of neighbours as one edit.
    static func distance(from one: String, to other: String) -> Int {
        let one = Array(one)
        let other = Array(other)
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in one.indices {
            var current = [row + 1]
            for column in other.indices {
                var cost = min(
                    last[column + 1] + 1,
                    current[column] + 1,
                    last[column] + (one[row] == other[column] ? 0 : 1)
                )
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[other.count]
    }
}
