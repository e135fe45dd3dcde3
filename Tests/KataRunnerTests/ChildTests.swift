import Foundation
import Testing

@testable import KataRunner

@Suite("Child processes")
struct ChildTests {
    private var openFiles: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count }
    }

    @Test("a program that can't be started leaves no file open")
    func notStarted() throws {
        var request = ProcessRequest(executable: "/bin/sh", arguments: [], variables: [:], directory: "/")
        request.records = .init(pipe: "/dev/null/pipe", file: "/dev/null/file", limit: 1)
        let before = try openFiles
        for _ in 1...300 {
            #expect(throws: CannotStart.self) { try Processes.live.run(request) { _ in .goOn } }
        }
        // Other tests open some meanwhile.
        #expect(try openFiles < before + 300)
    }
}
