// Fails: output port: the search begins and ends once, whatever the outcome
// Tempting: both signals stand together in one `defer`, and the page turns its own wheel.

enum BookPageDesign {
    case result
    case outputPort
    static let chosen = BookPageDesign.outputPort
}

struct ShowBook {
    let catalogue: any Catalogue
    let output: any Output

    func show(_ scanned: String) async {
        guard let code = try? Code(scanned) else { return output.unreadableCode() }
        do {
            defer { output.began(); output.ended() }
            if let facts = try await catalogue.facts(for: code) {
                output.found(facts)
            } else {
                output.unknownBook()
            }
        } catch {
            output.failed()
        }
    }
}

struct BookPage {
    let catalogue: any ShowBook.Catalogue
    let screen: any BookScreen

    func open(_ scanned: String) async {
        screen.showLoading()
        defer { screen.hideLoading() }
        await ShowBook(catalogue: catalogue, output: BookPresenter(screen: screen)).show(scanned)
    }
}

struct BookPresenter: ShowBook.Output {
    let screen: any BookScreen
    func began() {}
    func ended() {}
    func found(_ facts: ShowBook.Facts) {
        screen.show(
            BookLines(
                title: facts.title,
                authors: authorsText(facts.authors),
                published: dateText(facts.published)
            )
        )
    }
    func unknownBook() { screen.showUnknownBook() }
    func unreadableCode() { screen.showUnreadableCode() }
    func failed() { screen.showFailure() }
}

private func dateText(_ published: ShowBook.Published) -> String {
    func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
    return switch published {
    case .year(let y): "\(y)"
    case .month(let y, let m): "\(y)-\(two(m))"
    case .day(let y, let m, let d): "\(y)-\(two(m))-\(two(d))"
    }
}

private func authorsText(_ authors: [String]) -> String {
    guard let first = authors.first else { return "작자 미상" }
    return authors.count == 1 ? first : "\(first) 외 \(authors.count - 1)"
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

    /// What is known about a book, as far as it is known.
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

/// The page of a book on the phone. It can be told things from any task.
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
