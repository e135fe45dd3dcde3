import Testing

@testable import KataRunner

@Suite("The keys on the last line")
struct KeyLineTests {
    private func row(_ width: Int) -> [String] {
        let line = KeyLine.line([("n", "next"), ("다", "all of them"), ("q", "quit")], width: width)
        return Layout(width: 200).rows(of: [line]).map(\.text)
    }

    @Test("each key has its meaning where there is room for all")
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

    @Test("where there is less the first and the last key keep theirs", arguments: [40, 59])
    func narrow(width: Int) {
        let keys = WatchState.toyKeys(width: width)
        #expect(keys.hasPrefix("n next p h "))
        #expect(keys.hasSuffix(" x ? q quit"))
        #expect(keys.displayWidth <= width)
    }

    @Test("the keys of watch fit in one row from 40 columns on", arguments: [40, 60, 72, 80, 100])
    func oneRow(width: Int) {
        #expect(WatchState.toyKeys(width: width).displayWidth <= width)
    }
}

extension WatchState {
    /// The last line of what watch shows.
    fileprivate static func toyKeys(width: Int) -> String {
        let layout = Layout(width: width)
        let lines = WatchScreen.footer(.at(1, 1), layout: layout, limits: Checker.Limits()).suffix(1)
        return Layout(width: 200).rows(of: Array(lines)).map(\.text).joined()
    }
}
