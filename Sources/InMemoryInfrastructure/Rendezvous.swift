/// A place where parties wait for each other, so that a race happens every time and not once in a thousand.
///
/// Put `await rendezvous.meet()` where both callers must arrive before either goes on, for example after
/// a store has answered «is it there?»: both callers then hold the same stale answer. A party that waits
/// alone escapes after `patience`: a design that lets one caller through at a time is slowed, never hung.
public actor Rendezvous {
    private let parties: Int
    private let patience: Duration
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var arrivals = 0

    /// How often all parties really met. A suite that claims a race has happened can prove it with this.
    public private(set) var meetings = 0

    public init(parties: Int = 2, patience: Duration = .milliseconds(60)) {
        self.parties = parties
        self.patience = patience
    }

    public func meet() async {
        guard waiting.count + 1 < parties else {
            meetings += 1
            let everyone = waiting.values
            waiting = [:]
            for party in everyone { party.resume() }
            return
        }
        let me = arrivals
        arrivals += 1
        let escape = Task { [patience] in
            try? await Task.sleep(patientlyFor: patience)
            self.leave(me)
        }
        await withCheckedContinuation { waiting[me] = $0 }
        escape.cancel()
    }

    private func leave(_ party: Int) {
        waiting.removeValue(forKey: party)?.resume()
    }
}
