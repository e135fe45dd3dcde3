// 1.3 Dues

/// What a member has to pay or, if it is below zero, gets back.
struct Dues: Hashable, Sendable {
    // Why not `Double` or `Decimal`: minor units have no fraction, and the type should allow none.
    let minorUnits: Int
    let currency: Currency

    func adding(_ other: Dues) throws(Refusal) -> Dues {
        try requireSameCurrency(as: other)
        return Dues(minorUnits: minorUnits + other.minorUnits, currency: currency)
    }

    func subtracting(_ other: Dues) throws(Refusal) -> Dues {
        try requireSameCurrency(as: other)
        return Dues(minorUnits: minorUnits - other.minorUnits, currency: currency)
    }

    // Why a number and not dues: twelve is a count of months. Won times won is nothing anybody can pay.
    func times(_ count: Int) -> Dues {
        Dues(minorUnits: minorUnits * count, currency: currency)
    }

    /// The share of each person, in the order in which they pay: what can't be divided goes to the first ones.
    func split(among people: Int) throws(Refusal) -> [Dues] {
        guard people > 0 else { throw .nobodyToPay }
        let (share, rest) = minorUnits.quotientAndRemainder(dividingBy: people)
        return (0..<people).map { turn in
            // Why `signum`: the rest of a credit is below zero, and is handed out as well.
            let one = turn < abs(rest) ? rest.signum() : 0
            return Dues(minorUnits: share + one, currency: currency)
        }
    }

    private func requireSameCurrency(as other: Dues) throws(Refusal) {
        guard currency == other.currency else {
            throw .otherCurrency(expected: currency, found: other.currency)
        }
    }
}

/// The money of a circle's town. A won or a yen is one minor unit; a yuan or a dollar is a hundred.
enum Currency: Hashable, CaseIterable {
    case won, yen, yuan, dollar

    /// For display only: currencies may share a symbol.
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
        /// Two currencies met. The expected one is that of the dues whose method was called.
        case otherCurrency(expected: Currency, found: Currency)
        /// There are no payers.
        case nobodyToPay
    }
}
