import Foundation

extension Workbook {
    /// The same workbook, in which the Swift files of one chapter are these and no others. Its suites, its
    /// starters and all else stay its own.
    func overlaid(_ chapter: Chapter, with texts: [String: Data]) -> Workbook {
        let folder = path(chapter.folder) + "/"
        let texts = Dictionary(uniqueKeysWithValues: texts.map { (path($0.key), $0.value) })
        @Sendable func isReplaced(_ path: String) -> Bool {
            path.hasPrefix(folder) && path.hasSuffix(".swift")
        }
        var files = files
        let (read, info) = (files.read, files.info)
        files.read = { path in
            guard isReplaced(path) else { return try read(path) }
            guard let text = texts[path] else { throw CocoaError(.fileReadNoSuchFile) }
            return text
        }
        files.info = { path in
            guard isReplaced(path) else { return info(path) }
            return texts[path].map { Files.Info(kind: .file, size: $0.count, modified: .distantPast) }
        }
        return Workbook(root: root, files: files)
    }
}

extension Chapter {
    /// With every kata in its place, and these further files.
    func holding(_ others: some Collection<String>) -> Chapter {
        var chapter = self
        for index in chapter.katas.indices { chapter.katas[index].fileExists = true }
        chapter.otherFiles = others.map { String($0.dropFirst(folder.count + 1)) }.sorted()
        return chapter
    }
}
