/// Finds the sentence of a kata's page that a mutant breaks, as far as shared words tell it.
struct PageSentences: Sendable {
    private let sentences: [(text: String, words: Set<String>)]
    /// In how many sentences each word stands: a word that stands everywhere tells nothing.
    private let counts: [String: Int]

    /// - Parameter page: of the kata, whose task and rules are looked at.
    init(of page: KataPage) {
        // Each item of a list begins anew, wherever its lines are broken.
        let task = page.task.replacing("\n- ", with: "\n\n").split(separator: "\n\n").flatMap { paragraph in
            Self.sentences(in: paragraph.lines.map(\.trimmed).joined(separator: " "))
        }
        sentences = (page.rules + task).map { (text: $0, words: Self.words(in: $0)) }.filter {
            !$0.words.isEmpty
        }
        var counts: [String: Int] = [:]
        for word in sentences.flatMap(\.words) { counts[word, default: 0] += 1 }
        self.counts = counts
    }

    func nearest(to mutant: Mutant) -> String? {
        let old = Set(mutant.old.flatMap { Self.words(in: $0) })
        let new = Set(mutant.new.flatMap { Self.words(in: $0) })
        let changed = old.symmetricDifference(new)
        let around = old.union(new).union(Self.words(in: mutant.path))
        func weight(_ sentence: Set<String>) -> Double {
            func sum(_ words: Set<String>) -> Double {
                words.intersection(sentence).map { 1 / Double(counts[$0] ?? 1) }.reduce(0, +)
            }
            return sum(changed) + sum(around)
        }
        let best = sentences.map { (text: $0.text, weight: weight($0.words)) }.max { $0.weight < $1.weight }
        guard let best, best.weight > 0 else { return nil }
        return best.text
    }

    /// «isTaken» is «is» and «taken»; an ending in «s» doesn't count.
    static func words(in text: String) -> Set<String> {
        var words: [String] = []
        var word = ""
        for character in text + " " {
            if !character.isLetter || character.isUppercase && word.last?.isLowercase == true {
                words.append(word.lowercased())
                word = ""
            }
            if character.isLetter { word.append(character) }
        }
        return Set(
            words.map { $0.hasSuffix("s") && $0.count > 3 ? String($0.dropLast()) : $0 }
                .filter { $0.count > 2 && !common.contains($0) }
        )
    }

    private static let common: Set<String> = [
        "the", "and", "for", "that", "its", "with", "not", "one", "let", "var", "guard", "else", "return",
        "throw",
        "try", "await", "self", "are", "has", "thi", "what", "who", "which", "from", "func", "nil", "own",
        "all",
    ]

    private static func sentences(in text: String) -> [String] {
        var sentences: [String] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            let next = text.index(after: index)
            if ".?!:".contains(text[index]), next == text.endIndex || text[next] == " " {
                sentences.append(text[start..<next].trimmed)
                start = next
            }
            index = next
        }
        return (sentences + [text[start...].trimmed]).filter { !$0.isEmpty }
    }
}
