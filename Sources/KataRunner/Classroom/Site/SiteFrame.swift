import Foundation

/// What DocC says around the pages by itself.
enum SiteFrame {
    /// The script bears the workbook's name, and speaks the language of the pages if it knows it.
    static func script(_ script: String, title: String, in language: Language) -> String {
        let name = title.filter { !"\"'\\".contains($0) }
        var parts = script.components(separatedBy: "\"documentation\":{\"title\":\"")
        for index in parts.indices.dropFirst() {
            parts[index] = name + parts[index].drop { $0 != "\"" }
        }
        let named = parts.joined(separator: "\"documentation\":{\"title\":\"")
            .replacingOccurrences(
                of: "[\"meta\",\"title\"],\"Documentation\"",
                with: "[\"meta\",\"title\"],\"\(name)\""
            )
        let locales = named.components(separatedBy: "\"code\":\"").dropFirst().map {
            $0.prefix { $0 != "\"" }
        }
        guard let locale = locales.first(where: { $0.hasPrefix("\(language.code)-") }) else { return named }
        return named.replacingOccurrences(
            of: "VUE_APP_DEFAULT_LOCALE??\"en-US\"",
            with: "VUE_APP_DEFAULT_LOCALE??\"\(locale)\""
        )
    }

    /// Headings that DocC writes into the data of pages, whatever their language.
    private static let headings: [Phrase] = [
        "Overview", "Tip", "Introduction", "Check Your Understanding", "Get started",
    ]

    static func data(_ json: String, in language: Language) -> String {
        guard language != .english else { return json }
        return headings.reduce(json) { json, heading in
            json.replacingOccurrences(
                of: "\"\(heading.text(in: .english))\"",
                with: "\"\(heading.text(in: language))\""
            )
        }
    }
}
