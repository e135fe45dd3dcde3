struct Kite: Equatable {
    var height = 0

    mutating func rise(to height: Int) {
        self.height = height
    }

    func knot(_ number: Int) -> String {
        let knots = ["red", "blue"]
        return knots[number]
    }
}

struct StringTorn: Error, Equatable {
    var place: String
}
