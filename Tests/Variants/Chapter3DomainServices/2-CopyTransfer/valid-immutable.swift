// Each step answers with another shelf, and the two that result are assigned at the end.

struct CopyTransfer {
    func move(
        _ number: BookCopy.Number,
        from source: inout Shelf,
        to target: inout Shelf
    ) throws(ShelvingRefused) {
        guard source.code != target.code else { throw .sameShelf }
        let (copy, lighter) = try source.without(number)
        (source, target) = (lighter, try target.with(copy))
    }
}

struct Shelf {
    let code: Code
    let places: Int
    let copies: [BookCopy]

    func with(_ copy: BookCopy) throws(ShelvingRefused) -> Shelf {
        guard copies.count < places else { throw .full }
        return Shelf(code: code, places: places, copies: copies + [copy])
    }

    func without(_ number: BookCopy.Number) throws(ShelvingRefused) -> (BookCopy, Shelf) {
        guard let copy = copies.first(where: { $0.number == number }) else { throw .unknownCopy }
        return (copy, Shelf(code: code, places: places, copies: copies.filter { $0.number != number }))
    }

    mutating func put(_ copy: BookCopy) throws(ShelvingRefused) {
        self = try with(copy)
    }

    mutating func take(_ number: BookCopy.Number) throws(ShelvingRefused) -> BookCopy {
        let (copy, lighter) = try without(number)
        self = lighter
        return copy
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
