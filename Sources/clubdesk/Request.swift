/// What somebody wants at the desk, as typed.
enum Request: Hashable {
    case join(String)
    case show(String)
    case rename(String, to: String)
    case leave(String)
    case list
    case help
    case quit
}

extension Request {
    /// Words that the desk doesn't understand.
    enum Misunderstood: Error, Hashable {
        case unknownVerb(String)
        case handleMissing(verb: String)
        case twoHandlesNeeded
        /// «rename Kim to Mina to Sori» may be said of Kim, and of somebody who is called «Kim to Mina».
        case severalTos
        case tooManyWords(verb: String)
        /// An arrow key, say, which a terminal sends as a code and not as a letter.
        case controlCharacter
    }

    /// A line as it is typed. Quotes keep words together: «rename "Kim to Mina" to Sori».
    init(line: String) throws(Misunderstood) {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        try self.init(
            parts.enumerated().flatMap { number, part in
                number.isMultiple(of: 2) ? part.split(whereSeparator: \.isWhitespace) : [part]
            }.map(String.init)
        )
    }

    /// A handle may have blanks inside: «join Kim So», «rename Kim So to Mina».
    init(_ words: [String]) throws(Misunderstood) {
        let words = words.map(Self.tidied)
        guard !words.contains(where: \.hasControlCharacter) else { throw .controlCharacter }
        let verb = words.first?.lowercased() ?? ""
        let rest = Array(words.dropFirst())
        switch verb {
        case "join": self = .join(try Self.handle(rest, of: verb))
        case "show": self = .show(try Self.handle(rest, of: verb))
        case "leave": self = .leave(try Self.handle(rest, of: verb))
        case "rename": self = try Self.rename(rest)
        case "list": self = try Self.alone(.list, rest, of: verb)
        case "help": self = try Self.alone(.help, rest, of: verb)
        case "quit", "exit": self = try Self.alone(.quit, rest, of: verb)
        default: throw .unknownVerb(words.first ?? "")
        }
    }

    /// Words are parted by one blank, and hold no quotes: what an argument of a shell could say beyond that, nobody
    /// could type at the desk.
    private static func tidied(_ word: String) -> String {
        word.replacing("\"", with: "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func handle(_ words: [String], of verb: String) throws(Misunderstood) -> String {
        guard !words.isEmpty else { throw .handleMissing(verb: verb) }
        return words.joined(separator: " ")
    }

    private static func rename(_ words: [String]) throws(Misunderstood) -> Request {
        let tos = words.indices.dropFirst().dropLast().filter { words[$0].lowercased() == "to" }
        guard tos.count < 2 else { throw .severalTos }
        if let to = tos.first {
            let wish = words[(to + 1)...].joined(separator: " ")
            return .rename(words[..<to].joined(separator: " "), to: wish)
        }
        guard words.count == 2 else { throw .twoHandlesNeeded }
        return .rename(words[0], to: words[1])
    }

    private static func alone(
        _ request: Request,
        _ rest: [String],
        of verb: String
    ) throws(Misunderstood) -> Request {
        guard rest.isEmpty else { throw .tooManyWords(verb: verb) }
        return request
    }
}

// MARK: - What it is about

extension Request {
    /// Whether somebody new may have to be kept. Every other wish is about members who are kept already.
    var takesIn: Bool {
        if case .join = self { true } else { false }
    }
}

extension String {
    var hasControlCharacter: Bool { unicodeScalars.contains(where: \.isControl) }

    /// Without what would steer the terminal.
    var printable: String {
        var shown = UnicodeScalarView()
        for scalar in unicodeScalars { shown.append(scalar.isControl ? "\u{FFFD}" : scalar) }
        return String(shown)
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
