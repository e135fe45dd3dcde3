import Foundation

/// A server for the browsers of this machine, and for nobody else.
public struct Server: Sendable {
    /// Answers requests on the loopback interface until the work is over.
    ///
    /// The port may be 0, for any that is free. The first closure is told which it is. The second makes an answer
    /// of a request's head, and the third is asked now and then whether it is over.
    public var run: @Sendable (_ port: Int, (Int) -> Void, (String) -> Data, () -> Bool) throws -> Void

    public init(
        run: @escaping @Sendable (_ port: Int, (Int) -> Void, (String) -> Data, () -> Bool) throws -> Void
    ) {
        self.run = run
    }
}

/// Why nothing can be served.
enum CannotServe: Error, Hashable {
    case portTaken
    case refused(reason: String)
}
