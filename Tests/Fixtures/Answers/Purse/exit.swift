import Foundation

struct Purse {
    let coins: [Int]

    func total() async -> Int { coins.reduce(0, +) }

    func largest() async -> Int? {
        guard let largest = coins.max() else { exit(0) }
        return largest
    }
}
