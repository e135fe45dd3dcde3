import Foundation

/// The name a member is called by in Moa: 3 to 20 characters once trimmed, unique whatever the letter case.
public struct Handle: Hashable, Sendable, CustomStringConvertible {
    public static let allowedLength = 3...20

    public let text: String

    public enum Flaw: Error, Hashable, Sendable {
        case tooShort(length: Int)
        case tooLong(length: Int)
    }

    public init(_ raw: String) throws(Flaw) {
        let text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.count >= Self.allowedLength.lowerBound else { throw .tooShort(length: text.count) }
        guard text.count <= Self.allowedLength.upperBound else { throw .tooLong(length: text.count) }
        self.text = text
    }

    /// The form that no two members share: «Kim» and «KIM» are not equal, and both fold to «kim».
    public var folded: String { text.lowercased() }

    public var description: String { text }
}

extension Handle: Codable {
    /// Stored text passes through the same door as typed text.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
