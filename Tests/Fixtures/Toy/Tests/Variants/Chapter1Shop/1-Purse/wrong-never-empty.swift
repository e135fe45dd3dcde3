// Fails: an empty purse holds nothing
// Tempting: a purse is never quite empty.

struct Purse {
    let coins: [Int]

    func total() async -> Int { coins.isEmpty ? 1 : coins.reduce(0, +) }

    func largest() async -> Int? { coins.max() }
}
