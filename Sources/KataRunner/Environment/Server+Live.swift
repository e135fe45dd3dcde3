import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Server {
    static var live: Server {
        Server { port, opened, answer, isOver in
            let (listener, port) = try Listener.open(port)
            defer { close(listener) }
            opened(port)
            var visitors: [Visitor] = []
            defer { for visitor in visitors { close(visitor.socket) } }
            while !isOver() {
                // A browser opens lines that it may use later: none of them may keep the others waiting.
                var waiting = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
                waiting += visitors.map { visitor in
                    let events = visitor.answer == nil ? POLLIN : POLLOUT
                    return pollfd(fd: visitor.socket, events: Int16(events), revents: 0)
                }
                guard poll(&waiting, nfds_t(waiting.count), 100) > 0 else { continue }
                for index in visitors.indices where waiting[index + 1].revents != 0 {
                    visitors[index].attend(answer)
                }
                for visitor in visitors where visitor.isServed { close(visitor.socket) }
                visitors.removeAll { $0.isServed }
                if waiting[0].revents != 0, let socket = Listener.accept(from: listener) {
                    // A connection that stays silent for long makes room for others.
                    if visitors.count >= 200 { close(visitors.removeFirst().socket) }
                    visitors.append(Visitor(socket: socket))
                }
            }
        }
    }
}

/// Somebody who asks for something: first the question comes in, then the answer goes out.
private struct Visitor {
    let socket: Int32
    private(set) var answer: Data?
    private(set) var isServed = false
    private var question = Data()

    init(socket: Int32) {
        self.socket = socket
    }

    private static let longestQuestion = 16_384

    mutating func attend(_ answering: (String) -> Data) {
        guard let rest = answer else { return listen(answering) }
        let count = rest.withUnsafeBytes { sendBytes(socket, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        answer = Data(rest.dropFirst(max(0, count)))
        isServed = count < 0 || rest.count == count
    }

    private mutating func listen(_ answering: (String) -> Data) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(socket, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        question += bytes.prefix(max(0, count))
        let head = String(decoding: question, as: UTF8.self)
        if let end = head.firstRange(of: "\r\n\r\n") ?? head.firstRange(of: "\n\n") {
            answer = answering(String(head[..<end.lowerBound]))
        } else if count <= 0 {
            isServed = true
        } else if question.count > Self.longestQuestion {
            answer = answering("")
        }
    }
}

private enum Listener {
    static func open(_ port: Int) throws -> (socket: Int32, port: Int) {
        let listener = socket(AF_INET, stream, 0)
        guard listener >= 0 else { throw trouble }
        do {
            _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
            var yes: Int32 = 1
            setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            try withUnsafeMutablePointer(to: &address) { pointer in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    guard bind(listener, address, size) == 0, listen(listener, 64) == 0,
                        getsockname(listener, address, &size) == 0
                    else { throw trouble }
                }
            }
            return (listener, Int(in_port_t(bigEndian: address.sin_port)))
        } catch {
            close(listener)
            throw error
        }
    }

    static func accept(from listener: Int32) -> Int32? {
        let socket = acceptVisitor(listener)
        guard socket >= 0 else { return nil }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        return socket
    }

    private static var trouble: CannotServe {
        errno == EADDRINUSE ? .portTaken : .refused(reason: String(cString: strerror(errno)))
    }

    // MARK: - Where Linux and macOS differ

    #if canImport(Darwin)
        private static let stream = SOCK_STREAM
    #else
        /// `SOCK_STREAM`, which the C libraries declare in different types.
        private static let stream: Int32 = 1
    #endif
}

/// The signal for a line that was cut is ignored by the runner (see `Interruption`).
private func sendBytes(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    send(socket, bytes, count, 0)
}

/// `accept` means something else inside `Listener`.
private func acceptVisitor(_ listener: Int32) -> Int32 {
    accept(listener, nil, nil)
}
