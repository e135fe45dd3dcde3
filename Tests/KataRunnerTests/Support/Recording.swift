import Foundation
import Testing

@testable import KataRunner

/// What something looked like when a person last said that it looks right.
struct Recording {
    enum Mode: Hashable {
        case compare
        /// Writes down what is missing or differs; the test fails all the same, so nobody records unawares.
        case record
    }

    enum Outcome: Hashable {
        case same
        case missing
        case differs(difference: String)
        case recorded
    }

    let file: String
    var files = Files.live

    static func mode(_ variables: [String: String]) -> Mode {
        let isCI = variables["CI"].map { !$0.isEmpty } ?? false
        return variables["KATA_RECORD"] == "1" && !isCI ? .record : .compare
    }

    func check(_ text: String, _ mode: Mode) throws -> Outcome {
        let recorded = files.text(file)
        if recorded == text { return .same }
        if mode == .record {
            try files.write(Data(text.utf8), file)
            return .recorded
        }
        guard let recorded else { return .missing }
        let difference = DiffScreen.lines(from: recorded, "recorded", to: text, "now")
        let rows = Layout(width: 110).rows(of: difference)
        return .differs(difference: Painter(usesColour: false).text(of: rows))
    }
}

/// - Parameter name: of the file in `Tests/Fixtures`.
func expectRecorded(
    _ text: String,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let recording = Recording(file: "\(FixtureFolder.path)/\(name)")
    let again = "To record it: KATA_RECORD=1"
    switch try recording.check(text, Recording.mode(ProcessInfo.processInfo.environment)) {
    case .same: break
    case .missing:
        Testing.Issue.record("There is no \(name). \(again)\n\(text)", sourceLocation: sourceLocation)
    case .differs(let difference):
        Testing.Issue.record("\(name) differs. \(again)\n\(difference)", sourceLocation: sourceLocation)
    case .recorded:
        Testing.Issue.record(
            "\(name) is recorded: read it, and run without KATA_RECORD.",
            sourceLocation: sourceLocation
        )
    }
}
