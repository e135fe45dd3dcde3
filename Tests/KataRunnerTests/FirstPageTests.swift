import Foundation
import Testing

@testable import KataRunner

@Suite("The first page")
struct FirstPageTests {
    @Test(
        "its sample shows red lines that stand in the suite",
        arguments: ["README.md", "Exercises/README.ko.md"]
    )
    func sample(page: String) throws {
        let lines = try WorkbookFile.text(page).split(separator: "\n")
        let places = lines.indices.filter { lines[$0].hasPrefix("  Tests/") }
        try #require(!places.isEmpty)
        for index in places {
            let place = lines[index].split(separator: ":")
            let line = try #require(place.last.flatMap { Int($0) })
            let suite = try WorkbookFile.text(place[0].trimmingCharacters(in: .whitespaces))
                .split(separator: "\n", omittingEmptySubsequences: false)
            // (familyIsSettable → true) == false
            let shown = lines[index - 1].replacing(/\((\w+) → \w+\)/) { $0.1 }
            #expect(suite[line - 1].contains("#expect"), "\(page) names \(lines[index])")
            let expectation = suite[(line - 1)...].prefix(2).joined(separator: "\n")
            #expect(
                expectation.contains(shown.trimmingCharacters(in: .whitespaces)),
                "\(page) shows \(shown) at line \(line)"
            )
        }
    }
}
