/// What `kata watch` knows and shows. Pure: an event makes a new state and asks for effects.
struct WatchState: Hashable, Sendable {
    enum View: Hashable, Sendable {
        case page
        case verdict
        case hint
        case many
        case list(ListState)
        case confirmingReset
        case complaint(Complaint)
    }

    enum Event: Hashable, Sendable {
        case key(Key)
        /// Files of these katas were saved.
        case saved([KataID])
        case progress(Checker.Stage, seconds: Double)
        case checked([CheckResult], printed: String)
        case failed(Complaint)
    }

    enum Effect: Hashable, Sendable {
        case check([KataID])
        case noteHint(KataID, level: Int)
        case open(KataID)
        case reset(KataID)
        case makeCurrent(KataID)
        case quit
    }

    private(set) var standings: [Standing]
    private(set) var chapters: [Chapter]
    private(set) var current: KataID
    private(set) var view: View = .page
    private(set) var hintLevel: Int
    /// The last verdicts, and the ones before them: the difference is what a save has done.
    private(set) var results: [KataID: CheckResult] = [:]
    private(set) var previous: [KataID: CheckResult] = [:]
    private(set) var lastMany: [CheckResult] = []
    private(set) var printed = ""
    private(set) var activity: Activity?
    /// Katas that were solved and broke in the last check.
    private(set) var regressions: [KataID] = []
    /// Solved by the last check, and not before: a reason to stop and be glad.
    private(set) var isNews = false

    struct Activity: Hashable, Sendable {
        var stage: Checker.Stage
        var seconds: Double
    }

    init(standings: [Standing], chapters: [Chapter], current: KataID, hintLevel: Int) {
        self.standings = standings
        self.chapters = chapters
        self.current = current
        self.hintLevel = hintLevel
    }

    var standing: Standing? { standings.first { $0.kata.id == current } }
    var kata: Kata? { standing?.kata }
    var result: CheckResult? { results[current] }

    /// Rules that the last check found different from the check before it.
    var turnedGreen: [String] { difference { !$0.contains($1.name) || $1.outcome != .passed } }
    var turnedRed: [String] { difference { $0.contains($1.name) || $1.outcome == .passed } }

    private func difference(_ isOld: (Set<String>, RuleResult) -> Bool) -> [String] {
        guard let before = previous[current], let now = result else { return [] }
        let wasBroken = Set(before.brokenRules.map(\.name))
        return now.rules.filter { !isOld(wasBroken, $0) }.map(\.name)
    }

    // MARK: - Events

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .key(let key): return press(key)
        case .saved(let katas): return saved(katas)
        case .progress(let stage, let seconds):
            activity = Activity(stage: stage, seconds: seconds)
            return []
        case .checked(let found, let printed):
            checked(found, printed)
            return []
        case .failed(let complaint):
            activity = nil
            view = .complaint(complaint)
            return []
        }
    }

    /// What the shell has learned since: files and progress are its business.
    mutating func update(_ standings: [Standing]) {
        self.standings = standings
        if case .list(var list) = view {
            list.update(standings)
            view = .list(list)
        }
    }

    /// The kata starts over: its verdicts are of another file.
    mutating func forget(_ id: KataID) {
        results[id] = nil
        previous[id] = nil
        hintLevel = 0
        view = .page
    }

    private mutating func saved(_ katas: [KataID]) -> [Effect] {
        // What is saved is what is worked at, unless it is the current one anyway.
        if !katas.contains(current), let first = katas.first { go(to: first) }
        if case .list = view { view = .verdict }
        return [.check([current])]
    }

    private mutating func checked(_ found: [CheckResult], _ printed: String) {
        activity = nil
        self.printed = printed
        let ids = Dictionary(uniqueKeysWithValues: standings.map { ($0.kata.id.description, $0) })
        regressions = []
        for result in found {
            guard let standing = ids[result.id] else { continue }
            let id = standing.kata.id
            previous[id] = results[id]
            results[id] = result
            if id == current {
                isNews = result.verdict == .passed && standing.status != .solved && !standing.isReopened
            } else if result.verdict != .passed, standing.status != .unsolved {
                regressions.append(id)
            }
        }
        if case .many = view {
            lastMany = found
        } else if case .list = view {
        } else {
            view = .verdict
        }
    }

    // MARK: - Keys

    private mutating func press(_ key: Key) -> [Effect] {
        if case .list(var list) = view {
            switch list.press(key) {
            case .stay:
                view = .list(list)
                return []
            case .leave:
                view = result == nil ? .page : .verdict
                return []
            case .choose(let id):
                go(to: id)
                return [.makeCurrent(id)] + checkIfTouched()
            }
        }
        if view == .confirmingReset {
            view = result == nil ? .page : .verdict
            return key == .character("y") ? [.reset(current)] : []
        }
        switch key {
        case .character("q"): return [.quit]
        case .character("n"): return move(by: 1)
        case .character("p"): return move(by: -1)
        case .character("h"):
            hintLevel = min(hintLevel + 1, max(1, kata?.page.hints.count ?? 0))
            view = .hint
            return [.noteHint(current, level: hintLevel)]
        case .character("s"): view = view == .page && result != nil ? .verdict : .page
        case .character("l"):
            view = .list(ListState(standings: standings, chapters: chapters, current: current))
        case .character("r"), .enter: return [.check([current])]
        case .character("c"):
            view = .many
            return [.check(standings.filter { $0.kata.id.chapter == current.chapter }.map(\.kata.id))]
        case .character("a"):
            view = .many
            return [.check(standings.map(\.kata.id))]
        case .character("o"): return [.open(current)]
        case .character("x"): view = .confirmingReset
        case .escape: view = result == nil ? .page : .verdict
        default: break
        }
        return []
    }

    /// Forward to the next kata that isn't solved once this one is, and else to the neighbour.
    private mutating func move(by step: Int) -> [Effect] {
        guard let place = standings.firstIndex(where: { $0.kata.id == current }) else { return [] }
        let isDone = standings[place].status == .solved
        let unsolved = standings.dropFirst(place + 1).first { $0.status != .solved }
        let target =
            step > 0 && isDone
            ? unsolved?.kata.id
            : (standings.indices.contains(place + step) ? standings[place + step].kata.id : nil)
        guard let target else { return [] }
        go(to: target)
        return [.makeCurrent(target)] + checkIfTouched()
    }

    private mutating func go(to id: KataID) {
        current = id
        hintLevel = 0
        isNews = false
        regressions = []
        printed = ""
        view = results[id] == nil ? .page : .verdict
    }

    /// A starter that nobody has touched needs no check to be known as unsolved.
    private func checkIfTouched() -> [Effect] {
        result == nil && standing?.isUntouched == false ? [.check([current])] : []
    }
}
