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
                "An update was interrupted. Your edits are safe, but they may not be back in their files yet.",
                .notable
            ),
            Line("To finish it: `kata update`. To bring back your edits alone: `kata undo`"), .empty,
        ]
    }

    static func notKept(_ complaint: Complaint) -> [Line] {
        [Line("The verdict could not be kept. \(complaint.sentence)", .bad), Line(complaint.remedy), .empty]
    }

    static func leftOut(_ diagnostics: [Diagnostic]) -> [Line] {
        guard !diagnostics.isEmpty else { return [] }
        return [Line("Left out, because they don't compile:", .notable)]
            + diagnostics.map { .item("•", .plain, "\($0.file):\($0.line):\($0.column) \($0.sentence)") } + [
                .empty
            ]
    }

    static func progress(_ notice: ProgressFile.Notice) -> [Line] {
        switch notice {
        case .damaged(let name):
            [
                Line("\(ProgressFile.name) can't be read. It was set aside as \(name).", .notable),
                Line("Your code is untouched. To earn the verdicts again: `kata check all`"),
                .empty,
            ]
        case .odd(let names, let copy):
            [
                Line(
                    "What \(ProgressFile.name) says of \(names.joined(separator: ", ")) can't be read; the rest is used. A copy of the file as it was: \(copy)",
                    .notable
                ),
                Line("Your code is untouched. To earn the verdict again: `kata check all`"),
                .empty,
            ]
        case .fromNewerVersion(let version):
            [
                Line(
                    "\(ProgressFile.name) was written by a newer runner (format \(version)) and is left alone: your progress is not kept.",
                    .notable
                ),
                Line("Get the newest workbook (`git pull`), then: `kata next`"),
                .empty,
            ]
        }
    }
}
