import Foundation

/// What an update means for a learner in the middle of the workbook.
struct UpdateNews: Hashable {
    /// What there was of each kata, by its name.
    struct Snapshot: Hashable {
        fileprivate struct Texts: Hashable {
            var starter: Data?
            var suite: Data?
            var isSolved: Bool
        }

        fileprivate let katas: [String: Texts]

        init(_ course: inout Course) {
            var katas: [String: Texts] = [:]
            for kata in course.catalogue.katas {
                katas[kata.name] = Texts(
                    starter: course.workbook.data(kata.pristine),
                    suite: course.workbook.data(kata.suite),
                    isSolved: course.status(of: kata) == .solved
                )
            }
            self.katas = katas
        }
    }

    /// Katas that were not there.
    var new: [Kata] = []
    /// Katas that the learner has edited and whose starter has changed.
    var newStarters: [Kata] = []
    /// Katas that the learner has edited and whose suite has changed.
    var newRules: [Kata] = []
    /// Katas that were solved, and whose verdict must be found again.
    var toBeChecked: [Kata] = []

    init() {}

    init(from before: Snapshot, to course: inout Course) {
        let after = Snapshot(&course)
        for kata in course.catalogue.katas {
            guard let old = before.katas[kata.name], let now = after.katas[kata.name] else {
                new.append(kata)
                continue
            }
            if old.isSolved, !now.isSolved { toBeChecked.append(kata) }
            guard kata.fileExists, !course.workbook.isUntouched(kata) else { continue }
            if old.starter != now.starter { newStarters.append(kata) }
            if old.suite != now.suite { newRules.append(kata) }
        }
    }
}
