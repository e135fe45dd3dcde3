/// A stand-in for the compiler takes this for something slow to compile.
struct Purse {
    let coins: [Int]

    func total() async -> Int { coins.reduce(0, +) }

    func largest() async -> Int? { coins.max() }
}
