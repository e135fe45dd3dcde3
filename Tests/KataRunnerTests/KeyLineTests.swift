import Testing

@testable import KataRunner

@Suite("The keys on the last line")
struct KeyLineTests {
    private func row(_ width: Int) -> [String] {
        let line = KeyLine.line([("n", "next"), ("다", "all of them"), ("q", "quit")], width: width)
        return Layout(width: 200).rows(of: [line]).map(\.text)
    }

    @Test("each key has its meaning if there is room for all")
    func whole() {
        #expect(row(80) == ["n next  다 all of them  q quit"])
    }

    @Test("the room is what is shown, to the column")
    func exact() {
        let width = "n next  다 all of them  q quit".displayWidth
        #expect(row(width) == ["n next  다 all of them  q quit"])
        #expect(row(width - 1) == ["n next 다 all of them q quit"])
        #expect(row(width - 2) == ["n next 다 all of them q quit"])
        #expect(row(width - 3) == ["n next 다 q quit"])
    }

    @Test("two rows give each key its meaning where one has no room for all")
    func two() {
        let keys: [(String, Phrase)] = [("n", "next"), ("다", "all of them"), ("q", "quit")]
        func rows(_ width: Int) -> [String] {
            Layout(width: 200).rows(of: KeyLine.lines(keys, width: width)).map(\.text)
        }
        #expect(rows(80) == ["n next  다 all of them  q quit"])
        #expect(rows(25) == ["n next  다 all of them", "q quit"])
        #expect(rows(15) == ["n next 다 q quit"])
    }

    @Test("if there is less the first and the last key keep theirs", arguments: [40, 59])
    func narrow(width: Int) {
        let keys = WatchState.toyKeys(width: width)
        #expect(keys.count == 1)
        #expect(keys[0].hasPrefix("n next p s i h d r c a "))
        #expect(keys[0].hasSuffix(" x ? q quit"))
        #expect(keys[0].displayWidth <= width)
    }

    @Test("the keys of watch tell their meaning from 72 columns on", arguments: [72, 80, 100])
    func everyMeaning(width: Int) {
        let keys = WatchState.toyKeys(width: width)
        #expect(keys.count == 2 && keys.allSatisfy { $0.displayWidth <= width })
        let words = keys.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(words == WatchState.keysInWords)
    }

    @Test("the README names the keys of watch as its help does")
    func readme() throws {
        let readme = try String(contentsOfFile: "\(FixtureFolder.path)/../../README.md", encoding: .utf8)
        for key in KeyLegend.all {
            let row = "| `\(key.key)` | \(key.meaning.text()) |"
            #expect(readme.contains(row), "\(row)")
        }
    }
}

extension WatchState {
    /// The last rows of what watch shows, below the bar of katas.
    fileprivate static func toyKeys(width: Int) -> [String] {
        let layout = Layout(width: width)
        let lines = WatchScreen.footer(.at(1, 1), layout: layout, limits: Checker.Limits()).dropFirst(3)
        return Layout(width: 200).rows(of: Array(lines)).map(\.text)
    }

    /// As they stand below what watch shows, however they are broken.
    fileprivate static let keysInWords = KeyLegend.all.compactMap { key in
        key.name.map { "\(key.key) \($0.text())" }
    }
    .joined(separator: " ")
}
