extension Workbook {
    /// A mark (hash) of everything in the workbook that verdicts rest on: suites, starters and shared modules. Two
    /// machines have the same where they judge by the same.
    func edition(_ catalogue: Catalogue) -> String {
        var print = Fingerprint()
        for folder in Fingerprints.sharedModules { print.add(folder: folder, of: self) }
        for chapter in catalogue.chapters {
            print.add(folder: "Tests/\(chapter.target)Tests", of: self)
            print.add(folder: "Exercises/.pristine/\(chapter.target)", of: self)
        }
        return print.description
    }
}
