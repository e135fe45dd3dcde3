import Foundation
import Testing

@testable import KataRunner

@Suite("Backups")
struct BackupTests {
    private let now = Date(timeIntervalSince1970: 1_795_204_865)
    private let name = Sample.personName.file
    private let handle = Sample.handle.file

    private func backups(_ texts: [String: String] = [:], unwritable: Set<String> = []) -> Backups {
        let files = Files.memory(texts.mapKeys { "/moa/\($0)" }, unwritable: unwritable)
        return Backups(workbook: Workbook(root: "/moa", files: files))
    }

    private func write(_ text: String, _ path: String, in backups: Backups) throws {
        try backups.workbook.files.write(Data(text.utf8), backups.workbook.path(path))
    }

    private func text(_ path: String, in backups: Backups) -> String? {
        backups.workbook.files.text(backups.workbook.path(path))
    }

    @Test("a copy is made under the day and the second, and undo finds it")
    func make() throws {
        let backups = backups([name: "mine", handle: "내 것"])
        let folder = try backups.make(of: [name, handle], at: now)
        #expect(folder == ".kata/backups/20261120-200105-1")
        #expect(text("\(folder)/\(name)", in: backups) == "mine")
        #expect(text("\(folder)/\(handle)", in: backups) == "내 것")
        let newest = try #require(backups.newest)
        #expect(newest.files == [handle, name].sorted())
    }

    @Test("two copies of one second are two")
    func sameSecond() throws {
        let backups = backups([name: "mine"])
        let folders = try (1...11).map { _ in try backups.make(of: [name], at: now) }
        #expect(Set(folders).count == 11)
        #expect(backups.newest?.name == "20261120-200105-11")
    }

    @Test("undo brings back what was replaced, and keeps what stood there")
    func restore() throws {
        let backups = backups([name: "mine"])
        try backups.make(of: [name], at: now)
        try write("the starter", name, in: backups)
        let newest = try #require(backups.newest)
        let kept = try #require(try backups.restore(newest, at: now + 5))
        #expect(text(name, in: backups) == "mine")
        #expect(kept == ".kata/backups/20261120-200110-1.undone")
        #expect(text("\(kept)/\(name)", in: backups) == "the starter")
        #expect(backups.newest == nil)
    }

    @Test("each undo goes one step further back")
    func stepByStep() throws {
        let backups = backups([name: "first"])
        try backups.make(of: [name], at: now)
        try write("second", name, in: backups)
        try backups.make(of: [name], at: now)
        try write("the starter", name, in: backups)
        for expected in ["second", "first"] {
            _ = try backups.restore(try #require(backups.newest), at: now)
            #expect(text(name, in: backups) == expected)
        }
        #expect(backups.newest == nil)
    }

    @Test("after a clock was set back the newest copy is still the one that was made last")
    func clockSetBack() throws {
        let backups = backups([name: "first"])
        try backups.make(of: [name], at: now)
        try write("second", name, in: backups)
        let folder = try backups.make(of: [name], at: now - 86_400)
        #expect(backups.newest?.name == folder.split(separator: "/").last.map(String.init))
        #expect(text("\(folder)/\(name)", in: backups) == "second")
    }

    @Test("undo works where the file has been deleted since")
    func deleted() throws {
        let backups = backups([name: "mine"])
        try backups.make(of: [name], at: now)
        try backups.workbook.files.remove("/moa/\(name)")
        #expect(try backups.restore(try #require(backups.newest), at: now) == nil)
        #expect(text(name, in: backups) == "mine")
        #expect(backups.newest == nil)
    }

    @Test("what can't be copied is not replaced: the complaint comes first")
    func unwritable() {
        let backups = backups([name: "mine"], unwritable: ["/moa/.kata"])
        #expect(throws: Complaint.cannotWrite(".kata/backups/20261120-200105-1")) {
            try backups.make(of: [name], at: now)
        }
    }

    @Test("what lies about in the folder is no backup")
    func strangers() {
        #expect(
            backups([".kata/backups/notes.txt": "", ".kata/backups/20261120-200105-1.undone/a": ""]).newest
                == nil
        )
        #expect(backups().newest == nil)
    }
}
