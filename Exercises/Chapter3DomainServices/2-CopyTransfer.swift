// 3.2 Between shelves
//
// A copy moves from one shelf to another. Neither shelf can do that: each knows only itself. A domain
// service can. The one below takes the copy out first, and then finds that the other shelf is full.
// Let each shelf keep its own rules, and let CopyTransfer change both shelves or neither. Give the service no
// state: nothing may stay behind in it.
//
// The page: swift run kata show 3.2
// Check it: swift run kata check 3.2

/// Moves a copy from one shelf to another.
final class CopyTransfer {
    // TODO: What lies on the trolley when a move is refused, and who unloads it?
    private var trolley: [BookCopy] = []

    func move(
        _ number: BookCopy.Number,
        from source: inout Shelf,
        to target: inout Shelf
    ) throws(ShelvingRefused) {
        // TODO: A change to an inout shelf stays, whatever is thrown after it.
        trolley.append(try source.take(number))
        // TODO: Whose rule is this? And when are the two shelves one and the same?
        guard target.copies.count != target.places else { throw .full }
        for copy in trolley {
            try target.put(copy)
        }
        trolley = []
    }
}

/// A shelf in the clubhouse: a number of places, and the copies that stand there.
struct Shelf {
    let code: Code
    let places: Int
    // TODO: Anybody can put copies here, and nobody is asked.
    var copies: [BookCopy]

    init(code: Code, places: Int, copies: [BookCopy]) {
        self.code = code
        self.places = places
        self.copies = copies
    }

    mutating func put(_ copy: BookCopy) throws(ShelvingRefused) {
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
