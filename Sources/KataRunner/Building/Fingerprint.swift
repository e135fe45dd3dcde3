import Foundation

/// A short mark (hash) of everything a verdict depends on: when it changes, the verdict must be earned again.
struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ data: Data) {
        mix(UInt64(data.count))
        data.withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= bytes.count {
                mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            var tail: UInt64 = 0
            while offset < bytes.count {
                tail = tail << 8 | UInt64(bytes[offset])
                offset += 1
            }
            mix(tail)
        }
    }

    mutating func add(_ text: String) {
        add(Data(text.utf8))
    }

    private mutating func mix(_ word: UInt64) {
        state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
        state ^= state >> 29
    }

    var description: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// Computes fingerprints, reading what katas share once.
struct Fingerprints: Sendable {
    private var workbook: Workbook
    private let shared: Fingerprint
    private let compiler: String
    private var chapters: [Int: Fingerprint] = [:]
    /// Looked up only if parts are asked for.
    private var sharedModules: Fingerprint?

    static let sharedModules = ["Sources/Moa", "Sources/InMemoryInfrastructure", "Sources/KataProbes"]

    init(_ workbook: Workbook, toolchain: Toolchain?) {
        self.workbook = workbook
        compiler = toolchain?.identity ?? ""
        var shared = Fingerprint()
        shared.add(compiler)
        for folder in Self.sharedModules { shared.add(folder: folder, of: workbook) }
        self.shared = shared
    }

    /// The same for a workbook in which everything that katas share is equal.
    func of(_ workbook: Workbook) -> Fingerprints {
        var copy = self
        (copy.workbook, copy.chapters) = (workbook, [:])
        return copy
    }

    /// Of the kata's own file, its suite, the learner's further files in the chapter and the suite's helpers.
    mutating func fingerprint(of kata: Kata, in chapter: Chapter) -> Fingerprint {
        var print = common(to: chapter)
        print.add(workbook.data(kata.file) ?? Data())
        print.add(workbook.data(kata.suite) ?? Data())
        return print
    }

    /// Of the whole chapter: katas of one module may, if only by accident, matter to each other.
    mutating func fingerprint(of chapter: Chapter) -> Fingerprint {
        var print = common(to: chapter)
        for kata in chapter.katas {
            print.add(kata.file)
            print.add(workbook.data(kata.file) ?? Data())
            print.add(workbook.data(kata.suite) ?? Data())
        }
        return print
    }

    /// Of what `fingerprint(of:in:)` covers, one by one.
    mutating func parts(of kata: Kata, in chapter: Chapter) -> FingerprintParts {
        let text = workbook.data(kata.file) ?? Data()
        let suites = "Tests/\(chapter.target)Tests"
        var suite = Fingerprint(of: helpers(in: suites), in: suites, workbook)
        suite.add(workbook.data(kata.suite) ?? Data())
        return FingerprintParts(
            file: Fingerprint(of: text).description,
            code: Fingerprint(ofCode: text).description,
            otherFiles: Fingerprint(of: chapter.otherFiles, in: chapter.folder, workbook).description,
            suite: suite.description,
            sharedModules: modules().description,
            compiler: Fingerprint(of: Data(compiler.utf8)).description
        )
    }

    private mutating func modules() -> Fingerprint {
        if let known = sharedModules { return known }
        var print = Fingerprint()
        for folder in Self.sharedModules { print.add(folder: folder, of: workbook) }
        sharedModules = print
        return print
    }

    private func helpers(in suites: String) -> [String] {
        workbook.files.list(workbook.path(suites)).filter { Workbook.kataName($0) == nil }
    }

    private mutating func common(to chapter: Chapter) -> Fingerprint {
        if let known = chapters[chapter.number] { return known }
        var print = shared
        for file in chapter.otherFiles {
            print.add(file)
            print.add(workbook.data("\(chapter.folder)/\(file)") ?? Data())
        }
        let suites = "Tests/\(chapter.target)Tests"
        for file in helpers(in: suites) {
            print.add(file)
            print.add(workbook.data("\(suites)/\(file)") ?? Data())
        }
        chapters[chapter.number] = print
        return print
    }
}

extension Fingerprint {
    fileprivate init(of data: Data) {
        self.init()
        add(data)
    }

    /// Of what the compiler reads: words and marks, without comments and the space around them.
    fileprivate init(ofCode data: Data) {
        let text = String(decoding: data, as: UTF8.self).withoutComments
        self.init(of: Data(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").utf8))
    }

    fileprivate init(of files: [String], in folder: String, _ workbook: Workbook) {
        self.init()
        for file in files {
            add(file)
            add(workbook.data("\(folder)/\(file)") ?? Data())
        }
    }

    mutating func add(folder: String, of workbook: Workbook) {
        for name in workbook.files.list(workbook.path(folder)) {
            let path = "\(folder)/\(name)"
            if workbook.files.isFolder(workbook.path(path)) {
                add(folder: path, of: workbook)
            } else if let data = workbook.data(path) {
                add(path)
                add(data)
            }
        }
    }
}
