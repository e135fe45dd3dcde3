import Foundation

/// What becomes of the site.
enum SiteScreen {
    static func made(pages: Int, in folder: String, seconds: TimeInterval, isServed: Bool) -> [Line] {
        let made: Phrase = .count(
            pages,
            one: "The site is made: 1 page in \(seconds.shortSeconds).",
            many: "The site is made: \(pages) pages in \(seconds.shortSeconds)."
        )
        let lines: [Line] = [.item("✔", .good, made), Line("It is in \(folder).", indent: 2)]
        guard !isServed else { return lines }
        return lines + [
            .empty, Line("Look at it: `kata site --serve`"),
            Line("To publish it, copy the folder's contents to any host that serves files, at any path."),
        ]
    }

    static func served(at address: String) -> [Line] {
        [.empty, Line("Open **\(address)** in a browser on this machine. Ctrl-C stops serving it.")]
    }

    static func flawed(_ flaws: [SiteFlaw]) -> [Line] {
        let count: Phrase = .count(
            flaws.count,
            one: "No site was made: `docc` complains about 1 place.",
            many: "No site was made: `docc` complains about \(flaws.count) places."
        )
        return [Line(count, .bad), .empty]
            + flaws.flatMap { flaw -> [Line] in
                [
                    .item("✘", .bad, .verbatim("\(flaw.file):\(flaw.line)")),
                    Line(verbatim: flaw.message, indent: 2),
                ]
            }
            + [.empty, Line("When that is mended: `kata site`")]
    }
}
