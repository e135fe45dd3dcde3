struct Purse {
    let coins: [Int]

    func total() async -> Int { coins.reduce(0, +) }
}
