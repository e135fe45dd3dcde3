/// The words of a command line, sorted into arguments and options.
struct ParsedArguments: Hashable, Sendable {
    var positionals: [String] = []
    var flags: Set<String> = []
    var values: [String: String] = [:]

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// Documents on standard output are for programs to read, so there can be only one.
    func expectOneOutput() throws(Complaint) {
        let printed = ["--json", "--lines", "--csv"].filter(has)
        let named = ["--junit", "--html", "--book", "--moodle", "--canvas"].filter {
            values[$0]?.isStandardOutput == true
        }
        let all = printed + named
        if all.count > 1 { throw .oneOutput(all[0], all[1]) }
    }

    /// The words of an option that takes several: `3.1,3.2`.
    func list(_ option: String) -> [String] {
        (values[option] ?? "").split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
    }

    /// A whole number above zero.
    func number(_ option: String) throws(Complaint) -> Int? {
        guard let text = values[option] else { return nil }
        guard let number = Int(text), number > 0 else {
            throw .badValue(text, option: option, expected: "a whole number above 0")
        }
        return number
    }
}

extension ParsedArguments {
    /// - Parameter words: what follows the command's name.
    init(_ words: [String], for manual: Manual) throws(Complaint) {
        let options = manual.options + Manual.common
        var rest = words[...]
        var optionsAreOver = false
        while let word = rest.popFirst() {
            if optionsAreOver || !word.hasPrefix("-") || word == "-" {
                positionals.append(word)
                continue
            }
            if word == "--" {
                optionsAreOver = true
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0] == "-h" ? "--help" : String(parts[0])
            guard let option = options.first(where: { $0.name == name }) else {
                throw .unknownOption(
                    name,
                    command: manual.name,
                    nearest: Spelling.nearest(to: name, among: options.map(\.name))
                )
            }
            if option.value == nil {
                guard parts.count == 1 else {
                    throw .badValue(String(parts[1]), option: name, expected: "no value")
                }
                flags.insert(name)
            } else if parts.count == 2 {
                values[name] = String(parts[1])
                if option.valueIsOptional { flags.insert(name) }
            } else if option.valueIsOptional {
                flags.insert(name)
                if rest.first?.hasPrefix("-") == false { values[name] = rest.removeFirst() }
            } else if let value = rest.popFirst() {
                values[name] = value
            } else {
                throw .missingValue(option: name)
            }
        }
        if positionals.count > manual.mostArguments {
            throw .tooManyArguments(Array(positionals[manual.mostArguments...]), command: manual.name)
        }
    }
}
