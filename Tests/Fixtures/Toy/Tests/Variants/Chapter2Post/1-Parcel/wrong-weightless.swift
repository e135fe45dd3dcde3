// Fails: a parcel that weighs nothing is refused
// Tempting: who would send nothing?

struct Parcel {
    enum Size {
        case small, large, refused
    }

    let grams: Int

    func size() -> Size {
        if grams > 20_000 { return .refused }
        return grams > 2000 ? .large : .small
    }
}
