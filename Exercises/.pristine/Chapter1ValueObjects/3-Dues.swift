// 1.3 Dues
//
// Dues are money, and money is exact. Here they are a `Double` with a symbol: cents go missing on the
// way, yen and yuan look alike, and any bare number passes for dues.
// Make Dues a value with exact amounts, one currency, and only those operations that mean something.
//
// The page: swift run kata show 1.3
// Check it: swift run kata check 1.3

/// What a member has to pay or, if it is below zero, gets back.
struct Dues: Hashable {
    // TODO: Can a binary fraction hold every cent? And which country's ¥ is this?
    private let amount: Double
    private let symbol: String

    init(minorUnits: Int, currency: Currency) {
        amount = Double(minorUnits) / Double(currency.minorUnitsPerUnit)
        symbol = currency.symbol
    }

    private init(amount: Double, symbol: String) {
        self.amount = amount
        self.symbol = symbol
    }

    var minorUnits: Int {
        Int(amount * Double(currency.minorUnitsPerUnit))
    }

    var currency: Currency {
        Currency.allCases.first { $0.symbol == symbol } ?? .won
    }

    func adding(_ other: Dues) throws(Refusal) -> Dues {
        // TODO: What is 5,000 won plus 5 dollars?
        Dues(amount: amount + other.amount, symbol: symbol)
    }

    func subtracting(_ other: Dues) throws(Refusal) -> Dues {
        Dues(amount: amount - other.amount, symbol: symbol)
    }

    /// A year's dues: `monthly.times(12)`.
    func times(_ count: Dues) -> Dues {
        // TODO: What is won times won?
        Dues(amount: amount * count.amount, symbol: symbol)
    }

    /// The share of each person, in the order in which they pay.
    func split(among people: Int) throws(Refusal) -> [Dues] {
        // TODO: Three people share 100 won. Who pays the last won?
        let share = Dues(minorUnits: minorUnits / max(people, 1), currency: currency)
        var shares: [Dues] = []
        while shares.count < people { shares.append(share) }
        return shares
    }
}

extension Dues: ExpressibleByIntegerLiteral {
    // TODO: 5,000 of what?
    init(integerLiteral won: Int) {
        self.init(minorUnits: won, currency: .won)
    }
}

// MARK: - Given

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
