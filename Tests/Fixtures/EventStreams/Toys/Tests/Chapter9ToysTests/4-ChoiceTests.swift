import Foundation
import Testing

@testable import Chapter9Toys

@Suite("9.4 A kite of one's choice")
struct ChoiceTests {
    @Test("a kite of paper gets wet", .enabled(if: Kite().height > 0))
    func paper() {
        Issue.record("it must not run")
    }

    @Test("every kite flies")
    func flies() {
        #expect(Kite().height == 0)
    }
}
