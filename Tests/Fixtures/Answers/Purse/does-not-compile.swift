struct Purse {
    let coins: [Int]

    func total() async -> Int { "a lot" }

    func largest() async -> Int? { coins.max() }
}
