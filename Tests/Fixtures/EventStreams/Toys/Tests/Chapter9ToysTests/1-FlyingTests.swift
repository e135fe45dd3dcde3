import Foundation
import Testing

@testable import Chapter9Toys

@Suite("9.1 A kite that flies")
struct FlyingTests {
    @Test("a kite begins on the ground")
    func ground() {
        #expect(Kite().height == 0)
    }

    @Test("a kite rises")
    func rises() {
        var kite = Kite()
        kite.rise(to: 30)
        #expect(kite.height == 30, "the string is slack")
    }
}
