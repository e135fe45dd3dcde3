import Foundation

/// Makes the site: lays its catalogue out, has DocC convert it, and writes the result where it was asked for.
struct Site {
    let environment: Environment
    let workbook: Workbook
    let docc: String

    /// What becomes of it.
    enum Outcome: Hashable {
        case made(pages: Int)
        case flawed([SiteFlaw])
    }

    static let folder = ".build/site"
    static let defaultOutput = "\(folder)/html"
    /// DocC takes a catalogue's name for a part of every address.
    private static let catalogueName = "\(SiteCatalogue.rootName).docc"
    static let entrance = "documentation/workbook"

    func make(
        _ catalogue: SiteCatalogue,
        in output: SiteFolder,
        _ report: (TimeInterval) -> Void
    ) throws(Complaint) -> Outcome {
        try output.check()
        let laidOut = workbook.path("\(Self.folder)/\(Self.catalogueName)")
        try layOut(catalogue, in: laidOut)
        if let flaws = try convert(catalogue, laidOut, report), !flaws.isEmpty { return .flawed(flaws) }
        let site = try converted(from: catalogue)
        try output.write(site)
        return .made(pages: site.keys.count { $0.hasSuffix("/index.html") })
    }

    private func layOut(_ catalogue: SiteCatalogue, in folder: String) throws(Complaint) {
        let files = workbook.files
        do {
            for name in files.tree(folder) where catalogue.files[name] == nil {
                try files.remove("\(folder)/\(name)")
            }
            for (name, data) in catalogue.files { try files.update("\(folder)/\(name)", to: data) }
        } catch {
            throw workbook.cannotWrite(Self.folder)
        }
    }

    private var convertedFolder: String { workbook.path("\(Self.folder)/converted") }

    private func convert(
        _ catalogue: SiteCatalogue,
        _ laidOut: String,
        _ report: (TimeInterval) -> Void
    ) throws(Complaint) -> [SiteFlaw]? {
        let findings = workbook.path("\(Self.folder)/findings.json")
        try? workbook.files.remove(findings)
        let request = ProcessRequest(
            executable: docc,
            arguments: [
                "convert", laidOut, "--output-path", convertedFolder, "--transform-for-static-hosting",
                "--fallback-display-name", SiteCatalogue.rootName,
                "--fallback-bundle-identifier", "workbook", "--diagnostics-file", findings,
            ],
            variables: environment.variables,
            directory: workbook.root,
            timeLimit: 300
        )
        let outcome: ProcessOutcome
        do {
            outcome = try environment.processes.run(request) { elapsed in
                report(elapsed.seconds)
                return .goOn
            }
        } catch {
            throw .cannotStart(docc, reason: (error as? CannotStart)?.reason ?? "\(error)")
        }
        if outcome.end == .interrupted { throw .interrupted }
        let flaws = (try? workbook.files.read(findings)).flatMap {
            SiteFlaw.flaws(in: $0, of: catalogue, laidOutIn: laidOut)
        }
        if outcome.end != .exited(0), flaws?.isEmpty ?? true {
            throw .doccFailed(output: outcome.errors + outcome.output)
        }
        return flaws
    }

    /// What DocC has made, fit for any path of any host.
    private func converted(from catalogue: SiteCatalogue) throws(Complaint) -> [String: Data] {
        var site: [String: Data] = [:]
        let files = workbook.files
        for name in files.tree(convertedFolder) {
            guard let data = try? files.read("\(convertedFolder)/\(name)") else { throw .cannotRead(name) }
            var text: String { String(decoding: data, as: UTF8.self) }
            if name.hasSuffix("/index.html") {
                guard let page = SiteHTML.movable(text, at: name, in: catalogue.language) else {
                    throw .unmovablePage(name)
                }
                site[name] = Data(page.utf8)
            } else if name.hasPrefix("js/index.") {
                site[name] = Data(
                    SiteFrame.script(text, title: catalogue.title, in: catalogue.language).utf8
                )
            } else if name.hasPrefix("data/") {
                site[name] = Data(SiteFrame.data(text, in: catalogue.language).utf8)
            } else {
                site[name] = data
            }
        }
        let entrance = SiteHTML.entrance(
            to: Self.entrance,
            title: catalogue.title,
            in: catalogue.language
        )
        site["index.html"] = Data(entrance.utf8)
        return site
    }
}
