/// A Swift text without what stands in the bodies of its functions, by its indentation.
///
/// Between two texts with the same interface a suite need not be compiled again. A wrong guess costs only time.
struct Interface: Hashable, Sendable {
    let lines: [String]

    init(of text: String) {
        var lines: [String] = []
        var body: Int?
        for line in text.split(whereSeparator: \.isNewline) {
            let trimmed = line.drop { $0 == " " }
            let indent = line.count - trimmed.count
            if trimmed.hasPrefix("//") { continue }
            if let margin = body, indent > margin { continue }
            body = nil
            lines.append(String(line))
            let opensBody = ["func ", "init(", "init?(", "init<", "var ", "subscript", ") "].contains {
                trimmed.contains($0)
            }
            if opensBody, trimmed.hasSuffix("{") { body = indent }
        }
        self.lines = lines
    }
}
