extension String {
    /// The folder that a path lies in.
    var folder: String {
        guard let slash = lastIndex(of: "/") else { return "" }
        return slash == startIndex ? "/" : String(self[..<slash])
    }
}

extension String {
    /// Whether somebody means standard output by it.
    var isStandardOutput: Bool { ["-", "/dev/stdout"].contains(self) }
}

extension Environment {
    /// A path as somebody types it, from the folder in which the runner was started.
    func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(currentDirectory)/\(path)" }
}
