// Fails: each move knows its own two shelves and nothing else
// Tempting: a register is faster than a look along the shelf; it is a second truth, shared by all.

import Synchronization

struct CopyTransfer {
    private static let register = Mutex<[BookCopy.Number: Shelf.Code]>([:])

    func move(
        _ number: BookCopy.Number,
        from source: inout Shelf,
        to target: inout Shelf
    ) throws(ShelvingRefused) {
        guard source.code != target.code else { throw .sameShelf }
        let known = Self.register.withLock { $0[number] } ?? source.code
        guard known == source.code else { throw .unknownCopy }
        var (lighter, heavier) = (source, target)
        try heavier.put(lighter.take(number))
        (source, target) = (lighter, heavier)
        let arrivedAt = target.code
        Self.register.withLock { $0[number] = arrivedAt }
    }
}

/// A shelf in the clubhouse: so many places, and the copies that stand there.
struct Shelf {
    let code: Code
    let places: Int
    private(set) var copies: [BookCopy]

    init(code: Code, places: Int, copies: [BookCopy]) {
        self.code = code
        self.places = places
        self.copies = copies
    }

    mutating func put(_ copy: BookCopy) throws(ShelvingRefused) {
        guard copies.count < places else { throw .full }
        copies.append(copy)
    }

    mutating func take(_ number: BookCopy.Number) throws(ShelvingRefused) -> BookCopy {
        guard let place = copies.firstIndex(where: { $0.number == number }) else { throw .unknownCopy }
        return copies.remove(at: place)
    }
}

// MARK: - Given

extension Shelf {
    /// Which shelf this is. (How «A-03» is checked is the matter of kata 1.5.)
    struct Code: Hashable, Sendable {
        let text: String

        init(_ text: String) {
            self.text = text
        }
    }
}

/// One physical book, with what has been noted about it.
struct BookCopy: Hashable, Sendable {
    let number: Number
    let title: String
    let note: String

    /// The number on its label. Two copies of one title have two numbers.
    struct Number: Hashable, Sendable {
        let value: Int

        init(_ value: Int) {
            self.value = value
        }
    }
}

/// Why a copy stays where it is.
enum ShelvingRefused: Error, Hashable {
    case sameShelf
    case unknownCopy
    case full
}
