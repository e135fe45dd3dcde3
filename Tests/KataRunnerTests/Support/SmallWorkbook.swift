@testable import KataRunner

/// Three katas of two chapters, as files: 1.1 Handle, 1.2 Names and 2.1 Renaming, all of them starters.
enum SmallWorkbook {
    static let katas = [
        (1, 1, "ValueObjects", "Handle"), (1, 2, "ValueObjects", "Names"), (2, 1, "Entities", "Renaming"),
    ]
    .map { chapter, number, topic, name in
        Kata(
            id: KataID(chapter: chapter, number: number),
            name: name,
            target: "Chapter\(chapter)\(topic)",
            page: KataPage(),
            fileExists: true
        )
    }

    static let texts = katas.reduce(into: ["Package.swift": ""]) { texts, kata in
        let starter = "struct \(kata.name) {}\n"
        texts[kata.file] = starter
        texts[kata.pristine] = starter
        texts[kata.suite] = "@Suite(\"\(kata.id) \(kata.name)\") struct \(kata.suiteType) {}\n"
        let hints = (1...3).map { "<details><summary>Hint \($0)</summary>\nsay \($0)\n</details>\n" }.joined()
        texts["Exercises/\(kata.target)/README.md", default: ""] +=
            "## \(kata.id) \(kata.name)\n\nA story.\n\n### Rules\n\n- a rule\n\n### Hints\n\n\(hints)\n"
    }
}
