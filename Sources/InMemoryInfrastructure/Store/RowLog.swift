import Foundation

/// Rows of bytes, one to a line. Rows can only be added.
///
/// A row ends with a newline, and the last one must be JSON. What follows the last whole row was left
/// unfinished when a writer crashed. The next append cuts it away.
struct RowLog: Sendable {
    struct Row: Sendable {
        /// Counted from 1, as in an editor.
        let number: Int
        let range: Range<Int>
    }

    private var medium: RowMedium
    private(set) var rows: [Row] = []
    private var end = 0

    init(_ medium: RowMedium) throws(StoreError) {
        self.medium = medium
        let bytes = try medium.contents()
        while let newline = bytes[end...].firstIndex(of: Self.newline) {
            let isLast = newline == bytes.count - 1
            if isLast && !Self.isJSON(bytes[end..<newline]) { break }
            keep(end..<newline)
        }
    }

    var contents: Data {
        get throws(StoreError) { try medium.contents() }
    }

    func bytes(of row: Row) throws(StoreError) -> Data {
        try medium.read(row.range)
    }

    mutating func append(_ bytes: Data) throws(StoreError) -> Row {
        try medium.append(bytes + [Self.newline], at: end)
        return keep(end..<(end + bytes.count))
    }

    @discardableResult
    private mutating func keep(_ range: Range<Int>) -> Row {
        let row = Row(number: rows.count + 1, range: range)
        rows.append(row)
        end = range.upperBound + 1
        return row
    }

    private static let newline = UInt8(ascii: "\n")

    private static func isJSON(_ bytes: Data) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }
}
