/// The suites of a chapter as a program of their own, instead of tests that SwiftPM has to find.
///
/// To find tests SwiftPM compiles two modules more, both with XCTest, and an index of all that they may be in: a
/// third of a first build. Swift Testing finds its tests by itself.
enum SuiteProgram {
    /// For the manifest, which says with the same word that it can make such programs, and defines it for the
    /// compiler if it does.
    static let word = "KATA_PROGRAMS"

    /// Where a program begins. It is the beginning that SwiftPM writes too.
    static let text = """
        #if \(word)
            import Testing

            @main
            enum SuiteProgram {
                static func main() async { await Testing.__swiftPMEntryPoint() as Never }
            }
        #endif

        """

    static func file(in target: String) -> String { "Tests/\(target)Tests/~SuiteProgram.swift" }

    /// Swift Build finds tests without an index, and macOS has a program of its own that loads them.
    static func isMade(by system: BuildSystem) -> Bool {
        #if canImport(Darwin)
            false
        #else
            system == .native
        #endif
    }
}
