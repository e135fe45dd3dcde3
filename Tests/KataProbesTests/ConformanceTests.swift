import KataProbes
import Testing

private struct Plain {
    var text = ""
}

private struct Promising: Hashable, Codable, Sendable, Error {
    var text = ""
}

private final class Open {
    var text = ""
}

private actor Isolated {}

@Suite("What a type promises")
struct ConformanceTests {
    @Test("a type that promises nothing")
    func nothing() {
        let open = Conformance<Open>()
        #expect(open.isSendable == false)
        #expect(open.isEquatable == false)
        #expect(open.isHashable == false)
        #expect(open.isDecodable == false)
        #expect(open.isEncodable == false)
        #expect(open.isError == false)
    }

    @Test("a type that promises everything")
    func everything() {
        let promising = Conformance<Promising>()
        #expect(promising.isSendable == true)
        #expect(promising.isEquatable == true)
        #expect(promising.isHashable == true)
        #expect(promising.isDecodable == true)
        #expect(promising.isEncodable == true)
        #expect(promising.isError == true)
    }

    @Test("what the compiler finds out by itself")
    func inferred() {
        #expect(Conformance<Plain>().isSendable == true)
        #expect(Conformance<Isolated>().isSendable == true)
        #expect(Conformance<[Promising]>().isHashable == true)
        #expect(Conformance<[Open]>().isSendable == false)
        #expect(Conformance<[Open]>().isEquatable == false)
    }

    @Test("values and references")
    func references() {
        #expect(Conformance<Open>().isReference == true)
        #expect(Conformance<Isolated>().isReference == true)
        #expect(Conformance<Plain>().isReference == false)
        #expect(Conformance<String>().isReference == false)
    }
}
