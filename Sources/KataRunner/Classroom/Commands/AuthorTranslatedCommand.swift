import Foundation

/// `kata author translated <language> [kata|chapter|all]`
struct AuthorTranslatedCommand: Command {
    static let manual = Manual.authorTranslated

    private let code: String

    init(_ arguments: ParsedArguments) throws(Complaint) {
        guard let code = arguments.positionals.first else {
            throw .missingArgument("the code of a language, such as ko", command: "author translated")
        }
        self.code = code
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course(in: .english)
        let workbook = course.workbook
        let languages = TranslationCheck.languages(of: workbook)
        guard languages.contains(code) else {
            throw .badValue(code, option: "language", expected: .verbatim(languages.joined(separator: ", ")))
        }
        let check = TranslationCheck(workbook: workbook, catalogue: course.catalogue, code: code)
        var seals = TranslationSeals(of: code, in: workbook)
        let before = seals
        for pair in check.pages() {
            guard let english = workbook.files.text(workbook.path(pair.english)),
                workbook.files.exists(workbook.path(pair.own))
            else { continue }
            seals.renew(PageShape(of: english), of: pair.english)
        }
        try update(TranslationSeals.file(of: code), to: seals.text, in: workbook)
        // A learner's command then looks up the sentences that it says, and reads no other.
        if let sentences = workbook.wording(Workbook.runnerWording, in: code) {
            let file = Workbook.wordingFile(Workbook.runnerWording, in: code)
            try update(file, to: Translations.file(of: sentences), in: workbook)
        }
        session.show(AuthorScreen.translated(code, sections: seals.differing(from: before)))
        return .success
    }

    private func update(_ file: String, to text: String, in workbook: Workbook) throws(Complaint) {
        do {
            try workbook.files.update(workbook.path(file), to: Data(text.utf8))
        } catch {
            throw .cannotWrite(file)
        }
    }
}
