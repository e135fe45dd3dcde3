// Fails: items stand in the order in which they were bought
// Tempting: sorted lists look tidy.

struct Receipt {
    let items: [String]

    func text() -> String {
        items.isEmpty ? "nothing" : items.sorted().joined(separator: ", ")
    }
}
