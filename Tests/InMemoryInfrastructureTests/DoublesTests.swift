import Foundation
import InMemoryInfrastructure
import Testing

@Suite("Doubles")
struct DoublesTests {
    @Test("a spy keeps signals in order")
    func spy() {
        let spy = SpyPresenter<String>()
        spy.present("loading")
        spy.present("done")
        #expect(spy.signals == ["loading", "done"])
    }

    @Test("a scripted source answers in order, and keeps what it was asked")
    func script() throws {
        let source = ScriptedSource<String>([
            .json(#"{"title":"모모"}"#), .failure(StoreError.cancelled), .data(Data([1])),
        ])
        #expect(try source.reply(to: "page 1") == Data(#"{"title":"모모"}"#.utf8))
        #expect(throws: StoreError.cancelled) { try source.reply(to: "page 2") }
        #expect(try source.reply(to: "page 2 again") == Data([1]))
        #expect(source.requests == ["page 1", "page 2", "page 2 again"])
    }

    @Test("a scripted source says so when it is asked beyond its script")
    func exhausted() {
        let source = ScriptedSource<Int>([])
        #expect(throws: ScriptedSource<Int>.Exhausted(request: 1)) { try source.reply(to: 7) }
        #expect(throws: ScriptedSource<Int>.Exhausted(request: 2)) { try source.reply(to: 8) }
        #expect(source.requests == [7, 8])
    }

    @Test("events are pending until they are committed, and gone once discarded")
    func events() {
        let events = EventCollector<String>()
        events.raise("joined")
        events.raise("renamed")
        #expect(events.pending == ["joined", "renamed"])
        #expect(events.committed == [])
        events.commit()
        events.raise("left")
        events.discard()
        #expect(events.pending == [])
        #expect(events.committed == ["joined", "renamed"])
    }

    @Test("ids come in sequence until there are none left")
    func ids() throws {
        let ids = SequenceIDs(prefix: "m", limit: 2)
        #expect(try ids.next() == "m-1")
        #expect(try ids.next() == "m-2")
        #expect(throws: SequenceIDs.Exhausted()) { try ids.next() }
        #expect(ids.count == 2)
    }

    @Test("ids stay unique with many callers")
    func concurrentIDs() async {
        let ids = SequenceIDs(prefix: "m")
        let issued = await withTaskGroup(of: String?.self) { group in
            for _ in 1...100 { group.addTask { try? ids.next() } }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(issued.count == 100)
    }

    @Test("a clock stands still until it is told to go on")
    func clock() {
        let clock = FixedClock(.utc(2026, 3, 31))
        #expect(clock.now == clock.now)
        clock.advance(by: 24 * 60 * 60)
        #expect(clock.now == .utc(2026, 4, 1))
    }

    @Test("the calendar is Gregorian and in UTC, wherever the tests run")
    func calendar() {
        #expect(Date.utc(1970, 1, 1).timeIntervalSince1970 == 0)
        #expect(Date.utc(2026, 2, 29) == .utc(2026, 3, 1))
        #expect(Date.utc(2026, 1, 1, hour: 9, minute: 30).timeIntervalSince(.utc(2026, 1, 1)) == 34_200)
        let february = Calendar.fixed.date(byAdding: .month, value: -1, to: .utc(2026, 3, 31))
        #expect(february == .utc(2026, 2, 28))
    }
}
