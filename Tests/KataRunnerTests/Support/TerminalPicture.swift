@testable import KataRunner

/// What somebody sees on a terminal to which all this was written: as much of one as the runner speaks to.
struct TerminalPicture {
    private(set) var isOtherScreen = false
    private(set) var showsCursor = true
    private(set) var wraps = true
    /// What a terminal would cut or not understand. A runner that knows its terminal writes nothing of it.
    private(set) var trouble: [String] = []
    /// How often the other screen was taken.
    private(set) var openings = 0

    /// A wide character fills its cell and leaves the next one empty.
    private var cells: [[Character?]]
    private var place = (row: 0, column: 0)
    private var columns: Int
    private var rest: [UInt8] = []

    init(rows: Int, columns: Int) {
        self.columns = columns
        cells = Self.blank(rows, columns)
    }

    private static func blank(_ rows: Int, _ columns: Int) -> [[Character?]] {
        Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    // MARK: - What is seen

    var rows: [String] {
        cells.map { row in
            let text = String(row.compactMap { $0 })
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The words on the screen, however its lines are broken.
    var words: String { rows.joined(separator: " ").split(separator: " ").joined(separator: " ") }

    /// The same for languages that a line break may separate anywhere.
    var letters: String { rows.joined().filter { $0 != " " } }

    var lastRow: String { rows.last ?? "" }

    // MARK: - What is written

    /// A window that shrinks shows the upper left of what was there.
    mutating func resize(rows: Int, columns: Int) {
        self.columns = columns
        cells = (0..<rows).map { row in
            (0..<columns).map { column in
                cells.indices.contains(row) && cells[row].indices.contains(column) ? cells[row][column] : " "
            }
        }
        place = (min(place.row, rows - 1), min(place.column, columns - 1))
    }

    mutating func take(_ bytes: some Sequence<UInt8>) {
        rest += bytes
        let whole = rest.count - Self.unfinished(at: rest)
        let text = String(decoding: rest[..<whole], as: UTF8.self)
        rest.removeFirst(whole)
        var characters = text[...]
        while let character = characters.first {
            if character == "\u{1B}" {
                guard let length = command(characters) else {
                    rest = Array(characters.utf8) + rest
                    return
                }
                characters = characters.dropFirst(length)
            } else {
                put(character)
                characters = characters.dropFirst()
            }
        }
    }

    /// The bytes at the end that begin a character whose other bytes are still to come.
    private static func unfinished(at bytes: [UInt8]) -> Int {
        guard let last = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return 0 }
        let length = bytes[last] >= 0xF0 ? 4 : bytes[last] >= 0xE0 ? 3 : bytes[last] >= 0xC0 ? 2 : 1
        return bytes.count - last < length ? bytes.count - last : 0
    }

    private mutating func put(_ character: Character) {
        switch character {
        case "\r\n":
            place = (min(place.row + 1, cells.count - 1), 0)
        case "\n": place.row = min(place.row + 1, cells.count - 1)
        case "\r": place.column = 0
        default:
            let width = character.displayWidth
            guard width > 0 else { return }
            if wraps, isOtherScreen, place.column + width > columns {
                place = (min(place.row + 1, cells.count - 1), 0)
            }
            guard place.column + width <= columns else {
                if isOtherScreen { trouble.append("«\(character)» is beyond the last of \(columns) columns") }
                return
            }
            cells[place.row][place.column] = character
            if width == 2 { cells[place.row][place.column + 1] = nil }
            place.column += width
        }
    }

    /// The number of characters that a command to the terminal takes; nil when its end is still to come.
    private mutating func command(_ text: Substring) -> Int? {
        let inside = text.dropFirst()
        guard let introducer = inside.first else { return nil }
        guard introducer == "[" else {
            trouble.append("an unknown command: \(introducer)")
            return 2
        }
        let parameters = inside.dropFirst().prefix { "0123456789;?".contains($0) }
        guard let final = inside.dropFirst(1 + parameters.count).first else { return nil }
        switch "\(parameters)\(final)" {
        case "H": place = (0, 0)
        case "K": for column in place.column..<columns { cells[place.row][column] = " " }
        case "2J": cells = Self.blank(cells.count, columns)
        case "?1049h":
            isOtherScreen = true
            openings += 1
        case "?1049l":
            // The one before it comes back, which was empty.
            isOtherScreen = false
            cells = Self.blank(cells.count, columns)
            place = (0, 0)
        case "?25h": showsCursor = true
        case "?25l": showsCursor = false
        case "?7h": wraps = true
        case "?7l": wraps = false
        case let other where other.hasSuffix("m"): break
        case let other: trouble.append("an unknown command: \(other)")
        }
        return 2 + parameters.count + 1
    }
}
