/// A test that must fail in every way there is, put behind the suites of a chapter, with words that nobody knows
/// beforehand.
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

    /// What the failures say, in their order.
    var told: [String] { (0..<Self.claims.count + Self.expectations.count).map { "\(words) \($0)" } }

    /// What suites compare, each as a claim that doesn't hold. A macro for each would take the compiler longer.
    private static let claims = [
        "one == other", "one != one", "one.isEmpty", "number == number + 1", "number < 0", "isSame",
        "!(!isSame)",
        "isSame || one.isEmpty", "some == nil", "none == one", "[one] == [other]", "[one: 1] == [other: 1]",
        "Set([one]) == Set([other])", "[one].contains(other)", "[one].count == 0", "areAlike == true",
    ]

    /// Each kind of expectation that suites have, as one that fails. `{}` is its comment.
    private static let expectations = [
        "#expect(one == other, {})",
        "#expect(throws: Failure.self, {}) {}",
        "do { let _: String = try #require(none, {}) } catch {}",
        "Issue.record({})",
    ]

    /// It sees what the suites see, so a declaration that stands in the place of what they mean is noticed.
    func text(for target: String) -> String {
        let claims = Self.claims.map { "        claims.append(\($0))" }
        let expectations = zip(Self.expectations, told.dropFirst(claims.count)).map { expectation, words in
            "        " + expectation.replacing("{}", with: "\"\(words)\"", maxReplacements: 1)
        }
        return """
            import Testing

            @testable import \(target)

            #if canImport(KataProbes)
                import KataProbes
            #endif

            @Suite struct \(Self.suite) {
                private struct Failure: Error {}

                @Test("\(Self.test)") func control() {
                    let one = "\(words)"
                    let other = String(one.reversed())
                    let number = one.count
                    let some: String? = one
                    let none: String? = nil
                    let isSame = one.utf8.elementsEqual(other.utf8)
                    #if canImport(KataProbes)
                        let areAlike = areEqual(one, other)
                    #else
                        let areAlike = isSame
                    #endif
                    var claims: [Bool] = []
            \(claims.joined(separator: "\n"))
                    for (place, claim) in claims.enumerated() {
                        #expect(claim == true, "\(words) \\(place)")
                    }
            \(expectations.joined(separator: "\n"))
                }
            }

            """
    }
}
