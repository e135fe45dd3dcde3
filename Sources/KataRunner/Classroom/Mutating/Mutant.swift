import Foundation

/// A replacement in a text, by its bytes.
struct TextEdit: Hashable, Sendable {
    var range: Range<Int>
    var text: String
}

/// A right answer with one decision undone or shifted.
struct Mutant: Hashable, Sendable {
    /// Stays the same while its lines and its declaration do, whatever changes elsewhere in the file.
    var id = ""
    /// The name of the answer: `solution`, `valid-class`.
    var answer: String
    /// The declaration in which it is.
    var path: String
    /// What was done to it: «a condition is negated».
    var deed: String
    var edits: [TextEdit]
    /// Whether it changes nothing but what runs: then one build can hold many.
    var isInBody: Bool

    /// The first line that it changes, and the lines as they were and as they are.
    var line = 0
    var old: [String] = []
    var new: [String] = []
}

extension Mutant {
    /// All of an answer, each once.
    ///
    /// - Parameter known: lines of another answer whose mutants are held already; what is written like them isn't
    ///   mutated again.
    static func all(of answer: String, _ text: String, besides known: String? = nil) -> [Mutant] {
        let code = SwiftCode(text, opensPatterns: true)
        let outline = CodeOutline(of: code)
        let source = MutationSource(code: code, outline: outline)
        let knownLines = Set(known?.lines.map(\.trimmed) ?? [])
        var seen: Set<Set<TextEdit>> = []
        var counts: [String: Int] = [:]
        var mutants: [Mutant] = []
        func add(_ change: Mutation.Change, _ path: String, isInBody: Bool) {
            let edits = change.edits.filter { code.text($0.range) != $0.text }
            guard !edits.isEmpty, seen.insert(Set(edits)).inserted else { return }
            var mutant = Mutant(
                answer: answer,
                path: path,
                deed: change.deed,
                edits: edits.sorted { $0.range.lowerBound < $1.range.lowerBound },
                isInBody: isInBody
            )
            mutant.tellLines(of: code)
            if let told = change.told { (mutant.old, mutant.new) = ([], [told]) }
            if known != nil, change.told == nil, mutant.old.allSatisfy({ knownLines.contains($0.trimmed) }) {
                return
            }
            let key = mutant.key
            counts[key, default: 0] += 1
            var print = Fingerprint()
            print.add(key)
            print.add(String(counts[key] ?? 0))
            mutant.id = String(print.description.prefix(8))
            mutants.append(mutant)
        }
        // Whatever is left out of a hash, equal values still have equal ones.
        for body in outline.bodies where !body.path.hasSuffix(".hash") {
            let place = MutationPlace(source: source, body: body)
            for mutation in Mutation.inBodies {
                for change in mutation.changes(place) { add(change, body.path, isInBody: true) }
            }
        }
        // What another answer declares is its shape, which is free.
        for mutation in known == nil ? DeclarationMutation.all : [] {
            for (path, change) in mutation.changes(source) { add(change, path, isInBody: false) }
        }
        return mutants
    }

    /// What it is, without where its line stands in the file.
    private var key: String {
        ([answer, path] + old.map { "-" + $0.trimmed } + new.map { "+" + $0.trimmed }).joined(separator: "\n")
    }

    private mutating func tellLines(of code: SwiftCode) {
        guard let first = edits.first?.range.lowerBound, let last = edits.map(\.range.upperBound).max() else {
            return
        }
        let newline = UInt8(ascii: "\n")
        let start = code.bytes[..<first].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = code.bytes[last...].firstIndex(of: newline) ?? code.bytes.count
        line = code.line(at: start)
        old = Self.lines(code.text(start..<end))
        new = Self.lines(code.text(start..<end, after: edits))
        // What is the same on both sides is told where nothing else is.
        while let one = old.first, one == new.first {
            old.removeFirst()
            new.removeFirst()
            line += 1
        }
        while let one = old.last, one == new.last {
            old.removeLast()
            new.removeLast()
        }
    }

    private static func lines(_ text: String) -> [String] {
        text.lines.map(String.init).filter { !$0.trimmed.isEmpty }
    }

    func applied(to text: String) -> String {
        let code = Array(text.utf8)
        var result: [UInt8] = []
        var place = 0
        for edit in edits {
            result += code[place..<edit.range.lowerBound]
            result += Array(edit.text.utf8)
            place = edit.range.upperBound
        }
        return String(decoding: result + code[place...], as: UTF8.self)
    }
}

extension SwiftCode {
    /// A stretch of the text after these edits, which lie in it and in order.
    func text(_ range: Range<Int>, after edits: [TextEdit]) -> String {
        var result = ""
        var place = range.lowerBound
        for edit in edits {
            result += text(place..<edit.range.lowerBound) + edit.text
            place = edit.range.upperBound
        }
        return result + text(place..<range.upperBound)
    }
}
