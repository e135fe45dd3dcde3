// 5.5 Return, or tell?

/// How the use case speaks.
enum BookPageDesign {
    /// `ShowBook` returns what is known, or throws. Its caller does the showing.
    case result
    /// `ShowBook` tells its `Output`, and returns nothing.
    case outputPort

    // Why a result: a scan has one answer. `async throws` already says when it began, when it ended and how.
    static let chosen = BookPageDesign.result
}

/// Somebody wants to know what book this is.
struct ShowBook {
    let catalogue: any Catalogue

    func book(for scanned: String) async throws -> Facts {
        let code = try Code(scanned)
        guard let facts = try await catalogue.facts(for: code) else { throw UnknownBook() }
        return facts
    }
}

/// The page of a book, from the scan to the last line.
struct BookPage {
    private let showBook: ShowBook
    private let screen: any BookScreen

    init(catalogue: any ShowBook.Catalogue, screen: any BookScreen) {
        showBook = ShowBook(catalogue: catalogue)
        self.screen = screen
    }

    func open(_ scanned: String) async {
        screen.showLoading()
        // Why `defer`: it is written once, and runs on every way out, even on one that is added next year.
        defer { screen.hideLoading() }
        do {
            let facts = try await showBook.book(for: scanned)
            screen.show(BookLines(facts))
        } catch is ShowBook.Code.Unreadable {
            screen.showUnreadableCode()
        } catch is ShowBook.UnknownBook {
            screen.showUnknownBook()
        } catch {
            screen.showFailure()
        }
    }
}

extension BookLines {
    // Why here: how a date or a name is written is up to the page, and another page may write it differently.
    fileprivate init(_ facts: ShowBook.Facts) {
        title = facts.title
        authors =
            switch (facts.authors.first, facts.authors.count - 1) {
            case (nil, _): "작자 미상"
            case (let first?, 0): first
            case (let first?, let others): "\(first) 외 \(others)"
            }
        published =
            switch facts.published {
            case .year(let year): "\(year)"
            case .month(let year, let month): "\(year)-\(Self.twoDigits(month))"
            case .day(let year, let month, let day):
                "\(year)-\(Self.twoDigits(month))-\(Self.twoDigits(day))"
            }
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
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
