import Foundation

/// Computes what claims rest on, reading what they share once.
///
/// The compiler is not a part of it: what a suite says to a text hangs on what the language means, so proofs by one
/// version are believed under the next, and the sample of `author prove` looks whether that is so. The machine, the
/// time and the place of the workbook are no part of it either.
struct ProofFingerprints: Sendable {
    /// Counted up when proofs are judged in another way: nothing that was proven before is believed then.
    private static let edition = "2"

    private let workbook: Workbook
    private let shared: Fingerprint
    private var katas: [KataID: Fingerprint] = [:]
    private var walkthroughs: [KataID: Fingerprint] = [:]

    init(_ workbook: Workbook) {
        self.workbook = workbook
        var shared = Fingerprint()
        shared.add(Self.edition)
        shared.add(Self.essence(ofManifest: workbook.files.text(workbook.path("Package.swift")) ?? ""))
        for folder in Fingerprints.sharedModules { shared.add(filesIn: folder, of: workbook) }
        self.shared = shared
    }

    /// - Parameter text: what the claim is about, if that is at hand.
    mutating func fingerprint(of proof: Proof, _ text: Data? = nil) -> Fingerprint {
        var print = suite(of: proof.kata)
        switch proof.claim {
        case .starterIsRed: print.add("starter")
        case .solutionHolds:
            print.add("solution")
            // One claim of each kata sees that the suite compiles, whatever its messages say.
            print.add(workbook.data(proof.kata.suite) ?? Data())
        case .variantHolds: print.add("valid")
        case .variantBreaks(let rule): print.add("wrong: \(rule)")
        case .stepLeadsOn(let number):
            print = walkthrough(about: proof.kata)
            print.add("step \(number)")
        }
        print.add(text ?? workbook.text(of: proof))
        return print
    }

    /// How the katas' modules are built: neither what they are called nor how the runner is built. A declaration that
    /// isn't known here counts, so that it costs a proof rather than being missed.
    private static func essence(ofManifest text: String) -> String {
        let others = [
            "topics", "pages", "track", "classroom", "runnerSettings", "clubdesk", "runner", "ownTests",
        ]
        let lines = text.withoutComments.lines.map(\.trimmed)
        let declarations = lines.split(whereSeparator: \.isEmpty).filter { declaration in
            !others.contains { declaration.first?.split { !$0.isLetter }.prefix(2) == ["let", $0[...]] }
        }
        return declarations.joined().joined(separator: "\n")
    }

    private mutating func suite(of kata: Kata) -> Fingerprint {
        if let known = katas[kata.id] { return known }
        var print = shared
        let folder = "Tests/\(kata.target)Tests"
        let helpers = workbook.files.tree(workbook.path(folder)).filter { Workbook.kataName($0) == nil }
        for file in helpers.map({ "\(folder)/\($0)" }) + [kata.suite] {
            print.add(file)
            print.add(SuiteEssence(of: workbook.files.text(workbook.path(file)) ?? "").text)
        }
        katas[kata.id] = print
        return print
    }

    /// The steps of a walkthrough are judged one by the other and from the starter, and what a teacher quotes is
    /// printed by the runner from the chapter's page: they share all of that.
    private mutating func walkthrough(about kata: Kata) -> Fingerprint {
        if let known = walkthroughs[kata.id] { return known }
        var print = suite(of: kata)
        let number = kata.id.chapter
        var files = [
            Walkthrough.file(of: number), TeachingArticle.file(of: number), kata.suite, kata.pristine,
            kata.pageFile,
        ]
        let text = workbook.files.text(workbook.path(Walkthrough.file(of: number)))
        let walkthrough = text.flatMap { try? Walkthrough(parsing: $0, chapter: number) }
        files += walkthrough?.steps.map(\.file) ?? []
        for file in files { print.add(workbook.data(file) ?? Data()) }
        print.add(filesIn: "Sources/KataRunner", of: workbook)
        walkthroughs[kata.id] = print
        return print
    }
}

extension Fingerprint {
    fileprivate mutating func add(filesIn folder: String, of workbook: Workbook) {
        for file in workbook.files.tree(workbook.path(folder)).map({ "\(folder)/\($0)" }) {
            add(file)
            add(workbook.data(file) ?? Data())
        }
    }
}
