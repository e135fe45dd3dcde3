import KataProbes
import Testing

@Suite("Whether a property can be set")
struct SettableTests {
    @Test("of a struct")
    func structs() {
        let settable = [
            "let": isSettable(\StructSpecimen.constant),
            "var": isSettable(\StructSpecimen.variable),
            "private(set)": isSettable(\StructSpecimen.guarded),
            "computed": isSettable(\StructSpecimen.computed),
            "computed with a setter": isSettable(\StructSpecimen.computedBothWays),
            "var in a var": isSettable(\StructSpecimen.nested.variable),
            "var in a let": isSettable(\StructSpecimen.frozen.variable),
        ]
        #expect(settable.filter(\.value).keys.sorted() == ["computed with a setter", "var", "var in a var"])
    }

    @Test("of a class")
    func classes() {
        let settable = [
            "let": isSettable(\ClassSpecimen.constant),
            "var": isSettable(\ClassSpecimen.variable),
            "private(set)": isSettable(\ClassSpecimen.guarded),
            "computed": isSettable(\ClassSpecimen.computed),
        ]
        #expect(settable.filter(\.value).keys.sorted() == ["var"])
    }

    @Test("of a protocol")
    func protocols() {
        let readable = isSettable(\(any SpecimenProtocol).readable)
        #expect(readable == false)
        let writable = isSettable(\(any SpecimenProtocol).writable)
        #expect(writable == true)
    }
}
