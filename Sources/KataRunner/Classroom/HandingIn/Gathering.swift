/// All that a class has handed in, as folders and as zips.
struct Gathering: Sendable {
    let search: SubmissionSearch
    let unpacking: Unpacking

    struct Class: Hashable, Sendable {
        var submissions: [Submission] = []
        /// What was passed over, and why.
        var notices: [Phrase] = []
    }

    /// - Parameter places: absolute paths of folders and zips.
    func `class`(in places: [String]) -> Class {
        let files = search.files
        let found = search.found(in: places.filter(files.isFolder))
        var all = Class(submissions: found.submissions)
        all.notices += found.empty.map { "No exercises in \($0.shown): it is passed over." }
        all.notices += found.links.map {
            "\($0.shown) is a link, and links are not followed: it is passed over."
        }
        all.notices += found.hidden.map { "\($0.shown) is hidden: it is passed over." }
        for zip in places.filter({ !files.isFolder($0) }) + found.zips { take(zip, into: &all) }
        all.submissions = search.distinct(all.submissions)
        return all
    }

    private func take(_ zip: String, into all: inout Class) {
        let unpacked: Unpacking.Unpacked
        do {
            unpacked = try unpacking.unpack(zip)
        } catch {
            return all.notices.append("\(zip.shown) is passed over: \(error.sentence).")
        }
        for name in unpacked.leftOut {
            all.notices.append(
                "\(zip.shown): \(name.shown) is a link, too large or not text, and is left out."
            )
        }
        guard let exercises = search.exercises(in: unpacked.folder) else {
            return all.notices.append("No exercises in \(zip.shown): it is passed over.")
        }
        let file = String(zip.dropFirst(zip.folder.count + 1))
        let stem = String(file.dropLast(".zip".count))
        let isTaken = all.submissions.contains { $0.name == stem }
        all.submissions.append(Submission(name: isTaken ? file : stem, path: zip, exercises: exercises))
    }
}
