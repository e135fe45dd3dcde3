// 1.1 A purse that counts
//
// Let a purse tell what its coins are worth.
//
// The page: swift run kata show 1.1
// Check it: swift run kata check 1.1

struct Purse {
    let coins: [Int]

    func total() async -> Int {
        // TODO: count the coins.
        0
    }

    func largest() async -> Int? {
        // TODO: the first coin need not be the largest.
        coins.first
    }
}
