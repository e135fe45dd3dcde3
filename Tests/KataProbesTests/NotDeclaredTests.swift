import KataProbes
import Testing

private protocol Flying {
    func height() async throws -> Int
}

extension Flying {
    func height() async throws -> Int { throw NotDeclared("height()") }
}

private struct Kite: Flying {
    func height() -> Int { 30 }
}

private struct Stone: Flying {}

@Suite("What the page asks for, and a type lacks")
struct NotDeclaredTests {
    private func height(of subject: some Flying) async throws -> Int {
        try await subject.height()
    }

    @Test("a type's own method answers, in whatever form")
    func own() async throws {
        #expect(try await height(of: Kite()) == 30)
    }

    @Test("where there is none, the error says which")
    func missing() async {
        await #expect(throws: NotDeclared("height()")) { try await height(of: Stone()) }
        #expect("\(NotDeclared("height()"))" == "height() is not there, or can't be reached")
    }
}

@Suite("The reason for a decision")
struct ReasonTests {
    @Test(
        "is a sentence of twenty letters or more, in whatever script",
        arguments: [
            "Codes are typed at the desk.", "abcdefghij klmnopqrst", "책상에서 사람이 직접 코드를 입력하기 때문에 나눠서 둔다",
        ]
    )
    func sentences(reason: String) {
        #expect(isSentence(reason) == true)
    }

    @Test(
        "is neither blank nor a word or two, and dots don't make it longer",
        arguments: ["", " \n", "it is obvious", "abcdefghij klmnopqrs", "........................"]
    )
    func noSentences(reason: String) {
        #expect(isSentence(reason) == false)
    }
}
