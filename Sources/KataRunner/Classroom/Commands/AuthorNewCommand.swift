import Foundation

/// `kata author new <chapter> <Name>`
struct AuthorNewCommand: Command {
    static let manual = Manual.authorNew

    private let chapter: Int
    private let name: String

    init(_ arguments: ParsedArguments) throws(Complaint) {
        guard arguments.positionals.count == 2 else {
            throw .missingArgument("the number of a chapter and a name", command: "author new")
        }
        guard let chapter = Int(arguments.positionals[0]) else {
            throw .badValue(arguments.positionals[0], option: "chapter", expected: "the number of a chapter")
        }
        let name = arguments.positionals[1]
        guard Workbook.kataName("1-\(name).swift") != nil, name.allSatisfy(\.isASCII) else {
            throw .badValue(name, option: "Name", expected: "a Swift type's name, such as CopyTransfer")
        }
        self.chapter = chapter
        self.name = name
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let workbook = try session.workbook()
        let catalogue = workbook.catalogue()
        guard let chapter = catalogue.chapters.first(where: { $0.number == self.chapter }) else {
            throw .unknownKata("chapter \(self.chapter)", nearest: [])
        }
        let wanted = name
        if let taken = catalogue.katas.first(where: { $0.name.lowercased() == wanted.lowercased() }) {
            throw .fileInTheWay(taken.file)
        }
        let number = (chapter.katas.last?.id.number ?? 0) + 1
        let kata = Kata(
            id: KataID(chapter: chapter.number, number: number),
            name: name,
            target: chapter.target,
            page: KataPage(),
            fileExists: false
        )
        let template = KataTemplate(kata: kata)
        let paths = template.files.keys.sorted()
        if let inTheWay = paths.first(where: { workbook.files.exists(workbook.path($0)) }) {
            throw .fileInTheWay(inTheWay)
        }
        let page = "\(chapter.folder)/README.md"
        do {
            for path in paths {
                try workbook.files.write(Data((template.files[path] ?? "").utf8), workbook.path(path))
            }
            var seals = SuiteSeals(of: workbook)
            seals.renew(kata, in: workbook)
            try workbook.files.update(workbook.path(SuiteSeals.file), to: Data(seals.text.utf8))
            let old = workbook.files.text(workbook.path(page)) ?? ""
            let new = AuthorPage.adding(template.section, to: old, chapter: chapter)
            try workbook.files.write(Data(new.utf8), workbook.path(page))
        } catch {
            throw .cannotWrite(chapter.folder)
        }
        session.show(
            [Line("\(kata.id) \(kata.name) has been started:", .heading)]
                + (paths + ["\(page) (its section)"]).map { .item("✔", .good, .verbatim($0)) }
                + [.empty, Line("What is left to write: `kata author check \(kata.id)`")]
        )
        return .success
    }
}
