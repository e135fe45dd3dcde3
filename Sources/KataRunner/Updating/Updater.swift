import Foundation

/// Brings the workbook's news (`git pull`, `git merge`) and keeps what the learner has written, whatever happens in
/// between.
struct Updater {
    let git: Git
    let workbook: Workbook
    let environment: Environment

    struct Outcome: Hashable {
        /// How many commits have come in.
        var commits = 0
        /// The learner's own commits were merged with them.
        var isMerge = false
        /// What git has changed.
        var paths: Set<String> = []
        /// Where files have gone whose kata has another number now.
        var moved: [String: String] = [:]
        /// Files of katas that are no longer part of the workbook, which are in the backup alone.
        var gone: [String] = []
        var backup: String?
    }

    // MARK: - Before

    /// The workbook is a clone of its own, and git isn't in the middle of something else.
    func expectClone() throws(Complaint) {
        let top = try git.answer(["rev-parse", "--show-toplevel"])
        let files = environment.files
        guard top.isGood, files.resolve(top.line) == files.resolve(workbook.root) else { throw .notAClone }
    }

    /// A git that was killed leaves its lock file, and no other one changes anything then.
    func expectNoLock() throws(Complaint) {
        let lock = try git.expect("rev-parse", "--git-path", "index.lock").line
        let path = lock.hasPrefix("/") ? lock : workbook.path(lock)
        if environment.files.exists(path) { throw .gitIsBusy(lock: lock) }
    }

    func expectNothingUnfinished() throws(Complaint) {
        let states = [
            ("MERGE_HEAD", "git merge --abort"), ("rebase-merge", "git rebase --abort"),
            ("rebase-apply", "git rebase --abort"), ("CHERRY_PICK_HEAD", "git cherry-pick --abort"),
        ]
        for (name, command) in states {
            let path = try git.expect("rev-parse", "--git-path", name).line
            let absolute = path.hasPrefix("/") ? path : workbook.path(path)
            if environment.files.exists(absolute) { throw .unfinishedMerge(remedy: command) }
        }
        let unmerged = try git.expect("diff", "--name-only", "-z", "--diff-filter=U").items
        if let first = unmerged.first { throw .unfinishedMerge(remedy: "git checkout HEAD -- \(first)") }
    }

    // MARK: - The update

    func fetch(_ source: UpdateSource, _ tick: (TimeInterval) -> Void) throws(Complaint) {
        // A branch may follow another one of the same clone.
        guard source.remote != "." else { return }
        let answer = try git.answer(["fetch", "--quiet", source.remote], tick)
        guard answer.isGood else { throw .cannotFetch(source.remote, said: answer.errors) }
    }

    /// Nil if there is nothing new.
    func update(to source: UpdateSource, at now: Date) throws(Complaint) -> Outcome? {
        let found = try git.answer(["rev-parse", "--verify", "--quiet", "\(source.name)^{commit}"])
        guard found.isGood else { throw .unknownBranch(source.name, remote: source.remote) }
        let theirs = found.line
        let own = try git.expect("rev-parse", "HEAD").line
        let counts = try git.expect("rev-list", "--left-right", "--count", "\(own)...\(theirs)").line
            .split(separator: "\t").compactMap { Int($0) }
        guard counts.count == 2, counts[1] > 0 else { return nil }

        var outcome = Outcome(commits: counts[1], isMerge: counts[0] > 0)
        let new =
            outcome.isMerge
            ? try OwnSideMerge(git: git, workbook: workbook).commit(of: own, and: theirs, named: source.name)
            : theirs
        outcome.paths = Set(try git.expect("diff", "--name-only", "-z", "--no-renames", own, new).items)
        let plan = try UpdatePlan(
            changes: try changes(),
            incoming: outcome.paths,
            files: Set(try git.expect("ls-tree", "-r", "-z", "--name-only", new).items),
            committed: outcome.isMerge
                ? try git.expect("diff", "--name-only", "-z", "--no-renames", "\(theirs)...\(own)").items : []
        )
        let backup =
            plan.kept.isEmpty ? nil : try Backups(workbook: workbook).make(of: plan.kept, at: now)
        let journal = UpdateJournal(old: own, new: new, backup: backup, places: plan.places)
        try journal.save(in: workbook)
        do {
            try git.expect(["checkout", "--quiet", "HEAD", "--"], each: plan.aside)
            try git.expect("merge", "--ff-only", "--quiet", new)
        } catch {
            // After an interruption git answers no more: the next update clears up.
            for path in plan.kept { try bringBack(path, to: path, journal) }
            guard error != .interrupted else { throw .updateInterrupted }
            try finish(journal)
            throw error
        }
        for (path, place) in plan.places { try bringBack(path, to: place, journal) }
        outcome.moved = plan.places.filter { $0.key != $0.value }
        outcome.gone = plan.kept.filter { plan.places[$0] == nil }
        outcome.backup = try finish(journal)
        return outcome
    }

    private func changes() throws(Complaint) -> [UpdatePlan.Change] {
        try git.expect("status", "--porcelain", "-z", "--no-renames", "--untracked-files=all").items.map {
            line in
            let marks = line.prefix(2)
            return UpdatePlan.Change(
                path: String(line.dropFirst(3)),
                isUntracked: marks == "??" || marks.contains("A"),
                isMissing: marks.contains("D")
            )
        }
    }

    private func bringBack(_ path: String, to place: String, _ journal: UpdateJournal) throws(Complaint) {
        guard let backup = journal.backup, let text = workbook.data("\(backup)/\(path)") else { return }
        do {
            try environment.files.update(workbook.path(place), to: text)
        } catch {
            throw workbook.cannotWrite(place)
        }
    }

    /// Returns the place of the copy of the edits, which `kata undo` passes over.
    @discardableResult
    private func finish(_ journal: UpdateJournal, keepsBackup: Bool = false) throws(Complaint) -> String? {
        var backup = journal.backup
        if let folder = backup, !keepsBackup { backup = try Backups(workbook: workbook).retire(folder) }
        try UpdateJournal.remove(from: workbook)
        return backup
    }

    // MARK: - After one that was cut off

    /// Brings the edits back that an update has put aside, and takes back what it had half done. False if there
    /// was none.
    func recover() throws(Complaint) -> Bool {
        guard let journal = UpdateJournal.load(from: workbook) else { return false }
        let isDone = try git.expect("rev-parse", "HEAD").line == journal.new
        let half = isDone ? [] : try halfDone(journal)
        try git.expect(
            ["checkout", "--quiet", "HEAD", "--"],
            each: half.filter { !$0.isUntracked }.map(\.path)
        )
        for change in half where change.isUntracked {
            try? environment.files.remove(workbook.path(change.path))
        }
        var keepsBackup = false
        let folder = journal.backup ?? ""
        let files = journal.backup.map(Backups(workbook: workbook).files) ?? []
        for path in files {
            let place = isDone ? journal.places[path] : path
            // Somebody who has gone on with the starter has written something new: it stays.
            guard let place, try isStarter(place, journal) else {
                keepsBackup =
                    keepsBackup || workbook.data(place ?? path) != workbook.data("\(folder)/\(path)")
                continue
            }
            try bringBack(path, to: place, journal)
        }
        try finish(journal, keepsBackup: keepsBackup)
        return true
    }

    /// Files that are as the update would have left them, or were being written.
    private func halfDone(_ journal: UpdateJournal) throws(Complaint) -> [UpdatePlan.Change] {
        let paths = Set(
            try git.expect("diff", "--name-only", "-z", "--no-renames", journal.old, journal.new).items
        )
        var half: [UpdatePlan.Change] = []
        for change in try changes() where paths.contains(change.path) {
            let isOurs = change.isMissing ? true : try isBegun(change.path, as: journal.new)
            if isOurs { half.append(change) }
        }
        return half
    }

    private func isStarter(_ path: String, _ journal: UpdateJournal) throws(Complaint) -> Bool {
        guard environment.files.exists(workbook.path(path)) else { return true }
        if try isBegun(path, as: journal.old) { return true }
        return try isBegun(path, as: journal.new)
    }

    /// The file holds what a commit has at its place, or the beginning of that.
    private func isBegun(_ path: String, as commit: String) throws(Complaint) -> Bool {
        let there = try git.answer(["cat-file", "blob", "\(commit):\(path)"])
        guard there.isGood, let data = workbook.data(path) else { return false }
        return Data(there.output.utf8).starts(with: data)
    }
}
