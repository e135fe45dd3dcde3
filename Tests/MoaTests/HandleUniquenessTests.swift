import Moa
import Testing

@Suite("Uniqueness of handles")
struct HandleUniquenessTests {
    @Test("is judged by who holds the handle", arguments: [("Kim", nil), ("Kim", "m-2"), ("KIM", "m-2")])
    func taken(handle: String, asker: String?) async throws {
        let isTaken = try await uniqueness.isTaken(Handle(handle), for: asker.map { try MemberID($0) })
        #expect(isTaken)
    }

    @Test(
        "leaves a member their own handle, and anybody one that is free",
        arguments: [("KIM", "m-1"), ("Sori", nil)]
    )
    func free(handle: String, asker: String?) async throws {
        let isTaken = try await uniqueness.isTaken(Handle(handle), for: asker.map { try MemberID($0) })
        #expect(!isTaken)
    }

    @Test("is not known where nobody could look")
    func failure() async throws {
        let uniqueness = HandleUniqueness(directory: Unreadable())
        await #expect(throws: Unreadable.Fault.self) { try await uniqueness.isTaken(Handle("Sori")) }
    }

    private let uniqueness = HandleUniqueness(directory: KimAlone())
}

private struct KimAlone: HandleDirectory {
    func holder(of handle: Handle) async throws -> Member? {
        handle.folded == "kim" ? Member(id: try MemberID("m-1"), handle: try Handle("Kim")) : nil
    }
}

private struct Unreadable: HandleDirectory {
    struct Fault: Error {}

    func holder(of handle: Handle) async throws -> Member? { throw Fault() }
}
