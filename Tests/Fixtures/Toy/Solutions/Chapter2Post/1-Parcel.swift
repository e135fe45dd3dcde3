// 2.1 A parcel within limits

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
