/// The suites of a chapter as a program of their own, instead of tests that SwiftPM has to find.
///
/// To find tests the native system compiles two modules more, both with XCTest, and an index of all that they may be
/// in: a third of a first build. Swift Build needs no index for that, and compiles and links more too. Swift Testing
/// finds its tests by itself.
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

    private static let name = "~SuiteProgram.swift"

    static func file(in target: String) -> String { "Tests/\(target)Tests/\(name)" }

    /// macOS has a program of its own that loads tests.
    static var isKnownHere: Bool {
        #if canImport(Darwin)
            false
        #else
            true
        #endif
    }

    /// Whether this Swift can't make one: Swift Testing promises nobody that a program may begin so.
    static func isRefused(by diagnostics: [Diagnostic]) -> Bool {
        diagnostics.contains { $0.severity == .error && $0.file.hasSuffix("/\(name)") }
    }
}
