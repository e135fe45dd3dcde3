// swift-tools-version: 6.2
import PackageDescription

/// The table of contents: a chapter's number is its place in this list.
let topics = [
    "ValueObjects",
    "Entities",
    "DomainServices",
    "Repositories",
    "ApplicationServices",
    "Factories",
    "Aggregates",
    "Specifications",
]

/// `KATA_TRACK=solutions` puts the solved katas in the place of the exercises, and adds the tests of the
/// runner and of the shared modules. The suites of the chapters are the same in both tracks.
/// `KATA_TRACK=runner` is those own tests alone, without a chapter.
let track = Context.environment["KATA_TRACK"]
let solutions = track == "solutions"

/// `KATA_CHAPTER=3` or `KATA_CHAPTER=1,3` leaves out every other chapter, and the runner.
let asked = Context.environment["KATA_CHAPTER"]?.split(separator: ",").compactMap { Int($0) }

/// With `KATA_PROGRAMS=1` the suites of a chapter are a program of their own, and no tests that SwiftPM has to find.
/// The runner builds its workspaces so, and puts the file beside the suites with which a program begins.
let programs = Context.environment["KATA_PROGRAMS"] == "1"

/// What only teachers and authors use of the runner (`walk`, `site`, `grade`, `author`) is compiled when one of
/// these is asked for, with `KATA_CLASSROOM=1`: a learner's first command doesn't wait for it.
let classroom = track != nil || Context.environment["KATA_CLASSROOM"] == "1"

/// The chapters' pages, in every language that all of them have.
let pages = ["README.md", "README.ko.md"]

let sharedModules: [Target] = [
    .target(name: "Moa"),
    .target(name: "InMemoryInfrastructure", dependencies: ["Moa"]),
    .target(name: "KataProbes"),
]

let chapters: [Target] = topics.enumerated().flatMap { index, topic -> [Target] in
    let number = index + 1
    guard asked?.contains(number) ?? (track != "runner") else { return [] }
    let chapter = "Chapter\(number)\(topic)"
    let suites = "\(chapter)Tests"
    let tested: [Target.Dependency] = [.target(name: chapter), "Moa", "InMemoryInfrastructure", "KataProbes"]
    return [
        .target(
            name: chapter,
            dependencies: ["Moa", "InMemoryInfrastructure"],
            path: solutions ? "Solutions/\(chapter)" : "Exercises/\(chapter)",
            exclude: solutions ? [] : pages
        ),
        programs
            ? .executableTarget(
                name: suites,
                dependencies: tested,
                path: "Tests/\(suites)",
                swiftSettings: [.define("KATA_PROGRAMS")]
            )
            : .testTarget(name: suites, dependencies: tested),
    ]
}

/// In a fresh clone the index of Foundation would take longer than the runner itself.
let runnerSettings: [SwiftSetting] =
    classroom
    ? [.define("CLASSROOM")]
    : [.unsafeFlags(["-index-ignore-system-modules", "-index-ignore-clang-modules"])]

/// What the first six chapters make: the Moa of kata 6.5, opened on a file. It is built with everything and when it is
/// asked for, and never with `kata`.
let clubdesk: [Target] =
    track == "runner"
    ? []
    : [
        .executableTarget(
            name: "clubdesk",
            dependencies: ["Chapter6Factories", "InMemoryInfrastructure", "Moa"]
        )
    ]

let runner: [Target] =
    [
        .executableTarget(name: "kata", dependencies: ["KataRunner"], swiftSettings: runnerSettings),
        .target(
            name: "KataRunner",
            exclude: ["Wording/Languages"]
                + (classroom
                    ? ["Classroom/Reports/GradeHTML.css", "Classroom/Reports/GradeHTML.js"] : ["Classroom"]),
            swiftSettings: runnerSettings
        ),
    ] + clubdesk

let ownTests: [Target] = [
    .executableTarget(name: "benchmarks", path: "Tests/Benchmarks"),
    .testTarget(name: "InMemoryInfrastructureTests", dependencies: ["InMemoryInfrastructure", "KataProbes"]),
    .testTarget(name: "KataProbesTests", dependencies: ["KataProbes"]),
    .testTarget(name: "KataRunnerTests", dependencies: ["KataRunner", "kata"]),
    .testTarget(name: "MoaTests", dependencies: ["Moa"]),
]

let package = Package(
    name: "DDDKatas",
    platforms: [.macOS(.v15)],
    targets: sharedModules + chapters
        + (asked == nil ? runner : [])
        + (asked == nil && (solutions || track == "runner") ? ownTests : []),
    swiftLanguageModes: [.v6]
)
