/// The part of SwiftPM that builds. Each of them lays out what it leaves behind in a way of its own.
enum BuildSystem: Hashable, Sendable {
    /// The one that SwiftPM began with.
    case native
    /// The one that Xcode builds with, and SwiftPM since Swift 6.4.
    case swiftBuild

    var name: String {
        switch self {
        case .native: "native"
        case .swiftBuild: "Swift Build"
        }
    }
}
