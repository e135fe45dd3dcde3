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
    /// Words of which the desk can make nothing.
    enum Misunderstood: Error, Hashable {
        case unknownVerb(String)
        case handleMissing(verb: String)
        case twoHandlesNeeded
        case tooManyWords(verb: String)
    }

    /// A handle may have blanks inside: «join Kim So», «rename Kim So to Mina».
    init(_ words: [String]) throws(Misunderstood) {
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

    private static func handle(_ words: [String], of verb: String) throws(Misunderstood) -> String {
        guard !words.isEmpty else { throw .handleMissing(verb: verb) }
        return words.joined(separator: " ")
    }

    private static func rename(_ words: [String]) throws(Misunderstood) -> Request {
        if let to = words.firstIndex(where: { $0.lowercased() == "to" }), to > 0, to < words.count - 1 {
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
