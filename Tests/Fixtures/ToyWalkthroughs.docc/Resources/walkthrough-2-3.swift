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
        guard grams <= 20_000 else { return .refused }
        // TODO: and what weighs nothing?
        return grams <= 2000 ? .small : .large
    }
}
