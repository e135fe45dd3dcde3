/// What the terminal can do: found out once, and passed down.
struct Capabilities: Hashable, Sendable {
    var width: Int
    var isTerminal: Bool
    var usesColour: Bool
    var isASCII: Bool
    /// A dumb terminal takes lines and nothing else.
    var canBeDrawnOn: Bool

    enum ColourChoice: String, CaseIterable, Sendable {
        case auto, always, never
    }

    static let standardWidth = 80
    static let widest = 100

    /// - Parameter columns: what the terminal says of its width; nil if there is no terminal.
    init(
        columns: Int?,
        isTerminal: Bool,
        variables: [String: String],
        colour: ColourChoice = .auto,
        ascii: Bool = false
    ) {
        let asked = variables["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let columns = columns.flatMap { $0 > 0 ? $0 : nil }
        width = Self.comfortable(columns ?? asked ?? Self.standardWidth)
        self.isTerminal = isTerminal
        let isDumb = variables["TERM"] == "dumb"
        canBeDrawnOn = isTerminal && !isDumb
        let declines = variables["NO_COLOR"].map { !$0.isEmpty } ?? false
        usesColour =
            switch colour {
            case .always: true
            case .never: false
            case .auto: isTerminal && !declines && !isDumb
            }
        isASCII = ascii || (isTerminal && (isDumb || !Self.speaksUnicode(variables)))
    }

    /// Text that runs over more than a hundred columns is hard to read, however wide the screen.
    static func comfortable(_ columns: Int) -> Int {
        max(20, min(columns, widest))
    }

    private static func speaksUnicode(_ variables: [String: String]) -> Bool {
        let locale = [variables["LC_ALL"], variables["LC_CTYPE"], variables["LANG"]]
            .compactMap { $0 }.first { !$0.isEmpty }
        // No locale at all is common in containers and on macOS, whose terminals know Unicode all the same.
        guard let locale = locale?.lowercased() else { return true }
        return locale.contains("utf-8") || locale.contains("utf8")
    }
}
