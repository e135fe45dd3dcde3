import Foundation
import Testing

@testable import Chapter9Toys

@Suite("9.3 A kite for every wind")
struct RowsTests {
    @Test(
        "every knot has its colour",
        arguments: [
            Row(number: 0, colour: "red"), Row(number: 1, colour: "green"), Row(number: 1, colour: "파랑"),
        ]
    )
    func knots(row: Row) {
        #expect(Kite().knot(row.number) == row.colour, "a knot has lost its colour")
    }

    @Test("a kite is as high as the wind is strong", arguments: [1, 2], ["north", "south"])
    func winds(strength: Int, wind: String) {
        #expect(strength == 1 || wind == "north")
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var number: Int
        var colour: String
        var testDescription: String { "knot \(number) «\(colour)»" }
    }
}
