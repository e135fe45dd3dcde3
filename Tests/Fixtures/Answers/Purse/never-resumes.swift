struct Purse {
    let coins: [Int]

    func total() async -> Int { coins.reduce(0, +) }

    func largest() async -> Int? {
        await withCheckedContinuation { continuation in
            guard let largest = coins.max() else { return }
            continuation.resume(returning: largest)
        }
    }
}
