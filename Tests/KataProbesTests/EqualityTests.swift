import KataProbes
import Testing

private struct Wordless {}

private class Animal: Hashable {
    let name: String

    init(_ name: String) {
        self.name = name
    }

    static func == (one: Animal, other: Animal) -> Bool { one.name == other.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

private final class Cat: Animal {}

@Suite("Equality of a type that may have none")
struct EqualityTests {
    @Test("is asked of the type's own ==")
    func equality() {
        #expect(areEqual(1, 1) == true)
        #expect(areEqual(1, 2) == false)
        #expect(areEqual(Animal("momo"), Animal("momo")) == true)
        #expect(areEqual(Int?.none, Int?.none) == true)
        #expect(areEqual(Int?.some(1), Int?.none) == false)
        #expect(areEqual([1, 2], [1, 2]) == true)
    }

    @Test("is nil where there is none")
    func missing() {
        #expect(areEqual(Wordless(), Wordless()) == nil)
        #expect(areEqual([Wordless()], [Wordless()]) == nil)
        #expect(hash(of: Wordless()) == nil)
        #expect(countInSet([Wordless()]) == nil)
    }

    @Test("does not depend on which of the two is of a subclass")
    func subclasses() {
        let animal = Animal("momo")
        let cat: Animal = Cat("momo")
        #expect(areEqual(animal, cat) == true)
        #expect(areEqual(cat, animal) == true)
        #expect(areEqual(cat, Cat("demian")) == false)
    }

    @Test("of things behind a protocol asks what they really are")
    func existentials() {
        let one: any Hashable = 1
        let other: any Hashable = "1"
        #expect(areEqual(one, one) == true)
        #expect(areEqual(one, other) == false)
    }

    @Test("has a hash that equal things share")
    func hashes() {
        #expect(hash(of: Animal("momo")) == Animal("momo").hashValue)
        #expect(hash(of: "momo") == "momo".hashValue)
    }

    @Test("counts what is different")
    func counting() {
        #expect(countInSet([1, 1, 2]) == 2)
        #expect(countInSet([Animal("momo"), Animal("momo")]) == 1)
        #expect(countInSet([Int]()) == 0)
    }
}
