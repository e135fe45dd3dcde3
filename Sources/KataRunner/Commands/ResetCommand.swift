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

    /// Puts starters back, after a copy of what stood there. The answer is where the copy is.
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

enum ResetScreen {
    static func nothingToDo(_ katas: [Kata]) -> [Line] {
        [
            Line(katas.count == 1 ? "It is the starter already." : "They are the starters already."),
            next(katas),
        ]
    }

    static func question(_ katas: [Kata]) -> [Line] {
        [
            Line(
                katas.count == 1
                    ? "This file would be replaced, with a copy kept in `\(Backups.folder)`:"
                    : "These files would be replaced, with copies kept in `\(Backups.folder)`:"
            )
        ]
            + katas.map { .item("•", .plain, .verbatim($0.file)) }
    }

    static func declined() -> [Line] {
        [Line("Nothing was changed."), Line("To go on: `kata next`")]
    }

    static func done(_ katas: [Kata], backup: String?) -> [Line] {
        var lines: [Line] = katas.map { .item("✔", .good, "\($0.file) is the starter again.") }
        if let backup {
            lines += [Line("What you had written is in \(backup). To bring it back: `kata undo`")]
        }
        return lines + [next(katas)]
    }

    private static func next(_ katas: [Kata]) -> Line {
        guard katas.count == 1, let kata = katas.first else { return Line("Begin: `kata next`") }
        return Line("Begin: `kata show \(kata.id)`")
    }
}
