import Foundation

/// When modules were written, and when what imports them was last compiled.
///
/// The compiler's driver compares these times in whole seconds: on Linux a module that was written in the second
/// in which its suites were compiled is an old one to it, and a suite would be linked to a type that has changed
/// under it. If that may have happened, the module gets a later date, so that the next build looks into it.
struct ModuleTimes: Sendable {
    private let files: Files
    private let products: Products
    /// Of each target, when it was last compiled.
    private let compiled: [String: Date]

    init(_ files: Files, products: Products) {
        self.files = files
        self.products = products
        compiled = products.records(files).compactMapValues { files.info($0)?.modified }
    }

    private var newest: Date? {
        ModuleTimes(files, products: products).compiled.values.max()
    }

    /// - Returns: Whether there was a module to date on, so that a build is needed.
    func dateOnWhatWasOverlooked() -> Bool {
        var isAny = false
        for (target, path) in products.modules(files) {
            guard let written = files.info(path)?.modified,
                importers(of: target).contains(where: {
                    compiled[$0].map { hides(written, behind: $0) } ?? false
                }),
                // The build that has overlooked it has left later records.
                let newest
            else { continue }
            let nextSecond = Date(timeIntervalSince1970: newest.timeIntervalSince1970.rounded(.down) + 1)
            if (try? files.setModified(path, nextSecond)) != nil { isAny = true }
        }
        return isAny
    }

    private func hides(_ written: Date, behind record: Date) -> Bool {
        written > record
            && written.timeIntervalSince1970.rounded(.down) == record.timeIntervalSince1970.rounded(.down)
    }

    /// A chapter is imported by its suites, and what chapters share by all of them.
    private func importers(of target: String) -> [String] {
        target.hasPrefix("Chapter") ? ["\(target)Tests"] : compiled.keys.filter { $0.hasPrefix("Chapter") }
    }
}
