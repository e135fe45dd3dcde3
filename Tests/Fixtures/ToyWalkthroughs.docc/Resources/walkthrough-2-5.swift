// 2.1 A parcel within limits
//
// Let the size of a parcel follow from its weight.
//
// The page: swift run kata show 2.1
// Check it: swift run kata check 2.1

struct Parcel {
    enum Size {
        case small, large, refused
    }

    let grams: Int

    func size() -> Size {
        switch grams {
        case 1...2000: .small
        case 2001...20_000: .large
        default: .refused
        }
    }
}
