import Foundation

/// `kata author variant <kata> <name>`
struct AuthorVariantCommand: Command {
    static let manual = Manual.authorVariant

    private let reference: String
    private let name: String

    init(_ arguments: ParsedArguments) throws(Complaint) {
        guard arguments.positionals.count == 2 else {
            throw .missingArgument("a kata and the name of an answer", command: "author variant")
        }
        reference = arguments.positionals[0]
        name = arguments.positionals[1]
        let isName = ["wrong-", "valid-"].contains { name.hasPrefix($0) && name != $0 }
        guard isName, name.allSatisfy({ $0.isASCIIDigit || ("a"..."z").contains($0) || $0 == "-" }) else {
            throw .badValue(name, option: "name", expected: "small letters after `wrong-` or `valid-`")
        }
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course(in: .english)
        let kata = try course.kata(reference)
        let workbook = course.workbook
        let edit = try edit(of: kata, in: workbook, session.environment)
        let kept = keptFile(of: kata, in: workbook)
        let answer = opening(of: kata, like: kept, in: workbook) + edit.text.withoutOpeningComment
        let bases = workbook.bases(of: kata).filter { $0 != .rightAnswer(name) }
        let texts = bases.compactMap { base -> (AnswerDifference.Base, String)? in
            let file = base.file(of: kata)
            let text = file == kata.solution ? edit.solution : workbook.files.text(workbook.path(file))
            return text.map { (base, $0) }
        }
        let difference = AnswerDifference.shortest(from: texts, to: answer)
        let file = "\(kata.variants)/\(name)\(difference == nil ? ".swift" : AnswerDifference.fileExtension)"
        let replaced = [edit.file] + (kept.map { [$0] } ?? [])
        let backup = try Backups(workbook: workbook).make(of: replaced, at: session.environment.now())
        do {
            try workbook.files.write(Data((difference?.text ?? answer).utf8), workbook.path(file))
            if let kept, kept != file { try workbook.files.remove(workbook.path(kept)) }
            try workbook.files.write(Data(edit.original.utf8), workbook.path(edit.file))
        } catch {
            throw workbook.cannotWrite(kata.variants)
        }
        session.show(
            AuthorScreen.kept(file, as: difference?.base, of: kata, restored: edit.file, backup: backup)
        )
        return .success
    }

    // MARK: - The edit

    /// A file that the author has changed, with what it was before.
    private struct Edit {
        var file: String
        var text: String
        var original: String
        /// The solution as it is meant to be.
        var solution: String?
    }

    private func edit(
        of kata: Kata,
        in workbook: Workbook,
        _ environment: Environment
    ) throws(Complaint) -> Edit {
        let solution = workbook.files.text(workbook.path(kata.solution))
        guard let starter = workbook.files.text(workbook.path(kata.pristine)) else {
            throw .missingPristine(kata.pristine)
        }
        if kata.fileExists, !workbook.isUntouched(kata) {
            guard let text = workbook.files.text(workbook.path(kata.file)) else {
                throw .cannotRead(kata.file)
            }
            return Edit(file: kata.file, text: text, original: starter, solution: solution)
        }
        guard let solution, let staged = Self.staged(kata.solution, in: workbook, environment),
            staged != solution
        else { throw .nothingEdited(kata.file, kata.solution) }
        return Edit(file: kata.solution, text: solution, original: staged, solution: staged)
    }

    /// The text of a file as Git has it; nil if Git doesn't know it.
    private static func staged(
        _ file: String,
        in workbook: Workbook,
        _ environment: Environment
    ) -> String? {
        let request = ProcessRequest(
            executable: "/usr/bin/env",
            arguments: ["git", "show", ":./\(file)"],
            variables: environment.variables,
            directory: workbook.root,
            timeLimit: 60
        )
        guard let outcome = try? environment.processes.run(request, { _ in .goOn }),
            outcome.end == .exited(0)
        else { return nil }
        return outcome.output
    }

    // MARK: - The first lines

    private func keptFile(of kata: Kata, in workbook: Workbook) -> String? {
        [AnswerDifference.fileExtension, ".swift"].map { "\(kata.variants)/\(name)\($0)" }
            .first { workbook.files.exists(workbook.path($0)) }
    }

    private func opening(of kata: Kata, like kept: String?, in workbook: Workbook) -> String {
        if let kept, let text = workbook.files.text(workbook.path(kept)), !text.openingComment.isEmpty {
            return text.openingComment.joined()
        }
        if name.hasPrefix("valid-") { return "// TODO: say what shape it has.\n" }
        return """
            // Fails: TODO: a rule of \(kata.id), word for word
            // Tempting: TODO: say why somebody would write it.

            """
    }
}
