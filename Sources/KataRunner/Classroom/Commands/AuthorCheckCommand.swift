/// `kata author check [kata|chapter|all]`
struct AuthorCheckCommand: Command {
    static let manual = Manual.authorCheck

    private let reference: String
    private let isStrict: Bool

    init(_ arguments: ParsedArguments) {
        reference = arguments.positionals.first ?? "all"
        isStrict = arguments.has("--strict")
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let course = try session.course(in: .english)
        let katas = try course.katas(reference)
        let check = AuthorCheck(workbook: course.workbook, catalogue: course.catalogue)
        let findings =
            check.findings(katas)
            + (reference == "all" ? check.translations() : check.translations(of: katas))
        session.show(AuthorScreen.check(findings, katas: katas.count))
        return findings.contains { isStrict || !$0.isTodo } ? .somethingFailed : .success
    }
}
