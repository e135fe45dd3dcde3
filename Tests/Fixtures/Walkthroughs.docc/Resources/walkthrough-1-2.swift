struct Purse {
    let coins: [Int]

    func total() -> Int { coins.reduce(0, +) }

    func largest() -> Int? { coins.max() }
}
