import InMemoryInfrastructure

/// A book of the shelf. No two have the same code; a book that has just come in has none yet.
struct Book: Storable, Hashable {
    let id: String
    var title: String
    var code: String?

    init(_ id: String, _ title: String, code: String? = nil) {
        self.id = id
        self.title = title
        self.code = code
    }
}

extension UniqueKey<Book> {
    static var code: Self { UniqueKey("code") { $0.code } }
}
