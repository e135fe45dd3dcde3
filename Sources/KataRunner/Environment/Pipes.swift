import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The reading end of a pipe, and what came out of it so far.
struct Outlet {
    let descriptor: Int32
    let limit: Int
    private(set) var isClosed = false
    private var data = Data()

    init(descriptor: Int32, limit: Int) {
        self.descriptor = descriptor
        self.limit = limit
    }

    var text: String { String(decoding: data, as: UTF8.self) }

    mutating func read() {
        let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            let count = readBytes(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { data += buffer.prefix(min(count, max(0, limit - data.count))) }
            return count
        }
        if count == 0 { isClosed = true }
    }
}

/// Keeps what comes out of a pipe with a name (FIFO) in a file. Holding both ends itself, it never sees the pipe's end.
struct Recorder {
    private let pipe: Int32
    private let file: Int32
    private let limit: Int
    private var received = 0

    init(_ records: ProcessRequest.Records, for request: ProcessRequest) throws {
        unlink(records.pipe)
        guard mkfifo(records.pipe, 0o600) == 0 else { throw CannotStart(request, errno) }
        pipe = open(records.pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard pipe >= 0 else { throw CannotStart(request, errno) }
        file = open(records.file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            close(pipe)
            throw CannotStart(request, errno)
        }
        limit = records.limit
    }

    mutating func drain() {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            // A program that floods the pipe must not keep the runner from looking at the clock.
            for _ in 0..<64 {
                let count = readBytes(pipe, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                let kept = min(count, max(0, limit - received))
                if kept > 0 { _ = write(file, buffer.baseAddress, kept) }
                received += count
            }
        }
    }

    func finish() {
        close(pipe)
        close(file)
    }
}

/// `read` means something else inside a type that has one.
func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
