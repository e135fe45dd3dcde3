// swift-tools-version: 6.2
import PackageDescription

/// A workbook as small as one can be, for the tests of the runner.
let topics = [
    "Shop",
    "Post",
]

let asked = Context.environment["KATA_CHAPTER"]?.split(separator: ",").compactMap { Int($0) }

let programs = Context.environment["KATA_PROGRAMS"] == "1"

let chapters: [Target] = topics.enumerated().flatMap { index, topic -> [Target] in
    let number = index + 1
    guard asked?.contains(number) ?? true else { return [] }
    let chapter = "Chapter\(number)\(topic)"
    return [
        .target(name: chapter, path: "Exercises/\(chapter)", exclude: ["README.md"]),
        programs
            ? .executableTarget(
                name: "\(chapter)Tests",
                dependencies: [.target(name: chapter)],
                path: "Tests/\(chapter)Tests",
                swiftSettings: [.define("KATA_PROGRAMS")]
            )
            : .testTarget(name: "\(chapter)Tests", dependencies: [.target(name: chapter)]),
    ]
}

let package = Package(name: "Toy", platforms: [.macOS(.v15)], targets: chapters, swiftLanguageModes: [.v6])
