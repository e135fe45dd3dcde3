/// The machine as a build finds it: what keeps Swift from building here, whatever the code
/// (paths, limits of open files, a full disk).
enum BuildSite {
    /// Characters that SwiftPM and the compiler stumble over in the path of a package, as tried with Swift 6.3.
    private static let unbuildable: [Character] = ["\"", "\\", "%", "\n"]

    /// A build of a chapter holds several dozen files and pipes open at once.
    private static let fewestOpenFiles = 64

    static func complaint(about root: String) -> Complaint? {
        unbuildable.first(where: root.contains).map { .unbuildablePath(root, $0) }
    }

    static func complaints(in environment: Environment) -> [Complaint] {
        var complaints: [Complaint] = []
        if let folder = environment.variables["TMPDIR"], !folder.isEmpty,
            !environment.files.isFolder(folder) || !environment.files.isWritable(folder)
        {
            complaints.append(.noTemporaryFolder(folder))
        }
        if let limit = environment.openFileLimit(), limit < fewestOpenFiles {
            complaints.append(.tooFewOpenFiles(limit))
        }
        return complaints
    }
}
