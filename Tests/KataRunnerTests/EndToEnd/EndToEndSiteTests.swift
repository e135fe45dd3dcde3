import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@testable import KataRunner

@Suite("kata site, end to end", .timeLimit(.minutes(30)))
struct EndToEndSiteTests {
    /// A toy workbook with a walkthrough.
    private func classroom<Result>(_ use: (Toy) async throws -> Result) async throws -> Result {
        try await Toy.fresh { toy in
            let folder = "\(toy.root)/\(SiteCatalogue.folder)"
            try? FileManager.default.removeItem(atPath: folder)
            try FileManager.default.copyItem(
                atPath: "\(FixtureFolder.path)/Walkthroughs.docc",
                toPath: folder
            )
            return try await use(toy)
        }
    }

    /// The pages of a site, by their paths in it.
    private func pages(in folder: String) throws -> [String] {
        let names = Files.live.tree(folder).filter { $0.hasSuffix("/index.html") }
        try #require(!names.isEmpty)
        return names.map { String($0.dropLast("index.html".count)) }.sorted()
    }

    // MARK: - In the terminal

    @Test("a site is made, and made again in its own folder")
    func made() async throws {
        try await classroom { toy in
            let before = try toy.state()
            for _ in 1...2 {
                let run = try await toy.kata("site")
                #expect(run.code == 0, "\(run)")
                #expect(run.output.hasPrefix("✔ The site is made: 9 pages in "))
                #expect(run.words.contains("It is in .build/site/html. Look at it: kata site --serve"))
            }
            #expect(
                try pages(in: "\(toy.root)/.build/site/html")
                    == [
                        "documentation/workbook/", "documentation/workbook/chapter-1/",
                        "documentation/workbook/chapter-2/", "documentation/workbook/kata-1-1/",
                        "documentation/workbook/kata-1-2/", "documentation/workbook/kata-2-1/",
                        "documentation/workbook/teaching-chapter-1/", "tutorials/walkthroughs/",
                        "tutorials/workbook/walkthrough-1/",
                    ]
            )
            #expect(try toy.state() == before)
        }
    }

    @Test("it is written where it was asked for, seen from where one stands")
    func output() async throws {
        try await classroom { toy in
            let run = try await toy.kata("site", "--output", "../public", in: "\(toy.root)/Exercises")
            #expect(run.code == 0)
            #expect(run.words.contains("It is in ../public."))
            #expect(toy.exists("public/index.html"))
        }
    }

    @Test("a folder with things of others, and a file, are left as they are")
    func foreign() async throws {
        try await classroom { toy in
            let folder = try await toy.kata("site", "--output", "Exercises")
            #expect(folder.code == 2)
            #expect(folder.complaint.contains("/Exercises holds Chapter1Shop, which isn't part of the site"))
            #expect(folder.complaint.hasSuffix("an empty one: kata site --output DIR"))
            let file = try await toy.kata("site", "--output", "Package.swift")
            #expect(file.code == 2)
            #expect(file.complaint.contains("/Package.swift exists already, and nothing is overwritten."))
            #expect(
                try toy.names(in: "Exercises").filter { !$0.hasPrefix(".") } == [
                    "Chapter1Shop", "Chapter2Post",
                ]
            )
        }
    }

    @Test("what DocC complains about is reported with file and line, and no site is made of it")
    func flaws() async throws {
        try await classroom { toy in
            let page = "Exercises/Chapter1Shop/README.md"
            try toy.append("\nSee <doc:Nowhere>.\n", to: page)
            let line = try toy.text(page).split(separator: "\n", omittingEmptySubsequences: false).count - 1
            try toy.replace(
                "doc:Walkthrough-1",
                with: "doc:Walkthrough-9",
                in: "\(SiteCatalogue.folder)/Walkthroughs.tutorial"
            )
            let run = try await toy.kata("site")
            #expect(run.code == 1)
            #expect(run.words.contains("No site was made: docc complains about 3 places."))
            #expect(run.words.contains("✘ \(page):\(line) 'Nowhere' doesn't exist"))
            #expect(
                run.words.contains(
                    "✘ \(SiteCatalogue.folder)/Walkthroughs.tutorial:10 'Walkthrough-9' doesn't"
                )
            )
            #expect(
                run.words.contains("Walkthrough-1.tutorial:1 The tutorial 'Walkthrough-1' must be referenced")
            )
            #expect(run.words.hasSuffix("When that is mended: kata site"))
            #expect(!toy.exists(".build/site/html"))
        }
    }

    @Test("without DocC, with one that fails and with one of another kind, it says so and what to do")
    func noDocC() async throws {
        try await classroom { toy in
            let none = try await toy.kata("site", with: ["DOCC_EXEC": "/nowhere/docc"])
            #expect(none.code == 2)
            #expect(none.complaint.contains("was not found beside the Swift in use."))
            #expect(none.complaint.contains("DOCC_EXEC=/path/to/docc"))
            let failing = try await toy.kata("site", with: ["DOCC_EXEC": "/bin/false"])
            #expect(failing.code == 2)
            #expect(failing.complaint.contains("docc could not make the site."))
            let docc = ".kata-fake/docc"
            let page = "documentation/workbook/index.html"
            try toy.write(
                """
                #!/bin/sh
                while [ "$1" != --output-path ]; do shift; done
                mkdir -p "$2/documentation/workbook"
                echo '<head><script src="/js/new.js"></script></head>' > "$2/\(page)"

                """,
                to: docc
            )
            try toy.allow(0o755, docc)
            let other = try await toy.kata("site", with: ["DOCC_EXEC": "\(toy.root)/\(docc)"])
            #expect(other.code == 2)
            #expect(other.complaint.hasPrefix("This docc makes pages that open at one address only"))
            #expect(other.complaint.contains(page))
            #expect(!toy.exists(".build/site/html"))
        }
    }

    @Test("without lessons it says how to bring them back")
    func noLessons() async throws {
        try await classroom { toy in
            try toy.remove(SiteCatalogue.folder)
            let run = try await toy.kata("site")
            #expect(run.code == 2)
            #expect(run.complaint.contains("Solutions/Walkthroughs.docc is missing."))
        }
    }

    @Test("a port that is taken, and what is no port, is reported")
    func ports() async throws {
        try await classroom { toy in
            try await LocalServer.serve(toy.root) { port in
                let taken = try await toy.kata("site", "--serve", "\(port)")
                #expect(taken.code == 2)
                #expect(taken.complaint.contains("Another program uses port \(port)."))
                #expect(taken.complaint.hasSuffix("Use any free port: kata site --serve 0"))
            }
            for port in ["65536", "http", "-1"] {
                let run = try await toy.kata("site", "--serve=\(port)")
                #expect(run.code == 2)
                #expect(run.complaint.contains("--serve can't be «\(port)»"))
            }
        }
    }

    @Test("it is served until Ctrl-C, and says where")
    func served() async throws {
        try await classroom { toy in
            let terminal = try PseudoTerminal()
            let run = try toy.start(["site", "--serve", "0"], on: terminal)
            try await terminal.see("Ctrl-C stops serving")
            let address = try #require(
                terminal.shown.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+\//).map { String($0.output) }
            )
            let url = try #require(URL(string: address + "documentation/workbook/"))
            let (page, _) = try await URLSession.shared.data(from: url)
            #expect(String(decoding: page, as: UTF8.self).contains("var baseUrl = (function"))
            run.send(SIGINT)
            let outcome = try await run.outcome(on: terminal)
            #expect(outcome.code == 130)
            #expect(
                terminal.picture.words.hasSuffix(
                    "The site is no longer served. To serve it again: kata site --serve"
                )
            )
            await #expect(throws: (any Error).self) { try await URLSession.shared.data(from: url) }
        }
    }

    // MARK: - In the browser

    /// Serves a site below a path that it doesn't know.
    private func look(
        at workbook: String,
        in language: String = "en",
        _ body: (Browser, _ base: String, _ pages: [String]) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let site = "\(folder)/tutorials/of a club"
            let run = Toy(root: workbook)
            let outcome = try await run.kata("site", "--output", site, "--language", language)
            try #require(outcome.code == 0, "\(outcome)")
            let pages = try pages(in: site)
            try await LocalServer.serve(folder) { port in
                try await Browser.open { browser in
                    try await body(browser, "http://127.0.0.1:\(port)/tutorials/of%20a%20club", pages)
                }
            }
        }
    }

    @Test("under any path the entrance leads to the workbook, and its links to the pages", .inBrowser)
    func entrance() async throws {
        try await classroom { toy in
            try await look(at: toy.root) { browser, base, _ in
                for address in [
                    "/", "/index.html", "/documentation/workbook", "/documentation/workbook/index.html",
                ] {
                    try await browser.visit(base + address)
                    try await browser.wait(until: "document.querySelector('h1') !== null")
                    #expect(try await browser.text(of: "h1") == "The workbook", "\(address)")
                }
                for (link, title) in [
                    ("a[href$='/chapter-1']", "Chapter 1 · Shop"),
                    ("a[href$='/kata-1-1']", "1.1 A purse that counts"),
                ] {
                    try await browser.click("main \(link)")
                    try await browser.wait(until: "document.querySelector('h1').innerText == '\(title)'")
                }
                #expect(
                    try await browser.evaluate(
                        "location.href.endsWith('\(base)/documentation/workbook/kata-1-1')"
                    )
                )
                try await browser.listen()
                #expect(browser.complaints == [])
            }
        }
    }

    @Test("hints and afterword are shown when they are asked for", .inBrowser)
    func tabs() async throws {
        try await classroom { toy in
            try await look(at: toy.root) { browser, base, _ in
                try await browser.visit("\(base)/documentation/workbook/kata-1-1/")
                let page = "document.querySelector('main').innerText"
                try await browser.wait(until: "\(page).includes('Try first.')")
                for secret in ["What is a sum of no coins at all?", "Counting is easy"] {
                    #expect(try await browser.evaluate("!\(page).includes('\(secret)')"))
                }
                for (tab, told) in [
                    ("Hint 1", "What is a sum of no coins at all?"), ("Solved", "Counting is easy"),
                ] {
                    try await browser.click(".tabnav-link", saying: tab)
                    try await browser.wait(until: "\(page).includes('\(told)')")
                }
                #expect(browser.complaints == [])
            }
        }
    }

    @Test("a lesson shows the code of its steps, and its quiz reacts", .inBrowser)
    func lesson() async throws {
        try await classroom { toy in
            try await look(at: toy.root) { browser, base, _ in
                try await browser.visit("\(base)/tutorials/workbook/walkthrough-1/")
                #expect(try await browser.text(of: "h1") == "A purse that counts")
                try await browser.wait(until: "document.body.innerText.includes('func total() -> Int { 0 }')")
                try await browser.resize(width: 400)
                try await browser.wait(until: "document.body.innerText.includes('coins.reduce(0, +)')")
                try await browser.resize(width: 1200)

                let quiz = "document.querySelector('.quiz').innerText"
                for (choice, reaction) in [(1, "Whose would it be?"), (2, "And nothing is an amount.")] {
                    #expect(try await browser.evaluate("!\(quiz).includes('\(reaction)')"))
                    try await browser.click(".quiz .choice:nth-of-type(\(choice))")
                    try await browser.click(".quiz .check")
                    try await browser.wait(until: "\(quiz).includes('\(reaction)')")
                }
                try await browser.listen()
                #expect(browser.complaints == [])
            }
        }
    }

    @Test(
        "a page is light or dark as its reader's machine is, with its pictures, and fits a telephone",
        .inBrowser
    )
    func schemes() async throws {
        try await classroom { toy in
            try await look(at: toy.root) { browser, base, pages in
                var grounds: Set<String> = []
                for scheme in Browser.Scheme.allCases {
                    try await browser.show(scheme)
                    try await browser.visit("\(base)/documentation/workbook/teaching-chapter-1/")
                    try await browser.wait(until: "document.querySelector('main img')?.complete")
                    grounds.insert(try await browser.style("background-color", of: "body"))
                    let picture: String = try await browser.evaluate(
                        "document.querySelector('main img').currentSrc"
                    )
                    #expect(picture.contains("dark") == (scheme == .dark), "\(picture)")
                }
                #expect(grounds.count == 2)
                try await browser.resize(width: 360)
                for page in pages {
                    try await browser.visit("\(base)/\(page)")
                    try await browser.wait(until: "document.querySelector('h1') !== null")
                    #expect(try await browser.isTooWide() == false, "\(page)")
                }
                #expect(browser.complaints == [])
            }
        }
    }

    /// What doesn't fit its place, and code in tables that is broken into two lines.
    private static let crowded = """
        [
            ...[...document.querySelectorAll('.code-listing, .container-general, table, .table-wrapper')]
                .filter((box) => box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 1),
            ...[...document.querySelectorAll('td code')]
                .filter((code) => new Set([...code.getClientRects()].map((line) => Math.round(line.top))).size > 1)
        ].map((element) => element.innerText.slice(0, 80))
        """

    /// This workbook's pages and lessons, which take no build.
    private func withThisWorkbook(_ body: (_ folder: String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let root = URL(fileURLWithPath: FixtureFolder.path).deletingLastPathComponent()
                .deletingLastPathComponent().path
            try FileManager.default.createDirectory(
                atPath: "\(folder)/Solutions",
                withIntermediateDirectories: true
            )
            try FileManager.default.createDirectory(
                atPath: "\(folder)/Sources/KataRunner/Wording",
                withIntermediateDirectories: true
            )
            let korean = Workbook.walkthroughs(in: "ko")
            for name in ["Package.swift", "Exercises", SiteCatalogue.folder, korean, Workbook.languages] {
                try FileManager.default.copyItem(atPath: "\(root)/\(name)", toPath: "\(folder)/\(name)")
            }
            try await body(folder)
        }
    }

    @Test("in Korean what stands around the pages is Korean too, and words stay whole", .inBrowser)
    func korean() async throws {
        try await withThisWorkbook { folder in
            try await look(at: folder, in: "ko") { browser, base, _ in
                try await browser.visit("\(base)/documentation/workbook/kata-1-1/")
                try await browser.wait(until: "document.querySelector('h1') !== null")
                let page: String = try await browser.evaluate("document.body.innerText")
                for word in ["카타", "개요", "도움말", "규칙", "힌트"] { #expect(page.contains(word), "\(page)") }
                for word in ["Documentation", "Overview", "Tip", "Rules", "Hints"] {
                    #expect(!page.contains(word), "\(page)")
                }
                #expect(try await browser.style("word-break", of: "main p") == "keep-all")
                #expect(browser.complaints == [])
            }
        }
    }

    @Test("every page of this workbook opens without a complaint, and fits a window of 1280", .inBrowser)
    func thisWorkbook() async throws {
        try await withThisWorkbook { folder in
            try await look(at: folder) { browser, base, pages in
                try await browser.resize(width: 1280)
                let chapters = 8
                for kind in ["chapter-", "teaching-chapter-", "walkthrough-"] {
                    #expect(pages.count { $0.contains("/\(kind)") } == chapters, "\(kind)")
                }
                for page in pages {
                    try await browser.visit("\(base)/\(page)")
                    try await browser.wait(until: "(document.querySelector('h1')?.innerText ?? '') != ''")
                    // Those that are out of sight would be loaded later.
                    try await browser.wait(
                        until:
                            "[...document.images].every(image => (image.loading = 'eager', image.complete))"
                    )
                    let broken: Int = try await browser.evaluate(
                        "[...document.images].filter(image => image.naturalWidth == 0).length"
                    )
                    #expect(broken == 0, "\(page)")
                    #expect(try await browser.isTooWide() == false, "\(page)")
                    #expect(try await browser.evaluate(Self.crowded) == [String](), "\(page)")
                    let title: String = try await browser.evaluate("document.title")
                    #expect(title.hasSuffix("Domain-driven design in Swift, kata by kata"), "\(title)")
                    #expect(try await browser.evaluate("location.pathname.endsWith('\(page)')"), "\(page)")
                    #expect(browser.complaints == [], "\(page)")
                    browser.forgetComplaints()
                }
            }
        }
    }
}
