import Testing

@testable import Chapter2Post

@Suite("2.1 A parcel within limits")
struct ParcelTests {
    @Test("up to 2000 grams a parcel is small", arguments: [1, 2000])
    func small(grams: Int) {
        #expect(Parcel(grams: grams).size() == .small, "a small parcel pays too much")
    }

    @Test("above 2000 grams a parcel is large", arguments: [2001, 20_000])
    func large(grams: Int) {
        #expect(Parcel(grams: grams).size() == .large, "a large parcel pays too little")
    }

    @Test("above 20000 grams a parcel is refused")
    func tooHeavy() {
        #expect(Parcel(grams: 20_001).size() == .refused, "the counter breaks")
    }

    @Test("a parcel that weighs nothing is refused")
    func weightless() {
        #expect(Parcel(grams: 0).size() == .refused, "thin air was sent")
    }
}
