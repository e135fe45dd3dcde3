// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "Toys",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Chapter9Toys", path: "Exercises/Chapter9Toys"),
        .testTarget(name: "Chapter9ToysTests", dependencies: ["Chapter9Toys"]),
    ],
    swiftLanguageModes: [.v6]
)
