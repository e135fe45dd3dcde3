/// What a suite throws in place of something that the learner's type doesn't declare yet.
///
/// A suite that names a missing method doesn't build, and no rule of the kata is judged. So the suite says what it
/// needs in a private protocol, gives each requirement a default that throws this error, and has the learner's type
/// conform: Swift takes the type's own method if there is one, and the default if there is none. A requirement
/// that is `async` and `throws` is met by a method that is neither.
///
/// ```swift
/// private protocol MadeOfMinutes {
///     init(minutes: Int) throws
/// }
///
/// extension MadeOfMinutes {
///     init(minutes: Int) throws { throw NotDeclared("RunningTime(minutes:)") }
/// }
///
/// extension RunningTime: MadeOfMinutes {}
/// ```
///
/// Ask in a function that is generic over the protocol: `try` brings no warning there, even if the learner's method
/// never throws.
public struct NotDeclared: Error, Hashable, CustomStringConvertible {
    private let name: String

    /// - Parameter name: as the page writes it, with its labels.
    public init(_ name: String) {
        self.name = name
    }

    public var description: String { "\(name) is not there, or can't be reached" }
}
