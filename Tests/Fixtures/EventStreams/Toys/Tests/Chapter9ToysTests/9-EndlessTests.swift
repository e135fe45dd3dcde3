import Foundation
import Testing

@testable import Chapter9Toys

@Suite("9.9 A kite without end")
struct EndlessTests {
    @Test("a kite begins on the ground")
    func ground() {
        #expect(Kite().height == 0)
    }

    @Test("a kite comes down")
    func down() {
        while true { Thread.sleep(forTimeInterval: 0.05) }
    }

    @Test("a kite lands after all")
    func lands() {
        #expect(Kite().height == 0)
    }
}
