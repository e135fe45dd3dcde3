/// A merge commit that is made without touching a file: wherever the learner has committed something, that stands.
struct OwnSideMerge {
    let git: Git
    let workbook: Workbook

    private static let index = ".kata/update.index"

    /// The merge's commit (hash), on no branch yet.
    func commit(of own: String, and theirs: String, named name: String) throws(Complaint) -> String {
        let base = try git.expect("merge-base", own, theirs).line
        let changed = try paths(from: base, to: own)
        let theirFiles = Set(try git.expect("ls-tree", "-r", "-z", "--name-only", theirs).items)
        let both = Set(try paths(from: base, to: theirs)).intersection(changed).filter { !$0.isLearners }
        let different = both.isEmpty ? [] : Set(try paths(from: own, to: theirs)).intersection(both)
        guard different.isEmpty else { throw .bothChanged(different.sorted(), source: name) }

        let index = workbook.path(Self.index)
        try git.expect("read-tree", theirs, index: index)
        defer { try? workbook.files.remove(index) }
        let ownEntries = try entries(of: changed, in: own)
        let wasThere = Set(try entries(of: changed, in: base).map(\.path))
        try git.expect(["update-index", "--force-remove", "--"], each: changed, index: index)
        for entry in ownEntries {
            let isNew = !wasThere.contains(entry.path)
            let place = isNew ? entry.path : UpdatePlan.place(of: entry.path, among: theirFiles)
            guard let place else { continue }
            try git.expect(
                "update-index",
                "--add",
                "--cacheinfo",
                "\(entry.mode),\(entry.hash),\(place)",
                index: index
            )
        }
        let tree = try git.expect("write-tree", index: index).line
        let message = "Merge \(name); where both sides have something, my own stays"
        return try git.expect("commit-tree", tree, "-p", own, "-p", theirs, "-m", message).line
    }

    private func paths(from one: String, to other: String) throws(Complaint) -> [String] {
        try git.expect("diff", "--name-only", "-z", "--no-renames", one, other).items
    }

    private struct Entry {
        var mode: Substring
        var hash: Substring
        var path: String
    }

    /// «100644 blob 1f7a…⇥Exercises/…»
    private func entries(of paths: [String], in commit: String) throws(Complaint) -> [Entry] {
        let wanted = Set(paths)
        return try git.expect("ls-tree", "-r", "-z", commit).items.compactMap { line in
            let halves = line.split(separator: "\t", maxSplits: 1)
            let words = halves.first?.split(separator: " ") ?? []
            guard halves.count == 2, words.count == 3, wanted.contains(String(halves[1])) else { return nil }
            return Entry(mode: words[0], hash: words[2], path: String(halves[1]))
        }
    }
}
