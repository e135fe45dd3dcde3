import Foundation

/// Written before an update changes a file and removed after it (journal): a runner that finds one knows that an
/// update was interrupted, and how to finish it.
struct UpdateJournal: Hashable, Codable {
    private static let file = ".kata/update.json"

    /// The commits (hashes) between which the workbook is moved.
    var old: String
    var new: String
    /// The folder (backup) with what the learner had written; nil if there was nothing to put aside.
    var backup: String?
    /// Where each of the backup's files belongs afterwards. Those of katas that are gone belong nowhere.
    var places: [String: String]

    static func load(from workbook: Workbook) -> UpdateJournal? {
        workbook.data(file).flatMap { try? JSONDecoder().decode(UpdateJournal.self, from: $0) }
    }

    func save(in workbook: Workbook) throws(Complaint) {
        do {
            try workbook.files.write(JSONEncoder().encode(self), workbook.path(Self.file))
        } catch {
            throw workbook.cannotWrite(Self.file)
        }
    }

    static func remove(from workbook: Workbook) throws(Complaint) {
        do {
            try workbook.files.remove(workbook.path(file))
        } catch {
            throw workbook.cannotWrite(file)
        }
    }

    /// An update was interrupted, and the learner's edits lie aside. `kata undo` has not brought them back.
    static func hidesEdits(in workbook: Workbook) -> Bool {
        load(from: workbook)?.backup.map { workbook.files.exists(workbook.path($0)) } ?? false
    }
}
