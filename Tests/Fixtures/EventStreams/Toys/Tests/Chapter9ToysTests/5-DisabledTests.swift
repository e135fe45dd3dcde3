import Foundation
import Testing

@testable import Chapter9Toys

@Suite("9.5 A kite left at home")
struct DisabledTests {
    @Test("a kite flies in winter", .disabled("too cold"))
    func winter() {
        Issue.record("it must not run")
    }

    @Test("a kite flies in summer")
    func summer() {
        #expect(Kite().height == 0)
    }
}
