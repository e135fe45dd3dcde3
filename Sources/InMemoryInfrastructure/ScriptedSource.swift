import Foundation
import Synchronization

/// Stands in for somebody else's service: answers with what the script says next, and keeps what it was asked.
public final class ScriptedSource<Request: Sendable>: Sendable {
    public enum Reply: Sendable {
        case data(Data)
        case failure(any Error)

        public static func json(_ text: String) -> Reply { .data(Data(text.utf8)) }
    }

    /// The source had more requests than replies.
    public struct Exhausted: Error, Hashable, Sendable {
        public let request: Int

        public init(request: Int) {
            self.request = request
        }
    }

    private struct Play {
        var replies: [Reply]
        var requests: [Request] = []
    }

    private let play: Mutex<Play>

    public init(_ replies: [Reply]) {
        play = Mutex(Play(replies: replies))
    }

    public var requests: [Request] { play.withLock { $0.requests } }

    public func reply(to request: Request) throws -> Data {
        let reply = play.withLock { play -> Reply in
            play.requests.append(request)
            guard !play.replies.isEmpty else { return .failure(Exhausted(request: play.requests.count)) }
            return play.replies.removeFirst()
        }
        switch reply {
        case .data(let data): return data
        case .failure(let error): throw error
        }
    }
}
