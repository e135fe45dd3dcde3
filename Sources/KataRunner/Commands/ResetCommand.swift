import Foundation

/// `kata reset <kata|chapter|all>`
struct ResetCommand: Command {
    static let manual = Manual(
        name: "reset",
        arguments: "<kata|chapter|all>",
        mostArguments: 1,
        summary: "put the starter back; your file is kept, and `kata undo` brings it back",
        explanation: [
            "It asks before it replaces anything. A file that is missing is restored without a question."
        ],
        options: [Manual.Option(name: "--yes", explanation: "don't ask")]
    )

    private let reference: String
    private let isSure: Bool

    init(_ arguments: ParsedArguments) throws(Complaint) {
        guard let reference = arguments.positionals.first else {
            throw .missingArgument("a kata, a chapter or «all»", command: "reset")
        }
        self.reference = reference
        isSure = arguments.has("--yes")
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course()
        let katas = try course.katas(reference)
        let workbook = course.workbook
        let changed = katas.filter { !workbook.isUntouched($0) }
        guard !changed.isEmpty else {
            session.show(ResetScreen.nothingToDo(katas))
            return .success
        }
        let replaced = changed.filter(\.fileExists)
        if !replaced.isEmpty, !isSure {
            session.mention(ResetScreen.question(replaced))
            let goOn = try session.ask(
                "Put the starter back?",
                orElse: .needsTerminal("reset \(reference)")
            )
            guard goOn else {
                session.show(ResetScreen.declined())
                return .somethingFailed
            }
        }
        let folder = try Self.restore(changed, in: course, at: session.environment.now())
        session.show(ResetScreen.done(changed, backup: folder))
        return .success
    }

    /// Puts starters back, after a copy of what stood there. Returns the place of the copy.
    static func restore(_ katas: [Kata], in course: Course, at now: Date) throws(Complaint) -> String? {
        let workbook = course.workbook
        for kata in katas where !workbook.isIntact(kata.pristine) { throw .missingPristine(kata.pristine) }
        for kata in katas where workbook.files.isFolder(workbook.path(kata.file)) {
            throw .folderInTheWay(kata.file, kata: kata.id.description)
        }
        let replaced = katas.filter(\.fileExists).map(\.file)
        let backups = Backups(workbook: workbook)
        let folder = replaced.isEmpty ? nil : try backups.make(of: replaced, at: now)
        for kata in katas {
            guard let starter = workbook.data(kata.pristine) else { continue }
            do {
                try workbook.files.write(starter, workbook.path(kata.file))
            } catch {
                throw workbook.cannotWrite(kata.file)
            }
        }
        try course.progressFile.update(at: now) { progress in
            for kata in katas { progress.forget(kata.name) }
        }
        return folder
    }
}
