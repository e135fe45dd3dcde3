import Foundation

/// A folder with a manifest (`Package.swift`) and exercises. Paths inside it are relative to it.
struct Workbook: Sendable {
    let root: String
    let files: Files

    /// Where the walkthroughs lie.
    static let walkthroughs = walkthroughs(in: Language.english.code)

    static func walkthroughs(in code: String) -> String {
        code == Language.english.code ? "Solutions/Walkthroughs.docc" : "Solutions/Walkthroughs.\(code).docc"
    }

    /// The workbook that a folder belongs to: the folder itself or one above it.
    static func containing(_ folder: String, files: Files) -> Workbook? {
        var folder = folder
        while true {
            let workbook = Workbook(root: folder, files: files)
            if files.exists(workbook.path("Package.swift")), files.isFolder(workbook.path("Exercises")) {
                return workbook
            }
            guard let slash = folder.lastIndex(of: "/"), folder != "/" else { return nil }
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        }
    }

    func path(_ relative: String) -> String {
        root == "/" ? "/\(relative)" : "\(root)/\(relative)"
    }

    /// The part of an absolute path below the workbook, or the path itself.
    func relative(_ path: String) -> String {
        let prefix = root == "/" ? "/" : root + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }

    func data(_ relative: String) -> Data? {
        try? files.read(path(relative))
    }

    /// Why a file could not be written: there is no room for it, or it may not be.
    func cannotWrite(_ path: String, bytes: Int = 1 << 20) -> Complaint {
        let absolute = path.hasPrefix("/") ? path : self.path(path)
        guard let room = files.room(absolute), room < bytes else { return .cannotWrite(path) }
        return .diskFull(path)
    }

    /// It is there, and it is a text. What the text says is another question.
    func isIntact(_ relative: String) -> Bool {
        files.text(path(relative))?.contains { !$0.isWhitespace } ?? false
    }

    /// Nobody has touched the kata's file: it is the starter, byte for byte.
    func isUntouched(_ kata: Kata) -> Bool {
        guard let pristine = data(kata.pristine) else { return false }
        return data(kata.file) == pristine
    }

    func catalogue(in language: Language = .english) -> Catalogue {
        let headings = PageHeadings(in: language)
        let chapters = files.list(path("Exercises")).compactMap { name -> Chapter? in
            guard let (number, topic) = Self.chapterName(name) else { return nil }
            return chapter(number, topic, language, headings)
        }
        return Catalogue(chapters: chapters.sorted { $0.number < $1.number })
    }

    private func chapter(_ number: Int, _ topic: String, _ language: Language, _ headings: PageHeadings)
        -> Chapter
    {
        let target = "Chapter\(number)\(topic)"
        let folder = "Exercises/\(target)"
        let page = page(in: folder, language, headings)

        let present = Set(files.tree(path(folder)).filter { $0.hasSuffix(".swift") })
        let given = Set(files.list(path("Exercises/.pristine/\(target)")))
        var others: [String] = []
        var katas: [Kata] = []
        for file in present.union(given).sorted() {
            // A file of the learner's own may look like a kata's; only one with a suite is a kata.
            guard let (kata, name) = Self.kataName(file),
                given.contains(file)
                    || files.exists(path("Tests/\(target)Tests/\(kata)-\(name)Tests.swift"))
            else {
                others.append(file)
                continue
            }
            let id = KataID(chapter: number, number: kata)
            katas.append(
                Kata(
                    id: id,
                    name: name,
                    target: target,
                    page: page.katas[id] ?? KataPage(),
                    fileExists: present.contains(file)
                )
            )
        }
        katas.sort { $0.id < $1.id }
        return Chapter(number: number, topic: topic, page: page, katas: katas, otherFiles: others)
    }

    /// The page in this language, or else in English.
    private func page(in folder: String, _ language: Language, _ headings: PageHeadings) -> ChapterPage {
        if let text = files.text(path("\(folder)/\(language.pageName)")) {
            return ChapterPage(parsing: text, headings: headings)
        }
        let text = files.text(path("\(folder)/\(Language.english.pageName)"))
        return text.map { ChapterPage(parsing: $0) } ?? .empty
    }

    /// What the suites of a chapter say, in a language that isn't theirs. Nil where they can speak for themselves.
    func suiteWording(of chapter: Chapter, in language: Language) -> SuiteWording? {
        guard language.code != Language.english.code,
            let english = files.text(path("\(chapter.folder)/\(Language.english.pageName)"))
        else { return nil }
        return SuiteWording(
            english: ChapterPage(parsing: english),
            translated: chapter.page,
            messages: wording(chapter.target, in: language.code) ?? [:],
            common: wording("SwiftTesting", in: language.code) ?? [:]
        )
    }

    /// A file of translations: `runner`, or a chapter's name.
    func wording(_ name: String, in code: String) -> [String: String]? {
        data(Self.wordingFile(name, in: code))
            .flatMap { try? JSONDecoder().decode([String: String].self, from: $0) }
    }

    /// What the runner says, sentence by sentence as they are needed.
    func translations(in code: String) -> Translations? {
        data(Self.wordingFile(Self.runnerWording, in: code)).flatMap(Translations.init(reading:))
    }

    static let runnerWording = "runner"

    static func wordingFile(_ name: String, in code: String) -> String {
        "\(languages)/\(code)/\(name).json"
    }

    /// A folder for each language that the runner speaks besides English.
    static let languages = "Sources/KataRunner/Wording/Languages"

    /// `Chapter3DomainServices` → 3 and `DomainServices`.
    static func chapterName(_ folder: String) -> (Int, String)? {
        guard folder.hasPrefix("Chapter") else { return nil }
        let rest = folder.dropFirst("Chapter".count)
        let digits = rest.prefix(while: \.isASCIIDigit)
        let topic = rest.dropFirst(digits.count)
        guard let number = Int(digits), topic.first?.isUppercase == true else { return nil }
        return (number, String(topic))
    }

    /// Whether a folder, a target or a module belongs to one of these chapters.
    static func isOfChapter(in chapters: Set<Int>, _ name: some StringProtocol) -> Bool {
        chapterName(String(name)).map { chapters.contains($0.0) } ?? false
    }

    /// The folders of these chapters.
    static func chapterNames(_ numbers: Set<Int>, in folder: String, _ files: Files) -> [String] {
        files.list(folder).filter { isOfChapter(in: numbers, $0) }
    }

    /// `2-CopyTransfer.swift` → 2 and `CopyTransfer`.
    static func kataName(_ file: String) -> (Int, String)? {
        guard file.hasSuffix(".swift") else { return nil }
        let stem = file.dropLast(".swift".count)
        let digits = stem.prefix(while: \.isASCIIDigit)
        let name = stem.dropFirst(digits.count + 1)
        guard let number = Int(digits), stem.dropFirst(digits.count).first == "-",
            name.first?.isUppercase == true, name.allSatisfy({ $0.isLetter || $0.isNumber })
        else { return nil }
        return (number, String(name))
    }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isNumber }
}
