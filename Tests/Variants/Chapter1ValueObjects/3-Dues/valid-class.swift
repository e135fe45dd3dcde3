// A class of constants; a share is the difference between what the first ones pay together.

/// What a member is to pay, or gets back where it is below zero.
final class Dues: Hashable, Sendable {
    let minorUnits: Int
    let currency: Currency

    init(minorUnits: Int, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    static func == (one: Dues, other: Dues) -> Bool {
        one.minorUnits == other.minorUnits && one.currency == other.currency
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(minorUnits)
        hasher.combine(currency)
    }

    func adding(_ other: Dues) throws(Refusal) -> Dues {
        try requireSameCurrency(as: other)
        return Dues(minorUnits: minorUnits + other.minorUnits, currency: currency)
    }

    func subtracting(_ other: Dues) throws(Refusal) -> Dues {
        try requireSameCurrency(as: other)
        return Dues(minorUnits: minorUnits - other.minorUnits, currency: currency)
    }

    func times(_ count: Int) -> Dues {
        Dues(minorUnits: minorUnits * count, currency: currency)
    }

    /// The share of each person, in the order in which they pay: what can't be divided goes to the first ones.
    func split(among people: Int) throws(Refusal) -> [Dues] {
        guard people > 0 else { throw .nobodyToPay }
        return (1...people).map { turn in
            Dues(minorUnits: upTo(turn, of: people) - upTo(turn - 1, of: people), currency: currency)
        }
    }

    /// What the first ones pay together.
    private func upTo(_ turn: Int, of people: Int) -> Int {
        let size = Int(minorUnits.magnitude)
        let together = turn * (size / people) + min(turn, size % people)
        return minorUnits < 0 ? -together : together
    }

    private func requireSameCurrency(as other: Dues) throws(Refusal) {
        guard currency == other.currency else {
            throw .otherCurrency(expected: currency, found: other.currency)
        }
    }
}

/// The money of a circle's town. Won and yen have no smaller coin; a yuan and a dollar have a hundred.
enum Currency: Hashable, CaseIterable {
    case won, yen, yuan, dollar

    /// For display only: two countries may write the same.
    var symbol: String {
        switch self {
        case .won: "₩"
        case .yen, .yuan: "¥"
        case .dollar: "$"
        }
    }

    var minorUnitsPerUnit: Int {
        switch self {
        case .won, .yen: 1
        case .yuan, .dollar: 100
        }
    }
}

extension Dues {
    /// Why something can't be done with dues.
    enum Refusal: Error, Hashable {
        /// Two currencies met. The first is that of the dues which were asked.
        case otherCurrency(expected: Currency, found: Currency)
        /// There is no one to pay.
        case nobodyToPay
    }
}
