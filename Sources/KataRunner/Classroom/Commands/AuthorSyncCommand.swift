import Foundation

/// `kata author sync [kata|chapter|all]`
struct AuthorSyncCommand: Command {
    static let manual = Manual.authorSync

    private let reference: String

    init(_ arguments: ParsedArguments) throws(Complaint) {
        guard let reference = arguments.positionals.first else {
            throw .missingArgument("a kata, a chapter or «all»", command: "author sync")
        }
        self.reference = reference
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course(in: .english)
        let workbook = course.workbook
        let katas = try course.katas(reference)
        let changed = katas.filter { $0.fileExists && !workbook.isUntouched($0) }
        let oldSeals = SuiteSeals(of: workbook)
        var seals = oldSeals
        for kata in katas { seals.renew(kata, in: workbook) }
        let sealed = katas.filter { seals.seals[$0.suite] != oldSeals.seals[$0.suite] }
        guard !changed.isEmpty || !sealed.isEmpty else {
            session.show([
                Line("Every pristine copy matches its starter, and every suite is sealed."),
                Line("Go on: `kata author check`"),
            ])
            return .success
        }
        let replaced = changed.map(\.pristine) + (sealed.isEmpty ? [] : [SuiteSeals.file])
        try Backups(workbook: workbook).make(of: replaced, at: session.environment.now())
        do {
            for kata in changed {
                try workbook.files.write(workbook.data(kata.file) ?? Data(), workbook.path(kata.pristine))
            }
            try workbook.files.update(workbook.path(SuiteSeals.file), to: Data(seals.text.utf8))
        } catch {
            throw .cannotWrite("Exercises/.pristine")
        }
        session.show(
            changed.map { .item("✔", .good, .verbatim($0.pristine)) }
                + sealed.map { .item("✔", .good, "\($0.suite) is sealed") } + [
                    Line("Does the proof still hold? `kata author prove \(reference)`")
                ]
        )
        return .success
    }
}
