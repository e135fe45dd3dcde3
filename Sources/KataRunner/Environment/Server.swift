import Foundation

/// An HTTP server for the browsers of this machine, and for nobody else.
struct Server: Sendable {
    /// Answers requests on the loopback interface until the work is over.
    ///
    /// The port may be 0, for any that is free. The first closure gets the port. The second makes an answer
    /// of a request's head, and the third is asked now and then whether it is over.
    var run: @Sendable (_ port: Int, (Int) -> Void, (String) -> Data, () -> Bool) throws -> Void
}

/// Why nothing can be served.
enum CannotServe: Error, Hashable {
    case portTaken
    case refused(reason: String)
}
