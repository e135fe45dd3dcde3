import Foundation

/// Of which English text each part of a translation was made. When that changes, the part is stale.
///
/// A line a section, sorted: its fingerprint, a space, the file, and the headings that lead to it.
struct TranslationSeals: Hashable, Sendable {
    private(set) var seals: [String: String] = [:]

    static func file(of code: String) -> String { "\(Workbook.languages)/\(code)/seals.txt" }

    init(of code: String, in workbook: Workbook) {
        for line in (workbook.files.text(workbook.path(Self.file(of: code))) ?? "").lines {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2 { seals[String(parts[1])] = String(parts[0]) }
        }
    }

    var text: String {
        seals.sorted { $0.key.compare($1.key, options: .numeric) == .orderedAscending }
            .map { "\($0.value) \($0.key)\n" }.joined()
    }

    func holds(_ section: PageShape.Section, at place: String) -> Bool {
        seals[place] == Self.fingerprint(of: section)
    }

    /// A file's sections as they are now, in the place of those that were sealed before.
    mutating func renew(_ english: PageShape, of file: String) {
        seals = seals.filter { !$0.key.hasPrefix("\(file) ") }
        for (place, section) in zip(english.places(in: file), english.sections) {
            seals[place] = Self.fingerprint(of: section)
        }
    }

    /// How many sections were made of another text before.
    func differing(from other: TranslationSeals) -> Int {
        seals.count { other.seals[$0.key] != $0.value }
    }

    private static func fingerprint(of section: PageShape.Section) -> String {
        var print = Fingerprint()
        print.add(section.heading)
        print.add(section.words)
        return print.description
    }
}

extension PageShape {
    /// Where each section is, by the headings above it: `Exercises/…/README.md 3.1 Ask someone else › Task`.
    func places(in file: String) -> [String] {
        var above: [String] = []
        var known: [String: Int] = [:]
        return sections.map { section in
            above = Array(above.prefix(max(0, section.depth - 2)))
            if section.depth > 1 { above.append(section.heading) }
            let place = "\(file) \(above.joined(separator: " › "))"
            known[place, default: 0] += 1
            return known[place] == 1 ? place : "\(place) \(known[place] ?? 0)"
        }
    }
}
