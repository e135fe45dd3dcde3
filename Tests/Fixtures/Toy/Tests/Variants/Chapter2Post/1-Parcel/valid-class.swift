// A class, and the limits checked one by one.

final class Parcel {
    enum Size {
        case small, large, refused
    }

    let grams: Int

    init(grams: Int) {
        self.grams = grams
    }

    func size() -> Size {
        if grams < 1 || grams > 20_000 { return .refused }
        return grams > 2000 ? .large : .small
    }
}
