// Fails: above 2000 grams a parcel is large
// Tempting: a parcel of two kilograms and a bit is hardly large.

struct Parcel {
    enum Size {
        case small, large, refused
    }

    let grams: Int

    func size() -> Size {
        if grams < 1 || grams > 20_000 { return .refused }
        return grams > 2100 ? .large : .small
    }
}
