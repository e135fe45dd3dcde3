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
