/// Whose file is at fault when a build fails. The compiler often names another one.
struct Blame {
    let catalogue: Catalogue
    /// The chapters that were built.
    let chapters: [Chapter]
    /// The text of a file as it was built, by its path in the workbook.
    let built: (String) -> String?
    /// The text of a file of the workbook.
    let given: (String) -> String?

    /// Every complaint, by the file that it is about. One about a suite is one about the kata it is for: the
    /// suite fits the starter, so the design has lost a name that the page asks for.
    func all(_ diagnostics: [Diagnostic]) -> [String: [Diagnostic]] {
        var blamed: [String: [Diagnostic]] = [:]
        for diagnostic in diagnostics {
            let kata = catalogue.katas.first { $0.file == diagnostic.file || $0.suite == diagnostic.file }
            let isLearners = ["Exercises/", "Tests/"].contains { diagnostic.file.hasPrefix($0) }
            guard let file = kata?.file ?? (isLearners ? diagnostic.file : nil) else { continue }
            blamed[file, default: []].append(diagnostic)
        }
        return blamed
    }

    /// What brings other complaints about, in other files too: a brace that nothing closes, or else a name that
    /// is declared in two files. While there is such a cause, the other complaints mean nothing.
    func causes(_ diagnostics: [Diagnostic]) -> [String: [Diagnostic]] {
        let unclosed = unclosed(diagnostics)
        return unclosed.isEmpty ? doubles(diagnostics) : unclosed
    }

    // MARK: - Braces

    /// If files are compiled for the sake of another one, the compiler blames some line in the middle. The complaint
    /// that counts is each file's own, which is its last.
    private func unclosed(_ diagnostics: [Diagnostic]) -> [String: [Diagnostic]] {
        all(diagnostics.filter(\.isAboutUnclosedBrace)).mapValues { own in
            guard let last = own.max(by: { $0.line < $1.line }) else { return own }
            guard let text = built(last.file), let brace = UnclosedBrace(in: text) else { return [last] }
            var nearest = Diagnostic(about: last.file, line: brace.line, column: brace.column, .unclosedBrace)
            nearest.sourceLine = text.line(brace.line)
            return [nearest, last]
        }
    }

    // MARK: - Names

    private struct Name: Hashable {
        var chapter: Int
        var name: Substring
        var scope: String
    }

    /// A name that is declared in two files of a chapter belongs to the kata whose starter declares it, so the
    /// complaint is about the other file. If no starter does, both are at fault.
    private func doubles(_ diagnostics: [Diagnostic]) -> [String: [Diagnostic]] {
        let names = Set(diagnostics.compactMap(name))
        var blamed: [String: [Diagnostic]] = [:]
        for name in names.sorted(by: { ($0.name, $0.scope) < ($1.name, $1.scope) }) {
            for diagnostic in complaints(about: name) {
                blamed[diagnostic.file, default: []].append(diagnostic)
            }
        }
        return blamed
    }

    private func name(_ diagnostic: Diagnostic) -> Name? {
        guard let chapter = chapters.first(where: { diagnostic.file.hasPrefix($0.folder + "/") }) else {
            return nil
        }
        if let name = diagnostic.ambiguousName { return Name(chapter: chapter.number, name: name, scope: "") }
        guard let name = diagnostic.redeclaredName, let text = built(diagnostic.file),
            let declaration = Declaration.all(in: text).first(where: {
                $0.name == name && $0.line == diagnostic.line
            })
        else { return nil }
        return Name(chapter: chapter.number, name: name, scope: declaration.scope)
    }

    private func complaints(about name: Name) -> [Diagnostic] {
        guard let chapter = chapters.first(where: { $0.number == name.chapter }) else { return [] }
        func place(_ file: String, in text: String?) -> Diagnostic.Place? {
            text.map(Declaration.all)?.first { ($0.name, $0.scope) == (name.name, name.scope) }
                .map { Diagnostic.Place(file: file, line: $0.line) }
        }
        let files = chapter.katas.map(\.file) + chapter.otherFiles.map { "\(chapter.folder)/\($0)" }
        let places = files.compactMap { place($0, in: built($0)) }
        guard places.count > 1 else { return [] }
        let owner = chapter.katas.first { kata in
            places.contains { $0.file == kata.file } && place(kata.pristine, in: given(kata.pristine)) != nil
        }
        return places.filter { $0.file != owner?.file }.map { own in
            let elsewhere = places.filter { $0 != own && (owner == nil || $0.file == owner?.file) }
            var diagnostic = Diagnostic(
                about: own.file,
                line: own.line,
                .declaredTwice(name: String(name.name), elsewhere: elsewhere, hasOwner: owner != nil)
            )
            diagnostic.sourceLine = built(own.file)?.line(own.line)
            return diagnostic
        }
    }
}

extension Diagnostic {
    fileprivate var isAboutUnclosedBrace: Bool { message.hasPrefix("expected '}'") }

    /// «Purse», when that is declared a second time. For a function its name alone.
    var redeclaredName: Substring? { name(after: "invalid redeclaration of '") }

    /// «Purse», when several may be meant.
    var ambiguousName: Substring? {
        message.contains("' is ambiguous") ? name(after: "'") : name(after: "ambiguous use of '")
    }

    private func name(after mark: String) -> Substring? {
        guard message.hasPrefix(mark) else { return nil }
        return message.dropFirst(mark.count).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}

extension String {
    /// Counted from 1; nil if there is no such line.
    func line(_ number: Int) -> String? {
        let lines = lines
        return lines.indices.contains(number - 1) ? String(lines[number - 1]) : nil
    }
}
