import Foundation

/// How far somebody has gone through a walkthrough. Pure: an event makes a new state, and effects to carry out.
struct WalkState: Hashable, Sendable {
    enum View: Hashable, Sendable {
        case step
        case verdict
        case keys
    }

    enum Event: Hashable, Sendable {
        case key(Key)
        case begun
        case progress(Checker.Stage, seconds: TimeInterval)
        case ran(step: Int, Checker.Trial)
        case runEnded
        case failed(Complaint)
    }

    enum Effect: Hashable, Sendable {
        case run(step: Int)
        case quit
    }

    let lesson: Lesson
    /// The number of the step that one is at.
    private(set) var number: Int
    private(set) var view = View.step
    /// The room predicts them first.
    private(set) var hidesRules = true
    private(set) var showsWholeFile = false
    private(set) var trials: [Int: Checker.Trial] = [:]
    /// A step is being tried. What is done for it is told if it takes longer than a moment.
    private(set) var isTrying = false
    private(set) var activity: Checker.Activity?
    private(set) var complaint: Complaint?

    init(lesson: Lesson, number: Int = 1) {
        self.lesson = lesson
        self.number = number
    }

    var step: Walkthrough.Step { lesson.steps[number - 1] }
    var result: CheckResult? { trials[number]?.result }
    var printed: String { trials[number]?.printed ?? "" }

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .key(let key): return press(key)
        case .begun: isTrying = true
        case .progress(let stage, let seconds):
            activity = seconds < StatusLine.patience ? nil : Checker.Activity(stage: stage, seconds: seconds)
        case .ran(let step, let trial):
            rest()
            trials[step] = trial
            if step == number {
                view = .verdict
                // The verdict shows them anyway.
                hidesRules = false
            }
        case .runEnded: rest()
        case .failed(let complaint):
            rest()
            self.complaint = complaint
        }
        return []
    }

    private mutating func rest() {
        (isTrying, activity) = (false, nil)
    }

    private mutating func press(_ key: Key) -> [Effect] {
        complaint = nil
        switch key {
        case .character("q"): return [.quit]
        case .character("n"), .character(" "), .right: go(to: number + 1)
        case .character("p"), .backspace, .left: go(to: number - 1)
        case .character("0"): go(to: 10)
        case .character(let digit) where digit.isASCIIDigit: go(to: digit.wholeNumberValue ?? number)
        case .character("r"):
            // What is being run stays in sight until there is something to say of it.
            view = .step
            trials[number] = nil
            return [.run(step: number)]
        case .character("v"): view = view == .verdict ? .step : .verdict
        case .character("s"), .escape: view = .step
        case .character("e"):
            view = .step
            hidesRules.toggle()
        case .character("c"):
            view = .step
            showsWholeFile.toggle()
        case .character("?"): view = view == .keys ? .step : .keys
        default: break
        }
        return []
    }

    private mutating func go(to number: Int) {
        view = .step
        let reached = max(1, min(number, lesson.steps.count))
        // Each step is predicted anew.
        if reached != self.number { hidesRules = true }
        self.number = reached
    }
}
