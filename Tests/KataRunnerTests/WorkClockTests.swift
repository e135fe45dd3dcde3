import Testing

@testable import KataRunner

@Suite("The time that a build has worked")
struct WorkClockTests {
    /// What a clock sees every second: the seconds of a processor that each process has used until then.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var looks: [[Int32: Double]]
        var worked: Double
        var most: Double
    }

    /// What a clock sees after each second: how long a thread was ready while others ran, and what processors it got.
    @Test(
        "where the system tells who was ready, code may wait as it likes, and that counts",
        arguments: [
            ("it works", used: 2.0, ready: 0.0, worked: 2.0), ("it sleeps", 0, 0, 2),
            ("it sleeps and looks now and then", 0.1, 0.01, 1.99), ("a fifth of the machine", 0.4, 1.6, 0.4),
            ("it sleeps half of the time, and others run", 0.5, 0.5, 1.5), ("many threads", 1.5, 9, 1.5),
        ]
    )
    func ready(what: String, used: Double, ready: Double, worked: Double) {
        var clock = WorkClock(ready: [7: 100])
        for second in 1...2 {
            let share = Double(second) / 2
            clock.look(at: [1: used * share], ready: [7: 100 + ready * share], seconds: Double(second))
        }
        #expect(abs(clock.worked - worked) < 1e-9)
        clock.look(at: [:], ready: nil, seconds: 3)
        #expect(abs(clock.worked - worked - 1) < 1e-9, "nothing is known of it")
    }

    @Test(
        "only what others kept the machine from it doesn't count",
        arguments: [
            Row(testDescription: "one process, all the time", looks: [[1: 1], [1: 2]], worked: 2, most: 2),
            Row(
                testDescription: "two at once count once",
                looks: [[1: 1, 2: 1], [1: 2, 2: 2]],
                worked: 2,
                most: 2
            ),
            Row(
                testDescription: "a fifth of the machine",
                looks: [[1: 0.2], [1: 0.4]],
                worked: 0.4,
                most: 0.4
            ),
            Row(testDescription: "it waits for something", looks: [[1: 0], [1: 0]], worked: 2, most: 0),
            Row(
                testDescription: "processes come and go",
                looks: [[1: 0.5], [1: 0.5, 2: 0.5], [2: 0.5, 3: 0.25]],
                worked: 1.25,
                most: 0.5
            ),
        ]
    )
    func worked(row: Row) {
        var clock = WorkClock()
        for (second, look) in row.looks.enumerated() { clock.look(at: look, seconds: Double(second + 1)) }
        #expect(abs(clock.worked - row.worked) < 1e-9)
        #expect(clock.most == row.most)
        #expect(abs(clock.worked(at: Double(row.looks.count) + 0.5) - row.worked - 0.5) < 1e-9)
    }
}
