// A loop in the place of `joined`.

struct Receipt {
    let items: [String]

    func text() -> String {
        guard var text = items.first else { return "nothing" }
        for item in items.dropFirst() { text += ", " + item }
        return text
    }
}
