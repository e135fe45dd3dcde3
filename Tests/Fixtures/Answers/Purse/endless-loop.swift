struct Purse {
    let coins: [Int]

    func total() async -> Int {
        var total = 0
        var counted = 0
        repeat {
            total += coins.isEmpty ? 0 : coins[counted]
            counted += 1
        } while counted != coins.count
        return total
    }

    func largest() async -> Int? { coins.max() }
}
