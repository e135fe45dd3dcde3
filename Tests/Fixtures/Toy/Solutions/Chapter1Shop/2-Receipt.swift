// 1.2 A receipt that reads

struct Receipt {
    let items: [String]

    func text() -> String {
        items.isEmpty ? "nothing" : items.joined(separator: ", ")
    }
}
