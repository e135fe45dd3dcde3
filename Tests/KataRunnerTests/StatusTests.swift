import Foundation
import Testing

@testable import KataRunner

@Suite("What is said while somebody waits")
struct StatusTests {
    private static let limits = Checker.Limits(rules: 10, build: 120, memory: 1 << 30)

    @Test("the limit, if there is one, is shown once half of it is over", arguments: Moment.all)
    func countdown(row: Moment) {
        let phrase = StatusScreen.phrase(for: row.stage, seconds: row.seconds, limits: Self.limits)
        #expect(phrase.text() == row.text)
    }

    struct Moment: Sendable, CustomTestStringConvertible {
        var stage: Checker.Stage
        var seconds: TimeInterval?
        var text: String

        var testDescription: String { text }

        static let all = [
            Moment(stage: .running(katas: 1), text: "Checking the rules …"),
            Moment(stage: .running(katas: 1), seconds: 0.9, text: "Checking the rules … 0 s"),
            Moment(stage: .running(katas: 1), seconds: 5, text: "Checking the rules … 5 s"),
            Moment(stage: .running(katas: 1), seconds: 5.1, text: "Checking the rules … 5 s of 10 s"),
            Moment(stage: .running(katas: 1), seconds: 9.9, text: "Checking the rules … 9 s of 10 s"),
            // Each kata has its own time, so there is no limit for several.
            Moment(stage: .running(katas: 2), seconds: 9.9, text: "Checking the rules of 2 katas … 9 s"),
            Moment(stage: .building(chapters: [3]), seconds: 60, text: "Building chapter 3 … 60 s"),
            Moment(stage: .building(chapters: [3]), seconds: 61, text: "Building chapter 3 … 61 s of 120 s"),
            Moment(
                stage: .buildingWithout(names: ["1-이름.swift"]),
                seconds: 61,
                text: "Building the others without 1-이름.swift … 61 s of 120 s"
            ),
            Moment(
                stage: .buildingSlowly(chapters: [3]),
                seconds: 200,
                text: "Building chapter 3 on a busy machine … 200 s"
            ),
            Moment(
                stage: .waitingForPreparation(chapter: 3),
                seconds: 4.2,
                text: "Chapter 3 is being made ready: waiting … 4 s"
            ),
            Moment(
                stage: .waitingForOther,
                seconds: 600,
                text: "Another runner is at work here: waiting … 600 s"
            ),
        ]
    }

    @Test("on a terminal the line is written over itself after half a second, and leaves no trace")
    func line() {
        let (session, terminal) = session(isTerminal: true)
        var status = StatusLine(session: session, limits: Self.limits)
        status.show(.running(katas: 1), 0.4)
        status.clear()
        #expect(terminal.error == "")
        status.show(.running(katas: 1), 1)
        status.show(.running(katas: 1), 6)
        status.clear()
        status.clear()
        #expect(
            terminal.error
                == "\r\u{1B}[KChecking the rules … 1 s\r\u{1B}[KChecking the rules … 6 s of 10 s\r\u{1B}[K"
        )
    }

    @Test("elsewhere each thing that takes longer is said once")
    func log() {
        let (session, terminal) = session(isTerminal: false)
        var status = StatusLine(session: session, limits: Self.limits)
        for seconds in [0.1, 0.6, 7] {
            status.show(.building(chapters: [1]), seconds)
            status.show(.running(katas: 1), seconds)
        }
        status.clear()
        #expect(terminal.error == "Building chapter 1 …\nChecking the rules …\n")
    }

    private func session(isTerminal: Bool) -> (Session, FakeTerminal) {
        let terminal = FakeTerminal()
        var fake = terminal.terminal
        fake.errorIsTerminal = isTerminal
        let session = Session(
            environment: .fake(terminal: fake),
            capabilities: Capabilities(columns: 80, isTerminal: isTerminal, variables: [:], colour: .never),
            language: .english,
            isVerbose: false
        )
        return (session, terminal)
    }
}
