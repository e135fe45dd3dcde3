import Foundation
import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter3DomainServices

/// This chapter's own service, and not the one that later chapters find in Moa.
private typealias HandleUniqueness = Chapter3DomainServices.HandleUniqueness

@Suite("3.1 Ask someone else")
struct HandleTakenTests {
    @Test("a handle that another member holds is taken")
    func taken() async throws {
        let kim = try member("m-1", "Kim")
        let sori = try member("m-2", "Sori")
        let uniqueness = HandleUniqueness(directory: ListedMembers([kim, sori]))
        let isTaken = try await uniqueness.isTaken(Handle("Kim"), for: sori)
        #expect(isTaken == true, "two members would be called Kim")

        // Somebody who left Moa has an id and a handle still, and may come back.
        let minho = try Member(id: MemberID("m-3"), handle: Handle("Minho"), isActive: false)
        let isTakenForMinho = try await uniqueness.isTaken(Handle("Kim"), for: minho)
        #expect(isTakenForMinho == true, "two members would be called Kim once Minho is back")
        let successor = try member("m-4", "Minho")
        let later = HandleUniqueness(directory: ListedMembers([kim, sori, successor]))
        let isStillHis = try await later.isTaken(minho.handle, for: minho)
        #expect(
            isStillHis == true,
            "another Minho has joined, and two would be called so once the first is back"
        )

        // Whoever closes the form may get an error, but no wrong answer.
        let isTakenMeanwhile = try? await inCancelledTask {
            let uniqueness = HandleUniqueness(directory: ListedMembers([kim, sori]))
            return try await uniqueness.isTaken(kim.handle, for: sori)
        }.get()
        #expect(
            isTakenMeanwhile != false,
            "Sori closed the form while she waited, and Kim's handle counts as free"
        )
    }

    @Test("a handle that nobody holds is free")
    func free() async throws {
        let kim = try member("m-1", "Kim")
        let sori = try member("m-2", "Sori")
        let uniqueness = HandleUniqueness(directory: ListedMembers([kim, sori]))
        let isTaken = try await uniqueness.isTaken(Handle("Haneul"), for: sori)
        #expect(isTaken == false, "nobody holds «Haneul», and it counts as taken")
    }

    @Test(
        "a handle in another letter case is the same handle",
        arguments: zip(
            ["Kim", "Kim", "Kim", "Kim Lee", "Élan", "Élan", "Großmann"],
            ["kim", "KIM", "kIM", "kim LEE", "éLAN", "e\u{301}lan", "GROẞMANN"]
        )
    )
    func letterCase(handle: String, wish: String) async throws {
        let holder = try member("m-1", handle)
        let sori = try member("m-2", "Sori")
        let uniqueness = HandleUniqueness(directory: ListedMembers([holder, sori]))
        let isTaken = try await uniqueness.isTaken(Handle(wish), for: sori)
        #expect(isTaken == true, "the handles of two members would differ only in capitals")
    }

    @Test("Kim is not Kimberly")
    func otherHandlesThatBeginAlike() async throws {
        let kimberly = try member("m-1", "Kimberly")
        let sori = try member("m-2", "Sori")
        let others = try ["Kim Lee", "Kim-Lee", "Kim.", "Kim2"].enumerated().map { place, handle in
            try member("m-\(3 + place)", handle)
        }
        let uniqueness = HandleUniqueness(directory: ListedMembers([kimberly, sori] + others))
        let newcomer = try member("m-7", "Kim")
        for asker in [sori, kimberly, newcomer] {
            let isTaken = try await uniqueness.isTaken(Handle("Kim"), for: asker)
            #expect(isTaken == false, "nobody holds «Kim», and it counts as taken for \(asker.id)")
        }
    }

    @Test("a member's own handle is not taken for that member", arguments: ["Sori", "SORI"])
    func ownHandle(wish: String) async throws {
        let sori = try member("m-2", "Sori")
        let uniqueness = HandleUniqueness(directory: ListedMembers([sori]))
        let isTaken = try await uniqueness.isTaken(Handle(wish), for: sori)
        #expect(isTaken == false, "Sori was refused the handle that she holds herself")

        // The caller may have renamed her already, and not saved her yet.
        let renamed = try member("m-2", "Haneul")
        let isTakenForRenamed = try await uniqueness.isTaken(Handle(wish), for: renamed)
        #expect(
            isTakenForRenamed == false,
            "Sori, renamed and not saved yet, was refused a handle that is hers"
        )
    }

    @Test("a newcomer's wish does not make the handle theirs")
    func newcomer() async throws {
        let kim = try member("m-1", "Kim")
        let newcomer = try member("M-1", "Kim")
        let uniqueness = HandleUniqueness(directory: ListedMembers([kim]))
        let isTaken = try await uniqueness.isTaken(newcomer.handle, for: newcomer)
        #expect(
            isTaken == true,
            "two members would be called Kim: the newcomer, and the one who has long been here"
        )
    }

    @Test("everybody who was found is looked at")
    func everybody() async throws {
        let kimberly = try member("m-1", "Kimberly")
        let kim = try member("m-2", "Kim")
        let kimmy = try member("m-3", "Kimmy")
        let others = try (10...500).map { try member("m-\($0)", "Kim\($0)") }
        let directory = ListedMembers([kimberly] + others + [kim, kimmy])
        let uniqueness = HandleUniqueness(directory: directory)
        let isTaken = try await uniqueness.isTaken(Handle("Kim"), for: kimberly)
        #expect(isTaken == true, "Kim stood between Kimberly and Kimmy, and was overlooked")

        // While the directory was down, two joined as «Minho».
        let minho = try member("m-4", "Minho")
        let namesake = try member("m-5", "MINHO")
        let namesakes = HandleUniqueness(directory: ListedMembers([minho, namesake]))
        for member in [minho, namesake] {
            let isTaken = try await namesakes.isTaken(Handle("Minho"), for: member)
            #expect(
                isTaken == true,
                "two members are called Minho, one of them asked, and the other was overlooked"
            )
        }
    }

    @Test("an error of the directory reaches the caller as it is")
    func failure() async throws {
        let kim = try member("m-1", "Kim")
        let sori = try member("m-2", "Sori")
        let faults = FaultPlan(failing: [1: .beforeWrite, 3: .beforeWrite, 4: .beforeWrite])
        let directory = ListedMembers([kim, sori], faults: faults)
        let uniqueness = HandleUniqueness(directory: directory)
        let wish = try Handle("Kim")
        await #expect(
            throws: InjectedFault(call: 1),
            "the directory failed, and its error did not reach the caller as it was"
        ) {
            try await uniqueness.isTaken(wish, for: sori)
        }
        let isTaken = try? await uniqueness.isTaken(wish, for: sori)
        let isAnswered = isTaken != nil
        #expect(isAnswered == true, "the directory answers again, and the caller got an error")
        #expect(isTaken != false, "the directory answers again and knows Kim, and her handle counts as free")
        for (call, spelling) in [(3, "KIM"), (4, "Kim")] {
            let heard = await error { try await uniqueness.isTaken(Handle(spelling), for: sori) }
            // Whoever remembers an answer doesn't ask, and breaks another rule.
            guard faults.calls == call else { continue }
            #expect(
                heard as? InjectedFault == InjectedFault(call: call),
                "the directory failed after an answer, and its error did not reach the caller as it was"
            )
        }

        let errors: [any Error] = [
            CancellationError(), Handle.Flaw.tooShort(length: 2), CocoaError(.fileReadNoSuchFile),
            DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "half a line")),
        ]
        for thrown in errors {
            let broken = HandleUniqueness(directory: FixedDirectory(answer: .failure(thrown)))
            let heard = await error { try await broken.isTaken(wish, for: sori) }
            let isTheSame = String(reflecting: heard) == String(reflecting: Optional(thrown))
            #expect(
                isTheSame == true,
                "the directory threw \(type(of: thrown)), and the caller heard \(heard.map { "\(type(of: $0))" } ?? "an answer")"
            )
        }
    }

    private func error(of question: () async throws -> Bool) async -> (any Error)? {
        do {
            _ = try await question()
            return nil
        } catch {
            return error
        }
    }

    @Test("each question is asked anew")
    func noMemory() async throws {
        let kim = try member("m-1", "Kim")
        let sori = try member("m-2", "Sori")
        let minho = try member("m-3", "Minho")
        let directory = ListedMembers([kim, sori, minho])
        let uniqueness = HandleUniqueness(directory: directory)
        let wish = try Handle("Kim")

        let whileKimIsThere = try await uniqueness.isTaken(wish, for: sori)
        #expect(whileKimIsThere == true, "Kim holds the handle, and it counts as free for Sori")
        let forKim = try await uniqueness.isTaken(wish, for: kim)
        #expect(forKim == false, "Sori had asked before, and now Kim is refused the handle that is hers")

        await directory.remove(kim.id)
        let afterKimLeft = try await uniqueness.isTaken(wish, for: sori)
        #expect(afterKimLeft == false, "Kim has left, and her handle still counts as taken")

        await directory.add(try member("m-4", "Kim"))
        let afterAnotherCame = try await uniqueness.isTaken(wish, for: sori)
        #expect(afterAnotherCame == true, "another Kim has joined, and the handle counts as free")
        let forFormerKim = try await uniqueness.isTaken(wish, for: kim)
        #expect(
            forFormerKim == true,
            "the first Kim has left, another has joined, and the first is told it is hers"
        )

        await directory.add(try member("m-5", "Kimberly"))
        let afterKimberlyCame = try await uniqueness.isTaken(Handle("Kimberly"), for: sori)
        #expect(
            afterKimberlyCame == true,
            "somebody asked for «Kim», then Kimberly joined, and «Kimberly» counts as free"
        )

        _ = try await uniqueness.isTaken(Handle("Haneul"), for: sori)
        let afterSoriAsked = try await uniqueness.isTaken(Handle("Haneul"), for: minho)
        #expect(
            afterSoriAsked == false,
            "nobody holds the handle: Sori once asked for it, and now Minho is refused"
        )
        try await askedAtOnce()

        let asked = HandleUniqueness(directory: FixedDirectory(answer: .success([kim])))
        let before = state(of: asked)
        for handle in [kim.handle, minho.handle] { _ = try await asked.isTaken(handle, for: sori) }
        let after = state(of: asked)
        #expect(after == before, "the service has changed by answering, so it keeps something")
    }

    /// Sori asks for «Kim», and the directory is slow. Meanwhile another Kim joins, and the first Kim asks.
    private func askedAtOnce() async throws {
        let kim = try member("m-1", "Kim")
        let sori = try member("m-2", "Sori")
        let gate = ManualGate()
        let directory = ListedMembers([kim, sori], gate: gate)
        let uniqueness = HandleUniqueness(directory: directory)
        // Only what can be shared is asked by two at once.
        guard isShareable(uniqueness) else { return }
        let shared = Shared { try await uniqueness.isTaken($0, for: $1) }
        async let forSori = shared.isTaken(kim.handle, sori)
        _ = await gate.waitUntilHeld(1)
        await directory.add(try member("m-3", "Kim"))
        async let forKim = shared.isTaken(kim.handle, kim)
        _ = await gate.waitUntilHeld(2, patience: .milliseconds(250))
        await gate.open()
        let answers = try await [forSori, forKim]
        #expect(
            answers == [true, true],
            "another Kim joined while Sori waited, and Sori or the first Kim was told that «Kim» is free"
        )
    }
}

extension HandleTakenTests {
    private func member(_ id: String, _ handle: String) throws -> Member {
        try Member(id: MemberID(id), handle: Handle(handle))
    }

    private func isShareable(_ service: some Sendable) -> Bool { true }
    private func isShareable(_ service: some Any) -> Bool { false }

    /// A question that several may ask at once.
    private struct Shared: @unchecked Sendable {
        let isTaken: (Handle, Member) async throws -> Bool
    }

    /// A directory that gives one answer to all.
    private struct FixedDirectory: MemberDirectory {
        let answer: Result<[Member], any Error>

        func lookUp(_ handle: Handle) throws -> [Member] { try answer.get() }
    }

    /// All that is stored in a service, and in what it refers to.
    private func state(of service: some Any) -> String {
        var text = ""
        dump(service, to: &text)
        return text
    }

    /// A directory as its port promises it: it finds generously, in the order of its list.
    private actor ListedMembers: MemberDirectory {
        private var members: [Member]
        private let faults: FaultPlan
        private let gate: ManualGate?

        init(_ members: [Member], faults: FaultPlan = FaultPlan(), gate: ManualGate? = nil) {
            self.members = members
            self.faults = faults
            self.gate = gate
        }

        func lookUp(_ handle: Handle) async throws -> [Member] {
            let found = try faults.around { members.filter { $0.handle.folded.hasPrefix(handle.folded) } }
            // What was found before the gate may be out of date after it.
            try await gate?.pass()
            return found
        }

        func add(_ member: Member) {
            members.append(member)
        }

        func remove(_ id: MemberID) {
            members.removeAll { $0.id == id }
        }
    }
}
