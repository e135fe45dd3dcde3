import Testing

@testable import KataRunner

/// A screen in some state of the workbook, to be looked at in several ways.
struct Scene: Sendable, CustomTestStringConvertible {
    var name: String
    var looks: [Look]
    var lines: @Sendable (Layout) -> [Line]

    init(_ name: String, _ looks: [Look] = [], _ lines: @escaping @Sendable (Layout) -> [Line]) {
        self.name = name
        self.looks = [.plain, .narrow] + looks
        self.lines = lines
    }

    var testDescription: String { name }

    func text(_ look: Look) -> String { look.text(of: lines(look.layout)) }
}

extension Scene {
    static let all: [Scene] = [
        overviews, katas, checks, verdictsOfMany, hints, helps, housekeeping, authoring, sites, complaints,
        watching, listing, teaching, grading,
    ].flatMap { $0 }

    /// A scene in one look.
    struct Shot: Sendable, CustomTestStringConvertible {
        var scene: Scene
        var look: Look

        var file: String { "\(scene.name).\(look.name).txt" }
        var testDescription: String { file }
    }

    static let shots: [Shot] = all.flatMap { scene in scene.looks.map { Shot(scene: scene, look: $0) } }
}
