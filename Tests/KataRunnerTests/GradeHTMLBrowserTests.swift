import Foundation
import Testing

@testable import KataRunner

@Suite("The class report in a browser", .inBrowser, .serialized)
struct GradeHTMLBrowserTests {
    /// Opens the report of a class, and makes sure that the browser has nothing to complain about.
    private func open(_ gradebook: Gradebook, _ body: (Browser) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try GradeHTML.document(gradebook)
                .write(toFile: "\(folder)/class.html", atomically: true, encoding: .utf8)
            try await Browser.open { browser in
                try await browser.visit("file://\(folder)/class.html")
                try await body(browser)
                try await browser.listen()
                #expect(browser.complaints == [])
            }
        }
    }

    private func focus(_ selector: String, _ browser: Browser) async throws {
        let script = "document.querySelector(\"\(selector)\").focus() ?? true"
        #expect(try await browser.evaluate(script))
    }

    /// A picture for those who want to look, in the folder that they name.
    private func picture(_ name: String, _ browser: Browser) async throws {
        guard let folder = ProcessInfo.processInfo.environment["KATA_PICTURES"], !folder.isEmpty else {
            return
        }
        try await browser.picture(to: "\(folder)/\(name).png")
    }

    /// What a screen reader says of the element that has the focus.
    private static let focused = """
        (() => {
            const element = document.activeElement;
            const labelled = element.matches("[aria-label]") ? element : element.querySelector("[aria-label]");
            return labelled?.getAttribute("aria-label") ?? element.textContent.trim();
        })()
        """
    private static let shownRows =
        "[...document.querySelectorAll('#grid tbody tr')].filter((row) => !row.hidden).map((row) => row.cells[0].textContent)"

    @Test("the keys of the grid walk it cell by cell, and Tab stops in it once")
    func keyboard() async throws {
        try await open(.small) { browser in
            let focused = { try await browser.evaluate(Self.focused) as String }
            try await browser.press("Tab")
            #expect(try await focused() == "Skip to the grid")
            try await browser.press("Enter")
            try await browser.wait(until: "document.activeElement.id === 'grid-title'")
            try await browser.press("Tab")
            #expect(try await focused() == "solved")
            #expect(try await browser.text(of: "#readout") == "김소리 · 1.1 Names without splitting · solved")
            try await browser.press("ArrowDown")
            #expect(try await focused() == "2 of 4 rules broken")
            try await browser.press("ArrowRight")
            #expect(try await browser.text(of: "#readout") == "남궁 민 · 1.2 Born valid · solved")
            try await browser.press("ArrowDown")
            #expect(try await focused() == "does not compile")
            try await browser.press("Home")
            #expect(try await focused() == "Mary Ann Evans")
            try await browser.press("ArrowLeft")
            #expect(try await focused() == "Mary Ann Evans")
            try await browser.press("End", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp")
            #expect(try await focused().hasPrefix("2.2 "))
            try await browser.press("Home")
            #expect(try await focused() == "Student")
            #expect(try await browser.count("#grid [tabindex='0']") == 1)
            // The next stop is behind the grid, the one before it too is none of its cells.
            try await browser.press("Tab")
            #expect(try await browser.evaluate("document.activeElement.closest('#grid') === null"))
            try await browser.press("Tab", shift: true)
            #expect(try await focused() == "Student")
            #expect(try await browser.evaluate("document.activeElement.matches(':focus-visible')"))
            let width =
                try await browser.evaluate(
                    "getComputedStyle(document.activeElement).outlineStyle"
                ) as String
            #expect(width == "solid")
            try await picture("keyboard", browser)
        }
    }

    @Test("a cell opens its student's red lines, by key and by click, and Escape leads back")
    func redLines() async throws {
        try await open(.small) { browser in
            #expect(try await browser.count("details[open]") == 0)
            try await focus("#grid [href='#s2-1-1']", browser)
            try await browser.press("Enter")
            // The browser itself goes to the lines, and the page opens them a moment later.
            try await browser.wait(until: "document.querySelector('#s2-1-1').parentElement.open")
            #expect(try await browser.evaluate("document.activeElement.id === 's2-1-1'"))
            #expect(try await browser.count("details[open]") == 1)
            #expect(try await browser.count("details[open] #s2-1-1") == 1)
            let lines = try await browser.text(of: "details[open]")
            for words in ["a part was cut", "Case: 남궁 민", "(shown → \"남\") == \"남궁\"", ":30"] {
                #expect(lines.contains(words), "\(lines)")
            }
            try await picture("red-lines", browser)
            try await browser.press("Escape")
            #expect(try await browser.evaluate("document.activeElement.hash") == "#s2-1-1")
            #expect(try await browser.evaluate("document.activeElement.closest('#grid') !== null"))

            try await browser.click("#grid [href='#s3-1-2']")
            try await browser.wait(until: "document.querySelector('#s3-1-2').parentElement.open")
            #expect(try await browser.text(of: "article:has(#s3-1-2)").contains("let handle = 손잡이(text)"))

            // The same cell once more, after its lines were closed by hand.
            try await browser.click("#s3-1-2")
            try await browser.wait(until: "!document.querySelector('#s3-1-2').parentElement.open")
            try await browser.click("#grid [href='#s3-1-2']")
            try await browser.wait(until: "document.querySelector('#s3-1-2').parentElement.open")

            try await browser.click("#open-all")
            #expect(try await browser.count(".student details:not([open])") == 0)
            try await browser.click("#close-all")
            #expect(try await browser.count(".student details[open]") == 0)
        }
    }

    @Test("a rule names those who break it, and leads to each, whatever is filtered away")
    func rules() async throws {
        try await open(.small) { browser in
            try await browser.click(".rules summary")
            let rule = try await browser.text(of: ".rules li")
            for words in [
                "2 of 3", Sample.personName.page.rules[1], "1.1 Names without splitting", "남궁 민",
                "a part was cut",
                "2 students", "nobody was asked", "1 student",
            ] {
                #expect(rule.contains(words), "\(rule)")
            }
            try await picture("rules", browser)
            try await browser.click("#query")
            try await browser.press("이")
            try await browser.wait(until: "document.querySelector('#s2').closest('article').hidden")
            try await browser.click(".rules [href='#s2-1-1']")
            try await browser.wait(until: "document.activeElement.id === 's2-1-1'")
            #expect(try await browser.evaluate("document.querySelector('#query').value") == "")
        }
    }

    @Test("a part of a name, a chapter and an order choose what is shown")
    func filters() async throws {
        try await open(.small) { browser in
            let rows = { try await browser.evaluate(Self.shownRows) as [String] }
            let choose = { (id: String, value: String) in
                try await browser.evaluate(
                    """
                    (() => {
                        const field = document.getElementById("\(id)");
                        field.value = "\(value)";
                        field.dispatchEvent(new Event(field.type === "search" ? "input" : "change"));
                        return true;
                    })()
                    """
                ) as Bool
            }
            #expect(try await browser.text(of: "#shown") == "all 4 students")
            try await browser.click("#query")
            try await browser.press("a", "N", "n")
            #expect(try await rows() == ["Mary Ann Evans"])
            #expect(try await browser.text(of: "#shown") == "1 of 4 students")
            #expect(try await browser.evaluate("document.querySelector('#s1').closest('article').hidden"))
            try await picture("search", browser)
            // As some systems write folders' names: the same letters, taken apart.
            #expect(try await choose("query", "김".decomposedStringWithCanonicalMapping))
            #expect(try await rows() == ["김소리"])
            #expect(try await choose("query", "nobody"))
            #expect(try await rows() == [])
            #expect(try await browser.text(of: "#nobody") == "No student has that name.")
            #expect(try await choose("query", ""))

            #expect(try await choose("order", "fewest"))
            #expect(try await rows() == ["Mary Ann Evans", "이민", "남궁 민", "김소리"])
            #expect(
                try await browser.evaluate(
                    "[...document.querySelectorAll('article h3')].map((name) => name.textContent)"
                ) == ["Mary Ann Evans", "이민", "남궁 민", "김소리"]
            )
            #expect(try await choose("order", "name"))
            #expect(try await rows() == ["김소리", "남궁 민", "Mary Ann Evans", "이민"])

            #expect(try await choose("chapter", "2"))
            let cells =
                "[...document.querySelectorAll('#grid tbody tr')].map((row) => row.innerText.split(/\\s+/).slice(-2).join(' '))"
            #expect(try await browser.evaluate(cells) == ["✔ ✔", "4 ·", "↯ ·", "· ·"])
            #expect(
                try await browser.evaluate("document.querySelector('#grid tfoot').innerText.split(/\\s+/)")
                    == ["Solved", "by", "2", "1", "1"]
            )
            #expect(
                try await browser.evaluate(
                    "[...document.querySelectorAll('.chapters tbody tr')].filter((row) => !row.hidden).length"
                ) == 1
            )
            #expect(
                try await browser.evaluate(
                    "[...document.querySelectorAll('.rules li[data-chapter]')].filter((rule) => !rule.hidden).length"
                ) == 4
            )
            #expect(try await browser.count("#grid [tabindex='0']") == 1)
            #expect(
                try await browser.evaluate(
                    "document.querySelector('#grid [tabindex=\"0\"]').closest('[hidden]') === null"
                )
            )
        }
    }

    @Test("what submissions say does nothing in the page but be read", arguments: GradeHTMLTests.hostile)
    func hostile(text: String) async throws {
        try await open(Gradebook.small.saying(text)) { browser in
            #expect(try await browser.count("script") == 1)
            #expect(try await browser.count("img, iframe, [onfocus], [onerror], [autofocus]") == 0)
            let shown = try await browser.evaluate("document.querySelector('#s3').textContent") as String
            #expect(
                shown.unicodeScalars.elementsEqual(Markup(parsing: HTML.escaped(text)).text.unicodeScalars)
            )
            try await browser.click("#grid [href='#s3-1-1']")
            try await browser.wait(until: "document.querySelector('#s3-1-1').parentElement.open")
        }
    }

    @Test("should markup ever get in, the page's policy lets it do nothing")
    func policy() async throws {
        try await open(.small) { browser in
            let isInert: Bool = try await browser.evaluate(
                """
                (async () => {
                    const script = document.createElement("script");
                    script.textContent = "window.hit = 1";
                    document.body.append(script);
                    const button = document.createElement("button");
                    button.setAttribute("onclick", "window.hit = 2");
                    document.body.append(button);
                    button.click();
                    const reached = await fetch("https://example.invalid").then(() => true, () => false);
                    return window.hit === undefined && !reached;
                })()
                """
            )
            #expect(isInert)
            try await browser.listen()
            #expect(!browser.complaints.isEmpty)
            browser.forgetComplaints()
        }
    }

    @Test(
        "every sign and every text stands out from its ground, in light and in dark",
        arguments: Browser.Scheme.allCases
    )
    func contrast(scheme: Browser.Scheme) async throws {
        try await open(.large(students: 30, chapters: 8, katas: 5)) { browser in
            try await browser.show(scheme)
            let weak: [String] = try await browser.evaluate(
                """
                (() => {
                    const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
                    const light = ([red, green, blue]) => [red, green, blue]
                        .map((part) => part / 255)
                        .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
                        .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
                    const ground = (element) => {
                        for (let at = element; at; at = at.parentElement) {
                            const colour = numbers(getComputedStyle(at).backgroundColor);
                            if (colour.length === 3 || colour[3] === 1) return colour;
                        }
                        return [255, 255, 255];
                    };
                    const weak = new Set();
                    for (const element of document.querySelectorAll("body *")) {
                        const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
                        if (!says || element.closest("script, [hidden]")) continue;
                        const two = [light(numbers(getComputedStyle(element).color)), light(ground(element))];
                        const contrast = (Math.max(...two) + 0.05) / (Math.min(...two) + 0.05);
                        if (contrast < 4.5) weak.add(`${element.tagName} ${element.className} ${contrast.toFixed(2)}`);
                    }
                    return [...weak];
                })()
                """
            )
            #expect(weak == [])
            let paper = try await browser.style("background-color", of: "body")
            #expect((paper == "rgb(253, 253, 252)") == (scheme == .light))
            try await picture("\(scheme)", browser)
        }
    }

    @Test("on paper nothing sticks, nothing needs a click, and no colour is needed")
    func print() async throws {
        try await open(.small) { browser in
            try await browser.click("#grid [href='#s2-1-1']")
            try await browser.wait(until: "document.querySelector('#s2-1-1').parentElement.open")
            try await browser.show(.dark)
            try await browser.preview(print: true)
            #expect(try await browser.style("background-color", of: "body") == "rgb(255, 255, 255)")
            #expect(try await browser.style("color", of: "body") == "rgb(0, 0, 0)")
            // A white page with the colours of a dark one could not be read.
            #expect(try await browser.style("color", of: ".k.f2") == "rgb(74, 44, 0)")
            for part in ["nav", "#controls", "#readout", "#keys", ".tools", ".skip"] {
                #expect(try await browser.style("display", of: part) == "none", "\(part)")
            }
            for part in ["#grid thead", "#grid .who", "#grid tfoot", ".student h3"] {
                #expect(try await browser.style("position", of: part) == "static", "\(part)")
            }
            #expect(try await browser.style("overflow-y", of: ".grid .scroller") == "visible")
            #expect(try await browser.style("max-height", of: ".grid .scroller") == "none")
            #expect(try await browser.text(of: "details[open]").contains("a part was cut"))
            let signs =
                "[...document.querySelectorAll('#grid tbody .k')].every((cell) => cell.textContent.trim() !== '')"
            #expect(try await browser.evaluate(signs))
            let paper = try await browser.printed()
            #expect(paper.starts(with: Data("%PDF".utf8)))
            try await picture("print", browser)
        }
    }

    @Test("a narrow window scrolls the grid and not the page", arguments: [400, 320, 800, 1440])
    func narrow(width: Int) async throws {
        let long = Gradebook.large(students: 30, chapters: 8, katas: 5)
            .saying(String(repeating: "아주긴이름", count: 12) + String(repeating: "x", count: 190))
        try await open(long) { browser in
            try await browser.resize(width: width)
            #expect(try await browser.isTooWide() == false)
            try await picture("width-\(width)", browser)
            try await browser.click("#open-all")
            try await browser.click(".rules summary")
            #expect(try await browser.isTooWide() == false)
            // The cell that has the focus is never below the names, the headings or the totals that stay.
            try await focus("#grid [tabindex='0']", browser)
            try await browser.press("End", "ArrowDown", "ArrowDown", "Home", "ArrowRight", "ArrowRight")
            #expect(
                try await browser.evaluate(
                    """
                    (() => {
                        const box = document.activeElement.getBoundingClientRect();
                        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                        return document.activeElement.contains(top);
                    })()
                    """
                )
            )
        }
    }

    @Test(
        "of two thousand rows those that are reached are shown, by the keys too, and every red line is found"
    )
    func manyRows() async throws {
        try await open(.large(students: 2000, chapters: 1, katas: 6)) { browser in
            func number(_ script: String) async throws -> Double { try await browser.evaluate(script) }
            let shown = "[...document.querySelectorAll('#grid tbody tr')].filter((row) => !row.hidden).length"
            #expect(try await browser.count("#grid tbody tr") == 2000)
            #expect(try await number(shown) == 100)
            try await focus("#grid [tabindex='0']", browser)
            let key = "new KeyboardEvent('keydown', {key: 'PageDown', bubbles: true, cancelable: true})"
            for _ in 0..<12 {
                let isUntaken: Bool = try await browser.evaluate(
                    "document.activeElement.dispatchEvent(\(key))"
                )
                #expect(!isUntaken)
            }
            #expect(try await number(shown) == 200)
            #expect(try await number("document.activeElement.closest('tr').rowIndex") > 100)
            let cell = "[...document.querySelectorAll('#grid tbody tr:nth-child(n+1900) .k[href]')].pop()"
            #expect(try await browser.evaluate("\(cell).closest('tr').hidden"))
            #expect(try await browser.evaluate("(location.hash = \(cell).hash, true)"))
            try await browser.wait(until: "document.activeElement.closest('details')?.open === true")
        }
    }

    @Test("a class of three hundred with forty-one katas opens, and its keys answer")
    func large() async throws {
        let gradebook = Gradebook.large(students: 300, chapters: 1, katas: 41)
        try await open(gradebook) { browser in
            #expect(try await browser.count("#grid tbody td") == 300 * 42)
            let opened: Double = try await browser.evaluate(
                "performance.getEntriesByType('navigation')[0].loadEventEnd"
            )
            #expect(opened < 20_000, "\(opened) ms")
            let searched: Double = try await browser.evaluate(
                """
                (() => {
                    const start = performance.now();
                    const query = document.getElementById("query");
                    query.value = "29";
                    query.dispatchEvent(new Event("input"));
                    document.body.getBoundingClientRect();
                    return performance.now() - start;
                })()
                """
            )
            #expect(searched < 2_000, "\(searched) ms")
            #expect(try await browser.text(of: "#shown") == "13 of 300 students")
            try await browser.press("Tab")
            try await picture("large", browser)
        }
    }
}
