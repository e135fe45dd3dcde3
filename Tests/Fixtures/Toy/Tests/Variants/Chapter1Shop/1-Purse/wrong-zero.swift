// Fails: an empty purse has no largest coin
// Tempting: zero looks like no coin at all, and spares the optional.

struct Purse {
    let coins: [Int]

    func total() async -> Int { coins.reduce(0, +) }

    func largest() async -> Int? { coins.max() ?? 0 }
}
