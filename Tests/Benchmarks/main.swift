import Foundation

// Prints how long the runner takes, each time beside something real in the same run, interleaved.
//
//     KATA_TRACK=solutions swift run -c release benchmarks [rounds] [revision]
//
// With a revision the first command is timed beside that of the workbook as it was then. What builds is the Swift
// that comes first on the path, with the build system that it builds with unless it is told otherwise.

struct Row {
    var work: String
    var against: String
    var seconds: Double
    var reference: Double?
    var target: String
}

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 7
let earlier = CommandLine.arguments.dropFirst(2).first
let workbooks = try Workbooks()
defer { workbooks.remove() }
/// Printed one by one: whatever goes wrong later, what was measured before stands.
var rows: [Row] = [] {
    didSet { rows.dropFirst(oldValue.count).forEach(show) }
}

func show(_ row: Row) {
    let ratio = row.reference.map { (row.seconds / $0).short } ?? ""
    let reference = row.reference?.short ?? ""
    print("| \(row.work) | \(row.against) | \(row.seconds.short) | \(reference) | \(ratio) | \(row.target) |")
    fflush(nil)
}

print("| work | against | seconds | reference | ratio | to reach |")
print("|---|---|---|---|---|---|")

func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}

/// A time is worth nothing when what was timed went wrong.
func expect(_ text: String, in run: Stopwatch.Run) throws {
    struct Unexpected: Error { var output: String }
    guard run.output.contains(text) else { throw Unexpected(output: run.output) }
}

/// Appends a comment to the body of a file, which is the smallest edit there is.
func edit(_ file: URL, _ number: Int) throws {
    var text = try String(contentsOf: file, encoding: .utf8)
    text = text.replacingOccurrences(of: "// benchmark", with: "//")
    try (text + "// benchmark \(number)\n").write(to: file, atomically: true, encoding: .utf8)
}

/// Times several works in turn, so that whatever else the machine does hits all of them alike.
func interleaved(_ works: [(String, (Int) throws -> Double)]) throws -> [Double] {
    var times = Array(repeating: [Double](), count: works.count)
    for round in 1...rounds {
        for (index, work) in works.enumerated() {
            say("  \(work.0), round \(round)")
            times[index].append(try work.1(round))
        }
    }
    return times.map(\.median)
}

// MARK: - A fresh clone

say("fresh clones")
var first: [(String, (Int) throws -> Double)] = [
    (
        "swift build --product kata",
        { round in
            let folder = try workbooks.copy(named: "built-\(round)")
            return try Stopwatch(folder: folder).build("swift", ["build", "--product", "kata"]).seconds
        }
    ),
    (
        "swift run kata next",
        { round in
            let folder = try workbooks.copy(named: "fresh-\(round)")
            let firstTask = try Stopwatch(folder: folder).build("swift", ["run", "kata", "next"])
            try expect("1.1", in: firstTask)
            return firstTask.seconds
        }
    ),
    (
        "kata check 2.1",
        { round in
            let inFresh = Stopwatch(folder: workbooks.folder.appendingPathComponent("fresh-\(round)"))
            let runner = try inFresh.products([]).appendingPathComponent("kata").path
            let check = try inFresh.run(runner, ["check", "2.1"])
            try expect("rules hold", in: check)
            return check.seconds
        }
    ),
    (
        "KATA_CHAPTER=2 swift build --build-tests",
        { round in
            let folder = try workbooks.copy(named: "chapter-\(round)")
            let words = ["KATA_CHAPTER=2", "swift", "build", "--build-tests"]
            return try Stopwatch(folder: folder).build("env", words).seconds
        }
    ),
]
if let earlier {
    first.append(
        (
            "the same at \(earlier)",
            { round in
                let folder = try workbooks.copy(named: "earlier-\(round)")
                try Stopwatch(folder: folder).run("git", ["checkout", "--quiet", earlier])
                return try Stopwatch(folder: folder).run("swift", ["run", "kata", "next"]).seconds
            }
        )
    )
}
let fresh = try interleaved(first)
rows += [
    Row(
        work: "fresh clone: swift run kata next",
        against: "swift build --product kata",
        seconds: fresh[1],
        reference: fresh[0],
        target: "≤ 1.05"
    ),
    Row(
        work: "fresh clone: kata check 2.1",
        against: "KATA_CHAPTER=2 swift build --build-tests",
        seconds: fresh[2],
        reference: fresh[3],
        target: "≤ 0.50"
    ),
]
if let earlier {
    rows.append(
        Row(
            work: "fresh clone: swift run kata next",
            against: "the same at \(earlier)",
            seconds: fresh[1],
            reference: fresh[4],
            target: "≤ 0.70"
        )
    )
}

let clone = workbooks.folder.appendingPathComponent("built-1")
let other = workbooks.folder.appendingPathComponent("fresh-1")
let inClone = Stopwatch(folder: clone)
let debugRunner = try inClone.products([]).appendingPathComponent("kata").path
let release = ["-c", "release", "--scratch-path", ".build/release-runner"]
try inClone.build("swift", ["build", "--product", "kata"] + release)
let releaseRunner = try inClone.products(release).appendingPathComponent("kata").path

// MARK: - After a page was read

say("a chapter that was made ready while its page was read")
let inRead = Stopwatch(folder: other)
let readRunner = try inRead.products([]).appendingPathComponent("kata").path
/// The first kata of each chapter from the third on, in turn.
let readFiles = [
    "Chapter3DomainServices/1-HandleTaken.swift", "Chapter4Repositories/1-MemberCollection.swift",
    "Chapter5ApplicationServices/1-JoinMoa.swift", "Chapter6Factories/1-IssuedIdentity.swift",
    "Chapter7Aggregates/1-OneDoor.swift",
].map { other.appendingPathComponent("Exercises/\($0)") }
var firstChecks: [Double] = []
var warmChecks: [Double] = []
for (index, file) in readFiles.enumerated() {
    let chapter = index + 3
    try inRead.run(readRunner, ["prepare", "\(chapter)"])
    try edit(file, 1)
    let check = try inRead.run(readRunner, ["check", "\(chapter).1"])
    try expect("rules hold", in: check)
    firstChecks.append(check.seconds)
    for number in 2...4 {
        try edit(file, number)
        warmChecks.append(try inRead.run(readRunner, ["check", "\(chapter).1"]).seconds)
    }
}
rows.append(
    Row(
        work: "the first check of a chapter, after its page was read",
        against: "a later check of it",
        seconds: firstChecks.median,
        reference: warmChecks.median,
        target: "≤ 1.5"
    )
)

// MARK: - An edit

say("an edit in one kata")
let target = "Chapter3DomainServices"
let file = clone.appendingPathComponent("Exercises/\(target)/1-HandleTaken.swift")
let floor = Floor(clone: clone, target: target, suite: "HandleTakenTests", edited: "1-HandleTaken.swift")

for warmUp in 1...3 {
    try edit(file, -warmUp)
    try inClone.run(debugRunner, ["check", "3.1"])
}
try inClone.run("swift", ["test", "--filter", "Chapter3"])
try floor.prepare()
let edited = try interleaved([
    (
        "kata check 3.1",
        { round in
            try edit(file, round * 10)
            return try inClone.run(debugRunner, ["check", "3.1"]).seconds
        }
    ),
    (
        "swift test --filter Chapter3",
        { round in
            try edit(file, round * 10 + 1)
            return try inClone.run("swift", ["test", "--filter", "Chapter3"]).seconds
        }
    ),
    (
        "the floor",
        { round in
            try edit(file, round * 10 + 2)
            return try floor.run()
        }
    ),
    (
        "kata check all",
        { round in
            try edit(file, round * 10 + 3)
            return try inClone.run(debugRunner, ["check", "all"]).seconds
        }
    ),
    (
        "swift test",
        { round in
            try edit(file, round * 10 + 4)
            return try inClone.run("swift", ["test"]).seconds
        }
    ),
])
rows += [
    Row(
        work: "kata check 3.1 after an edit",
        against: "swift test --filter Chapter3",
        seconds: edited[0],
        reference: edited[1],
        target: "≤ 0.70"
    ),
    Row(
        work: "kata check 3.1 after an edit",
        against: "the floor: swiftc, link, run",
        seconds: edited[0],
        reference: edited[2],
        target: "≤ 2.0"
    ),
    Row(
        work: "kata check all, one kata edited",
        against: "swift test",
        seconds: edited[3],
        reference: edited[4],
        target: "≤ 0.8"
    ),
]

// MARK: - A save

say("a save in watch")
let personName = "Exercises/Chapter1ValueObjects/1-PersonName.swift"
let solution = try String(
    contentsOf: clone.appendingPathComponent(
        personName.replacingOccurrences(of: "Exercises", with: "Solutions")
    ),
    encoding: .utf8
)
let oneMistake = solution.replacingOccurrences(of: #""\(given) \(family)""#, with: #""\(given)""#)
let twoMistakes = oneMistake.replacingOccurrences(of: "(family: newFamily,", with: "(family: family,")

/// Two answers in turn that differ in the body of one function, and what is said of them.
func answer(_ number: Int) -> (text: String, verdict: String) {
    number.isMultiple(of: 2) ? (oneMistake, "7 of 8 rules hold") : (twoMistakes, "6 of 8 rules hold")
}

func save(_ number: Int, in workbook: URL) throws {
    try answer(number).text.write(
        to: workbook.appendingPathComponent(personName),
        atomically: true,
        encoding: .utf8
    )
}

let watcher = try Watcher(debugRunner, ["watch"], in: other)
for warmUp in 1...4 {
    try save(warmUp, in: clone)
    try expect(answer(warmUp).verdict, in: inClone.run(debugRunner, ["check", "1.1"]))
    _ = try watcher.seconds(until: answer(warmUp).verdict, within: 300) { try save(warmUp, in: other) }
}
let floorOfSave = Floor(
    clone: clone,
    target: "Chapter1ValueObjects",
    suite: "PersonNameTests",
    edited: "1-PersonName.swift"
)
try floorOfSave.prepare()
let saved = try interleaved([
    (
        "kata watch",
        { round in
            try watcher.seconds(until: answer(round).verdict) { try save(round, in: other) }
        }
    ),
    (
        "the floor",
        { round in
            try save(round, in: clone)
            return try floorOfSave.run()
        }
    ),
])
rows.append(
    Row(
        work: "a save, until its verdict stands in `kata watch`",
        against: "the floor",
        seconds: saved[0],
        reference: saved[1],
        target: "≤ 2.2"
    )
)
let peakMemory = watcher.peakMemory
watcher.quit()

// MARK: - Without a build

say("answers without a build")
for (name, runner) in [("debug", debugRunner), ("release", releaseRunner)] {
    let times = try interleaved(
        [["list", "--plain"], ["show", "3.1"], ["hint", "3.1"], ["next"], ["check", "all"]].map { words in
            (
                "kata \(words.joined(separator: " ")) (\(name))",
                { _ in
                    let answer = try inClone.run(runner, words)
                    try expect("kata", in: answer)
                    return answer.seconds
                }
            )
        } + [("git status", { _ in try inClone.run("git", ["status"]).seconds })]
    )
    for (index, words) in ["list", "show 3.1", "hint 3.1", "next"].enumerated() {
        rows.append(
            Row(
                work: "kata \(words), \(name)",
                against: "git status",
                seconds: times[index],
                reference: times[5],
                target: name == "debug" ? "≤ 3, under 0.040 s" : "≤ 3, under 0.020 s"
            )
        )
    }
    rows.append(
        Row(
            work: "kata check all, nothing changed, \(name)",
            against: "",
            seconds: times[4],
            target: "under 0.030 s"
        )
    )
}

// MARK: - A large workbook

say("400 katas in 80 chapters")
let large = try workbooks.generate(chapters: 80, named: "large")
let inLarge = Stopwatch(folder: large)
let largeFile = large.appendingPathComponent("Exercises/Chapter40TopicAN/1-KataAN1.swift")
try expect("0 of 1 rules hold", in: inLarge.run(debugRunner, ["check", "40.1"]))
try edit(largeFile, -1)
try inLarge.run(debugRunner, ["check", "40.1"])
try edit(file, -1)
try inClone.run(debugRunner, ["check", "3.1"])
let sizes = try interleaved([
    ("list, large", { _ in try inLarge.run(debugRunner, ["list", "--plain"]).seconds }),
    ("list", { _ in try inClone.run(debugRunner, ["list", "--plain"]).seconds }),
    (
        "check, large",
        { round in
            try edit(largeFile, round)
            return try inLarge.run(debugRunner, ["check", "40.1"]).seconds
        }
    ),
    (
        "check",
        { round in
            try edit(file, round * 10 + 5)
            return try inClone.run(debugRunner, ["check", "3.1"]).seconds
        }
    ),
])
rows += [
    Row(
        work: "kata list, 400 katas",
        against: "this workbook",
        seconds: sizes[0],
        reference: sizes[1],
        target: "≤ 2"
    ),
    Row(
        work: "kata check, 400 katas",
        against: "this workbook",
        seconds: sizes[2],
        reference: sizes[3],
        target: "≤ 2"
    ),
]

// MARK: - A class

say("thirty submissions")
let grading = Grading(workbook: clone, runner: debugRunner)
let inOneChapter = try grading.measure([("Exercises/\(target)/1-HandleTaken.swift", "3.1")])
let inSeveral = try grading.measure([
    ("Exercises/\(target)/1-HandleTaken.swift", "3.1"), (personName, "1.1"),
])
for (name, measured) in [("all in one chapter", inOneChapter), ("in two chapters", inSeveral)] {
    rows.append(
        Row(
            work: "kata grade, one submission more, different in one kata, \(name)",
            against: "kata check of it",
            seconds: measured.submission,
            reference: measured.check,
            target: "≤ 1.5"
        )
    )
}

// MARK: - Memory

for (command, memory, most) in [
    ("kata watch", peakMemory, 40), ("kata grade", inSeveral.peakMemory, 100),
] {
    guard let memory else { continue }
    print(
        "The most memory that the runner held in `\(command)`: \(Int(memory.rounded(.up))) MiB (under \(most) to reach)"
    )
}
