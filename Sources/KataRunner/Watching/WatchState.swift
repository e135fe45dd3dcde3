/// What `kata watch` knows and shows. Pure: an event makes a new state and asks for effects.
struct WatchState: Hashable, Sendable {
    enum View: Hashable, Sendable {
        case page
        case verdict
        case hint
        case many
        case list(ListState)
        case confirmingReset
        case chapter
        /// Before the solution of a kata that isn't solved.
        case confirmingSpoil
        case comparison(own: String, solution: String)
        case keys
        case complaint(Complaint)
    }

    /// What is said once, above the rest.
    enum Notice: Hashable, Sendable {
        /// The starter is back; the other file is in the backups.
        case restored(file: String)
        case isStarter(file: String)
        case isFirst
        case isLast
        /// The verdict is shown, but could not be saved.
        case notKept(Complaint)
    }

    enum Event: Hashable, Sendable {
        case key(Key)
        /// Files of these katas were saved.
        case saved([KataID])
        case progress(Checker.Stage, seconds: Double)
        /// The verdicts of one chapter, while others are still to come.
        case found([CheckResult])
        case checked([CheckResult], printed: String)
        /// Something newer is asked for, so the check was ended.
        case checkEnded
        case notKept(Complaint)
        case compared(KataID, own: String, solution: String)
        case failed(Complaint)
        /// What the shell has learned since: files and progress are its business.
        case reloaded([Standing], chapters: [Chapter])
        /// The starter is back in its place.
        case restored(Kata)
        /// A chapter is built before anybody asks for it; none is when it is over.
        case preparing(chapter: Int?)
    }

    enum Effect: Hashable, Sendable {
        case check([KataID])
        case noteHint(KataID, level: Int)
        case open(KataID)
        case compare(KataID)
        case reset(KataID)
        case makeCurrent(KataID)
        case quit
    }

    private(set) var standings: [Standing]
    private(set) var chapters: [Chapter]
    private(set) var current: KataID
    private(set) var view: View = .page
    /// How many hints of each kata were shown.
    private var hintLevels: [KataID: Int]
    /// Katas whose page was on a screen before they became the current one.
    private var presented: Set<KataID>
    /// The page is shown for the first time: a verdict doesn't take its place unasked.
    private(set) var isPresenting: Bool
    /// The last verdicts, and the ones before them: the difference is what a save has done.
    private(set) var results: [KataID: CheckResult] = [:]
    private(set) var previous: [KataID: CheckResult] = [:]
    private(set) var lastMany: [CheckResult] = []
    /// Katas that the last check of several has found solved, and that never were before.
    private(set) var firstSolved: [KataID] = []
    private(set) var printed = ""
    private(set) var activity: Checker.Activity?
    private(set) var notice: Notice?
    /// The chapter that is built before anybody asks for it.
    private(set) var preparing: Int?
    /// Katas that were solved and broke in the last check.
    private(set) var regressions: [KataID] = []
    /// Solved by the last check, and not before: a reason to stop and be glad.
    private(set) var isNews = false

    init(
        standings: [Standing],
        chapters: [Chapter],
        current: KataID,
        hintLevels: [KataID: Int] = [:],
        presented: Set<KataID> = []
    ) {
        self.standings = standings
        self.chapters = chapters
        self.current = current
        self.hintLevels = hintLevels
        self.presented = presented.union([current])
        isPresenting = !presented.contains(current)
    }

    var standing: Standing? { standings.first { $0.kata.id == current } }
    var kata: Kata? { standing?.kata }
    var result: CheckResult? { results[current] }
    var hintLevel: Int { hintLevels[current] ?? 0 }
    var chapter: Chapter? { chapters.first { $0.number == current.chapter } }

    func isComplete(_ chapter: Chapter) -> Bool {
        standings.allSatisfy { $0.kata.id.chapter != chapter.number || $0.status == .solved }
    }

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
        case .key(let key):
            notice = nil
            return press(key)
        case .saved(let katas):
            notice = nil
            return saved(katas)
        case .progress(let stage, let seconds):
            activity = Checker.Activity(stage: stage, seconds: seconds)
            return []
        case .found(let results):
            if view == .many { lastMany += results }
            return []
        case .checked(let found, let printed):
            checked(found, printed)
            return []
        case .checkEnded:
            activity = nil
            return []
        case .notKept(let complaint):
            notice = .notKept(complaint)
            return []
        case .compared(let id, let own, let solution):
            if id == current { view = .comparison(own: own, solution: solution) }
            return []
        case .failed(let complaint):
            activity = nil
            view = .complaint(complaint)
            return []
        case .reloaded(let standings, let chapters):
            update(standings, chapters: chapters)
            return []
        case .restored(let kata):
            startOver(kata)
            return []
        case .preparing(let chapter):
            preparing = chapter
            return []
        }
    }

    private mutating func update(_ standings: [Standing], chapters: [Chapter]) {
        self.standings = standings
        self.chapters = chapters
        if case .list(var list) = view {
            list.update(standings, chapters: chapters)
            view = .list(list)
        }
    }

    /// The kata starts over: its verdicts are of another file.
    private mutating func startOver(_ kata: Kata) {
        results[kata.id] = nil
        previous[kata.id] = nil
        hintLevels[kata.id] = nil
        view = .page
        notice = .restored(file: kata.file)
    }

    private mutating func saved(_ katas: [KataID]) -> [Effect] {
        // The saved kata becomes the current one, unless it already is.
        guard !katas.contains(current), let first = katas.first else { return checkCurrent() }
        go(to: first)
        return [.check([current])]
    }

    private mutating func checkCurrent() -> [Effect] {
        isPresenting = false
        switch view {
        case .list, .many, .chapter, .comparison, .keys, .complaint: view = home
        case .page, .verdict, .hint, .confirmingReset, .confirmingSpoil: break
        }
        return [.check([current])]
    }

    private mutating func checked(_ found: [CheckResult], _ printed: String) {
        activity = nil
        self.printed = printed
        let ids = Dictionary(uniqueKeysWithValues: standings.map { ($0.kata.id, $0) })
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
            if view == .many, result.verdict == .passed, !standing.wasSolved { firstSolved.append(id) }
        }
        switch view {
        case .many: lastMany = found
        case .list, .confirmingReset, .confirmingSpoil: break
        case .page where isPresenting: break
        case .page, .verdict, .hint, .chapter, .comparison, .keys, .complaint:
            // A learner who has gone on to another kata is not called away from it.
            if found.contains(where: { $0.id == current }) { view = .verdict }
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
                view = home
                return []
            case .choose(let id):
                go(to: id)
                return [.makeCurrent(id)] + checkIfTouched()
            }
        }
        if view == .confirmingReset || view == .confirmingSpoil {
            let effect: Effect = view == .confirmingReset ? .reset(current) : .compare(current)
            view = home
            return key == .character("y") ? [effect] : []
        }
        switch key {
        case .character("q"): return [.quit]
        case .character("n"): return move(to: next, orElse: .isLast)
        case .character("p"): return move(to: previousKata, orElse: .isFirst)
        case .character("h"):
            hintLevels[current] = min(hintLevel + 1, max(1, kata?.page.hints.count ?? 0))
            view = .hint
            return [.noteHint(current, level: hintLevel)]
        case .character("s"): view = view == .page ? home : .page
        case .character("i"): view = view == .chapter ? home : .chapter
        case .character("d"):
            if case .comparison = view {
                view = home
            } else if standing?.wasSolved == true || result?.verdict == .passed {
                return [.compare(current)]
            } else {
                view = .confirmingSpoil
            }
        case .character("l"):
            view = .list(ListState(standings: standings, chapters: chapters, current: current))
        case .character("r"), .enter: return checkCurrent()
        case .character("c"):
            return check(standings.filter { $0.kata.id.chapter == current.chapter })
        case .character("a"): return check(standings)
        case .character("o"): return [.open(current)]
        case .character("x"):
            if standing?.isUntouched == true, let kata {
                notice = .isStarter(file: kata.file)
            } else {
                view = .confirmingReset
            }
        case .character("?"): view = view == .keys ? home : .keys
        case .escape: view = home
        default: break
        }
        return []
    }

    private mutating func check(_ several: [Standing]) -> [Effect] {
        lastMany = []
        firstSolved = []
        view = .many
        return [.check(several.map(\.kata.id))]
    }

    /// The verdict if there is one.
    private var home: View { result == nil ? .page : .verdict }

    /// Where `n` leads from here. From a solved kata: to an unsolved one, later ones first. Otherwise: to the neighbour.
    var next: Kata? {
        guard let place = standings.firstIndex(where: { $0.kata.id == current }) else {
            return standings.first { $0.kata.id > current }?.kata
        }
        guard standings[place].status == .solved || result?.verdict == .passed else {
            return standings.dropFirst(place + 1).first?.kata
        }
        let others = standings[(place + 1)...] + standings[..<place]
        return others.first { $0.status != .solved }?.kata
    }

    private var previousKata: Kata? {
        standings.last { $0.kata.id < current }?.kata
    }

    private mutating func move(to target: Kata?, orElse notice: Notice) -> [Effect] {
        guard let target else {
            self.notice = notice
            return []
        }
        go(to: target.id)
        return [.makeCurrent(target.id)] + checkIfTouched()
    }

    private mutating func go(to id: KataID) {
        current = id
        isNews = false
        regressions = []
        printed = ""
        isPresenting = presented.insert(id).inserted
        view = isPresenting ? .page : home
    }

    /// An untouched starter is known to be unsolved without a check.
    private func checkIfTouched() -> [Effect] {
        result == nil && standing?.isUntouched == false ? [.check([current])] : []
    }
}
