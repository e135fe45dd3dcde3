// 5.5 Return, or tell?
//
// Somebody holds a phone to a book and sees its page. The use case loads, turns a loading wheel, formats, shows
// and returns. The wheel stops only if all goes well. Decide how the use case speaks. Does it return a
// result, and leave the showing to the page? Or does it tell an output port, to which a presenter listens?
// Then give each job to one owner.
//
// The page: swift run kata show 5.5
// Check it: swift run kata check 5.5

/// How the use case speaks.
enum BookPageDesign {
    /// `ShowBook` returns what is known, or throws. Its caller does the showing.
    case result
    /// `ShowBook` tells its `Output`, and returns nothing.
    case outputPort

    // TODO: Decide. The rules of the design that you don't choose are not run.
    static let chosen = BookPageDesign.result
}

/// Somebody wants to know what book this is.
struct ShowBook {
    let catalogue: any Catalogue
    // TODO: The board in the hall has no screen like this. How does it ask for a book?
    let screen: any BookScreen

    @discardableResult
    func book(for scanned: String) async throws -> BookLines? {
        screen.showLoading()
        // TODO: In how many ways can this method end, and in how many of them does the wheel stop?
        let code = try Code(scanned)
        guard let facts = try await catalogue.facts(for: code) else {
            screen.showUnknownBook()
            return nil
        }

        // TODO: Who needs these texts, and who would rather have the facts behind them?
        var authors = facts.authors.first ?? ""
        if facts.authors.count > 1 { authors += " 외 \(facts.authors.count)" }
        let published =
            switch facts.published {
            case .year(let year), .month(let year, _): "\(year)"
            case .day(let year, let month, let day): "\(year)-\(month)-\(day)"
            }
        let lines = BookLines(title: facts.title, authors: authors, published: published)
        screen.hideLoading()
        screen.show(lines)
        return lines
    }
}

/// The page of a book, from the scan to the last line.
struct BookPage {
    let catalogue: any ShowBook.Catalogue
    let screen: any BookScreen

    func open(_ scanned: String) async {
        do {
            try await ShowBook(catalogue: catalogue, screen: screen).book(for: scanned)
        } catch {
            screen.showFailure()
        }
    }
}

// MARK: - Given

extension ShowBook {
    /// The number on the back of a book. The camera may read anything.
    struct Code: Hashable, Sendable {
        let text: String

        struct Unreadable: Error, Hashable, Sendable {}

        init(_ scanned: String) throws(Unreadable) {
            guard !scanned.isEmpty, scanned.allSatisfy(\.isNumber) else { throw Unreadable() }
            text = scanned
        }
    }

    /// No book of Moa's has this code.
    struct UnknownBook: Error, Hashable, Sendable {}

    /// What is known about a book.
    struct Facts: Hashable, Sendable {
        let title: String
        let authors: [String]
        let published: Published
    }

    /// A date, as far as anybody has written it down.
    enum Published: Hashable, Sendable {
        case year(Int)
        case month(year: Int, month: Int)
        case day(year: Int, month: Int, day: Int)
    }

    /// All books of Moa, wherever they are kept.
    protocol Catalogue: Sendable {
        func facts(for code: Code) async throws -> Facts?
    }

    /// A listener to the use case, if it reports instead of returning.
    protocol Output: Sendable {
        /// The book is being looked for.
        func began()
        /// It is no longer being looked for.
        func ended()

        func found(_ facts: Facts)
        func unknownBook()
        func unreadableCode()
        func failed()
    }
}

/// The page of a book on the phone. It can be called from any task.
protocol BookScreen: Sendable {
    /// Lets a wheel turn until somebody hides it.
    func showLoading()
    func hideLoading()

    func show(_ lines: BookLines)
    func showUnknownBook()
    func showUnreadableCode()
    func showFailure()
}

/// What stands on the page, ready to be read.
struct BookLines: Hashable, Sendable {
    let title: String
    /// «Kim», «Kim 외 2» if two others wrote it too, «작자 미상» if nobody knows the author.
    let authors: String
    /// «2021», «2021-07» or «2021-07-04».
    let published: String
}
