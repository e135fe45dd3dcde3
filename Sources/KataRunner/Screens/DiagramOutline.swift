/// A Mermaid diagram in lines, «from → to: label», for a terminal that can't draw it.
///
/// It reads what pages use: flowcharts, state diagrams and sequences. Anything else is left out.
struct DiagramOutline: Hashable {
    struct Arrow: Hashable {
        var from: String
        var to: String
        var label: String
    }

    private(set) var arrows: [Arrow] = []
    /// Its arrows are listed one after the other.
    let isSequence: Bool
    private var names: [String: String] = [:]
    private var wholeNames: [String: String] = [:]

    init(_ source: [String]) {
        let lines = source.map(\.trimmed)
        isSequence = lines.first?.hasPrefix("sequenceDiagram") ?? false
        for line in lines { readNames(in: line) }
        for line in lines { if isSequence { readMessage(line) } else { readArrow(line) } }
    }

    /// All that stands in the box of this name.
    func lines(of name: String) -> [String] {
        (wholeNames[name] ?? name).split(separator: "\n").map(String.init)
    }

    // MARK: - Flowcharts and states

    /// `root["Circle, the root<br/>join"] --> seats`: the text in the brackets names the node.
    private mutating func readNames(in line: String) {
        for match in line.matches(of: /(\w+)[\[\(\{]+"([^"]*)"[\]\)\}]+/) {
            names[String(match.1)] = Self.wholeText(String(match.2), separator: "\n")
        }
        if let match = line.wholeMatch(of: /(?:participant|actor)\s+(\w+)(?:\s+as\s+(.+))?/) {
            names[String(match.1)] = match.2.map(String.init) ?? String(match.1)
        }
        if let match = line.wholeMatch(of: /state\s+"([^"]+)"\s+as\s+(\w+)/) {
            names[String(match.2)] = String(match.1)
        }
    }

    private mutating func readArrow(_ line: String) {
        let bare = line.replacing(/(\w+)[\[\(\{]+"[^"]*"[\]\)\}]+/) { String($0.1) }
        let arrow =
            /\s*(?:--\s*"([^"]+)"\s*--[->]|--\s*([^"|>\-][^"|>]*?)\s*--[->]|-\.\s*"?([^"]+?)"?\s*\.->|(?:-->|---|==>)\|"?([^|"]+)"?\||-->|---|-\.->|==>)\s*/
        var ends: [String] = []
        var labels: [String] = []
        var rest = bare[...]
        while let match = rest.firstMatch(of: arrow) {
            ends.append(String(rest[..<match.range.lowerBound]))
            labels.append((match.1 ?? match.2 ?? match.3 ?? match.4).map { Self.wholeText(String($0)) } ?? "")
            rest = rest[match.range.upperBound...]
        }
        guard !labels.isEmpty else { return }
        var last = String(rest)
        // In a state diagram the label stands behind a colon.
        if let colon = last.firstRange(of: " : ") ?? last.firstRange(of: ": ") {
            labels[labels.count - 1] = last[colon.upperBound...].trimmed
            last = String(last[..<colon.lowerBound])
        }
        ends.append(last)
        for (index, label) in labels.enumerated() {
            for from in ends[index].split(separator: "&") {
                for to in ends[index + 1].split(separator: "&") {
                    arrows.append(
                        Arrow(
                            from: name(from.trimmed, at: .start),
                            to: name(to.trimmed, at: .end),
                            label: label
                        )
                    )
                }
            }
        }
    }

    // MARK: - Sequences

    private mutating func readMessage(_ line: String) {
        guard let match = line.wholeMatch(of: /(\w+)\s*-{1,2}[>x)]{1,2}\+?-?\s*(\w+)\s*:\s*(.+)/) else {
            return
        }
        arrows.append(
            Arrow(
                from: name(String(match.1), at: .start),
                to: name(String(match.2), at: .end),
                label: Self.wholeText(String(match.3))
            )
        )
    }

    private enum Place { case start, end }

    private mutating func name(_ id: String, at place: Place) -> String {
        if id == "[*]" { return place == .start ? "(begin)" : "(end)" }
        guard let text = names[id] else { return id }
        // The first line of a box is its name, unless another box has the same.
        let short = Self.firstLine(of: text)
        let isUnique = names.values.count { Self.firstLine(of: $0) == short } == 1
        let name = isUnique ? short : text.replacing("\n", with: ", ")
        wholeNames[name] = text
        return name
    }

    private static func firstLine(of text: String) -> String {
        String(text.prefix { $0 != "\n" })
    }

    private static func wholeText(_ text: String, separator: String = " ") -> String {
        text.replacing("<br/>", with: separator)
    }
}
