import Foundation

/// The folder that a site is written to. What is not the site's own is never touched.
struct SiteFolder {
    let path: String
    let files: Files

    /// Lists the files that were written by an earlier call.
    static let register = ".kata-site"

    /// - Parameter site: the files of the site, by their paths in it.
    func write(_ site: [String: Data]) throws(Complaint) {
        let old = try registered()
        for name in site.keys.sorted() where !old.contains(name) && files.exists(file(name)) {
            throw .foreignContent(path, file: name)
        }
        let new = Set(site.keys)
        do {
            // After an interruption half-way, all of it is listed.
            try note(old.union(new))
            for (name, data) in site { try files.update(file(name), to: data) }
            for name in old.subtracting(new) where files.exists(file(name)) {
                try files.remove(file(name))
                removeEmptyFolders(above: name)
            }
            try note(new)
        } catch {
            let bytes = site.values.reduce(0) { $0 + $1.count }
            throw Workbook(root: path, files: files).cannotWrite(path, bytes: bytes)
        }
    }

    /// Looks whether a site may be written here, before any work is done for it.
    func check() throws(Complaint) {
        _ = try registered()
        var folder = path
        while !files.exists(folder), folder != "/", let slash = folder.lastIndex(of: "/") {
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        }
        guard files.isFolder(folder), files.isWritable(folder) else { throw .cannotWrite(path) }
    }

    private func registered() throws(Complaint) -> Set<String> {
        guard let register = files.text(file(Self.register)) else {
            if let info = files.info(path), info.kind != .folder { throw .fileInTheWay(path) }
            // A folder that is kept in git has its `.git`.
            if let foreign = files.list(path).first(where: { !$0.hasPrefix(".") }) {
                throw .foreignContent(path, file: foreign)
            }
            return []
        }
        let names = register.split(separator: "\n").map(String.init)
        // It is a text, and anybody may have changed it.
        return Set(names.filter { !$0.hasPrefix("/") && !$0.split(separator: "/").contains("..") })
    }

    private func note(_ names: Set<String>) throws {
        try files.update(file(Self.register), to: Data((names.sorted().joined(separator: "\n") + "\n").utf8))
    }

    private func removeEmptyFolders(above name: String) {
        var parts = name.split(separator: "/").dropLast()
        while !parts.isEmpty, files.list(file(parts.joined(separator: "/"))).isEmpty {
            try? files.remove(file(parts.joined(separator: "/")))
            parts.removeLast()
        }
    }

    private func file(_ name: String) -> String { "\(path)/\(name)" }
}
