// 1.2 A receipt that reads
//
// Let a receipt name its items as people read them.
//
// The page: swift run kata show 1.2
// Check it: swift run kata check 1.2

struct Receipt {
    let items: [String]

    func text() -> String {
        // TODO: nobody asked for the alphabet.
        items.sorted().joined(separator: " ")
    }
}
