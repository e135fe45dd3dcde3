import Foundation
import Testing

@testable import KataRunner

@Suite("The site's parts")
struct SiteTests {
    // MARK: - The catalogue

    private func catalogue(_ texts: [String: String]) throws -> SiteCatalogue {
        let files = Files.memory(texts.mapKeys { "/moa/\($0)" })
        let workbook = Workbook(root: "/moa", files: files)
        return try SiteCatalogue(workbook, workbook.catalogue(), .english)
    }

    private let texts = [
        "Package.swift": "",
        "Exercises/Chapter1Shop/README.md": "# Chapter 1 · Shop\n\nCoins.\n\n## 1.1 Count\n\nStory.\n",
        "Exercises/Chapter2Post/README.md": "# Chapter 2 · Post\n\nParcels.\n",
        "Solutions/Walkthroughs.docc/Workbook.md": "# Moa\n\n@Metadata {\n    @TechnologyRoot\n}\n",
        "Solutions/Walkthroughs.docc/Walkthroughs.tutorial": "@Tutorials",
        "Solutions/Walkthroughs.docc/Walkthrough-1.tutorial": "@Tutorial",
        "Solutions/Walkthroughs.docc/Teaching-Chapter-1.md": "# Teaching",
        "Solutions/Walkthroughs.docc/Notes.md": "# Notes",
        "Solutions/Walkthroughs.docc/Resources/a.swift": "let a = 1",
    ]

    private func text(_ name: String, in catalogue: SiteCatalogue) -> String {
        String(decoding: catalogue.files[name] ?? Data(), as: UTF8.self)
    }

    @Test("everything that there is can be reached from the root, and nothing else is promised")
    func reach() throws {
        let catalogue = try catalogue(texts)
        let root = text("Workbook.md", in: catalogue)
        #expect(
            root.components(between: "<doc:", and: ">")
                == ["Chapter-1", "Chapter-2", "Walkthroughs", "Teaching-Chapter-1", "Notes"]
        )
        #expect(
            text("Chapter-1.md", in: catalogue).components(between: "<doc:", and: ">")
                == ["Walkthrough-1", "Teaching-Chapter-1", "Kata-1-1"]
        )
        #expect(text("Chapter-2.md", in: catalogue) == "# Chapter 2 · Post\n\nParcels.\n\n")
        #expect(text("Kata-1-1.md", in: catalogue).contains("Story."))
        #expect(text("Resources/a.swift", in: catalogue) == "let a = 1")
    }

    @Test("without lessons it says so, and without a root of its own it makes one")
    func missing() throws {
        let folder = "Solutions/Walkthroughs.docc"
        #expect(throws: Complaint.missingSolution(folder)) {
            try catalogue(texts.filter { !$0.key.hasPrefix(folder) })
        }
        let plain = try catalogue(texts.filter { $0.key != "\(folder)/Workbook.md" })
        #expect(text("Workbook.md", in: plain).contains("@TechnologyRoot"))
    }

    @Test("what DocC finds is reported with the file that an author can mend")
    func flaws() throws {
        let catalogue = try catalogue(texts)
        func found(_ file: String, _ line: Int, _ severity: String) -> String {
            """
            {"source": "file:///moa/.build/site/W.docc/\(file)", "severity": "\(severity)", "summary": "odd",
            "explanation": "Why", "range": {"start": {"line": \(line), "column": 1}}}
            """
        }
        let page = catalogue.pages["Kata-1-1.md"]
        let story = try #require(page?.lines.firstIndex { $0.text == "Story." })
        let report =
            "{\"diagnostics\": ["
            + [
                found("Kata-1-1.md", story + 1, "warning"), found("Walkthrough-1.tutorial", 4, "error"),
                found("Workbook.md", 2, "warning"), found("Notes.md", 2, "note"),
                "{\"severity\": \"warning\", \"summary\": \"all of it\"}",
            ].joined(separator: ",") + "]}"
        let flaws = SiteFlaw.flaws(in: Data(report.utf8), of: catalogue, laidOutIn: "/moa/.build/site/W.docc")
        let folder = "Solutions/Walkthroughs.docc"
        #expect(
            flaws == [
                SiteFlaw(file: "Exercises/Chapter1Shop/README.md", line: 7, message: "odd. Why"),
                SiteFlaw(file: folder, line: 1, message: "all of it"),
                SiteFlaw(file: "\(folder)/Walkthrough-1.tutorial", line: 4, message: "odd. Why"),
                SiteFlaw(file: "\(folder)/Workbook.md", line: 2, message: "odd. Why"),
            ]
        )
        #expect(SiteFlaw.flaws(in: Data("{".utf8), of: catalogue, laidOutIn: "/moa") == nil)
    }

    // MARK: - The folder

    private func folder(_ texts: [String: String], unwritable: Set<String> = []) -> SiteFolder {
        SiteFolder(path: "/out", files: .memory(texts, unwritable: unwritable))
    }

    private let site = ["index.html": Data("new".utf8), "js/a.js": Data("a".utf8)]

    @Test(
        "a folder that is new, empty, hidden things aside, or its own is written to",
        arguments: [
            ["/CNAME": "beside it"], ["/out/.git/HEAD": "ref"],
            ["/out/.kata-site": "index.html\nold/b.js\n", "/out/index.html": "old", "/out/old/b.js": "b"],
            ["/out/.kata-site": "index.html\n", "/out/index.html": "old", "/out/CNAME": "moa.example"],
            ["/out/.kata-site": "../precious\n/precious\n", "/precious": "x"],
        ]
    )
    func own(texts: [String: String]) throws {
        let folder = folder(texts)
        try folder.check()
        try folder.write(site)
        #expect(folder.files.text("/out/index.html") == "new")
        #expect(folder.files.text("/out/js/a.js") == "a")
        #expect(!folder.files.exists("/out/old"))
        for foreign in ["/out/CNAME", "/precious", "/out/.git/HEAD"] {
            #expect(folder.files.text(foreign) == texts[foreign])
        }
        #expect(folder.files.text("/out/.kata-site") == "index.html\njs/a.js\n")
    }

    @Test("a folder with things of others is left as it is")
    func foreign() throws {
        let strange = folder(["/out/essay.txt": "mine"])
        #expect(throws: Complaint.foreignContent("/out", file: "essay.txt")) { try strange.check() }
        #expect(throws: Complaint.foreignContent("/out", file: "essay.txt")) { try strange.write(site) }
        #expect(strange.files.list("/out") == ["essay.txt"])

        let mixed = folder([
            "/out/.kata-site": "index.html\n", "/out/index.html": "old", "/out/js/a.js": "mine",
        ])
        #expect(throws: Complaint.foreignContent("/out", file: "js/a.js")) { try mixed.write(site) }
        #expect(mixed.files.text("/out/index.html") == "old")
        #expect(mixed.files.text("/out/js/a.js") == "mine")
    }

    @Test("if nothing can be written it says so before any work is done")
    func unwritable() {
        #expect(throws: Complaint.cannotWrite("/out")) {
            try folder(["/a": ""], unwritable: ["/"]).check()
        }
        #expect(throws: Complaint.fileInTheWay("/out")) { try folder(["/out": "a file"]).check() }
    }

    // MARK: - Pages at any path

    @Test("a page keeps nothing of the path it was made for")
    func movable() throws {
        let html = """
            <head><link rel="icon" href="/favicon.ico"><script>var baseUrl = "/"</script><script defer="defer" \
            src="/js/a.js"></script><link href="/css/a.css" rel="stylesheet"></head>
            """
        let moved = try #require(SiteHTML.movable(html, at: "documentation/moa/index.html"))
        #expect(!moved.contains("=\"/"))
        #expect(moved.contains("(\"documentation/moa\")"))
        for file in ["favicon.ico", "js/a.js", "css/a.css"] {
            #expect(moved.contains("baseUrl + '\(file)\""))
        }
        #expect(moved.components(between: "<script>", and: "</script>").count == 1)
    }

    @Test(
        "a page of a DocC that makes them in another way is not taken for one that can be moved",
        arguments: [
            "<head><script>var root = \"/\"</script></head>",
            "<head><script>var baseUrl = \"/\"</script><script type=\"module\" src=\"/js/a.js\"></script></head>",
        ]
    )
    func unmovable(html: String) {
        #expect(SiteHTML.movable(html, at: "documentation/moa/index.html") == nil)
    }

    @Test("a page says in which language it is")
    func language() throws {
        let moved = try #require(
            SiteHTML.movable(
                "<head><script>var baseUrl = \"/\"</script></head><body data-x>",
                at: "documentation/moa/index.html",
                in: Language(code: "ko", translations: [:])
            )
        )
        #expect(moved.contains("<body lang=\"ko\" data-x>"))
        #expect(moved.components(between: "<style>", and: "</style>").count == 1)
    }

    @Test("DocC's frame bears the workbook's name, and speaks a language that it knows")
    func frame() {
        let script = """
            a(["meta","title"],"Documentation"),[{"code":"en-US"},{"code":"ko-KR"}],\
            {"documentation":{"title":"Documentation","nav":1}},{"documentation":{"title":"문서"}},\
            x.VUE_APP_DEFAULT_LOCALE??"en-US"
            """
        let own = SiteFrame.script(script, title: "Moa's \"own\"", in: .english)
        #expect(!own.contains("\"Documentation\"") && !own.contains("문서"))
        #expect(own.components(separatedBy: "\"Moas own\"").count == 4)
        #expect(own.hasSuffix("LOCALE??\"en-US\""))
        let korean = SiteFrame.script(script, title: "모아", in: Language(code: "ko", translations: [:]))
        #expect(korean.hasSuffix("LOCALE??\"ko-KR\""))
        let unknown = SiteFrame.script(script, title: "Moa", in: Language(code: "fr", translations: [:]))
        #expect(unknown.hasSuffix("LOCALE??\"en-US\""))
        #expect(SiteFrame.script("other", title: "Moa", in: .english) == "other")
    }

    @Test("DocC's own headings are translated where they stand alone")
    func headings() {
        let korean = Language(code: "ko", translations: ["Overview": "개요"])
        let data = "{\"text\":\"Overview\",\"other\":\"An Overview\",\"name\":\"Tip\"}"
        #expect(
            SiteFrame.data(data, in: korean)
                == "{\"text\":\"개요\",\"other\":\"An Overview\",\"name\":\"Tip\"}"
        )
    }

    // MARK: - The server

    struct Asked: Sendable, CustomTestStringConvertible {
        var line: String
        var status: Int
        var body: String?
        var testDescription: String { line }

        init(_ line: String, _ status: Int, _ body: String? = nil) {
            self.line = line
            self.status = status
            self.body = body
        }
    }

    @Test(
        "a request is answered with a file of the folder, and never with one outside",
        arguments: [
            Asked("GET / HTTP/1.1", 200, "root"),
            Asked("GET /index.html HTTP/1.0", 200, "root"),
            Asked("HEAD / HTTP/1.1", 200, "root"),
            Asked("GET /a/ HTTP/1.1", 200, "page"),
            Asked("GET /a/?x=../.. HTTP/1.1", 200, "page"),
            Asked("GET //a// HTTP/1.1", 200, "page"),
            Asked("GET /a%20b.txt HTTP/1.1", 200, "blank"),
            Asked("GET /a HTTP/1.1", 301),
            Asked("GET /empty/ HTTP/1.1", 404),
            Asked("GET /nothing HTTP/1.1", 404),
            Asked("GET /../secret HTTP/1.1", 404),
            Asked("GET /a/../../secret HTTP/1.1", 404),
            Asked("GET /%2e%2e/secret HTTP/1.1", 404),
            Asked("GET /..%2fsecret HTTP/1.1", 404),
            Asked("GET /a/%2e%2e%2f%2e%2e%2fsecret HTTP/1.1", 404),
            Asked("GET /..\\secret HTTP/1.1", 404),
            Asked("GET /.kata-site HTTP/1.1", 404),
            Asked("GET /a%00 HTTP/1.1", 404),
            Asked("GET /%zz HTTP/1.1", 400),
            Asked("GET http://elsewhere/ HTTP/1.1", 400),
            Asked("GET /", 400),
            Asked("", 400),
            Asked("POST / HTTP/1.1", 405),
        ]
    )
    func requests(asked: Asked) {
        let files = Files.memory([
            "/site/index.html": "root", "/site/a/index.html": "page", "/site/a b.txt": "blank",
            "/site/empty/b.txt": "", "/site/.kata-site": "index.html", "/secret": "secret",
        ])
        let head = "\(asked.line)\r\nHost: 127.0.0.1\r\n"
        let answer = StaticAnswer.answer(to: head, from: "/site", files)
        #expect(answer.status == asked.status)
        if let body = asked.body { #expect(answer.body == Data(body.utf8)) }
        #expect(answer.body != Data("secret".utf8))
    }

    @Test("a folder is asked for again with a slash, on this very server")
    func moved() {
        let files = Files.memory(["/site/a b/index.html": ""])
        for path in ["/a%20b", "//a%20b"] {
            let answer = StaticAnswer.answer(to: "GET \(path) HTTP/1.1", from: "/site", files)
            #expect(answer.headers["Location"] == "/a%20b/")
        }
    }

    @Test("a link that leads out of the folder is not followed")
    func links() async throws {
        try await withTemporaryFolder { folder in
            try Files.live.write(Data("secret".utf8), "\(folder)/secret")
            try Files.live.write(Data("page".utf8), "\(folder)/site/page.txt")
            try Files.live.link("\(folder)/site/way-out", "\(folder)/secret")
            try Files.live.link("\(folder)/site/way-in", "\(folder)/site/page.txt")
            func status(_ path: String) -> Int {
                StaticAnswer.answer(to: "GET \(path) HTTP/1.1", from: "\(folder)/site", .live).status
            }
            #expect(status("/page.txt") == 200)
            #expect(status("/way-in") == 200)
            #expect(status("/way-out") == 404)
        }
    }

    @Test("an answer says what it is and how long, and leaves the body out where only the head was asked for")
    func bytes() {
        let files = Files.memory(["/site/a.svg": "<svg/>"])
        let answer = StaticAnswer.answer(to: "GET /a.svg HTTP/1.1", from: "/site", files)
        let head =
            "HTTP/1.1 200 OK\r\nCache-Control: no-cache\r\nConnection: close\r\n"
            + "Content-Length: 6\r\nContent-Type: image/svg+xml\r\n\r\n"
        #expect(answer.bytes(withBody: true) == Data((head + "<svg/>").utf8))
        #expect(answer.bytes(withBody: false) == Data(head.utf8))
    }
}
