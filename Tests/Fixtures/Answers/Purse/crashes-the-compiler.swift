// 1.1 A purse that counts

enum StoreError: Error {
    case versionConflict(id: String, expected: Int, found: Int?)
    case full
}

struct Purse {
    let coins: [Int]

    func total() async -> Int { coins.reduce(0, +) }

    func largest() async -> Int? { coins.max() }

    /// Swift 6.3 crashes here: a pattern in `catch`, a payload, and `??` in one asynchronous function.
    func save() async throws -> Int {
        do {
            try await store()
        } catch StoreError.versionConflict {
        }
        return coins.first ?? 0
    }

    private func store() async throws(StoreError) {}
}
