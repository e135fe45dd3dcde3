import Foundation
import Testing

@testable import KataRunner

@Suite("Diagrams, told in lines")
struct DiagramTests {
    private func told(_ source: String) -> [String] {
        DiagramOutline(source.split(separator: "\n").map(String.init)).arrows.map(\.told)
    }

    @Test("every way to draw an arrow is read", arguments: Drawn.all)
    func arrows(row: Drawn) {
        #expect(told(row.source) == row.told)
    }

    @Test("a flowchart's boxes are named by the first line of their text, and its arrows have their labels")
    func flowchart() {
        #expect(
            told(
                """
                flowchart LR
                    root["Circle, the root<br/>join, leave"] --> seats["seats 1 to 12"]
                    subgraph boundary["what must be true now"]
                        root -. "by id" .-> member[("Member")]
                    end
                    seats -- "a question<br/>that code asks" --> root
                    member ~~~ seats
                """
            ) == [
                "Circle, the root → seats 1 to 12", "Circle, the root → Member: by id",
                "seats 1 to 12 → Circle, the root: a question that code asks",
            ]
        )
    }

    @Test("boxes whose first lines are the same are told whole")
    func ambiguous() {
        #expect(
            told("flowchart LR\na[\"m-1<br/>Sori\"] --> b[\"m-1<br/>Haneul\"] --> c[\"m-7<br/>Haneul\"]")
                == ["m-1, Sori → m-1, Haneul", "m-1, Haneul → m-7"]
        )
    }

    @Test("a state diagram shows begin and end, and what leads from state to state")
    func states() {
        #expect(
            told(
                """
                stateDiagram-v2
                    [*] --> planned
                    state "under way" as running
                    planned --> running : the day has come
                    running --> [*]
                """
            ) == ["(begin) → planned", "planned → under way: the day has come", "under way → (end)"]
        )
    }

    @Test("of a sequence who says what to whom is told, in order")
    func sequence() {
        #expect(
            told(
                """
                sequenceDiagram
                    participant S as Screen, tablet
                    actor K as 김
                    participant A
                    K->>S: «join»
                    S->>+A: command «Kim»
                    Note over A: thinks
                    A-->>-S: a confirmation: or<br/>a refusal
                    A-)K: later
                """
            ) == [
                "김 → Screen, tablet: «join»", "Screen, tablet → A: command «Kim»",
                "A → Screen, tablet: a confirmation: or a refusal", "A → 김: later",
            ]
        )
    }

    @Test(
        "of what isn't known nothing is reported",
        arguments: ["", "pie\n\"a\" : 3", "flowchart LR", "%% a --> "]
    )
    func unknown(source: String) {
        #expect(told(source).allSatisfy { $0.hasPrefix("%%") })
    }

    // MARK: - The pages of the workbook

    @Test("the diagram of each chapter reads as it is recorded", arguments: WorkbookPage.all)
    func pages(page: WorkbookPage) throws {
        let diagrams = try page.diagrams.map { source in
            DiagramOutline(source).arrows.map { $0.told + "\n" }.joined()
        }
        try expectRecorded(diagrams.joined(separator: "\n"), "Diagrams/\(page.chapter).txt")
    }

    @Test("each arrow of a page is listed, and nothing of how it is drawn", arguments: WorkbookPage.all)
    func wholeDiagrams(page: WorkbookPage) throws {
        for source in try page.diagrams {
            let arrows = DiagramOutline(source).arrows
            let drawn = source.dropFirst().joined(separator: "\n").matches(of: /-->|---|\.->|==>|-?->>/).count
            #expect(arrows.count == drawn)
            for arrow in arrows {
                for text in [arrow.from, arrow.to, arrow.label] {
                    #expect(
                        !["\"", "<br", "--", ".->", "[", "]", "\n"].contains { text.contains($0) },
                        "\(text)"
                    )
                }
                #expect(!arrow.from.isEmpty && !arrow.to.isEmpty)
            }
        }
    }

    @Test("there are the pages of eight chapters, with a diagram each at least")
    func count() throws {
        #expect(WorkbookPage.all.count == 8)
        #expect(try WorkbookPage.all.allSatisfy { try !$0.diagrams.isEmpty })
    }
}

struct Drawn: Sendable, CustomTestStringConvertible {
    var source: String
    var told: [String]

    var testDescription: String { source }

    init(_ source: String, _ told: String...) {
        self.source = source
        self.told = told
    }

    static let all = [
        Drawn("a --> b", "a → b"),
        Drawn("a-->b", "a → b"),
        Drawn("a --- b", "a → b"),
        Drawn("a ==> b", "a → b"),
        Drawn("a -.-> b", "a → b"),
        Drawn("a -- fulfils --> b", "a → b: fulfils"),
        Drawn("a -- \"is it taken?\" --> b", "a → b: is it taken?"),
        Drawn("a -->|has| b", "a → b: has"),
        Drawn("a -->|\"has a\"| b", "a → b: has a"),
        Drawn("a -. kept .-> b", "a → b: kept"),
        Drawn("a -. \"kept under\" .-> b", "a → b: kept under"),
        Drawn("a --> b --> c", "a → b", "b → c"),
        Drawn("a & b --> c", "a → c", "b → c"),
        Drawn("a --> b & c", "a → b", "a → c"),
        Drawn("a[\"one --> two\"] --> b", "one --> two → b"),
        Drawn("a[(\"a store\")] --> b{\"a --- choice\"}", "a store → a --- choice"),
        Drawn("a ~~~ b"),
    ]
}

extension DiagramOutline.Arrow {
    fileprivate var told: String { "\(from) → \(to)" + (label.isEmpty ? "" : ": \(label)") }
}
