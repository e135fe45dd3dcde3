/// A path as editors and compilers write it: `Exercises/…/1-Purse.swift:12:5`, from anywhere.
struct TypedPath: Hashable {
    private let path: String

    /// Nil for what can't be a path.
    init?(_ text: String) {
        guard text.contains("/") || text.contains(".swift") else { return nil }
        var path = text[...]
        while let colon = path.lastIndex(of: ":"), path[colon...].dropFirst().allSatisfy(\.isASCIIDigit) {
            path = path[..<colon]
        }
        self.path = String(path)
    }

    /// The paths in a workbook that it may mean: from the folder in which it was typed, through links, and from
    /// the workbook itself, as screens print them.
    func meanings(in workbook: Workbook, from folder: String) -> [String] {
        let absolute = (path.hasPrefix("/") ? path : "\(folder)/\(path)").withoutDots
        let resolved =
            "\(workbook.files.resolve(absolute.folder))/\(absolute.dropFirst(absolute.folder.count + 1))"
        let root = Workbook(root: workbook.files.resolve(workbook.root), files: workbook.files)
        return [workbook.relative(absolute), root.relative(resolved)]
            + (path.hasPrefix("/") ? [] : [workbook.relative(workbook.path(path).withoutDots)])
    }
}

extension String {
    /// An absolute path without `.`, `..` and empty parts.
    fileprivate var withoutDots: String {
        var parts: [Substring] = []
        for part in split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
