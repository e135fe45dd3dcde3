import Testing

@testable import Chapter1Shop

@Suite("1.1 A purse that counts")
struct PurseTests {
    @Test("the total is the sum of the coins")
    func total() async {
        #expect(await Purse(coins: [100, 500, 50]).total() == 650, "a coin has gone missing")
    }

    @Test("an empty purse holds nothing")
    func nothing() async {
        #expect(await Purse(coins: []).total() == 0, "an empty purse is worth something")
    }

    @Test("the largest coin is found")
    func largest() async {
        #expect(await Purse(coins: [100, 500, 50]).largest() == 500, "a larger coin was passed over")
    }

    @Test("an empty purse has no largest coin")
    func noLargest() async {
        #expect(await Purse(coins: []).largest() == nil, "a coin came out of an empty purse")
    }
}
