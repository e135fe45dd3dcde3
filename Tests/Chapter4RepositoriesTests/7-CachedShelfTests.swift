import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Synchronization
import Testing

@testable import Chapter4Repositories

@Suite("4.7 Two sources, one door")
struct CachedShelfTests {
    // MARK: The copy, and then the catalogue

    @Test("the copy is shown at once, and then what the catalogue says", arguments: Holding.all)
    func copyThenCatalogue(holding: Holding) async {
        let library = Library(copies: [holding.code: Copy(holding.kept)], holding: holding.code)
        library.catalogue.put(holding.fresh, in: holding.code)
        let reader = library.reader(holding.code)
        _ = await eventually { reader.heard.count == 1 }
        #expect(
            reader.heard == [.shown(holding.kept)],
            "the catalogue hasn't answered yet, and this is what the reader has seen"
        )
        await library.gate.open()
        let story = await reader.story
        #expect(
            story == [.shown(holding.kept), .shown(holding.fresh), .end],
            "a reader waited to the end, and saw this"
        )

        library.catalogue.put(["Later"], in: holding.code)
        let lookup = ManualGate()
        let slow = library.reader(holding.code, lookingAfter: lookup)
        // Most designs have both answers ready by now.
        _ = await library.settledCopies(["\(holding.code): Later, 0 s"])
        _ = await eventually(looks: 20) { false }
        await lookup.open()
        let last = await slow.story.suffix(2)
        #expect(
            last == [.shown(["Later"]), .end],
            "a reader did not look until the catalogue had answered, and saw this last"
        )
    }

    @Test(
        "a bay without a copy is shown once the catalogue has answered",
        arguments: Bays.allCases
    )
    func withoutCopy(bays: Bays) async {
        // The other bay has a copy, which says nothing about this one.
        let library = Library(copies: ["B-07": Copy(["Tiger"])])
        library.catalogue.put(bays.titles, in: "A-03")
        let story = await library.reader("A-03").story
        #expect(
            story == [.shown(bays.titles), .end],
            "there is no copy of this bay, and this is what was shown"
        )
    }

    @Test("a bay that hasn't changed is not shown a second time", arguments: Bays.allCases)
    func unchanged(bays: Bays) async {
        let library = Library(copies: ["A-03": Copy(bays.titles)])
        library.catalogue.put(bays.titles, in: "A-03")
        let story = await library.reader("A-03").story
        #expect(story == [.shown(bays.titles), .end], "the copy was right, and this is what was shown")
    }

    @Test("nothing from the copies is shown after the catalogue's answer")
    func nothingOldAfterwards() async {
        let library = Library(copies: ["A-03": Copy(["Old"])])
        library.catalogue.put(["New"], in: "A-03")
        let slow = ManualGate()
        library.copies.wait(at: slow)
        let reader = library.reader("A-03")
        // A design that doesn't wait for the copies shows the fresh bay now. The others are right too.
        _ = await eventually(looks: 80) { !reader.heard.isEmpty }
        await slow.open()
        let last = await reader.story.suffix(2)
        #expect(last == [.shown(["New"]), .end], "the copies were slow, and this was shown last")
    }

    @Test("a copy that is too old is shown to nobody", arguments: Age.all)
    func age(age: Age) async {
        let library = Library(copies: ["A-03": Copy(["Old"], age: age.seconds)], maximumAge: age.maximum)
        library.catalogue.put([age.isUnchanged ? "Old" : "New"], in: "A-03")
        if age.catalogueFails { library.catalogue.fail(.always) }
        let story = await library.reader("A-03").story
        #expect(
            story == age.story,
            "a copy may be \(Int(age.maximum)) seconds old, this one is \(age.seconds), and the reader saw this"
        )
    }

    // MARK: What is kept

    @Test("the catalogue's answer is kept with its date and time, for each bay by itself")
    func keeping() async {
        let library = Library(copies: ["A-03": Copy(["Momo"], age: 50)], holding: "C-12")
        library.catalogue.put(["Momo"], in: "A-03")
        library.catalogue.put(["Tiger"], in: "B-07")
        _ = await library.reader("A-03").story
        _ = await library.reader("B-07").story
        let kept = await library.settledCopies(["A-03: Momo, 0 s", "B-07: Tiger, 0 s"])
        #expect(
            kept == ["A-03: Momo, 0 s", "B-07: Tiger, 0 s"],
            "the catalogue has just answered about both bays, and these are the copies"
        )

        library.clock.advance(by: 40)
        library.catalogue.put(["Demian"], in: "A-03")
        let second = await library.reader("A-03").story
        #expect(
            second == [.shown(["Momo"]), .shown(["Demian"]), .end],
            "the bay has changed, and a reader who asked again saw this"
        )
        let keptThen = await library.settledCopies(["A-03: Demian, 0 s", "B-07: Tiger, 40 s"])
        #expect(
            keptThen == ["A-03: Demian, 0 s", "B-07: Tiger, 40 s"],
            "40 seconds later the catalogue has answered about A-03, and these are the copies"
        )

        library.catalogue.put([], in: "B-07")
        _ = await library.reader("B-07").story
        _ = await library.settledCopies(["A-03: Demian, 0 s", "B-07: , 0 s"])
        library.catalogue.put(["Almond"], in: "C-12")
        let patient = await library.readerOnTheLine("C-12")
        library.clock.advance(by: 10)
        await library.gate.open()
        _ = await patient.story
        let keptAtLast = ["A-03: Demian, 10 s", "B-07: , 10 s", "C-12: Almond, 0 s"]
        let keptLate = await library.settledCopies(keptAtLast)
        #expect(
            keptLate == keptAtLast,
            "B-07 has become empty, the answer about C-12 took 10 seconds, and these are the copies"
        )
    }

    @Test("a save reaches the catalogue, and corrects the copy", arguments: Former.allCases)
    func saving(former: Former) async throws {
        let library = Library(copies: former.copies)
        library.catalogue.put(["Old"], in: "A-03")
        if former == .shown { _ = await library.reader("A-03").story }
        try await library.shelf.save(Bay(code: BayCode(text: "A-03"), titles: ["Saved"]))
        try await library.shelf.save(Bay(code: BayCode(text: "B-07"), titles: []))
        #expect(
            library.catalogue.saves == ["A-03: Saved", "B-07: "],
            "two bays were saved, and these saves reached the catalogue"
        )
        // The catalogue falls silent, so what comes now is the copy.
        library.catalogue.fail(.always)
        library.clock.advance(by: 30)
        let story = await library.reader("A-03").story
        #expect(
            story == [.shown(["Saved"]), .outOfReach],
            "the bay was saved 30 seconds ago, and the next reader is shown this"
        )
        let other = await library.reader("B-07").story
        #expect(
            other == [.shown([]), .outOfReach],
            "a bay was saved as empty, and the next reader is shown this"
        )

        library.catalogue.fail(.never)
        try await library.shelf.save(Bay(code: BayCode(text: "A-03"), titles: ["Saved again"]))
        library.catalogue.fail(.always)
        let second = await library.reader("A-03").story
        #expect(
            second == [.shown(["Saved again"]), .outOfReach],
            "the bay was saved a second time, and the next reader is shown this"
        )

        library.catalogue.fail(.never)
        let desk = ManualGate()
        let save = await library.saveOnTheLine(["Saved at last"], in: "A-03", heldAt: desk)
        save.cancel()
        // The catalogue takes its time, and a copy from before would be too old by now.
        library.clock.advance(by: Library.maximumAge + 1)
        await desk.open()
        await #expect(
            throws: Never.self,
            "the saving task was cancelled, the catalogue saved anyway, and the tablet reports a failure"
        ) {
            try await save.value
        }
        library.catalogue.fail(.always)
        let third = await library.reader("A-03").story
        #expect(
            third == [.shown(["Saved at last"]), .outOfReach],
            "the saving task was cancelled, the catalogue saved a minute later, and the next reader is shown this"
        )
        library.clock.advance(by: Library.maximumAge + 1)
        let muchLater = await library.reader("A-03").story
        #expect(
            muchLater == [.outOfReach],
            "the bay's copy from the last save is too old by now, and the next reader is shown this"
        )
    }

    @Test("a failed save is reported, and shown to nobody", arguments: Known.allCases)
    func failingSave(known: Known) async {
        let library = Library(copies: known.copies)
        library.catalogue.put(["Old"], in: "A-03")
        for failing in [Catalogue.Failing.always, .byCancelling, .offline] {
            library.catalogue.fail(failing)
            var heard = Seen.end
            do { try await library.save(["Unsaved"], in: "A-03").value } catch { heard = Seen(error) }
            #expect(heard == failing.seen, "the bay was not saved, and this is what the caller heard of it")
            let story = await library.reader("A-03").story
            #expect(
                story == known.shown + [failing.seen],
                "«Unsaved» was never saved, the catalogue is still out of reach, and the next reader saw this"
            )
        }
        let tries = library.catalogue.saveCalls
        #expect(tries == 3, "three saves have failed, and this is how often the catalogue was called")
    }

    @Test("a reader who asks after a save never sees an older answer", arguments: Question.all)
    func answerFromBefore(question: Question) async throws {
        let library = Library(copies: question.former.copies, holding: "A-03")
        library.catalogue.put(["Old"], in: "A-03")
        if question.former == .shown { await library.visit("A-03") }
        if question.isSecondSave { try await library.save(["Old"], in: "A-03").value }
        // The early reader's answer is on its way, and says «Old».
        let early: Reader
        switch question.moment {
        case .beforeTheSave:
            early = await library.readerOnTheLine("A-03")
            try await library.save(["Saved"], in: "A-03").value
        case .duringTheSave:
            let desk = ManualGate()
            let save = await library.saveOnTheLine(["Saved"], in: "A-03", heldAt: desk)
            early = await library.readerOnTheLine("A-03")
            await desk.open()
            try await save.value
        case .whileTheSaveIsKept:
            return try await answerWhileKeeping(library)
        }
        let late = library.reader("A-03")
        _ = await eventually(looks: 80) { late.heard == [.shown(["Saved"])] }
        _ = await eventually(looks: 80) { await library.gate.callers.count == 2 }
        // The later answer is the quicker one.
        if let call = await library.gate.callers.last { await library.gate.release(caller: call) }
        let story = await late.story
        #expect(
            story == [.shown(["Saved"]), .end],
            "this reader asked after the bay had been saved, and saw this"
        )
        await library.gate.open()
        let earlyStory = await early.story
        // A design may call anew for this reader, who sees «Saved» then.
        let answers = earlyStory.filter { $0 == .shown(["Old"]) || $0 == .shown(["Saved"]) }
        #expect(
            earlyStory == (answers.isEmpty ? [.shown(["Old"])] : answers) + [.end],
            "this reader asked before the catalogue had saved, and saw this"
        )
        _ = await eventually(looks: 40) { library.copies.kept != ["A-03: Saved, 0 s"] }
        #expect(
            library.copies.kept == ["A-03: Saved, 0 s"],
            "the answer from before the save came last, and the copy is not what was saved"
        )
    }

    /// The catalogue has saved, and the save is being kept, when the answer from before arrives.
    private func answerWhileKeeping(_ library: Library) async throws {
        let early = await library.readerOnTheLine("A-03")
        let kept = ManualGate()
        library.copies.confirmNext(at: kept)
        let save = library.save(["Saved"], in: "A-03")
        _ = await eventually(looks: 150) { await !kept.callers.isEmpty }
        await library.gate.open()
        _ = await early.story
        // A design keeps the old answer now, if it does.
        _ = await eventually(looks: 40) { library.copies.kept != ["A-03: Saved, 0 s"] }
        await kept.open()
        try await save.value
        #expect(
            library.copies.kept == ["A-03: Saved, 0 s"],
            "the answer from before the save came as the save was kept, and the copy is not what was saved"
        )
    }

    // MARK: What fails

    @Test("failing copies cost nothing but time", arguments: CopiesFault.allCases, CopiesError.allCases)
    func failingCopies(fault: CopiesFault, error: CopiesError) async {
        let library = Library(copies: ["A-03": Copy(["Old"])])
        library.catalogue.put(["New"], in: "A-03")
        library.copies.fail(fault, by: error)
        for visit in ["first", "second"] {
            let story = await library.reader("A-03").story
            #expect(
                story == fault.story,
                "the catalogue has answered, the copies have failed, and this is what the \(visit) reader saw"
            )
        }
        let kept = await library.settledCopies(fault.kept("New"))
        #expect(
            kept == fault.kept("New"),
            "the catalogue has answered, \(fault.testDescription), and these are the copies"
        )
        await #expect(throws: Never.self, "the bay was saved, and the tablet reports a failure") {
            try await library.shelf.save(Bay(code: BayCode(text: "A-03"), titles: ["Saved"]))
        }
        #expect(
            library.catalogue.saves == ["A-03: Saved"],
            "a bay was saved, and these saves reached the catalogue"
        )
        let keptThen = await library.settledCopies(fault.kept("Saved"))
        #expect(
            keptThen == fault.kept("Saved"),
            "the bay was saved, \(fault.testDescription), and these are the copies"
        )
        let story = await library.reader("A-03").story
        #expect(
            story.suffix(2) == [.shown(["Saved"]), .end],
            "the bay was saved, the copies fail, and this is what the next reader saw"
        )

        library.copies.fail(nil)
        library.catalogue.put(["Newer"], in: "A-03")
        _ = await library.reader("A-03").story
        let keptAgain = await library.settledCopies(["A-03: Newer, 0 s"])
        #expect(
            keptAgain == ["A-03: Newer, 0 s"],
            "the copies work again, the catalogue has answered, and these are the copies"
        )
        await #expect(throws: Never.self, "the bay was saved, and the tablet reports a failure") {
            try await library.shelf.save(Bay(code: BayCode(text: "A-03"), titles: ["Saved again"]))
        }
        library.catalogue.fail(.always)
        let later = await library.reader("A-03").story
        #expect(
            later == [.shown(["Saved again"]), .outOfReach],
            "the copies work again, the bay was saved, the catalogue is silent, and a reader saw this"
        )
    }

    @Test("a failing catalogue is reported once, and takes nothing away", arguments: Failure.allCases)
    func failingCatalogue(failure: Failure) async {
        let library = Library(copies: failure.known.copies, holding: "A-03")
        library.catalogue.put(["New"], in: "A-03")
        library.catalogue.fail(failure.failing)
        let readers = [library.reader("A-03"), library.reader("A-03")]
        _ = await library.gate.waitUntilHeld(1)
        _ = await eventually(looks: 150) { readers.allSatisfy { $0.heard == failure.known.shown } }
        library.clock.advance(by: 10)
        await library.gate.open()
        for reader in readers {
            let story = await reader.story
            #expect(
                story == failure.story,
                "the catalogue was out of reach, and this is what each of two readers saw"
            )
        }
        #expect(
            library.copies.kept == (failure.known == .copied ? ["A-03: Old, 10 s"] : []),
            "the catalogue was out of reach, and the copies have changed"
        )

        let callsBefore = library.catalogue.calls.count
        let slow = ManualGate()
        library.copies.wait(at: slow)
        let next = library.reader("A-03")
        // A design that doesn't wait for the copies shows the failure now.
        _ = await eventually(looks: 80) { !next.heard.isEmpty }
        await slow.open()
        let story = await next.story
        #expect(
            story == failure.story,
            "the catalogue has failed again, the copies were slow, and this is what the reader saw"
        )
        #expect(
            library.catalogue.calls.dropFirst(callsBefore) == ["A-03"],
            "one reader has asked, the catalogue has failed, and these calls were made"
        )
        library.catalogue.fail(.never)
        let later = await library.reader("A-03").story
        #expect(
            later == failure.known.shown + [.shown(["New"]), .end],
            "the catalogue can be reached again, and this is what the next reader saw"
        )
        if failure == Failure.allCases.first { await failureElsewhere() }
    }

    private func failureElsewhere() async {
        let library = Library(copies: [:], holding: "B-07")
        library.catalogue.put(["Tiger"], in: "B-07")
        let first = library.reader("B-07")
        _ = await library.gate.waitUntilHeld(1)
        library.catalogue.fail(.always)
        let elsewhere = library.reader("A-03")
        _ = await eventually(looks: 150) { elsewhere.heard == [.outOfReach] }
        let second = library.reader("B-07")
        _ = await eventually(looks: 80) { library.catalogue.calls.count > 2 }
        await library.gate.open()
        for reader in [first, elsewhere, second] { _ = await reader.story }
        let calls = library.catalogue.calls.count { $0 == "B-07" }
        #expect(
            calls == 1,
            "two readers waited for B-07, a call for A-03 failed meanwhile, and this many calls were made for B-07"
        )
    }

    // MARK: Many readers

    @Test("readers who ask for the same bay at the same time share one call", arguments: Sharing.allCases)
    func sharing(sharing: Sharing) async throws {
        switch sharing {
        case .copied: try await oneCall(.copied)
        case .unknown: try await oneCall(.unknown)
        case .copyGrowsOld: await agingCopy()
        case .afterASave, .afterASaveAndLeaving, .afterLeaving: try await secondCall(sharing)
        }
    }

    private func oneCall(_ known: Known) async throws {
        let library = Library(copies: known.copies, holding: "A-03")
        library.catalogue.put(["New"], in: "A-03")
        library.catalogue.put(["Tiger"], in: "B-07")
        let first = await library.readerOnTheLine("A-03")
        // Other bays are saved meanwhile, and a save of this one fails: nothing of that is news of A-03.
        for code in ["B-07", "A-30"] { try await library.save(["Tiger"], in: code).value }
        library.catalogue.fail(.always)
        try? await library.save(["Unsaved"], in: "A-03").value
        library.catalogue.fail(.never)
        let readers = [first, library.reader("A-03"), library.reader("A-03")]
        _ = await eventually { readers.allSatisfy { $0.heard == known.shown } }
        // All three wait by now. A design with a call for each of them makes its second call here.
        _ = await eventually(looks: 150) { library.catalogue.calls.count > 1 }

        let neighbour = await library.reader("B-07").story
        #expect(
            neighbour == [.shown(["Tiger"]), .end],
            "somebody asked for another bay meanwhile, and saw this"
        )
        await library.gate.open()
        for reader in readers {
            let story = await reader.story
            #expect(
                story == known.shown + [.shown(["New"]), .end],
                "three readers asked at once, and one saw this"
            )
        }
        #expect(
            library.catalogue.calls == ["A-03", "B-07"],
            "three readers asked for A-03 and one for B-07, and these calls were made"
        )

        library.catalogue.put(["Newer"], in: "A-03")
        let later = await library.reader("A-03").story
        #expect(
            later == [.shown(["New"]), .shown(["Newer"]), .end],
            "the call had ended long ago, the bay has changed, and the next reader saw this"
        )
    }

    /// The first reader has seen the copy. For the second one, who shares the call, it is too old.
    private func agingCopy() async {
        let library = Library(copies: ["A-03": Copy(["Old"], age: 50)], holding: "A-03")
        library.catalogue.put(["Old"], in: "A-03")
        let first = await library.readerOnTheLine("A-03")
        library.clock.advance(by: 20)
        let second = library.reader("A-03")
        // Both wait by now. A design with a call for each of them makes its second call here.
        _ = await eventually(looks: 80) { library.catalogue.calls.count > 1 }
        await library.gate.open()
        for (name, reader) in [("first", first), ("second", second)] {
            let story = await reader.story
            #expect(
                story == [.shown(["Old"]), .end],
                "the copy grew too old between two readers, it was right, and the \(name) reader saw this"
            )
        }
    }

    /// The first call is one that the second reader can't share. It ends first, and must end nothing else.
    private func secondCall(_ sharing: Sharing) async throws {
        let library = Library(copies: [:], holding: "A-03")
        library.catalogue.put(["Old"], in: "A-03")
        library.catalogue.noticeLate()
        let first = await library.readerOnTheLine("A-03")
        if sharing == .afterLeaving {
            first.leave()
            _ = await eventually { library.catalogue.cancellations == 1 }
            library.catalogue.put(["New"], in: "A-03")
        } else {
            try await library.save(["New"], in: "A-03").value
        }
        let second = library.reader("A-03")
        _ = await eventually(looks: 150) { await library.gate.callers.count == 2 }
        if sharing == .afterASaveAndLeaving {
            first.leave()
            _ = await eventually { library.catalogue.cancellations > 0 }
        }
        await library.gate.release(caller: 1)
        _ = await first.story
        // A design acts on the end of the first call now, or when the third reader has asked.
        _ = await eventually(looks: 80) { library.catalogue.calls.count > 2 }
        let third = library.reader("A-03")
        _ = await eventually(looks: 150) { library.catalogue.calls.count > 2 }
        await library.gate.open()
        for (name, reader) in [("second", second), ("third", third)] {
            let story = await reader.story
            #expect(
                story.suffix(2) == [.shown(["New"]), .end],
                "\(sharing), the \(name) reader asked, and saw this"
            )
        }
        #expect(
            library.catalogue.calls == ["A-03", "A-03"],
            "\(sharing), two more readers asked at once, the first call ended, and these calls were made"
        )
    }

    @Test("the call ends when its last reader leaves", arguments: Leaving.allCases)
    func leaving(leaving: Leaving) async throws {
        let library = Library(copies: ["A-03": Copy(["Old"])], holding: "A-03")
        library.catalogue.put(["New"], in: "A-03")
        library.catalogue.put(["Tiger"], in: "B-07")
        let elsewhere = ManualGate()
        library.catalogue.hold("B-07", at: elsewhere)
        let readers = (1...leaving.readers).map { _ in
            library.reader("A-03", leavingAfter: leaving == .loopIsLeft ? 1 : nil)
        }
        let copies = readers.map { _ in Seen.shown(["Old"]) }
        _ = await eventually { readers.flatMap { $0.heard.prefix(1) } == copies }
        let shown = readers.flatMap { $0.heard.prefix(1) }
        #expect(shown == copies, "the catalogue hasn't answered yet, and this is what each reader saw first")
        guard shown == copies else { return }
        var neighbour: Reader?
        if leaving != .loopIsLeft {
            _ = await library.gate.waitUntilHeld(1)
            if leaving == .afterASave { try await library.save(["New"], in: "A-03").value }
            if leaving == .anotherBayIsAwaited {
                neighbour = library.reader("B-07")
                _ = await eventually(looks: 80) { await !elsewhere.callers.isEmpty }
            }
            for reader in readers {
                reader.leave()
                let last = await reader.story.last
                #expect(last != .noEnd, "a reader has left while they waited, and their walk never ends")
            }
        }
        _ = await eventually { await library.gate.callers.isEmpty }
        let callsUnderWay = await library.gate.callers
        #expect(
            callsUnderWay == [],
            "nobody waits for the bay any more, and these calls are still under way"
        )

        await elsewhere.open()
        await library.gate.open()
        let neighbourStory = await neighbour?.story ?? [.shown(["Tiger"]), .end]
        #expect(
            neighbourStory == [.shown(["Tiger"]), .end],
            "the reader of A-03 had left, and somebody who waited for B-07 saw this"
        )
        let next = await library.reader("A-03").story
        #expect(
            next.suffix(2) == [.shown(["New"]), .end],
            "the earlier readers had left, and this is what the next one saw"
        )
    }

    @Test("a reader who leaves takes nothing from those who stay", arguments: Leaver.allCases)
    func staying(leaver: Leaver) async {
        let library = Library(copies: ["A-03": Copy(["Old"])], holding: "A-03")
        library.catalogue.put(["New"], in: "A-03")
        let first = await library.readerOnTheLine("A-03")
        let readers = [first, library.reader("A-03"), library.reader("A-03")]
        let copies = readers.map { _ in [Seen.shown(["Old"])] }
        _ = await eventually { readers.map(\.heard) == copies }
        let shown = readers.map(\.heard)
        #expect(
            shown == copies,
            "the catalogue hasn't answered yet, and this is what each of three readers has seen"
        )
        guard shown == copies else { return }
        // All three wait by now. A design with a call for each of them makes its second call here.
        _ = await eventually(looks: 150) { library.catalogue.calls.count > 1 }
        for place in leaver.places {
            readers[place].leave()
            _ = await readers[place].story
            _ = await eventually(looks: 80) { await library.gate.callers.isEmpty }
        }
        await library.gate.open()
        for place in Set(0...2).subtracting(leaver.places).sorted() {
            let story = await readers[place].story
            #expect(
                story == [.shown(["Old"]), .shown(["New"]), .end],
                "\(leaver.testDescription), and somebody who stayed saw this"
            )
        }
    }

    // MARK: The port

    @Test(
        "the port says nothing of copies, and a list on paper could fulfil it",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func paperList() throws {
        let spellings = ["AsyncThrowingStream<Bay, any Error>", "any AsyncSequence<Bay, any Error>"]
        let fulfils = try spellings.contains { answers in
            try Self.compiler.accepts(
                """
                struct PaperList: ShelfGuide {
                    func answers(about code: BayCode) async -> \(answers) {
                        AsyncThrowingStream<Bay, any Error> { $0.finish() }
                    }
                    func save(_ bay: Bay) async throws {}
                }
                """
            )
        }
        #expect(
            fulfils == true,
            "`answers(about:)` and `save(_:)` don't fulfil the port: it asks for more, or for something else"
        )
        let words = ["_ = guide.save", "_ = guide.isKept", "_ = guide.freshAnswers"]
        for guide in ["some ShelfGuide", "CachedShelf"] {
            let understood = try Self.compiler.accepted(words, given: "guide: \(guide)")
            #expect(
                understood == ["_ = guide.save"],
                "through \(guide), a caller can ask about copies or for a fresh answer, or can't save"
            )
        }
    }

    private static let compiler = CompileCheck(importing: "Chapter4Repositories")
}

// MARK: - Cases

extension CachedShelfTests {
    /// What a reader at the tablet sees.
    enum Seen: Hashable, CustomStringConvertible {
        case shown([String])
        case end
        case outOfReach
        case cancelled
        case offline
        case otherError(String)
        case noEnd

        init(_ error: any Error) {
            self =
                switch error {
                case is CancellationError: .cancelled
                case is Catalogue.OutOfReach: .outOfReach
                case is URLError: .offline
                default: .otherError("\(error)")
                }
        }

        var description: String {
            switch self {
            case .shown(let titles): titles.isEmpty ? "an empty bay" : "«\(titles.joined(separator: ", "))»"
            case .end: "the end"
            case .outOfReach: "the catalogue's error"
            case .cancelled: "cancelled"
            case .offline: "that there is no network"
            case .otherError(let error): "an error: \(error)"
            case .noEnd: "and no end"
            }
        }
    }

    struct Holding: CustomTestStringConvertible {
        let testDescription: String
        let code: String
        let kept: [String]
        let fresh: [String]

        static let all = [
            Holding(testDescription: "a book came", code: "A-03", kept: ["Momo"], fresh: ["Momo", "Demian"]),
            Holding(
                testDescription: "the books changed places",
                code: "B-07",
                kept: ["1", "2"],
                fresh: ["2", "1"]
            ),
            Holding(
                testDescription: "a title is written in capitals",
                code: "A-03",
                kept: ["Momo"],
                fresh: ["MOMO"]
            ),
            Holding(
                testDescription: "one title turned out to be two",
                code: "A-03",
                kept: ["Momo, Demian"],
                fresh: ["Momo", "Demian"]
            ),
            Holding(
                testDescription: "a title was written with a blank",
                code: "A-03",
                kept: ["Momo"],
                fresh: ["Momo "]
            ),
            Holding(testDescription: "the first book came", code: "A-03", kept: [], fresh: ["Momo"]),
            Holding(testDescription: "the last book went", code: "A-03", kept: ["Momo"], fresh: []),
        ]
    }

    enum Bays: CaseIterable, CustomTestStringConvertible {
        case full, empty

        var titles: [String] { self == .full ? ["Momo", "Demian"] : [] }
        var testDescription: String { self == .full ? "a bay with books" : "an empty bay" }
    }

    struct Age: CustomTestStringConvertible {
        let testDescription: String
        let seconds: TimeInterval
        var maximum = Library.maximumAge
        var isUnchanged = false
        var catalogueFails = false
        let story: [Seen]

        static let all = [
            Age(
                testDescription: "as old as it may be",
                seconds: 60,
                story: [.shown(["Old"]), .shown(["New"]), .end]
            ),
            Age(
                testDescription: "as old as it may be at a tablet that keeps copies for a week",
                seconds: 604_800,
                maximum: 604_800,
                story: [.shown(["Old"]), .shown(["New"]), .end]
            ),
            Age(
                testDescription: "too old at a tablet that keeps copies for a second",
                seconds: 2,
                maximum: 1,
                story: [.shown(["New"]), .end]
            ),
            Age(
                testDescription: "kept before the clock was put back",
                seconds: -3_600,
                story: [.shown(["Old"]), .shown(["New"]), .end]
            ),
            Age(testDescription: "too old", seconds: 60.5, story: [.shown(["New"]), .end]),
            Age(
                testDescription: "too old, and still right",
                seconds: 61,
                isUnchanged: true,
                story: [.shown(["Old"]), .end]
            ),
            Age(
                testDescription: "too old, and the catalogue fails",
                seconds: 61,
                catalogueFails: true,
                story: [.outOfReach]
            ),
        ]
    }

    /// What the tablet knew of A-03 before it was saved.
    enum Former: CaseIterable, CustomTestStringConvertible {
        case copied, right, tooOld, unknown, shown

        var testDescription: String {
            switch self {
            case .copied: "there is a copy"
            case .right: "there is a copy, and it says what will be saved"
            case .tooOld: "there is a copy, and it is too old"
            case .unknown: "there is no copy"
            case .shown: "the bay was shown earlier"
            }
        }

        fileprivate var copies: [String: Copy] {
            switch self {
            case .copied: ["A-03": Copy(["Old"])]
            case .right: ["A-03": Copy(["Saved"])]
            case .tooOld: ["A-03": Copy(["Old"], age: 61)]
            case .unknown, .shown: [:]
            }
        }
    }

    /// Whether the tablet knows A-03.
    enum Known: CaseIterable, CustomTestStringConvertible {
        case copied, unknown

        var testDescription: String { self == .copied ? "there is a copy" : "there is no copy" }

        var shown: [Seen] { self == .copied ? [.shown(["Old"])] : [] }

        fileprivate var copies: [String: Copy] { self == .copied ? ["A-03": Copy(["Old"])] : [:] }
    }

    /// What was known of A-03, and when the reader asked whose answer is older than the save.
    struct Question: CustomTestStringConvertible {
        enum Moment: CaseIterable {
            case beforeTheSave, duringTheSave, whileTheSaveIsKept
        }

        let former: Former
        let moment: Moment
        var isSecondSave = false

        static let all =
            Moment.allCases.flatMap { moment in
                Former.allCases.map { Question(former: $0, moment: moment) }
            } + [Question(former: .unknown, moment: .beforeTheSave, isSecondSave: true)]

        var testDescription: String {
            if isSecondSave { return "the bay was saved before, and a reader asks before the second save" }
            return switch moment {
            case .beforeTheSave: "\(former.testDescription), a reader asks before the save"
            case .duringTheSave: "\(former.testDescription), a reader asks while the catalogue saves"
            case .whileTheSaveIsKept: "\(former.testDescription), the answer comes as the save is kept"
            }
        }
    }

    enum Failure: CaseIterable, CustomTestStringConvertible {
        case outOfReach, outOfReachAndNoCopy, cancelled, offline

        var known: Known { self == .outOfReachAndNoCopy ? .unknown : .copied }

        fileprivate var failing: Catalogue.Failing {
            self == .cancelled ? .byCancelling : self == .offline ? .offline : .always
        }

        var story: [Seen] { known.shown + [failing.seen] }

        var testDescription: String {
            switch self {
            case .outOfReach: "out of reach, and there is a copy"
            case .outOfReachAndNoCopy: "out of reach, and there is no copy"
            case .cancelled: "the catalogue's error is a CancellationError"
            case .offline: "the catalogue's error says that there is no network"
            }
        }
    }

    enum Sharing: CaseIterable, CustomTestStringConvertible, CustomStringConvertible {
        case copied, unknown, copyGrowsOld, afterASave, afterASaveAndLeaving, afterLeaving

        var description: String {
            switch self {
            case .copied: "there is a copy"
            case .unknown: "there is no copy"
            case .copyGrowsOld: "the copy grows too old between two readers"
            case .afterASave: "the first call was out of date after a save"
            case .afterASaveAndLeaving: "the first call was out of date after a save, and its reader left"
            case .afterLeaving: "the first call was cancelled and hadn't noticed"
            }
        }

        var testDescription: String { description }
    }

    enum Leaver: String, CaseIterable, CustomTestStringConvertible {
        case first = "the first of three readers leaves"
        case second = "the second of three readers leaves"
        case firstAndThird = "the first and the third of three readers leave"

        var testDescription: String { rawValue }

        var places: [Int] {
            switch self {
            case .first: [0]
            case .second: [1]
            case .firstAndThird: [0, 2]
            }
        }
    }

    enum CopiesFault: CaseIterable, CustomTestStringConvertible {
        case reading, keeping, both

        var testDescription: String {
            switch self {
            case .reading: "nothing can be read"
            case .keeping: "nothing can be kept"
            case .both: "nothing can be read or kept"
            }
        }

        fileprivate var story: [Seen] {
            (self == .keeping ? [.shown(["Old"])] : []) + [.shown(["New"]), .end]
        }

        /// The copies, once this was to be kept.
        fileprivate func kept(_ title: String) -> [String] {
            ["A-03: \(self == .reading ? title : "Old"), 0 s"]
        }
    }

    /// What the copies throw.
    enum CopiesError: CaseIterable, CustomTestStringConvertible {
        case fault, cancellation

        var testDescription: String {
            self == .fault ? "with an error of their own" : "with a CancellationError, though nobody has left"
        }

        fileprivate var thrown: any Error {
            self == .fault ? Copies.Fault() : CancellationError()
        }
    }

    enum Leaving: CaseIterable, CustomTestStringConvertible {
        case taskIsCancelled, loopIsLeft, everybodyLeaves, afterASave, anotherBayIsAwaited

        var readers: Int { self == .everybodyLeaves ? 2 : 1 }

        var testDescription: String {
            switch self {
            case .taskIsCancelled: "the reader's task is cancelled"
            case .loopIsLeft: "the reader leaves the loop"
            case .everybodyLeaves: "one of two readers leaves, and then the other"
            case .afterASave: "the bay is saved, and a reader from before the save leaves"
            case .anotherBayIsAwaited: "the reader leaves, and somebody waits for another bay"
            }
        }
    }
}

// MARK: - The library

/// A copy as a test writes it down: these titles, kept so many seconds ago.
private struct Copy {
    let titles: [String]
    let age: TimeInterval

    init(_ titles: [String], age: TimeInterval = 0) {
        self.titles = titles
        self.age = age
    }
}

/// The tablet, and everything that it can reach.
private struct Library {
    static let maximumAge: TimeInterval = 60

    let shelf: CachedShelf
    let catalogue: Catalogue
    let copies: Copies
    let clock = FixedClock(.utc(2026, 3, 31))
    let gate = ManualGate()

    /// - Parameter code: the bay for which the catalogue's answers wait at the gate.
    init(
        copies kept: [String: Copy],
        maximumAge: TimeInterval = Library.maximumAge,
        holding code: String? = nil
    ) {
        let clock = clock
        catalogue = Catalogue(holding: code, at: gate)
        copies = Copies(kept, now: { clock.now })
        shelf = CachedShelf(
            catalogue: catalogue,
            copies: copies,
            maximumAge: maximumAge,
            now: { clock.now }
        )
    }

    /// - Parameter lookup: where a reader who has asked waits before they look at an answer.
    func reader(
        _ code: String,
        leavingAfter limit: Int? = nil,
        lookingAfter lookup: ManualGate? = nil
    ) -> Reader {
        Reader(of: shelf, asksFor: BayCode(text: code), leavingAfter: limit, lookingAfter: lookup)
    }

    /// A reader for whom the catalogue has been called.
    func readerOnTheLine(_ code: String) async -> Reader {
        let reader = reader(code)
        _ = await gate.waitUntilHeld(1)
        return reader
    }

    func save(_ titles: [String], in code: String) -> Task<Void, any Error> {
        Task { [shelf] in try await shelf.save(Bay(code: BayCode(text: code), titles: titles)) }
    }

    /// A save that the catalogue has begun and doesn't finish before the gate is open.
    func saveOnTheLine(
        _ titles: [String],
        in code: String,
        heldAt desk: ManualGate
    ) async -> Task<Void, any Error> {
        catalogue.waitToSave(at: desk)
        let save = save(titles, in: code)
        _ = await eventually(looks: 150) { await !desk.callers.isEmpty }
        return save
    }

    /// A reader comes and goes before the test begins, though the gate is closed for the others.
    func visit(_ code: String) async {
        let reader = await readerOnTheLine(code)
        await gate.release(caller: 1)
        _ = await reader.story
    }

    /// The copies, once they are these, or after a while. A design may keep when nothing more is shown.
    func settledCopies(_ expected: [String]) async -> [String] {
        _ = await eventually(looks: 80) { copies.kept == expected }
        return copies.kept
    }
}

/// Somebody at the tablet, who looks until the answers end or they leave.
private final class Reader: Sendable {
    private let screen: SpyPresenter<CachedShelfTests.Seen>
    private let visit: Task<Void, Never>

    init(
        of guide: some ShelfGuide,
        asksFor code: BayCode,
        leavingAfter limit: Int?,
        lookingAfter lookup: ManualGate?
    ) {
        let screen = SpyPresenter<CachedShelfTests.Seen>()
        self.screen = screen
        visit = Task {
            do {
                try await Self.walk(guide, code, limit, lookup) { screen.present(.shown($0.titles)) }
                screen.present(.end)
            } catch {
                screen.present(CachedShelfTests.Seen(error))
            }
        }
    }

    /// A function of its own: when it returns, nobody holds the answers any more.
    private static func walk<Guide: ShelfGuide>(
        _ guide: Guide,
        _ code: BayCode,
        _ limit: Int?,
        _ lookup: ManualGate?,
        _ show: (Bay) -> Void
    ) async throws {
        var count = 0
        let answers = await guide.answers(about: code)
        try await lookup?.pass()
        for try await bay in answers {
            show(bay)
            count += 1
            if count == limit { return }
        }
    }

    /// What the reader has seen so far.
    var heard: [CachedShelfTests.Seen] { screen.signals }

    private var hasEnded: Bool {
        heard.contains { note in
            if case .shown = note { false } else { true }
        }
    }

    /// What the reader saw from the beginning to the end. Answers that never end are left after a while.
    var story: [CachedShelfTests.Seen] {
        get async {
            guard await eventually({ self.hasEnded }) else {
                leave()
                return heard + [.noEnd]
            }
            return heard
        }
    }

    func leave() {
        visit.cancel()
    }
}

/// The town's catalogue. What it answers is decided when it is called, however long the answer takes.
private final class Catalogue: BayCatalogue {
    struct OutOfReach: Error {}

    enum Failing {
        case never, always, offline
        /// With a CancellationError, though nobody has left.
        case byCancelling

        var error: (any Error)? {
            switch self {
            case .never: nil
            case .always: OutOfReach()
            case .offline: URLError(.notConnectedToInternet)
            case .byCancelling: CancellationError()
            }
        }

        /// What a reader sees last.
        var seen: CachedShelfTests.Seen { error.map { CachedShelfTests.Seen($0) } ?? .end }
    }

    private struct State {
        var bays: [String: [String]] = [:]
        var calls: [String] = []
        var saves: [String] = []
        var saveCalls = 0
        var failing = Failing.never
        var noticesLate = false
        var cancellations = 0
        var desk: ManualGate?
        var gates: [String: ManualGate] = [:]
    }

    private let state = Mutex(State())

    init(holding code: String?, at gate: ManualGate) {
        if let code { hold(code, at: gate) }
    }

    var calls: [String] { state.withLock { $0.calls } }
    var saves: [String] { state.withLock { $0.saves } }
    /// Failed ones are counted too.
    var saveCalls: Int { state.withLock { $0.saveCalls } }

    /// How many of the calls that notice it late have been cancelled.
    var cancellations: Int { state.withLock { $0.cancellations } }

    func put(_ titles: [String], in code: String) {
        state.withLock { $0.bays[code] = titles }
    }

    /// From now on, answers about the bay wait at the gate.
    func hold(_ code: String, at gate: ManualGate) {
        state.withLock { $0.gates[code] = gate }
    }

    func fail(_ failing: Failing) {
        state.withLock { $0.failing = failing }
    }

    /// From now on, a call that is cancelled at the gate stays there until it is let through.
    func noticeLate() {
        state.withLock { $0.noticesLate = true }
    }

    /// From now on, saves wait at the gate.
    func waitToSave(at desk: ManualGate) {
        state.withLock { $0.desk = desk }
    }

    func bay(_ code: BayCode) async throws -> Bay {
        let (titles, failing, gate) = state.withLock { state in
            state.calls.append(code.text)
            return (state.bays[code.text] ?? [], state.failing, state.gates[code.text])
        }
        if let gate { try await pass(gate) }
        if let error = failing.error { throw error }
        return Bay(code: code, titles: titles)
    }

    private func pass(_ gate: ManualGate) async throws {
        guard state.withLock({ $0.noticesLate }) else { return try await gate.pass() }
        try await withTaskCancellationHandler {
            // Why a task of its own: it is not cancelled with the one who waits for it.
            try await Task { try await gate.pass() }.value
            try Task.checkCancellation()
        } onCancel: {
            state.withLock { $0.cancellations += 1 }
        }
    }

    func save(_ bay: Bay) async throws {
        // A save that is under way is carried out, even if the task that saves is cancelled.
        if let desk = state.withLock({ $0.desk }) { try await Task { try await desk.pass() }.value }
        try state.withLock { state in
            state.saveCalls += 1
            if let error = state.failing.error { throw error }
            state.saves.append("\(bay.code.text): \(bay.titles.joined(separator: ", "))")
            state.bays[bay.code.text] = bay.titles
        }
    }
}

/// The copies on the tablet.
private final class Copies: BayCopies {
    struct Fault: Error {}

    private struct State {
        var copies: [String: BayCopy]
        var fault: CachedShelfTests.CopiesFault?
        var error = CachedShelfTests.CopiesError.fault
        var gate: ManualGate?
        var confirmation: ManualGate?
    }

    private let state: Mutex<State>
    private let now: @Sendable () -> Date

    init(_ kept: [String: Copy], now: @escaping @Sendable () -> Date) {
        self.now = now
        var copies: [String: BayCopy] = [:]
        for (code, copy) in kept {
            let bay = Bay(code: BayCode(text: code), titles: copy.titles)
            copies[code] = BayCopy(bay: bay, keptAt: now().addingTimeInterval(-copy.age))
        }
        state = Mutex(State(copies: copies))
    }

    /// Each copy, with its age in seconds: «A-03: Momo, 40 s».
    var kept: [String] {
        state.withLock { state in
            state.copies.map { code, copy in
                let age = Int(now().timeIntervalSince(copy.keptAt))
                return "\(code): \(copy.bay.titles.joined(separator: ", ")), \(age) s"
            }
        }.sorted()
    }

    func fail(_ fault: CachedShelfTests.CopiesFault?, by error: CachedShelfTests.CopiesError = .fault) {
        state.withLock { state in
            state.fault = fault
            state.error = error
        }
    }

    /// From now on, reading waits at the gate.
    func wait(at gate: ManualGate) {
        state.withLock { $0.gate = gate }
    }

    /// The next copy is kept at once, and whoever keeps it hears so at the gate.
    func confirmNext(at gate: ManualGate) {
        state.withLock { $0.confirmation = gate }
    }

    func copy(of code: BayCode) async throws -> BayCopy? {
        let (fault, error, gate, copy) = state.withLock {
            ($0.fault, $0.error, $0.gate, $0.copies[code.text])
        }
        try await gate?.pass()
        guard fault == nil || fault == .keeping else { throw error.thrown }
        return copy
    }

    func keep(_ copy: BayCopy) async throws {
        let confirmation = try state.withLock { state in
            guard state.fault == nil || state.fault == .reading else { throw state.error.thrown }
            state.copies[copy.bay.code.text] = copy
            defer { state.confirmation = nil }
            return state.confirmation
        }
        try await confirmation?.pass()
    }
}

/// Waits until something is so; false when it isn't after so many looks, a millisecond or more apart.
///
/// Why looks and not seconds: on a busy machine, the others get on no faster than the one who looks.
private func eventually(looks: Int = 300, _ condition: () async -> Bool) async -> Bool {
    for _ in 0..<looks {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(1))
    }
    return await condition()
}
