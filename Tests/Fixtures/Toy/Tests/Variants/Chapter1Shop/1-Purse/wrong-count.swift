// Fails: the total is the sum of the coins
// Tempting: `count` is the word that the story uses.

struct Purse {
    let coins: [Int]

    func total() async -> Int { coins.count }

    func largest() async -> Int? { coins.max() }
}
