/// Complaints and other short notices.
enum NoticeScreen {
    static func complaint(_ complaint: Complaint) -> [Line] {
        [Line(complaint.sentence, .bad)]
            + complaint.details.map { .preformatted($0, .faint, indent: 2) }
            + [Line(complaint.remedy)]
    }

    static func waitingForReader(of pipe: String) -> [Line] {
        [Line("\(pipe) is a pipe that nobody reads yet: waiting. Ctrl-C ends it.", .faint)]
    }

    static func updateCutOff() -> [Line] {
        [
            Line(
                "An update was cut off. Your edits are safe, and may not stand in their files yet.",
                .notable
            ),
            Line("Finish it: `kata update`. Or bring your edits back alone: `kata undo`"), .empty,
        ]
    }

    static func notKept(_ complaint: Complaint) -> [Line] {
        [Line("The verdict could not be kept. \(complaint.sentence)", .bad), Line(complaint.remedy), .empty]
    }

    static func leftOut(_ diagnostics: [Diagnostic]) -> [Line] {
        guard !diagnostics.isEmpty else { return [] }
        return [Line("Left out, since they do not compile:", .notable)]
            + diagnostics.map { .item("•", .plain, "\($0.file):\($0.line):\($0.column) \($0.sentence)") } + [
                .empty
            ]
    }

    static func progress(_ notice: ProgressFile.Notice) -> [Line] {
        switch notice {
        case .damaged(let name):
            [
                Line("\(ProgressFile.name) can't be read. It was set aside as \(name).", .notable),
                Line("Nothing of your code is touched. Earn the verdicts again: `kata check all`"),
                .empty,
            ]
        case .odd(let names, let copy):
            [
                Line(
                    "What \(ProgressFile.name) says of \(names.joined(separator: ", ")) can't be read; the rest is in use. The file as it was: \(copy)",
                    .notable
                ),
                Line("Nothing of your code is touched. Earn the verdict again: `kata check all`"),
                .empty,
            ]
        case .fromNewerVersion(let version):
            [
                Line(
                    "\(ProgressFile.name) was written by a newer runner (format \(version)) and is left alone: nothing is kept of what you do.",
                    .notable
                ),
                Line("Get the newest workbook (`git pull`), then: `kata next`"),
                .empty,
            ]
        }
    }
}
