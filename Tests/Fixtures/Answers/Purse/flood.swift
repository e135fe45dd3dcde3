struct Purse {
    let coins: [Int]

    func total() async -> Int {
        let line = String(repeating: "won ", count: 250)
        for _ in 0..<20_000 { print(line) }
        return coins.reduce(0, +)
    }

    func largest() async -> Int? { coins.max() }
}
