import InMemoryInfrastructure
import Testing

@Suite("A rendezvous", .timeLimit(.minutes(1)))
struct RendezvousTests {
    @Test("lets nobody on before all have come", arguments: [2, 3, 5])
    func meeting(parties: Int) async {
        let rendezvous = Rendezvous(parties: parties, patience: .seconds(10))
        let steps = CallRecorder<String>()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<parties {
                group.addTask {
                    steps.record("came")
                    await rendezvous.meet()
                    steps.record("went")
                }
            }
        }
        #expect(steps.calls.prefix(parties).allSatisfy { $0 == "came" })
        #expect(await rendezvous.meetings == 1)
    }

    @Test("a party that waits alone escapes")
    func alone() async {
        let rendezvous = Rendezvous(parties: 2, patience: .milliseconds(1))
        await rendezvous.meet()
        #expect(await rendezvous.meetings == 0, "nobody was there to be met")
    }

    @Test("who has escaped is not counted among the next")
    func afterAnEscape() async {
        let rendezvous = Rendezvous(parties: 2, patience: .milliseconds(1))
        await rendezvous.meet()
        await rendezvous.meet()
        #expect(await rendezvous.meetings == 0)
    }

    @Test("meets again and again")
    func again() async {
        let rendezvous = Rendezvous(parties: 2, patience: .seconds(10))
        for _ in 1...20 {
            async let one: Void = rendezvous.meet()
            async let other: Void = rendezvous.meet()
            _ = await (one, other)
        }
        #expect(await rendezvous.meetings == 20)
    }
}
