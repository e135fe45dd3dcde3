extension Standing {
    /// «changed since: your file, the suite»
    var changedSince: Phrase {
        guard let first = changes.first else { return "changed since" }
        let all = changes.dropFirst().reduce(first.noun) { "\($0), \($1.noun)" as Phrase }
        return "changed since: \(all)"
    }
}

extension FingerprintParts.Change {
    fileprivate var noun: Phrase {
        switch self {
        case .code: "your file"
        case .comments: "comments in your file"
        case .otherFiles: "your further files"
        case .suite: "the suite"
        case .sharedModules: "the shared modules"
        case .compiler: "the compiler"
        }
    }
}
