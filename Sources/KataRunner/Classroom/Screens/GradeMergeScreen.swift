/// What a merge has found besides grades.
enum GradeMergeScreen {
    static func lines(_ merge: GradeMerge) -> [Line] {
        [
            line(merge.missing, "Not judged by any part, or not in full"),
            line(merge.doubled, "Judged by several parts, of which the first counts"),
            line(merge.ofOtherEdition, "Judged by another version of the workbook"),
        ].compactMap { $0 }
    }

    private static let most = 20

    private static func line(_ names: [String], _ what: Phrase) -> Line? {
        guard !names.isEmpty else { return nil }
        let shown = names.prefix(most).map(\.shown).joined(separator: ", ")
        let more = names.count - most
        return Line(more > 0 ? "\(what): \(shown) and \(more) more" : "\(what): \(shown)", .notable)
    }
}
