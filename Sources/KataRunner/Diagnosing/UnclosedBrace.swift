/// The opening brace that nothing closes, found by how the code is indented: the compiler itself notices at the
/// end of the file only.
struct UnclosedBrace: Hashable {
    var line: Int
    var column: Int

    /// Nil if every brace is closed.
    init?(in text: String) {
        var open: [(brace: UnclosedBrace, indentation: Int)] = []
        for (index, line) in text.withoutComments.lines.enumerated() {
            let indentation = line.prefix { $0 == " " || $0 == "\t" }.count
            for (column, character) in line.enumerated() {
                switch character {
                case "{":
                    let brace = UnclosedBrace(line: index + 1, column: column + 1)
                    open.append((brace, indentation))
                case "}":
                    let isFirst = column == indentation
                    // It closes something further out: what was opened last has lost its own.
                    if isFirst, let last = open.last, last.indentation != indentation,
                        open.contains(where: { $0.indentation == indentation })
                    {
                        self = last.brace
                        return
                    }
                    _ = open.popLast()
                default: break
                }
            }
        }
        guard let last = open.last else { return nil }
        self = last.brace
    }

    private init(line: Int, column: Int) {
        (self.line, self.column) = (line, column)
    }
}
