/// The tags of a page of HTML, as a browser would find them, for pages that close what they open.
struct Markup {
    struct Tag: Hashable, CustomStringConvertible {
        var name: String
        var attributes: [String: String] = [:]

        var description: String { "<\(name) \(attributes.keys.sorted().joined(separator: " "))>" }
    }

    private(set) var tags: [Tag] = []
    /// What stands in `style` and `script`, by the element's name.
    private(set) var fixed: [String: String] = [:]
    /// Elements that were closed without having been opened, or not closed.
    private(set) var misplaced: [String] = []
    /// All text that is shown, with the entities resolved.
    private(set) var text = ""

    private static let voids: Set = ["!DOCTYPE", "meta", "input"]

    /// By scalars, as a browser reads: an accent that follows a bracket doesn't make it another sign.
    private typealias Text = Substring.UnicodeScalarView

    init(parsing page: String) {
        var rest = Substring(page).unicodeScalars
        var open: [String] = []
        while let start = rest.firstIndex(of: "<") {
            text += Self.unescaped(rest[..<start])
            rest = rest[rest.index(after: start)...]
            if rest.first == "/" {
                let name = String(Substring(rest.dropFirst().prefix { $0 != ">" }))
                rest = rest.dropFirst(name.unicodeScalars.count + 2)
                if open.last == name { open.removeLast() } else { misplaced.append(name) }
                continue
            }
            let tag = Self.tag(&rest)
            tags.append(tag)
            if ["style", "script"].contains(tag.name) {
                let content =
                    rest.firstRange(of: "</\(tag.name)".unicodeScalars).map { rest[..<$0.lowerBound] } ?? rest
                fixed[tag.name] = String(Substring(content))
                rest = rest[content.endIndex...]
            }
            if !Self.voids.contains(tag.name) { open.append(tag.name) }
        }
        text += Self.unescaped(rest)
        misplaced += open
    }

    func all(_ name: String) -> [Tag] { tags.filter { $0.name == name } }

    private static func tag(_ rest: inout Text) -> Tag {
        let name = rest.prefix { $0 != ">" && !$0.properties.isWhitespace }
        var tag = Tag(name: String(Substring(name)))
        rest = rest.dropFirst(name.count)
        while true {
            rest = rest.drop { $0.properties.isWhitespace }
            if rest.isEmpty || rest.first == ">" { break }
            let name = rest.prefix { $0 != "=" && $0 != ">" && !$0.properties.isWhitespace }
            rest = rest.dropFirst(name.count)
            var value = ""
            if rest.starts(with: "=\"".unicodeScalars) {
                let quoted = rest.dropFirst(2).prefix { $0 != "\"" }
                value = unescaped(quoted)
                rest = rest.dropFirst(quoted.count + 3)
            }
            tag.attributes[String(Substring(name))] = value
        }
        rest = rest.dropFirst()
        return tag
    }

    private static func unescaped(_ text: Text) -> String {
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        let resolved = entities.reduce(text) { text, entity in
            text.replacing(entity.0.unicodeScalars, with: entity.1.unicodeScalars)
        }
        return String(Substring(resolved))
    }
}
