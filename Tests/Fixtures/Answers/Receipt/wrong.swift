struct Receipt {
    let items: [String]

    func text() -> String { items.joined(separator: ", ") }
}
