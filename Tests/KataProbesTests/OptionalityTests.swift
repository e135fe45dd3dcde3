import KataProbes
import Testing

@Suite("Whether a property may hold nothing")
struct OptionalityTests {
    private struct Specimen {
        let present = 1
        let missing: Int? = nil
        var list: [Int?] = []
        var computed: String? { nil }
    }

    private final class Reference {
        var present = 1
        var missing: Int?
    }

    @Test("of a struct")
    func structs() {
        let optional = [
            "let": isOptional(\Specimen.present),
            "optional let": isOptional(\Specimen.missing),
            "list of optionals": isOptional(\Specimen.list),
            "optional computed": isOptional(\Specimen.computed),
        ]
        #expect(optional.filter(\.value).keys.sorted() == ["optional computed", "optional let"])
    }

    @Test("of a class, where a property can be set")
    func classes() {
        let present = isOptional(\Reference.present)
        #expect(present == false)
        let missing = isOptional(\Reference.missing)
        #expect(missing == true)
    }
}
