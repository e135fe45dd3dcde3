import Testing

@testable import KataRunner

@Suite("Where a chapter is built")
struct WorkspaceTests {
    private static func workspace(manifest: String = "KATA_PROGRAMS") -> Workspace {
        let workbook = Workbook(root: "/toy", files: .memory(["/toy/Package.swift": manifest]))
        return Workspace(ofChapter: 1, in: workbook)
    }

    @Test("a suite that nobody has asked for is not compiled, and one that was asked for stays")
    func suites() {
        let workspace = Self.workspace()
        #expect(workspace.needless(["a", "b", "c"], but: ["b"]) == ["a", "c"])
        #expect(workspace.needless(["a", "b", "c"], but: ["c"]) == ["a"])
        #expect(workspace.needless(["a", "b", "c"], but: ["a"]) == [])
    }

    @Test("where many texts are tried, every suite is there")
    func trials() {
        var workspace = Self.workspace()
        workspace.isForOne = false
        #expect(workspace.needless(["a", "b"], but: ["b"]) == [])
        #expect(!workspace.makesPrograms)
    }

    @Test(
        "a line is quoted only from what a build of these chapters has read",
        arguments: [
            ("Exercises/Chapter1Shop/1-Purse.swift", true),
            ("Tests/Chapter1ShopTests/1-PurseTests.swift", true),
            ("Sources/Moa/Member.swift", true), ("Exercises/Chapter2Post/1-Parcel.swift", false),
            ("Exercises/Chapter1Shop/../Chapter2Post/1-Parcel.swift", false),
            ("Sources/../../anna.swift", false),
        ]
    )
    func quoted(file: String, isQuoted: Bool) {
        let workspace = Self.workspace()
        #expect(workspace.hasStaged("\(workspace.root)/\(file)", for: [1]) == isQuoted)
        #expect(!workspace.hasStaged("/etc/passwd", for: [1]))
    }

    @Test("suites are made programs only where the manifest knows how")
    func programs() {
        #expect(Self.workspace().makesPrograms)
        #expect(!Self.workspace(manifest: "let package = Package()").makesPrograms)
    }
}
