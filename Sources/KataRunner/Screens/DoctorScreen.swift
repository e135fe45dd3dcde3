enum DoctorScreen {
    struct Finding: Hashable {
        var isGood: Bool
        var what: Phrase
        var remedy: Phrase?

        static func good(_ what: Phrase, _ remedy: Phrase? = nil) -> Finding {
            Finding(isGood: true, what: what, remedy: remedy)
        }

        static func bad(_ what: Phrase, _ remedy: Phrase? = nil) -> Finding {
            Finding(isGood: false, what: what, remedy: remedy)
        }

        static func bad(_ complaint: Complaint) -> Finding {
            bad(complaint.sentence, complaint.remedy)
        }
    }

    static func lines(_ findings: [Finding]) -> [Line] {
        var lines: [Line] = [Line(verbatim: "kata \(Runner.version)", .faint)]
        for finding in findings {
            lines.append(.item(finding.isGood ? "✔" : "✘", finding.isGood ? .good : .bad, finding.what))
            if let remedy = finding.remedy { lines.append(Line(remedy, indent: 2)) }
        }
        lines += [
            .empty,
            Line(
                "When you report a bug, add this, and what the failing command prints with `--verbose`.",
                .faint
            ),
        ]
        let isWell = findings.allSatisfy(\.isGood)
        return lines + [
            .empty, Line(isWell ? "All is well. Go on: `kata next`" : "When that is mended: `kata doctor`"),
        ]
    }
}
