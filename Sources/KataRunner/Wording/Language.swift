/// The language in which the runner speaks, and in which it reads the pages of the workbook.
///
/// A translation is data. `Sources/KataRunner/Wording/Languages/ko/runner.json` maps the templates of phrases to their
/// Korean form, a file for each chapter does so for what its suites say, and `README.ko.md` stands beside a chapter's
/// `README.md`. What isn't translated stays English.
struct Language: Hashable, Sendable {
    let code: String
    let translations: Translations

    static let english = Language(code: "en", translations: [:])

    /// The name of the chapter page in this language.
    var pageName: String { code == "en" ? "README.md" : "README.\(code).md" }

    /// The language that was asked for, by `--language`, `KATA_LANGUAGE` or the system's own variables.
    static func code(asked: String?, variables: [String: String]) -> String {
        let names = ["KATA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]
        // A variable that is empty counts as one that isn't set.
        let setting = ([asked] + names.map { variables[$0] }).compactMap { $0 }.first { !$0.isEmpty } ?? "en"
        return code(in: setting) ?? "en"
    }

    /// `ko_KR.UTF-8` → `ko`
    static func code(in setting: String) -> String? {
        let code = setting.prefix { $0.isLetter }.lowercased()
        return code.count == 2 ? code : nil
    }
}
