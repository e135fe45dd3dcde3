import Testing

@testable import Chapter1Shop

@Suite("1.2 A receipt that reads")
struct ReceiptTests {
    @Test("every item is named", arguments: ["tea", "milk"])
    func named(item: String) {
        #expect(Receipt(items: ["tea", "milk"]).text().contains(item), "an item was forgotten")
    }

    @Test("items stand in the order in which they were bought")
    func order() {
        #expect(
            Receipt(items: ["tea", "milk"]).text().hasPrefix("tea"),
            "what was bought first is not told first"
        )
    }

    @Test("a comma stands between two items")
    func comma() {
        #expect(Receipt(items: ["tea", "tea"]).text() == "tea, tea", "two items read as one")
    }

    @Test("an empty receipt says so")
    func empty() {
        #expect(Receipt(items: []).text() == "nothing", "an empty receipt is blank")
    }
}
