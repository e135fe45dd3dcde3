import Foundation
import Testing

@testable import KataRunner

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite("Where output goes, end to end", .timeLimit(.minutes(30)))
struct EndToEndOutputTests {
    /// A missing file has its verdict without a build.
    private func toy(_ use: (Toy) async throws -> Void) async throws {
        try await Toy.fresh { toy in
            try toy.remove(Toy.Exercise.purse.file)
            try await use(toy)
        }
    }

    private let document = "<?xml version="

    @Test("a plain file is replaced and keeps its permissions, also behind a link")
    func plainFile() async throws {
        try await toy { toy in
            try toy.write("old", to: "katas.xml")
            try toy.allow(0o640, "katas.xml")
            try toy.makeFolder("deep")
            try toy.link("deep/link.xml", to: "../katas.xml")
            try toy.link("new.xml", to: "deep/dangling.xml")
            for name in ["katas.xml", "deep/link.xml"] {
                try toy.write("old", to: "katas.xml")
                #expect(try await toy.kata("check", "1.1", "--junit", name).code == 1)
                #expect(try toy.text("katas.xml").hasPrefix(document), "\(name)")
            }
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(toy.root)/katas.xml")
            #expect(attributes[.posixPermissions] as? Int == 0o640)
            #expect(try await toy.kata("check", "1.1", "--junit", "new.xml").code == 1)
            #expect(try toy.text("deep/dangling.xml").hasPrefix(document))
            for link in ["deep/link.xml", "new.xml"] {
                #expect(Files.live.isLink("\(toy.root)/\(link)"), "\(link) was replaced")
            }
            #expect(try toy.names(in: ".").allSatisfy { !$0.hasPrefix("katas.xml.") })
        }
    }

    @Test("a file that may not be written stays as it is", .enabled(if: Toy.withoutPower != nil))
    func readOnly() async throws {
        try await toy { toy in
            try toy.write("old", to: "katas.xml")
            try toy.allow(0o444, "katas.xml")
            let run = try await toy.shell("kata check 1.1 --junit katas.xml", by: Toy.withoutPower ?? [])
            #expect(run.code == 2)
            #expect(run.complaint.hasPrefix("katas.xml can't be written."))
            #expect(try toy.text("katas.xml") == "old")
        }
    }

    @Test("a pipe is written into")
    func pipe() async throws {
        try await toy { toy in
            #expect(mkfifo("\(toy.root)/pipe", 0o600) == 0)
            let run = try await toy.shell("cat pipe > read.xml & kata check 1.1 --junit pipe; wait")
            #expect(run.words.contains("its file is missing"))
            #expect(try toy.text("read.xml").hasPrefix(document))
            #expect(try toy.text("read.xml").hasSuffix("</testsuites>\n"))
            #expect(Files.live.info("\(toy.root)/pipe")?.kind == .other)
        }
    }

    @Test("a pipe without a reader is waited for with a word, and Control-C ends it")
    func noReader() async throws {
        try await toy { toy in
            #expect(mkfifo("\(toy.root)/pipe", 0o600) == 0)
            let terminal = try PseudoTerminal()
            let run = try toy.start(["check", "1.1", "--junit", "pipe"], on: terminal)
            try await terminal.see("pipe is a pipe that nobody reads yet: waiting.")
            run.send(SIGINT)
            #expect(try await run.outcome(on: terminal).code == 130)
        }
    }

    @Test(
        "standard output gets the document alone, whatever it is",
        arguments: ["-", "- | cat", "- >> out.xml; cat out.xml"]
    )
    func standardOutput(name: String) async throws {
        try await toy { toy in
            let run = try await toy.shell("kata check 1.1 --junit \(name)")
            #expect(run.output.hasPrefix(document))
            #expect(run.output.hasSuffix("</testsuites>\n"))
            #expect(!toy.exists("-"))
        }
    }

    /// Devices that a mistake could replace (`/dev/null`) are named in no test.
    @Test("a file that is standard output too holds both", arguments: ["out.txt", "/dev/fd/1"])
    func both(name: String) async throws {
        try await toy { toy in
            _ = try await toy.shell("kata check 1.1 --junit \(name) > out.txt")
            let text = try toy.text("out.txt")
            #expect(text.hasPrefix(document))
            #expect(text.contains("its file is missing"))
        }
    }

    @Test(
        "two documents can't share standard output",
        arguments: [
            ["check", "--json", "--junit", "-"], ["check", "--json", "--lines"],
            ["grade", ".", "--csv", "--html", "-"],
        ]
    )
    func twoDocuments(words: [String]) async throws {
        try await toy { toy in
            let run = try await toy.start(words).outcome()
            #expect(run.code == 2)
            #expect(run.complaint.contains("can't share standard output."))
            #expect(run.output.isEmpty)
        }
    }

    @Test(
        "output that can't be written is reported, and the exit code is 2",
        arguments: ["list", "check 1.1", "check 1.1 --json", "help", "completions zsh", "show 1.1"]
    )
    func fullDisk(line: String) async throws {
        #if os(Linux)
            try await toy { toy in
                let run = try await toy.shell("kata \(line) > /dev/full")
                #expect(run.code == 2)
                #expect(run.complaint.hasPrefix("Standard output can't be written: No space left on device."))
            }
        #endif
    }

    @Test("a reader that goes away is no reason to complain")
    func closedPipe() async throws {
        try await toy { toy in
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            let run = try await toy.start(["list"], into: pipe.fileHandleForWriting).outcome()
            #expect(run.code == 0)
            #expect(run.errors.isEmpty)
        }
    }

    // MARK: - Standard error

    @Test("complaints in a file have no colour and the file's width, though the output is a terminal")
    func complaintsInAFile() async throws {
        try await toy { toy in
            let terminal = try PseudoTerminal(columns: 30)
            let run = try toy.start(
                ["check", "9.9"],
                by: ["sh", "-c", "\"$0\" \"$@\" 2> err.txt"],
                with: ["TERM": "xterm"],
                on: terminal
            )
            #expect(try await run.outcome(on: terminal).code == 2)
            #expect(
                try toy.text("err.txt")
                    == "There is no kata or chapter «9.9».\nAll katas: kata list\n"
            )
        }
    }

    @Test("complaints on a terminal have colour, though the output is a file")
    func complaintsOnATerminal() async throws {
        try await toy { toy in
            let terminal = try PseudoTerminal(columns: 30)
            let run = try toy.start(
                ["check", "9.9"],
                by: ["sh", "-c", "\"$0\" \"$@\" > out.txt"],
                with: ["TERM": "xterm"],
                on: terminal
            )
            #expect(try await run.outcome(on: terminal).code == 2)
            #expect(terminal.shown.contains("\u{1B}[38;5;161m"))
            #expect(try toy.text("out.txt").isEmpty)
        }
    }
}
