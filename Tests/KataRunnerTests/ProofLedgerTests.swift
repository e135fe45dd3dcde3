import Testing

@testable import KataRunner

@Suite("The ledger of proofs")
struct ProofLedgerTests {
    private let kata = Sample.personName
    private let suite: SuiteSource = SuiteSource(
        parsing: Sample.personName.page.rules.map { "@Test(\"\($0)\") func a() {\n#expect(a)\n}" }
            .joined(separator: " ")
    )

    private func wrong(_ name: String) -> Proof {
        Proof(
            kata: kata,
            claim: .variantBreaks(rule: kata.page.rules[1]),
            file: "\(kata.variants)/\(name).swift"
        )
    }

    private func proven(_ proof: Proof, _ result: CheckResult) -> Proven {
        Proven(proof, Checker.Trial(result: result, warnings: []))
    }

    private func print(_ text: String) -> Fingerprint {
        var print = Fingerprint()
        print.add(text)
        return print
    }

    @Test("a line is a claim: the kata, its name, what it rests on, and what was red")
    func lines() {
        let text = """
            1.1 solution 0000000000000002 green
            1.1 wrong-split 0000000000000003 red 2
            1.2 starter 0000000000000001 red 1,3 at 12,40
            1.10 step-2 0000000000000004 green

            """
        let ledger = ProofLedger(parsing: text)
        #expect(ledger.text == text)
        let starter = ProofLedger.Key(kata: Sample.handle.id, name: "starter")
        #expect(
            ledger.entries[starter]
                == ProofLedger.Entry(
                    fingerprint: "0000000000000001",
                    brokenRules: [1, 3],
                    failedExpectations: [12, 40]
                )
        )
        let shuffled = text.lines.reversed().joined(separator: "\r\n")
        #expect(ProofLedger(parsing: shuffled).text == text, "in whatever order they were merged")
    }

    @Test(
        "a line that can't be read is as if it were not there",
        arguments: [
            "<<<<<<< HEAD", "1.1 starter", "1.1 starter 01", "1.1 starter 01 blue", "starter 1.1 01 green",
            "1.1 starter 01 red", "1.1 starter 01 red a", "1.1 starter 01 red 1,b",
            "1.1 starter 01 red 1 in 2",
            "1.1 starter 01 red 1 at", "1.1 starter 01 red 1 at 2 3", "1.1 starter 01 green 1",
        ]
    )
    func damage(line: String) {
        let whole = "1.1 wrong-split 01 red 2\n"
        #expect(ProofLedger(parsing: "\(line)\n\(whole)").text == whole)
    }

    @Test("what holds is written with what was red, and what fails is struck out")
    func notes() {
        var ledger = ProofLedger(parsing: "")
        let split = wrong("wrong-split")
        let red = kata.result(but: [
            2: .broken(.failed, .lost("a", line: 4), .lost("b", line: 5)), 3: .broken(.failed),
            4: .broken(.crashed),
        ])
        ledger.note(
            proven(split, kata.result(but: [2: .broken(.failed)])),
            fingerprint: print("a"),
            suite: suite
        )
        #expect(ledger.text == "1.1 wrong-split \(print("a")) red 2\n")
        #expect(ledger.entry(of: split, fingerprint: print("a")) != nil)
        #expect(ledger.entry(of: split, fingerprint: print("b")) == nil, "it rests on something else now")
        #expect(ledger.entry(of: wrong("wrong-swap"), fingerprint: print("a")) == nil)

        ledger.note(proven(split, red), fingerprint: print("b"), suite: suite)
        #expect(ledger.text == "", "a crash proves nothing")
        let lost = kata.result(but: [
            2: .broken(.failed, .lost("a", line: 4), .lost("b", line: 5)), 3: .broken(.failed),
        ])
        ledger.note(proven(split, lost), fingerprint: print("b"), suite: suite)
        #expect(
            ledger.text == "1.1 wrong-split \(print("b")) red 2,3 at 2\n",
            "no expectation begins on line 5"
        )
        ledger.note(proven(split, kata.result()), fingerprint: print("b"), suite: suite)
        #expect(ledger.text == "")
    }

    @Test("what is claimed no longer is struck out, for the katas that were asked for")
    func gone() {
        var ledger = ProofLedger(
            parsing:
                "1.1 starter 01 green\n1.1 wrong-old 01 green\n1.2 wrong-old 01 green\n9.1 starter 01 green\n"
        )
        let starter = Proof(kata: kata, claim: .starterIsRed, file: kata.pristine)
        ledger.keepOnly([starter], of: [kata], in: Sample.catalogue)
        #expect(ledger.text == "1.1 starter 01 green\n1.2 wrong-old 01 green\n")
    }

    @Test("a rule or an expectation that was red in a proof of before was seen red")
    func evidence() {
        let starter = Proof(kata: kata, claim: .starterIsRed, file: kata.pristine)
        let tried = proven(starter, kata.result(but: [1: .broken(.failed, .lost("a", line: 2))]))
        let entry = ProofLedger.Entry(fingerprint: "", brokenRules: [2, 4], failedExpectations: [2])
        let evidence = SuiteEvidence(suite, [tried], resting: [entry])
        #expect(evidence.rulesNeverRed == [kata.page.rules[2]])
        #expect(evidence.expectationsNeverRed == [6, 8])
    }
}

@Suite("What a claim rests on")
struct ProofFingerprintTests {
    private static let kata = TaughtToy.course().catalogue.katas[2]
    private static let variant = "\(kata.variants)/wrong-limit.swift"

    /// The toy workbook's texts, and some that it hasn't.
    private static let texts = TaughtToy.texts.merging(
        [
            "Sources/Moa/Member.swift": "struct Member {}\n",
            "Sources/InMemoryInfrastructure/Stores/Store.swift": "protocol Store {}\n",
            "Sources/KataProbes/Settable.swift": "enum Settable {}\n",
            "Sources/KataRunner/Runner.swift": "enum Runner {}\n",
            "Tests/Chapter2PostTests/Helpers/Scales.swift": "struct Scales {}\n",
            "Tests/Chapter2PostTests/9-OtherTests.swift": "struct OtherTests {}\n",
            "Exercises/.pristine/Chapter2Post/1-Parcel.swift":
                TaughtToy.texts["Exercises/Chapter2Post/1-Parcel.swift"] ?? "",
        ]
    ) { $1 }

    /// The claims whose mark is another one when a text is changed.
    private func changed(_ path: String, by change: (String) -> String = { $0 + "// changed\n" }) -> Set<
        String
    > {
        func prints(_ texts: [String: String]) -> [ProofLedger.Key: Fingerprint] {
            let workbook = TaughtToy.course(texts).workbook
            var prints = ProofFingerprints(workbook)
            var marks: [ProofLedger.Key: Fingerprint] = [:]
            for proof in ProofMatrix.claims(for: Self.kata, in: workbook) {
                marks[proof.key] = prints.fingerprint(of: proof)
            }
            return marks
        }
        var texts = Self.texts
        texts[path] = change(texts[path] ?? "")
        let before = prints(Self.texts)
        #expect(Set(before.values).count == before.count, "no two claims have the same mark")
        return Set(prints(texts).filter { before[$0.key] != $0.value }.map(\.key.name))
    }

    private static let claims: Set<String> = [
        "starter", "solution", "valid-class", "wrong-large", "wrong-limit", "wrong-too-heavy",
        "wrong-weightless", "step-1", "step-2", "step-3", "step-4", "step-5",
    ]
    private static let steps = claims.filter { $0.hasPrefix("step-") }

    @Test(
        "every claim of a kata rests on its suite, what suites share, and the shared modules",
        arguments: [
            kata.suite, "Tests/Chapter2PostTests/Helpers/Scales.swift", "Tests/Chapter2PostTests/New.swift",
            "Sources/Moa/Member.swift", "Sources/InMemoryInfrastructure/Stores/Store.swift",
            "Sources/KataProbes/Settable.swift", "Sources/KataProbes/New.swift",
        ]
    )
    func all(path: String) {
        #expect(changed(path) { $0 + "let change = 1\n" } == Self.claims)
    }

    @Test("what a suite says decides nothing: the solution shows that it compiles, and a teacher quotes it")
    func words() {
        #expect(changed(Self.kata.suite) == Self.steps.union(["solution"]))
        #expect(changed("Tests/Chapter2PostTests/Helpers/Scales.swift") == [])
    }

    @Test("a text is one claim's alone, but the steps of a walkthrough are judged one by the other")
    func own() {
        #expect(changed(Self.variant) == ["wrong-limit"])
        #expect(changed(Self.kata.solution) == ["solution"])
        #expect(changed(TaughtToy.step(3)) == Self.steps)
        #expect(changed(Self.kata.pristine) == Self.steps.union(["starter"]))
    }

    @Test("a difference is the answer that it makes")
    func differences() throws {
        let file = Self.variant.replacing(".swift", with: ".diff")
        let solution = try #require(Self.texts[Self.kata.solution])
        let whole = try #require(Self.texts[Self.variant])
        func print(_ texts: [String: String?]) -> Fingerprint {
            let merged = Self.texts.merging(texts.mapValues { $0 ?? "" }) { $1 }
            let removed = Set(texts.filter { $0.value == nil }.keys)
            let workbook = TaughtToy.course(merged.filter { !removed.contains($0.key) }).workbook
            let claims = ProofMatrix.claims(for: Self.kata, in: workbook)
            var prints = ProofFingerprints(workbook)
            return claims.first { $0.name == "wrong-limit" }.map { prints.fingerprint(of: $0) }
                ?? Fingerprint()
        }
        let difference = AnswerDifference(from: .bareSolution, solution, to: whole).text
        let before = print([:])
        #expect(print([Self.variant: nil, file: difference]) == before, "however it is kept")
        let other = solution.replacing("func size", with: "func  size")
        #expect(other != solution)
        #expect(
            print([Self.variant: nil, file: difference, Self.kata.solution: other]) != before,
            "a change of the solution changes what is made from it"
        )
        let commented = solution + "// a remark\n"
        #expect(print([Self.variant: nil, file: difference, Self.kata.solution: commented]) == before)
    }

    @Test(
        "what a teacher quotes is printed by the runner, from the page",
        arguments: [
            TaughtToy.article, TaughtToy.tutorial, "Sources/KataRunner/Runner.swift", kata.pageFile,
        ]
    )
    func quotes(path: String) {
        #expect(changed(path) == Self.steps)
    }

    @Test(
        "nothing else matters",
        arguments: [
            kata.file, "Tests/Chapter2PostTests/9-OtherTests.swift", "README.md", ProofLedger.file,
            "Tests/Chapter1ShopTests/1-PurseTests.swift", "Solutions/Chapter1Shop/1-Purse.swift",
            "Sources/kata/main.swift", "Sources/Moa/.DS_Store", "Exercises/Chapter2Post/Mine.swift",
        ]
    )
    func nothing(path: String) {
        #expect(changed(path) == [])
    }

    @Test("of the manifest, how targets are built matters, and what they are called doesn't")
    func manifest() {
        let manifest = "Package.swift"
        #expect(changed(manifest) == [], "a comment changes nothing")
        #expect(changed(manifest) { $0.replacing("\"Shop\",", with: "\"Shop\",\n    \"Bank\",") } == [])
        #expect(
            changed(manifest) { $0 + "\nlet runner: [Target] = [\n    .target(name: \"KataRunner\")\n]\n" }
                == []
        )
        #expect(
            changed(manifest) { $0.replacing("exclude:", with: "resources: [], exclude:") } == Self.claims
        )
        #expect(changed(manifest) { $0 + "\nlet settings = 1\n" } == Self.claims, "nobody knows what for")
        #expect(changed(manifest) { $0 + "package.swiftLanguageModes = [.v5]\n" } == Self.claims)
    }

    @Test("a claim that says something else of the same text is another claim")
    func claim() {
        let rule = changed(Self.variant) { $0.replacing("Fails: ", with: "Fails: not ") }
        #expect(rule == ["wrong-limit"])
    }
}

@Suite("What is proven again")
struct ProofPlanTests {
    private static let claims = [Sample.personName, Sample.handle].map { kata in
        (1...20).map { Proof(kata: kata, claim: .variantHolds, file: "\(kata.variants)/valid-\($0).swift") }
    }
    private static let steps = (1...3).map {
        Proof(kata: Sample.handle, claim: .stepLeadsOn(number: $0), file: "step-\($0).swift")
    }
    private static let all = [claims[0], claims[1] + steps]

    private func plan(
        _ extent: ProofPlan.Extent,
        _ claims: [[Proof]] = all,
        changed: (Proof) -> Bool = { _ in false }
    ) -> ProofPlan {
        ProofPlan(claims, extent) { !changed($0) }
    }

    @Test("what has changed, and nothing else, where nothing more is asked for")
    func changed() {
        #expect(plan(.changed).proven == [])
        #expect(plan(.changed).resting == Set(Self.all.joined().map(\.key)))
        let some = plan(.changed) { $0.name == "valid-3" }
        #expect(some.proven.map(\.key.name) == ["valid-3", "valid-3"])
        #expect(some.resting.count == 41)
        #expect(some.sampled == [])
    }

    @Test("the steps of a walkthrough are proven together")
    func steps() {
        #expect(plan(.changed) { $0.name == "step-2" }.proven == Self.steps)
    }

    @Test("everything, whatever the ledger holds")
    func everything() {
        #expect(plan(.everything).proven == Array(Self.all.joined()))
        #expect(plan(.everything).resting == [])
        #expect(plan(.everything).sampled == [])
    }

    @Test("a sample of every kata besides, rounded up")
    func sample() {
        let drawn = plan(.sample(percent: 10, seed: 1), Self.claims) { $0.name == "valid-3" }
        #expect(drawn.proven.count == 2 + 4)
        #expect(drawn.sampled.count == 4)
        #expect(drawn.sampled.isDisjoint(with: drawn.resting))
        #expect(drawn.resting.count == 34)
        for kata in [Sample.personName, Sample.handle] {
            #expect(drawn.sampled.count { $0.kata == kata.id } == 2)
        }
        let most = plan(.sample(percent: 100, seed: 1))
        #expect(Set(most.proven.map(\.key)) == most.sampled)
        #expect(most.sampled.count == 43)
        #expect(plan(.sample(percent: 1, seed: 1)).sampled.count >= 2)
    }

    @Test("the same seed draws the same, and others reach every claim")
    func seeds() {
        func drawn(_ seed: Int) -> Set<ProofLedger.Key> {
            plan(.sample(percent: 10, seed: seed), Self.claims).sampled
        }
        #expect(drawn(7) == drawn(7))
        #expect(drawn(7) != drawn(8))
        let reached = (1...200).reduce(into: Set()) { $0.formUnion(drawn($1)) }
        #expect(reached.count == 40)
    }

    @Test("a walkthrough that is drawn is drawn with all its steps")
    func sampledSteps() {
        for seed in 1...50 {
            let steps = plan(.sample(percent: 10, seed: seed)).sampled.filter { $0.name.hasPrefix("step-") }
            #expect([0, 3].contains(steps.count))
        }
    }
}
