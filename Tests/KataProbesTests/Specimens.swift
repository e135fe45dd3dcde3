/// Properties of every kind, looked at from another file.
struct StructSpecimen {
    let constant = 1
    var variable = 1
    private(set) var guarded = 1
    var computed: Int { 1 }
    var computedBothWays: Int {
        get { variable }
        set { variable = newValue }
    }
    var nested = NestedSpecimen()
    let frozen = NestedSpecimen()
}

struct NestedSpecimen {
    var variable = 1
}

final class ClassSpecimen {
    let constant = 1
    var variable = 1
    private(set) var guarded = 1
    var computed: Int { 1 }
}

protocol SpecimenProtocol {
    var readable: Int { get }
    var writable: Int { get set }
}
