/// A Mermaid diagram as a picture for pages that can't draw it: from each thing on the left the arrows that lead
/// away from it, in the order of the diagram.
struct DiagramDrawing: Hashable {
    private let outline: DiagramOutline

    init(_ source: [String]) {
        outline = DiagramOutline(source)
    }

    /// For readers who can't see it.
    var told: String {
        outline.arrows.map { arrow in
            "\(arrow.from) → \(arrow.to)" + (arrow.label.isEmpty ? "" : ": \(arrow.label)")
        }
        .joined(separator: "; ")
        .replacing("[", with: "(").replacing("]", with: ")")
    }

    // MARK: - Laying out

    private struct Box {
        var lines: [String]
        var height: Int { lines.count * Self.lineHeight + 20 }

        static let lineHeight = 20
        static let width = 230
    }

    private struct Branch {
        var label: [String]
        var to: Box
        var height: Int { max(to.height, label.count * 18 + 26) + 14 }
    }

    private struct Fan {
        var from: Box
        var branches: [Branch]
        var height: Int { max(from.height + 14, branches.reduce(0) { $0 + $1.height }) }
    }

    private var fans: [Fan] {
        var fans: [(name: String, fan: Fan)] = []
        var told: Set<String> = []
        /// A thing is described where it is first met, and named from then on.
        func box(_ name: String) -> Box {
            let lines = told.insert(name).inserted ? outline.lines(of: name) : [name]
            return Box(lines: lines.flatMap { Self.wrapped($0, columns: 27) })
        }
        for arrow in outline.arrows {
            let known = outline.isSequence ? fans.indices.last : fans.firstIndex { $0.name == arrow.from }
            let place: Int
            if let known, fans[known].name == arrow.from {
                place = known
            } else {
                fans.append((arrow.from, Fan(from: box(arrow.from), branches: [])))
                place = fans.count - 1
            }
            let label = Self.wrapped(arrow.label, columns: 22)
            fans[place].fan.branches.append(Branch(label: label, to: box(arrow.to)))
        }
        return fans.map(\.fan)
    }

    private static func wrapped(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.displayWidth + word.displayWidth < columns {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    // MARK: - Drawing

    private struct Palette {
        var ink, line, fill, faint: String
    }

    func svg(isDark: Bool) -> String {
        let palette =
            isDark
            ? Palette(ink: "#f2f2f2", line: "#8ab4f8", fill: "#22303f", faint: "#c4c4c4")
            : Palette(ink: "#1d1d1f", line: "#2b5d9b", fill: "#eaf1fa", faint: "#4a4a4f")
        let width = 680
        let right = width - Box.width - 1
        var drawn: [String] = []
        var top = 4
        for fan in fans {
            let middle = top + fan.height / 2
            drawn += draw(fan.from, x: 1, middle: middle, palette)
            var branchTop = top + (fan.height - fan.branches.reduce(0) { $0 + $1.height }) / 2
            for branch in fan.branches {
                let end = branchTop + branch.height / 2
                let start = Box.width + 1
                drawn.append(
                    "<path d=\"M\(start) \(middle) C\(start + 40) \(middle) \(start + 10) \(end) \(start + 50) \(end) "
                        + "H\(right - 9)\" fill=\"none\" stroke=\"\(palette.line)\" stroke-width=\"1.5\"/>"
                )
                drawn.append(
                    "<path d=\"M\(right - 10) \(end - 5) L\(right - 1) \(end) L\(right - 10) \(end + 5) z\" "
                        + "fill=\"\(palette.line)\"/>"
                )
                for (index, line) in branch.label.enumerated() {
                    let y = end - 8 - (branch.label.count - 1 - index) * 18
                    drawn.append(text(line, x: (start + 40 + right) / 2, y: y, size: 14, palette.faint))
                }
                drawn += draw(branch.to, x: right, middle: end, palette)
                branchTop += branch.height
            }
            top += fan.height + 14
        }
        let size = "viewBox=\"0 0 \(width) \(top)\" width=\"\(width)\" height=\"\(top)\""
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) font-family=\"system-ui, sans-serif\">\n"
            + drawn.joined(separator: "\n") + "\n</svg>\n"
    }

    private func draw(_ box: Box, x: Int, middle: Int, _ palette: Palette) -> [String] {
        let top = middle - box.height / 2
        let frame =
            "<rect x=\"\(x)\" y=\"\(top)\" width=\"\(Box.width)\" height=\"\(box.height)\" rx=\"8\" "
            + "fill=\"\(palette.fill)\" stroke=\"\(palette.line)\"/>"
        return [frame]
            + box.lines.enumerated().map { index, line in
                let y = top + 25 + index * Box.lineHeight
                return text(line, x: x + Box.width / 2, y: y, size: 14, palette.ink)
            }
    }

    private func text(_ text: String, x: Int, y: Int, size: Int, _ colour: String) -> String {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" text-anchor=\"middle\" "
            + "fill=\"\(colour)\">\(escaped)</text>"
    }
}
