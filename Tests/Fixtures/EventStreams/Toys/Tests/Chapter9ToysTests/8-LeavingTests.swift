import Foundation
import Testing

@testable import Chapter9Toys

@Suite("9.8 A kite that leaves")
struct LeavingTests {
    @Test("a kite begins on the ground")
    func ground() {
        #expect(Kite().height == 0)
    }

    @Test("a kite stays")
    func stays() {
        exit(0)
    }

    @Test("a kite lands after all")
    func lands() {
        #expect(Kite().height == 0)
    }
}
