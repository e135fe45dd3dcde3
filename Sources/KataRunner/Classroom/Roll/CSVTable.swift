/// A table as a spreadsheet saves it: commas, semicolons or tabs between fields, quotes around those that hold one.
struct CSVTable: Hashable, Sendable {
    var rows: [[String]]

    init(parsing text: String) {
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        let separator = Self.separator(of: text)
        rows = []
        var row: [String] = []
        var field = ""
        var isQuoted = false
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if isQuoted {
                if scalar != "\"" {
                    field.unicodeScalars.append(scalar)
                } else if rest.first == "\"" {
                    field.unicodeScalars.append(rest.removeFirst())
                } else {
                    isQuoted = false
                }
            } else if scalar == "\"", field.isEmpty {
                isQuoted = true
            } else if scalar == separator {
                row.append(field)
                field = ""
            } else if scalar == "\n" || scalar == "\r" {
                if scalar == "\r", rest.first == "\n" { rest.removeFirst() }
                rows.append(row + [field])
                (row, field) = ([], "")
            } else {
                field.unicodeScalars.append(scalar)
            }
        }
        if !field.isEmpty || !row.isEmpty { rows.append(row + [field]) }
    }

    /// The one that the first line has most of.
    private static func separator(of text: Substring) -> Unicode.Scalar {
        let head = text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
        let candidates: [Unicode.Scalar] = [",", ";", "\t"]
        return candidates.max { one, other in
            head.count(where: { $0 == one }) < head.count(where: { $0 == other })
        } ?? ","
    }

    /// The fields of a column, by the fields of another one. Nil where the first row doesn't name both.
    func column(_ name: String, by key: String) -> [String: String]? {
        guard let head = rows.first, let from = head.firstIndex(of: key), let to = head.firstIndex(of: name)
        else { return nil }
        let entries = rows.dropFirst().compactMap { row in
            row.indices.contains(from) && row.indices.contains(to) ? (row[from], row[to]) : nil
        }
        return Dictionary(entries) { first, second in first.isEmpty ? second : first }
    }
}

extension CSVTable {
    static func document(_ rows: [[String]]) -> String {
        rows.map { row in row.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    /// Spreadsheets take a text for a formula by its first character, even where it is quoted. An apostrophe in
    /// front makes it a text again.
    private static func field(_ text: String) -> String {
        let safe = isMistakable(text) ? "'" + text : text
        guard safe.unicodeScalars.contains(where: { ",;\"\r\n\t'".unicodeScalars.contains($0) }) else {
            return safe
        }
        return "\"" + safe.replacing("\"", with: "\"\"") + "\""
    }

    private static func isMistakable(_ text: String) -> Bool {
        let first = text.unicodeScalars.first { !$0.properties.isWhitespace && !$0.isInvisible }
        let isFormula = first.map { "=+-@|%＝＋－＠".unicodeScalars.contains($0) } ?? false
        let startsOddly =
            text.unicodeScalars.first.map { $0.properties.isWhitespace || $0.isInvisible } ?? false
        return isFormula || startsOddly
    }

    /// The text without the apostrophe that `document` puts in front.
    static func meant(_ field: String) -> String {
        guard field.first == "'" else { return field }
        let text = String(field.dropFirst())
        return isMistakable(text) ? text : field
    }
}
