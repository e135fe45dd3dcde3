import Foundation

/// Takes the exercises out of zips that people hand in.
///
/// The zip's own list is read first, and only what is an exercise is asked for. `unzip` writes nothing: what it prints
/// is no more than the list has promised, and is cut where the list says, so that no bomb unfolds and no path leads
/// anywhere.
struct Unpacking: Sendable {
    let environment: Environment
    let sandbox: Sandbox?
    /// Where the exercises are put.
    let folder: String
    /// The chapters' folders: «Chapter3DomainServices».
    let chapters: Set<String>

    static let zipLimit = 64 << 20
    static let exerciseLimit = 400

    enum Flaw: Error, Hashable {
        case tooLarge
        case unreadable
        case directory(ZipDirectory.Flaw)
        case noUnzip
        /// It doesn't hold what it claims.
        case untrue
        case tooManyExercises
    }

    struct Unpacked: Hashable, Sendable {
        /// The folder that it would be, had it been handed in as one.
        var folder: String
        /// Links, and what is too large or no text.
        var leftOut: [String] = []
    }

    func unpack(_ zip: String) throws(Flaw) -> Unpacked {
        let data: Data
        switch environment.files.readPlain(zip, Self.zipLimit) {
        case .data(let found): data = found
        case .tooLarge: throw .tooLarge
        default: throw .unreadable
        }
        let directory: ZipDirectory
        do {
            directory = try ZipDirectory(of: data)
        } catch {
            throw .directory(error)
        }
        let all = directory.exercises(of: chapters)
        guard all.count <= Self.exerciseLimit else { throw .tooManyExercises }
        var seen: Set<String> = []
        let wanted = all.filter { entry in
            !entry.isLink && entry.size <= Submission.fileLimit && entry.name.allSatisfy(\.isPlainInZip)
                && seen.insert(entry.name).inserted
        }
        var print = Fingerprint()
        print.add(data)
        let own = "\(folder)/\(print)"
        var unpacked = Unpacked(folder: own)
        unpacked.leftOut = all.map(\.name).filter { !seen.contains($0) }
        let told = "\(own)/.left-out"
        if let text = environment.files.text(told) {
            unpacked.leftOut = text.lines.map(String.init)
            return unpacked
        }
        unpacked.leftOut += try put(wanted, of: zip, into: own)
        try? environment.files.write(Data(unpacked.leftOut.joined(separator: "\n").utf8), told)
        return unpacked
    }

    /// - Returns: What is no text.
    private func put(
        _ entries: [ZipDirectory.Entry],
        of zip: String,
        into folder: String
    ) throws(Flaw) -> [String] {
        guard !entries.isEmpty else { return [] }
        let printed = try texts(of: entries, in: zip)
        if printed.utf8.count == entries.map(\.size).reduce(0, +) {
            var rest = Data(printed.utf8)
            for entry in entries {
                try write(rest.prefix(entry.size), entry, in: folder)
                rest = rest.dropFirst(entry.size)
            }
            return []
        }
        // One of them is no text, or the list isn't true.
        var leftOut: [String] = []
        for entry in entries {
            let text = try texts(of: [entry], in: zip)
            if text.utf8.count == entry.size {
                try write(Data(text.utf8), entry, in: folder)
            } else if text.contains("\u{FFFD}") {
                leftOut.append(entry.name)
            } else {
                throw .untrue
            }
        }
        return leftOut
    }

    private func write(_ text: Data, _ entry: ZipDirectory.Entry, in folder: String) throws(Flaw) {
        let path = "\(folder)/\(entry.name)"
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = environment.timeZone
        do {
            try environment.files.write(Data(text), path)
            if let date = entry.modified ?? calendar.date(from: entry.localTime) {
                try environment.files.setModified(path, date)
            }
        } catch {
            throw .unreadable
        }
    }

    private func texts(of entries: [ZipDirectory.Entry], in zip: String) throws(Flaw) -> String {
        let folders = (environment.variables["PATH"] ?? "").split(separator: ":")
        guard
            let program = folders.map({ "\($0)/unzip" }).first(where: environment.files.isExecutable)
        else { throw .noUnzip }
        var request = ProcessRequest(
            executable: program,
            arguments: ["-p", "-qq", zip] + entries.map(\.name),
            variables: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
            directory: "/",
            timeLimit: 60,
            outputLimit: entries.map(\.size).reduce(1, +),
            memoryLimit: 512 << 20
        )
        if let sandbox { request = sandbox.wrapped(request, Sandbox.Grant(readable: [zip])) }
        let outcome = try? environment.processes.run(request) { _ in .goOn }
        guard let outcome, outcome.end == .exited(0) else { throw .untrue }
        return outcome.output
    }
}

extension Character {
    /// `unzip` takes names for patterns.
    fileprivate var isPlainInZip: Bool { !"*?[]".contains(self) && !isNewline }
}

extension Unpacking.Flaw {
    var sentence: Phrase {
        switch self {
        case .tooLarge: "it is larger than \(Unpacking.zipLimit >> 20) MiB"
        case .unreadable: "it can't be read"
        case .directory(.noZip): "it isn't a zip that can be understood"
        case .directory(.tooManyEntries): "it holds too many files"
        case .directory(.leadsOut): "a path in it leads out of it"
        case .directory(.encrypted): "it asks for a password"
        case .noUnzip: "there is no `unzip` on the path (`apt install unzip`)"
        case .untrue: "it doesn't hold what its list promises"
        case .tooManyExercises: "it holds more than \(Unpacking.exerciseLimit) Swift files of chapters"
        }
    }
}
