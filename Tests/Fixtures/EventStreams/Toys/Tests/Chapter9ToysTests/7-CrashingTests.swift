import Foundation
import Testing

@testable import Chapter9Toys

@Suite("9.7 A kite that crashes")
struct CrashingTests {
    @Test("a kite begins on the ground")
    func ground() {
        #expect(Kite().height == 0)
    }

    @Test("every knot can be asked for")
    func knots() {
        #expect(Kite().knot(0) == "blue", "the first knot is another")
        #expect(Kite().knot(7) == "green")
    }

    @Test("a kite lands after all")
    func lands() {
        #expect(Kite().height == 1, "it is still up there")
    }
}
