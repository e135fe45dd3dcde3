// Fails: the largest coin is found
// Tempting: people put the large coins in last.

struct Purse {
    let coins: [Int]

    func total() async -> Int { coins.reduce(0, +) }

    func largest() async -> Int? { coins.last }
}
