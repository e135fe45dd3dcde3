/// `kata site [--output DIR] [--serve [PORT]]`
struct SiteCommand: Command {
    static let manual = Manual.site

    private let output: String?
    private let port: Int?

    init(_ arguments: ParsedArguments) throws(Complaint) {
        output = arguments.values["--output"]
        if output?.isEmpty == true { throw .missingValue(option: "--output") }
        guard arguments.has("--serve") else {
            port = nil
            return
        }
        let text = arguments.values["--serve"] ?? "8080"
        guard let port = Int(text), (0...65_535).contains(port) else {
            throw .badValue(text, option: "--serve", expected: "a port: a whole number up to 65535")
        }
        self.port = port
    }

    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let workbook = try session.workbook()
        let language = session.layout.language
        let catalogue = workbook.catalogue(in: language)
        guard !catalogue.chapters.isEmpty else { throw .emptyWorkbook }
        let environment = session.environment
        let site = Site(
            environment: environment,
            workbook: workbook,
            docc: try Toolchain.docc(in: environment)
        )
        let path = output.map(environment.absolute)
        let folder = SiteFolder(path: path ?? workbook.path(Site.defaultOutput), files: environment.files)

        let started = environment.now()
        let pages = try SiteCatalogue(workbook, catalogue, language)
        let outcome = try session.waiting(Checker.Limits()) { report throws(Complaint) in
            try site.make(pages, in: folder) { _ = report(.makingSite, $0) }
        }
        switch outcome {
        case .flawed(let flaws):
            session.show(SiteScreen.flawed(flaws))
            return .somethingFailed
        case .made(let count):
            let seconds = environment.now().timeIntervalSince(started)
            let shown = output ?? workbook.relative(folder.path)
            session.show(
                SiteScreen.made(pages: count, in: shown, seconds: seconds, isServed: port != nil)
            )
            if let port { try serve(folder.path, on: port, session) }
            return .success
        }
    }

    private func serve(_ folder: String, on port: Int, _ session: Session) throws(Complaint) {
        let files = session.environment.files
        do {
            try session.environment.server.run(
                port,
                { session.show(SiteScreen.served(at: "http://127.0.0.1:\($0)/")) },
                { head in
                    StaticAnswer.answer(to: head, from: folder, files)
                        .bytes(withBody: !head.hasPrefix("HEAD "))
                },
                session.environment.isInterrupted
            )
        } catch CannotServe.portTaken {
            throw .portTaken(port)
        } catch CannotServe.refused(let reason) {
            throw .cannotServe(reason: reason)
        } catch {
            throw .cannotServe(reason: "\(error)")
        }
        session.show([.empty, Line("The site is no longer served. To serve it again: `kata site --serve`")])
    }
}
