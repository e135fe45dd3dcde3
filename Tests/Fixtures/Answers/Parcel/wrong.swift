struct Parcel {
    enum Size {
        case small, large, refused
    }

    let grams: Int

    func size() -> Size { grams > 2000 ? .large : .small }
}
