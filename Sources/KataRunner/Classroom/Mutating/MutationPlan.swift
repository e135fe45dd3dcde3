import Foundation

/// The mutants of a kata's right answers, and which of them are held against its suite.
struct MutationPlan: Sendable {
    /// How many are tried at most: one build holds many that differ in what runs, and each other needs its own.
    struct Extent: Hashable, Sendable {
        var most = 500
        var mostBuilds = 12
        var seed = 1
    }

    struct Answer: Hashable, Sendable {
        var name: String
        var text: String
    }

    let kata: Kata
    let answers: [Answer]
    /// All of each answer, and those that are tried.
    let all: [Mutant]
    let tried: [Mutant]
    let extent: Extent
    let fingerprint: String

    init(_ kata: Kata, in workbook: Workbook, _ extent: Extent) throws(Complaint) {
        self.kata = kata
        self.extent = extent
        let answers = try Self.answers(to: kata, in: workbook)
        self.answers = answers
        all = Self.mutants(of: answers)
        let named = Set(NamedMutants(of: kata, in: workbook).names.map(\.id))
        tried = Self.drawn(from: all, extent, always: named)
        fingerprint = Self.fingerprint(of: kata, answers, in: workbook)
    }

    /// The solution, and each other right answer.
    static func answers(to kata: Kata, in workbook: Workbook) throws(Complaint) -> [Answer] {
        var answers = [
            Answer(name: "solution", text: workbook.files.text(workbook.path(kata.solution)) ?? "")
        ]
        for variant in workbook.variants(of: kata) where variant.expectation == .holds {
            do throws(AnswerDifference.Flaw) {
                let data = try workbook.answer(variant.file, to: kata) ?? Data()
                answers.append(Answer(name: variant.name, text: String(decoding: data, as: UTF8.self)))
            } catch {
                throw .unfitAnswer(variant.file, line: error.line, kata: kata.id.description)
            }
        }
        return answers
    }

    /// What another answer has in common with the solution is mutated once.
    static func mutants(of answers: [Answer]) -> [Mutant] {
        answers.flatMap { answer in
            Mutant.all(of: answer.name, answer.text, besides: answer == answers[0] ? nil : answers[0].text)
        }
    }

    /// The solution's own come first, then those of the other answers; within each the lot decides.
    static func drawn(from all: [Mutant], _ extent: Extent, always named: Set<String>) -> [Mutant] {
        func lot(_ mutant: Mutant) -> String {
            var print = Fingerprint()
            print.add(String(extent.seed))
            print.add(mutant.id)
            return print.description
        }
        func rank(_ mutant: Mutant) -> Int {
            named.contains(mutant.id) ? 0 : mutant.answer == "solution" ? 1 : 2
        }
        func draw(_ mutants: [Mutant], _ count: Int) -> [Mutant] {
            let drawn = mutants.sorted { (rank($0), lot($0)) < (rank($1), lot($1)) }
                .prefix(max(count, mutants.count { named.contains($0.id) }))
            let ids = Set(drawn.map(\.id))
            return mutants.filter { ids.contains($0.id) }
        }
        return draw(all.filter(\.isInBody), extent.most)
            + draw(all.filter { !$0.isInBody }, extent.mostBuilds)
    }

    /// Counted up when mutants are made or judged in another way.
    private static let edition = "2"

    static func fingerprint(of kata: Kata, _ answers: [Answer], in workbook: Workbook) -> String {
        var prints = ProofFingerprints(workbook)
        var print = Fingerprint()
        print.add(edition)
        for answer in answers {
            let proof = Proof(kata: kata, claim: .variantHolds, file: answer.name)
            print.add(prints.fingerprint(of: proof, Data(answer.text.utf8)).description)
        }
        return print.description
    }

    var sample: MutationLedger.Entry.Sample? {
        tried.count < all.count ? .init(all: all.count, seed: extent.seed) : nil
    }
}
