struct Purse {
    let coins: [Int]

    func total() -> Int { 0 }

    func largest() -> Int? { nil }
}
