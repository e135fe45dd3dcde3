// 1.1 A purse that counts

struct Purse {
    let coins: [Int]

    func total() async -> Int { coins.reduce(0, +) }

    func largest() async -> Int? { coins.max() }
}
