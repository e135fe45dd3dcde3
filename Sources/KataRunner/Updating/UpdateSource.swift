/// The branch that a workbook is updated from, as git names it: `origin/main`.
struct UpdateSource: Hashable {
    var remote: String
    var name: String
    /// A remote called `upstream` that isn't asked: in the clone of a fork, it may be the workbook itself.
    var workbookItself: String?

    /// - Parameter asked: `upstream/main`, or a remote alone; nil means the branch that is followed.
    init(_ asked: String?, _ git: Git) throws(Complaint) {
        let head = try git.answer(["symbolic-ref", "--quiet", "--short", "HEAD"])
        guard head.isGood else { throw .detachedHead }
        let branch = head.line
        let remotes = try git.expect("remote").output.split(separator: "\n").map(String.init)
        if let asked {
            let parts = asked.split(separator: "/", maxSplits: 1).map(String.init)
            guard let remote = parts.first, remotes.contains(remote) else {
                throw .unknownRemote(asked, remotes)
            }
            self.init(remote: remote, name: parts.count == 2 ? asked : "\(remote)/\(branch)")
            return
        }
        let words = ["rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{upstream}"]
        let followed = try git.answer(words)
        guard followed.isGood else { throw .noUpstream(branch: branch, remotes: remotes) }
        let remote = try git.answer(["config", "branch.\(branch).remote"]).line
        self.init(remote: remote, name: followed.line)
        if remote != "upstream", remotes.contains("upstream") {
            workbookItself = "upstream/\(followed.line.split(separator: "/").last ?? "main")"
        }
    }

    init(remote: String, name: String) {
        self.remote = remote
        self.name = name
    }
}
