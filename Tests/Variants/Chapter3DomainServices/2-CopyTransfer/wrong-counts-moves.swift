// Fails: each move knows its own two shelves and nothing else
// Tempting: a counter disturbs no move; but it is state, and whoever shares the transfer shares it too.

/// Moves a copy from one shelf to another.
final class CopyTransfer {
    private(set) var moved: Int = 0

    func move(
        _ number: BookCopy.Number,
        from source: inout Shelf,
        to target: inout Shelf
    ) throws(ShelvingRefused) {
        guard source.code != target.code else { throw .sameShelf }
        var emptied = source
        var filled = target
        try filled.put(try emptied.take(number))
        source = emptied
        target = filled
        moved += 1
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

    private var isFull: Bool { copies.count >= places }

    mutating func put(_ copy: BookCopy) throws(ShelvingRefused) {
        guard !isFull else { throw .full }
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
