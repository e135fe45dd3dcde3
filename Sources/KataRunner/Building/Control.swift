/// A test that must fail, put behind the suites of a chapter, with words that nobody knows beforehand.
///
/// A run reports from the same process in which a submission's code runs. That code may leave early, or report
/// rules that never ran. So a run counts only if it reached this test, saw it fail with these words, and ended
/// as a run with a failure ends.
struct Control: Hashable, Sendable {
    let words: String

    static let suite = "ControlTests"
    static let test = "the control is seen to fail"

    /// Suites run in the order of their files' names.
    static func file(in target: String) -> String { "Tests/\(target)Tests/~\(suite).swift" }

    /// As the event stream names it.
    static func suiteID(in testTarget: String) -> String { "\(testTarget).\(suite)" }

    var text: String {
        """
        import Testing

        @Suite struct \(Self.suite) {
            @Test("\(Self.test)") func control() {
                #expect(1 == 2, "\(words)")
            }
        }

        """
    }
}
