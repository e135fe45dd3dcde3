// An actor in the place of the struct: the purse is shared.

actor Purse {
    let coins: [Int]

    init(coins: [Int]) {
        self.coins = coins
    }

    func total() -> Int { coins.reduce(0, +) }

    func largest() -> Int? { coins.max() }
}
