import Foundation
import Synchronization
import Testing

@testable import KataRunner

/// The runner's own server, over a folder of a test.
final class LocalServer: Sendable {
    private struct State {
        var port: Int?
        var isOver = false
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// - Parameter body: gets the port.
    static func serve<Result>(_ folder: String, _ body: (Int) async throws -> Result) async throws -> Result {
        let server = LocalServer()
        Thread.detachNewThread {
            try? Server.live.run(
                0,
                { port in server.state.withLock { $0.port = port } },
                { StaticAnswer.answer(to: $0, from: folder, .live).bytes(withBody: !$0.hasPrefix("HEAD ")) },
                { server.state.withLock { $0.isOver } }
            )
            server.state.withLock { $0.hasEnded = true }
        }
        try await wait { server.state.withLock { $0.port != nil || $0.hasEnded } }
        guard let port = server.state.withLock({ $0.port }) else { throw CannotServe.refused(reason: "") }
        defer { server.state.withLock { $0.isOver = true } }
        return try await body(port)
    }
}
