import Foundation
import Testing

/// The browser that other suites look through.
@Suite("Browser", .inBrowser)
struct BrowserTests {
    private func page(_ body: String) async throws -> String {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("kata-page-\(UUID().uuidString).html")
        let head = """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><style>
            body { color: black; margin: 0 } @media print { body { color: green } }
            @media screen and (prefers-color-scheme: dark) { body { color: white } }
            </style>
            """
        try Data((head + "<body>" + body).utf8).write(to: file)
        return file.path
    }

    private func look(at body: String, _ use: (Browser) async throws -> Void) async throws {
        let file = try await page(body)
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await Browser.open { browser in
            try await browser.visit("file://\(file)")
            try await use(browser)
        }
    }

    @Test("clicks and keys arrive, and what they change is read", .timeLimit(.minutes(30)))
    func hands() async throws {
        let body = """
            <p style="height: 3000px">모아</p><p id=told>nothing</p>
            <button onclick="told.innerText = 'clicked'">B</button>
            <input id=field><script>
            field.onkeydown = event => { if (event.key == 'Enter') told.innerText = field.value }
            </script>
            """
        try await look(at: body) { browser in
            #expect(try await browser.text(of: "p") == "모아")
            try await browser.click("button")
            #expect(try await browser.text(of: "#told") == "clicked")
            try await browser.press("Tab", "k", "a", "Enter")
            #expect(try await browser.text(of: "#told") == "ka")
            #expect(try await browser.count("p") == 2)
            #expect(browser.complaints == [])
        }
    }

    @Test(
        "what the console is told is collected, and nothing else",
        .timeLimit(.minutes(30)),
        arguments: [
            Telling("console.error('one', {two: 2})", "console: one"),
            Telling("setTimeout(() => { throw new Error('thrown') })", "exception: Error: thrown"),
            Telling("Promise.reject(new Error('rejected'))", "exception: Error: rejected"),
            Telling("new Image().src = 'file:///nowhere.png'", "log: Failed to load resource"),
            Telling("console.log('well')", nil),
        ]
    )
    func console(telling: Telling) async throws {
        try await look(at: "<script>\(telling.script)</script>") { browser in
            try await browser.listen()
            guard let told = telling.told else { return #expect(browser.complaints == []) }
            #expect(browser.complaints.count == 1)
            #expect(browser.complaints.first?.hasPrefix(told) == true, "\(browser.complaints)")
        }
    }

    @Test("light, dark, print and width are shown as they were asked for", .timeLimit(.minutes(30)))
    func media() async throws {
        try await look(at: "<div style='width: 700px'>wide</div>") { browser in
            #expect(try await browser.style("color", of: "body") == "rgb(0, 0, 0)")
            try await browser.show(.dark)
            #expect(try await browser.style("color", of: "body") == "rgb(255, 255, 255)")
            try await browser.preview(print: true)
            #expect(try await browser.style("color", of: "body") == "rgb(0, 128, 0)")
            try await browser.preview(print: false)
            #expect(try await browser.isTooWide() == false)
            try await browser.resize(width: 320)
            #expect(try await browser.evaluate("innerWidth") == 320)
            #expect(try await browser.isTooWide())
            #expect(try await browser.printed().starts(with: Data("%PDF".utf8)))
        }
    }

    @Test("a page that leads on to another is followed", .timeLimit(.minutes(30)))
    func leadingOn() async throws {
        let other = try await page("<h1>There</h1>")
        defer { try? FileManager.default.removeItem(atPath: other) }
        try await look(at: "<script>location.replace('file://\(other)')</script>") { browser in
            #expect(try await browser.text(of: "h1") == "There")
            try await browser.visit("file://\(other)#here")
            #expect(try await browser.evaluate("location.hash") == "#here")
        }
    }

    @Test("a picture is kept as a PNG file", .timeLimit(.minutes(30)))
    func picture() async throws {
        try await withTemporaryFolder { folder in
            try await look(at: "<div style='height: 4000px'>high</div>") { browser in
                for whole in [false, true] {
                    try await browser.picture(to: "\(folder)/\(whole).png", ofWholePage: whole)
                }
            }
            let pictures = try ["false", "true"].map {
                try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0).png"))
            }
            for picture in pictures { #expect(picture.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47])) }
            #expect(pictures[1].count > pictures[0].count)
        }
    }

    @Test("what can't be opened and what fails is thrown", .timeLimit(.minutes(30)))
    func troubles() async throws {
        try await look(at: "") { browser in
            await #expect(throws: Browser.Trouble.self) { try await browser.visit("http://127.0.0.1:1/") }
            await #expect(throws: Browser.Trouble.self) {
                let _: Int = try await browser.evaluate("nobody.knows")
            }
        }
    }
}

struct Telling: Sendable, CustomTestStringConvertible {
    var script: String
    var told: String?

    var testDescription: String { script }

    init(_ script: String, _ told: String?) {
        self.script = script
        self.told = told
    }
}
