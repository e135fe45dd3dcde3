struct Purse {
    let coins: [Int]

    func total() async -> Int { coins.reduce(0, +) }

    func largest() async -> Int? { coins.sorted()[coins.count - 1] }
}
