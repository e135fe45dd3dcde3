// 3.2 Between shelves

/// Moves a copy from one shelf to another: both change, or neither does.
struct CopyTransfer {
    func move(
        _ number: BookCopy.Number,
        from source: inout Shelf,
        to target: inout Shelf
    ) throws(ShelvingRefused) {
        // Why the codes: the same shelf may have been loaded twice, and may look different by now.
        guard source.code != target.code else { throw .sameShelf }

        // Why it changes copies of the shelves: a refusal doesn't undo what was done to an inout parameter.
        var lighter = source
        var heavier = target
        // Why no check of places here: the shelf has all that this rule needs, and keeps it for everybody.
        try heavier.put(lighter.take(number))

        source = lighter
        target = heavier
    }
}

/// A shelf in the clubhouse: a number of places, and the copies that stand there.
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
        // Why not `!=`: a shelf that has lost a board may hold more copies than it has places.
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
    /// Which shelf this is. (Kata 1.5 is about checking a code.)
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
