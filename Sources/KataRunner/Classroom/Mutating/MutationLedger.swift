/// What the suites have said to mutants, a line a kata, with a fingerprint of all that it rests on.
struct MutationLedger: Hashable, Sendable {
    static let file = "Tests/Variants/mutants.txt"

    struct Entry: Hashable, Sendable {
        var fingerprint: String
        var killed: Int
        /// Mutants that every rule let pass, by their ids.
        var survivors: [String]
        /// What was tried of how many, where not all were.
        var sample: Sample?

        struct Sample: Hashable, Sendable {
            var all: Int
            var seed: Int
        }
    }

    private(set) var entries: [KataID: Entry] = [:]

    /// `3.1 9f86d081884c7d65 killed 41 survived 4f1c09ab,77aa00bc drawn from 190 seed 1`. A line that can't be read
    /// costs another run.
    init(parsing text: String) {
        for line in text.lines {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 6 || words.count == 11, let kata = KataID(words[0]), words[2] == "killed",
                let killed = Int(words[3]), words[4] == "survived"
            else { continue }
            var entry = Entry(
                fingerprint: words[1],
                killed: killed,
                survivors: words[5] == "-" ? [] : words[5].split(separator: ",").map(String.init)
            )
            if words.count == 11, let all = Int(words[8]), let seed = Int(words[10]) {
                entry.sample = Entry.Sample(all: all, seed: seed)
            }
            entries[kata] = entry
        }
    }

    init(of workbook: Workbook) {
        self.init(parsing: workbook.files.text(workbook.path(Self.file)) ?? "")
    }

    var text: String {
        entries.sorted { $0.key < $1.key }.map { kata, entry in
            let survivors = entry.survivors.isEmpty ? "-" : entry.survivors.joined(separator: ",")
            let sample = entry.sample.map { " drawn from \($0.all) seed \($0.seed)" } ?? ""
            return "\(kata) \(entry.fingerprint) killed \(entry.killed) survived \(survivors)\(sample)\n"
        }.joined()
    }

    mutating func note(_ entry: Entry, of kata: Kata) { entries[kata.id] = entry }
}

/// Mutants that break nothing that the page asks for, each with the reason: a file beside the kata's variants.
struct NamedMutants: Hashable, Sendable {
    struct Name: Hashable, Sendable {
        var id: String
        var reason: String
        /// Of the file.
        var line: Int
    }

    private(set) var names: [Name] = []

    /// `4f1c09ab HandleUniqueness.isTaken: «a» → «b» — nobody can tell the two apart`. What stands between the id and
    /// the dash is for the reader.
    init(parsing text: String) {
        for (index, line) in text.lines.enumerated() {
            guard !line.trimmed.isEmpty, !line.hasPrefix("#"), let id = line.split(separator: " ").first
            else {
                continue
            }
            let reason = line.firstRange(of: " — ").map { line[$0.upperBound...].trimmed } ?? ""
            names.append(Name(id: String(id), reason: reason, line: index + 1))
        }
    }

    init(of kata: Kata, in workbook: Workbook) {
        self.init(parsing: workbook.files.text(workbook.path(kata.namedMutants)) ?? "")
    }

    static func line(for mutant: Mutant) -> String {
        func side(_ lines: [String]) -> String {
            lines.isEmpty ? "nothing" : "«\(lines.map(\.trimmed).joined(separator: " "))»"
        }
        return "\(mutant.id) \(mutant.answer) \(mutant.path): \(side(mutant.old)) → \(side(mutant.new)) — "
    }
}

extension Kata {
    var namedMutants: String { "\(variants)/equivalent.txt" }
}
