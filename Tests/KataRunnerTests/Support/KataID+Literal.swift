@testable import KataRunner

/// `"3.1"` where a kata's number is meant.
extension KataID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        self = KataID(text) ?? KataID(chapter: 0, number: 0)
    }
}
