// Fails: up to 2000 grams a parcel is small
// Tempting: «less than» is the first sign that comes to mind.

struct Parcel {
    enum Size {
        case small, large, refused
    }

    let grams: Int

    func size() -> Size {
        if grams < 1 || grams > 20_000 { return .refused }
        return grams < 2000 ? .small : .large
    }
}
