extension Gradebook {
    /// The same, with titles and rules and what the suites say in the reader's language. Data for machines stays as
    /// the suites say it.
    func said(of workbook: Workbook, in language: Language) -> Gradebook {
        guard language.code != Language.english.code else { return self }
        var book = self
        let own = workbook.catalogue(in: language).chapters
        var wordings: [Int: SuiteWording] = [:]
        for index in book.chapters.indices {
            guard let chapter = own.first(where: { $0.number == book.chapters[index].number }) else {
                continue
            }
            wordings[chapter.number] = workbook.suiteWording(of: chapter, in: language)
            book.chapters[index].title = chapter.title
            for place in book.chapters[index].katas.indices {
                guard let kata = chapter.katas.first(where: { $0.id == book.chapters[index].katas[place].id })
                else { continue }
                book.chapters[index].katas[place].title = kata.title
                book.chapters[index].katas[place].rules = kata.page.rules
            }
        }
        for student in book.students.indices {
            for index in book.students[student].grades.indices {
                guard let wording = wordings[book.students[student].grades[index].kata.chapter] else {
                    continue
                }
                book.students[student].grades[index].rules =
                    book.students[student].grades[index].rules.map { $0.said(in: wording) }
            }
        }
        return book
    }
}
