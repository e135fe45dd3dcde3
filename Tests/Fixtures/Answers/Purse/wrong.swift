struct Purse {
    let coins: [Int]

    func total() async -> Int { coins.count }

    func largest() async -> Int? { coins.max() }
}
