/// Which circle this is, whatever it is called today. Never blank, and never to be confused with a member's id.
public struct CircleID: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    public struct Blank: Error, Hashable, Sendable {
        public init() {}
    }

    public init(_ text: String) throws(Blank) {
        guard text.contains(where: { !$0.isWhitespace }) else { throw Blank() }
        self.text = text
    }

    public var description: String { text }
}

extension CircleID: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
