extension CommandParser {
    static let teaching = [
        Entry(WalkCommand.self),
        Entry(SiteCommand.self),
        Entry(GradeCommand.self),
    ]

    static let authoring = [
        Entry(AuthorNewCommand.self),
        Entry(AuthorVariantCommand.self),
        Entry(AuthorCheckCommand.self),
        Entry(AuthorProveCommand.self),
        Entry(AuthorMutateCommand.self),
        Entry(AuthorSyncCommand.self),
        Entry(AuthorTranslatedCommand.self),
    ]
}
