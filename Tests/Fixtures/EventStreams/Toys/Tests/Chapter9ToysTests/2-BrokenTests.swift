import Foundation
import Testing

@testable import Chapter9Toys

@Suite("9.2 A kite that is broken")
struct BrokenTests {
    @Test("a kite rises as far as the string is long")
    func rises() {
        var kite = Kite()
        kite.rise(to: 30)
        #expect(kite.height == 31, "somebody let go of the string")
    }

    @Test("연은 빨갛다")
    func red() {
        #expect(Kite().knot(1) == "red")
    }

    @Test("a torn string is told")
    func torn() throws {
        throw StringTorn(place: "the middle")
    }

    @Test("there is a third knot")
    func third() throws {
        let knots: [String] = []
        let first = try #require(knots.first, "the kite has no knot")
        #expect(first == "red")
    }

    @Test("a kite has a tail")
    func tail() {
        Issue.record("there is no tail")
    }

    @Test("a kite is light")
    func light() {
        #expect(Kite() == Kite())
    }
}
