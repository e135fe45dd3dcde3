/// Complaints and other short notices.
enum NoticeScreen {
    static func complaint(_ complaint: Complaint) -> [Line] {
        [Line(complaint.sentence, .bad)]
            + complaint.details.map { .preformatted($0, .faint, indent: 2) }
            + [Line(complaint.remedy)]
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

    static func damagedProgress(setAsideAs name: String, trouble: ProgressFile.Trouble) -> [Line] {
        let reason: Phrase =
            switch trouble {
            case .damaged: "\(ProgressFile.name) can't be read."
            case .fromNewerVersion(let version):
                "\(ProgressFile.name) comes from a newer runner (format \(version))."
            }
        return [
            Line("\(reason) It was set aside as \(name).", .notable),
            Line("Nothing of your code is touched. Earn the verdicts again: `kata check all`"),
            .empty,
        ]
    }
}
