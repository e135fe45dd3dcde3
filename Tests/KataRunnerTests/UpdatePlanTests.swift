import Testing

@testable import KataRunner

@Suite("Plans of an update")
struct UpdatePlanTests {
    private let purse = "Exercises/Chapter1Shop/1-Purse.swift"
    private let notes = "Exercises/Chapter1Shop/Notes.swift"

    private func plan(
        _ changes: UpdatePlan.Change...,
        incoming: Set<String>,
        files: Set<String>,
        committed: [String] = []
    ) throws -> UpdatePlan {
        try UpdatePlan(changes: changes, incoming: incoming, files: files, committed: committed)
    }

    @Test("every edit is copied, and only what the update changes is put aside")
    func edits() throws {
        let plan = try plan(
            .init(path: purse),
            .init(path: notes),
            .init(path: "Package.swift"),
            .init(path: "mine.txt", isUntracked: true),
            incoming: [purse, "README.md"],
            files: [purse, notes]
        )
        #expect(plan.kept == [purse, notes])
        #expect(plan.aside == [purse])
        #expect(plan.places == [purse: purse, notes: notes])
    }

    @Test("a file that is missing is no edit, and doesn't stand in the way")
    func missing() throws {
        let plan = try plan(.init(path: purse, isMissing: true), incoming: [purse], files: [purse])
        #expect(plan.aside == [purse])
        #expect(plan.kept.isEmpty)
    }

    @Test("what the update brings anew or elsewhere is never written over")
    func inTheWay() {
        #expect(throws: Complaint.fileInTheWay(purse)) {
            try plan(.init(path: purse, isUntracked: true), incoming: [purse], files: [purse])
        }
        #expect(throws: Complaint.uncommitted(["Package.swift"])) {
            try plan(.init(path: "Package.swift"), incoming: ["Package.swift"], files: ["Package.swift"])
        }
    }

    @Test("a kata keeps its name when its number or its chapter shifts")
    func places() throws {
        let moved = "Exercises/Chapter2Post/4-Purse.swift"
        #expect(UpdatePlan.place(of: purse, among: [purse, moved]) == purse)
        #expect(UpdatePlan.place(of: purse, among: [moved, "Solutions/Chapter1Shop/4-Purse.swift"]) == moved)
        #expect(UpdatePlan.place(of: purse, among: ["Exercises/.pristine/Chapter1Shop/4-Purse.swift"]) == nil)
        #expect(UpdatePlan.place(of: notes, among: []) == notes)
        let plan = try plan(incoming: [purse], files: [], committed: [purse, notes])
        #expect(plan.kept == [purse], "what was committed and would be out of sight is copied")
        #expect(plan.places.isEmpty)
    }
}
