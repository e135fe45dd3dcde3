/// Where links of a chapter's page lead on the site.
struct SiteLinks: Hashable {
    /// The chapter whose page it is.
    var chapter: Int
    /// Chapters by the names of their folders.
    var chapters: [String: Int]
    var katas: Set<KataID>

    static func name(ofChapter number: Int) -> String { "Chapter-\(number)" }
    static func name(of kata: KataID) -> String { "Kata-\(kata.chapter)-\(kata.number)" }

    /// `../Chapter3DomainServices/README.md#31-ask-someone-else` → `doc:Kata-3-1`; nil if it is no page.
    func page(of target: String) -> String? {
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].split(separator: "/").filter { $0 != ".." && $0 != "." }.map(String.init)
        guard path.last.map(Self.isPage) ?? true,
            let number = path.count < 2 ? chapter : chapters[path[path.count - 2]]
        else { return nil }
        // GitHub calls the section of kata 3.1 `31-ask-someone-else`.
        let digits = parts.count > 1 ? parts[1].prefix(while: \.isASCIIDigit) : ""
        if digits.hasPrefix("\(number)"), let kata = Int(digits.dropFirst("\(number)".count)) {
            let id = KataID(chapter: number, number: kata)
            if katas.contains(id) { return "doc:\(Self.name(of: id))" }
        }
        return "doc:\(Self.name(ofChapter: number))"
    }

    /// «kata 5.3» and «chapter 5», as texts name them; nil for one that isn't there, and for this very chapter.
    func page(mentionedBy words: Substring) -> String? {
        guard let last = words.split(separator: " ").last else { return nil }
        if let kata = KataID(last) { return katas.contains(kata) ? "doc:\(Self.name(of: kata))" : nil }
        guard let number = Int(last), number != chapter, chapters.values.contains(number) else { return nil }
        return "doc:\(Self.name(ofChapter: number))"
    }

    private static func isPage(_ name: String) -> Bool {
        name.hasPrefix("README") && name.hasSuffix(".md")
    }
}
