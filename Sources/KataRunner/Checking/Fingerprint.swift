import Foundation

/// A short mark of everything a verdict depends on: when it changes, the verdict must be earned again.
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
    private var chapters: [Int: Fingerprint] = [:]

    static let sharedModules = ["Sources/Moa", "Sources/InMemoryInfrastructure", "Sources/KataProbes"]

    init(_ workbook: Workbook, toolchain: Toolchain?) {
        self.workbook = workbook
        var shared = Fingerprint()
        shared.add(toolchain?.identity ?? "")
        for folder in Self.sharedModules { shared.add(folder: folder, of: workbook) }
        self.shared = shared
    }

    /// The same for a workbook that differs in nothing that katas share.
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

    private mutating func common(to chapter: Chapter) -> Fingerprint {
        if let known = chapters[chapter.number] { return known }
        var print = shared
        for file in chapter.otherFiles {
            print.add(file)
            print.add(workbook.data("\(chapter.folder)/\(file)") ?? Data())
        }
        let suites = "Tests/\(chapter.target)Tests"
        for file in workbook.files.list(workbook.path(suites)) where Workbook.kataName(file) == nil {
            print.add(file)
            print.add(workbook.data("\(suites)/\(file)") ?? Data())
        }
        chapters[chapter.number] = print
        return print
    }
}

extension Fingerprint {
    fileprivate mutating func add(folder: String, of workbook: Workbook) {
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
