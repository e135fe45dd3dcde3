import Foundation

/// What is said while somebody waits.
enum StatusScreen {
    static func phrase(for stage: Checker.Stage, seconds: TimeInterval?, limits: Checker.Limits) -> Phrase {
        let what = phrase(for: stage)
        guard let seconds else { return "\(what) …" }
        // The limit is counted down to once it matters.
        if let limit = limit(of: stage, limits), seconds > limit / 2 {
            return "\(what) … \(Int(seconds)) s of \(Int(limit)) s"
        }
        return "\(what) … \(Int(seconds)) s"
    }

    private static func limit(of stage: Checker.Stage, _ limits: Checker.Limits) -> TimeInterval? {
        switch stage {
        case .askingVersion, .fetching, .waitingForOther, .waitingForPreparation, .buildingSlowly,
            .holding, .makingSite, .buildingClassroom:
            nil
        case .building, .buildingWithout: limits.build
        case .running(let katas): katas == 1 ? limits.rules : nil
        }
    }

    private static func phrase(for stage: Checker.Stage) -> Phrase {
        switch stage {
        case .askingVersion: "Asking Swift for its version"
        case .waitingForOther: "Another runner is at work here: waiting"
        case .waitingForPreparation(let chapter): "Chapter \(chapter) is being made ready: waiting"
        case .building(let chapters):
            chapters.count == 1
                ? "Building chapter \(chapters[0])" : "Building \(chapters.count) chapters"
        case .buildingSlowly(let chapters):
            chapters.count == 1
                ? "Building chapter \(chapters[0]) on a busy machine"
                : "Building \(chapters.count) chapters on a busy machine"
        case .buildingWithout(let names):
            names.count == 1
                ? "Building the others without \(names[0])"
                : "Building the others without \(names.count) files"
        case .buildingClassroom: "Building what a classroom needs"
        case .makingSite: "Making the site"
        case .fetching(let remote): "Asking \(remote) for news"
        case .running(let katas):
            katas == 1 ? "Checking the rules" : "Checking the rules of \(katas) katas"
        case .holding(let mutant, let count): "Running the suite on mutant \(mutant) of \(count)"
        }
    }
}
