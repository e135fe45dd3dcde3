import Foundation
import Testing

@testable import Chapter9Toys

@Suite("9.6 A kite with a known hole")
struct KnownTests {
    @Test("a hole that is known is no failure")
    func hole() {
        withKnownIssue("the hole") { #expect(Kite().height == 1) }
    }

    @Test("a warning is no failure")
    func warning() {
        #if compiler(>=6.3)
            Issue.record("the wind turns", severity: .warning)
        #endif
        #expect(Kite().height == 0)
    }
}
