// Fails: no shelf's copies can be replaced past the shelf
// Tempting: every verb asks first, so the list itself may stay open; nobody has to use the verbs.

struct CopyTransfer {
    func move(
        _ number: BookCopy.Number,
        from source: inout Shelf,
        to target: inout Shelf
    ) throws(ShelvingRefused) {
        guard source.code != target.code else { throw .sameShelf }

        var lighter = source
        var heavier = target
        try heavier.put(lighter.take(number))

        source = lighter
        target = heavier
    }
}

/// A shelf in the clubhouse: so many places, and the copies that stand there.
struct Shelf {
    let code: Code
    let places: Int
    var copies: [BookCopy]

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
