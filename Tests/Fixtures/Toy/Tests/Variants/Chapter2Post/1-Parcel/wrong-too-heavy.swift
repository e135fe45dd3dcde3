// Fails: above 20000 grams a parcel is refused
// Tempting: whatever is not small is large.

struct Parcel {
    enum Size {
        case small, large, refused
    }

    let grams: Int

    func size() -> Size {
        if grams < 1 { return .refused }
        return grams > 2000 ? .large : .small
    }
}
