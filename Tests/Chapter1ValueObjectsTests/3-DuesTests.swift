import KataProbes
import Testing

@testable import Chapter1ValueObjects

@Suite("1.3 Dues")
struct DuesTests {
    @Test("an amount stays what it was, to the last unit", arguments: Amount.all)
    func exactness(amount: Amount) {
        let dues = amount.dues
        #expect(
            dues.minorUnits == amount.minorUnits,
            "money has gone missing, or has appeared, on the way in"
        )
        #expect(dues.currency == amount.currency, "the money came back in another currency")
    }

    @Test("the same amount of the same currency is the same dues")
    func equality() throws {
        let sum = try dollars(10).adding(dollars(20))
        let thirtyCents = dollars(30)
        #expect(areEqual(sum, thirtyCents) == true, "ten cents and twenty cents are not thirty cents")
        // A set of values that break this promise may stop the program.
        try #require(
            hash(of: sum) == hash(of: thirtyCents),
            "equal dues have different hashes, so a set may miss one"
        )
        let shares = try won(99).split(among: 3)
        let reckoned =
            [
                (try won(5_000).subtracting(won(8_000)), won(-3_000)),
                (try won(5_000).adding(won(-8_000)), won(-3_000)),
                (won(5_000).times(12), won(60_000)), (won(5_000).times(0), won(0)),
                (won(5_000).times(-2), won(-10_000)),
            ] + shares.map { ($0, won(33)) }
        for (dues, written) in reckoned {
            #expect(
                areEqual(dues, written) == true,
                "calculated dues are not equal to dues of the same amount and currency"
            )
            try #require(
                hash(of: dues) == hash(of: written),
                "equal dues have different hashes, so a set may miss one"
            )
        }
        #expect(areEqual(won(5_000), won(5_001)) == false, "5,000 won and 5,001 won count as the same dues")
        #expect(areEqual(dollars(29), dollars(28)) == false, "29 cents and 28 cents count as the same dues")
        let (much, more) = (won(moreThanADoubleCounts), won(moreThanADoubleCounts - 1))
        #expect(
            areEqual(much, more) == false,
            "two amounts count as the same dues, and differ by one won in more than a Double can count"
        )
        #expect(
            areEqual(won(100), won(-100)) == false,
            "100 won and a credit of 100 won count as the same dues"
        )
        #expect(areEqual(won(100), yen(100)) == false, "100 won count as 100 yen")
        #expect(areEqual(yen(100), yuan(100)) == false, "100 yen count as one yuan")
        let different = countInSet([won(0), won(0), yen(0), yuan(0), dollars(0)])
        #expect(
            different == 4,
            "zero won twice, zero yen, zero yuan and zero dollars are not four different dues"
        )
    }

    @Test("dues of one currency are added and subtracted", arguments: Calculation.all)
    func addition(row: Calculation) throws {
        let one = Dues(minorUnits: row.one, currency: row.currency)
        let other = Dues(minorUnits: row.other, currency: row.currency)
        let sum = try one.adding(other)
        #expect(sum.minorUnits == row.sum, "the two were added, and money has gone missing or has appeared")
        #expect(sum.currency == row.currency, "the sum came out in another currency")
        let rest = try one.subtracting(other)
        #expect(
            rest.minorUnits == row.difference,
            "the second was subtracted from the first, and money has gone missing or has appeared"
        )
        #expect(rest.currency == row.currency, "what is left came out in another currency")
    }

    @Test("two currencies are never mixed, and the refusal names both", arguments: Mixture.all)
    func mixing(mixture: Mixture) {
        let one = Dues(minorUnits: mixture.one.minorUnits, currency: mixture.one.currency)
        let other = Dues(minorUnits: mixture.other.minorUnits, currency: mixture.other.currency)
        let expected = Named(expected: one.currency, found: other.currency)
        let adding = named { try one.adding(other) }
        #expect(
            adding == expected,
            "two currencies were added, or the refusal doesn't name the first as expected and the other as found"
        )
        let subtracting = named { try one.subtracting(other) }
        #expect(
            subtracting == expected,
            "two currencies were subtracted, or the refusal doesn't name the first as expected and the other as found"
        )
        let unasked = Self.unasked ?? []
        #expect(unasked == [], "this compiles, and mixes two currencies without a refusal")
    }

    /// What compiles of sums that can't refuse.
    private static let unasked = try? compiler.accepted(
        ["let sum: Dues = dues + dues", "let rest: Dues = dues - dues", "var sum = dues; sum += dues"],
        given: "dues: Dues"
    )

    /// The currencies that a refusal names.
    private struct Named: Equatable {
        let expected: Currency
        let found: Currency
    }

    private func named(_ work: () throws -> Dues) -> Named? {
        do {
            _ = try work()
            return nil
        } catch Dues.Refusal.otherCurrency(let expected, let found) {
            return Named(expected: expected, found: found)
        } catch {
            return nil
        }
    }

    @Test("calculating leaves the old amounts as they were")
    func unchanged() throws {
        let monthly = won(5_000)
        let paid = won(3_000)
        _ = try monthly.adding(paid)
        _ = try monthly.subtracting(paid)
        _ = monthly.times(12)
        _ = try monthly.split(among: 3)
        #expect(monthly.minorUnits == 5_000, "somebody calculated, and what a member owes has changed")
        #expect(paid.minorUnits == 3_000, "somebody calculated, and what a member paid has changed")
        let amountIsSettable = isSettable(\Dues.minorUnits)
        #expect(amountIsSettable == false, "anybody can put another amount into dues")
        let currencyIsSettable = isSettable(\Dues.currency)
        #expect(currencyIsSettable == false, "anybody can turn won into dollars")
    }

    // Each count is a literal: the starter's `times` takes nothing else.
    @Test("a year costs twelve times as much as a month")
    func multiplication() {
        #expect(
            won(5_000).times(12).minorUnits == 60_000,
            "twelve months at 5,000 won do not cost 60,000 won"
        )
        #expect(dollars(29).times(12).minorUnits == 348, "twelve months at 29 cents do not cost 3.48 dollars")
        #expect(
            won(5_000).times(120).minorUnits == 600_000,
            "ten years at 5,000 won a month do not cost 600,000 won"
        )
        #expect(won(5_000).times(0).minorUnits == 0, "zero months do not cost zero won")
        #expect(won(-100).times(3).minorUnits == -300, "three credits of 100 won do not make one of 300 won")
        #expect(
            won(5_000).times(-2).minorUnits == -10_000,
            "two months at 5,000 won, given back, do not make a credit of 10,000 won"
        )
        #expect(
            won(-100).times(-2).minorUnits == 200,
            "two credits of 100 won were cancelled, and the member does not owe 200 won"
        )
        #expect(
            won(moreThanADoubleCounts).times(3).minorUnits == 3 * moreThanADoubleCounts,
            "more won than a Double can count exactly were tripled, and money has gone missing or has appeared"
        )
        for currency in Currency.allCases {
            let wrongAmount = (-100...100).first { amount in
                let month = Dues(minorUnits: amount, currency: currency)
                return month.times(1).minorUnits != amount || month.times(3).minorUnits != 3 * amount
            }
            let wrong = wrongAmount.map { "\($0) \(currency)" }
            #expect(wrong == nil, "one month or three do not cost what they should, in the smallest unit")
            let year = Dues(minorUnits: 100, currency: currency).times(12)
            #expect(year.currency == currency, "a year's dues came out in another currency")
            let nothing = Dues(minorUnits: 100, currency: currency).times(0)
            #expect(nothing.currency == currency, "the dues for zero months came out in another currency")
        }
    }

    @Test(
        "a bare number is not dues, and dues can't be multiplied by dues",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func absentOperations() throws {
        let year = "let year: Dues = dues.times(months)"
        let meaningless = [
            "let more: Dues = try dues.adding(5)",
            "let less: Dues = try dues.subtracting(5)",
            "let less: Dues = try dues - 5",
            "let half: Dues = dues.times(0.5)",
            "let more: Dues = try 5 + dues",
            "let less: Dues = try 5 - dues",
            "_ = dues == 5",
            "_ = dues < 5",
            "_ = dues.times(dues)",
            "_ = dues * dues",
            "let more: Dues = try dues + 5",
            "var more = dues; try more += 5",
            "var less = dues; try less -= 5",
            "let shares = try dues.split(among: dues)",
            "let none: Dues = .zero",
            "let none: Dues = .init()",
            "let five: Dues = .init(minorUnits: 5_000)",
            "let five: Dues = .init(minorUnits: 5_000, currency: nil)",
            // A function's type has no labels, so these find an initialiser whatever its label is.
            "let make: (Int) -> Dues = Dues.init",
            "let make: (Double) -> Dues = Dues.init",
            "let make: (Double, Currency) -> Dues = Dues.init",
            "let make: (Int, String) -> Dues = Dues.init",
            "let make: (String) -> Dues? = Dues.init",
        ]
        let accepted = try Self.compiler.accepted([year] + meaningless, given: "dues: Dues, months: Int")
        #expect(accepted.contains(year) == true, "dues can't be multiplied by a whole number of months")
        let compiled = accepted.filter { $0 != year }
        #expect(compiled == [], "this compiles, and means nothing: five of what, and who can pay square won?")
    }

    @Test("the first ones pay what cannot be divided", arguments: Shares.all)
    func remainder(row: Shares) throws {
        let dues = Dues(minorUnits: row.amount, currency: row.currency)
        let shares = try dues.split(among: row.people).map(\.minorUnits)
        #expect(shares == row.expected, "the first ones do not pay what can't be divided, one unit each")
    }

    @Test("a split neither loses nor makes money")
    func conservation() throws {
        var wrong: [String] = []
        for currency in Currency.allCases {
            for people in 1...7 {
                for amount in -50...50 {
                    let shares = try Dues(minorUnits: amount, currency: currency).split(among: people)
                    let sum = shares.reduce(0) { $0 + $1.minorUnits }
                    let inCurrency = shares.allSatisfy { $0.currency == currency }
                    if sum != amount || shares.count != people || !inCurrency {
                        wrong.append("\(amount) \(currency) among \(people)")
                    }
                }
            }
        }
        let firstWrong = wrong.first
        #expect(
            firstWrong == nil,
            "the shares don't add up, are too few or too many, or are in another currency"
        )
    }

    @Test("dues cannot be split among nobody", arguments: [0, -1])
    func nobody(people: Int) {
        #expect(
            throws: Dues.Refusal.nobodyToPay,
            "nobody is there to pay 100 won, and the split is not refused for that"
        ) {
            try won(100).split(among: people)
        }
        #expect(
            throws: Dues.Refusal.nobodyToPay,
            "nobody is there to get a credit of 100 won, and the split is not refused for that"
        ) {
            try won(-100).split(among: people)
        }
        #expect(
            throws: Dues.Refusal.nobodyToPay,
            "nobody is there to pay zero won, and the split is not refused for that"
        ) {
            try won(0).split(among: people)
        }
    }

    private static let compiler = CompileCheck(importing: "Chapter1ValueObjects")
}

/// Amounts that a `Double` loses.
struct Amount: CustomTestStringConvertible {
    let testDescription: String
    let minorUnits: Int
    let currency: Currency

    var dues: Dues { Dues(minorUnits: minorUnits, currency: currency) }

    static let all = [
        Amount(testDescription: "5,000 won", minorUnits: 5_000, currency: .won),
        Amount(testDescription: "29 cents", minorUnits: 29, currency: .dollar),
        Amount(testDescription: "1.15 yuan", minorUnits: 115, currency: .yuan),
        Amount(testDescription: "a credit of 57 cents", minorUnits: -57, currency: .dollar),
        Amount(testDescription: "0 yen", minorUnits: 0, currency: .yen),
        Amount(
            testDescription: "more won than a Double can count exactly",
            minorUnits: moreThanADoubleCounts,
            currency: .won
        ),
    ]
}

/// Two amounts of one currency, their sum, and what is left of the first without the second.
struct Calculation: CustomTestStringConvertible {
    let testDescription: String
    let one: Int
    let other: Int
    let currency: Currency
    let sum: Int
    let difference: Int

    static let all = [
        Calculation("5,000 won and 3,000 won", 5_000, 3_000, .won, sum: 8_000, difference: 2_000),
        Calculation("19.99 dollars and 0.01 dollars", 1_999, 1, .dollar, sum: 2_000, difference: 1_998),
        Calculation("500 yen, and all of it paid", 500, 500, .yen, sum: 1_000, difference: 0),
        Calculation("5,000 won, and 8,000 won paid", 5_000, 8_000, .won, sum: 13_000, difference: -3_000),
        Calculation("zero won, and 300 won paid", 0, 300, .won, sum: 300, difference: -300),
        Calculation("3 dollars, and nothing paid", 300, 0, .dollar, sum: 300, difference: 300),
        Calculation("zero yen and a credit of 300 yen", 0, -300, .yen, sum: -300, difference: 300),
        Calculation("5 dollars and a credit of 8 dollars", 500, -800, .dollar, sum: -300, difference: 1_300),
        Calculation("a credit of 3 yuan, and 2 yuan paid", -300, 200, .yuan, sum: -100, difference: -500),
        Calculation("0.07 yuan and a credit of 0.02 yuan", 7, -2, .yuan, sum: 5, difference: 9),
        Calculation("a credit of 300 yen and one of 200 yen", -300, -200, .yen, sum: -500, difference: -100),
        Calculation(
            "more won than a Double can count exactly, and two won",
            moreThanADoubleCounts,
            2,
            .won,
            sum: moreThanADoubleCounts + 2,
            difference: moreThanADoubleCounts - 2
        ),
    ]

    private init(
        _ testDescription: String,
        _ one: Int,
        _ other: Int,
        _ currency: Currency,
        sum: Int,
        difference: Int
    ) {
        self.testDescription = testDescription
        self.one = one
        self.other = other
        self.currency = currency
        self.sum = sum
        self.difference = difference
    }
}

/// Dues that can't be added, whatever the amounts.
struct Mixture: CustomTestStringConvertible {
    typealias Parts = (minorUnits: Int, currency: Currency)

    let testDescription: String
    let one: Parts
    let other: Parts

    static let all = [
        Mixture("won and dollars", (5_000, .won), (500, .dollar)),
        Mixture("yen and yuan, both written ¥", (100, .yen), (100, .yuan)),
        Mixture("yuan and dollars, both in hundredths", (100, .yuan), (100, .dollar)),
        Mixture("zero won and yen", (0, .won), (300, .yen)),
        Mixture("won and zero dollars", (300, .won), (0, .dollar)),
        Mixture("zero won and zero yen", (0, .won), (0, .yen)),
        Mixture("won and a credit of yen", (300, .won), (-300, .yen)),
        Mixture("a credit of cents and yuan", (-100, .dollar), (100, .yuan)),
    ]

    private init(_ testDescription: String, _ one: Parts, _ other: Parts) {
        self.testDescription = testDescription
        self.one = one
        self.other = other
    }
}

/// What each one pays, in the order in which they pay.
struct Shares: CustomTestStringConvertible {
    let amount: Int
    var currency = Currency.won
    let people: Int
    let expected: [Int]

    var testDescription: String {
        switch currency {
        case .won: "\(amount) won among \(people)"
        case .yen: "\(amount) yen among \(people)"
        case .yuan: "\(amount) hundredths of a yuan among \(people)"
        case .dollar: "\(amount) cents among \(people)"
        }
    }

    static let all = [
        Shares(amount: 100, people: 3, expected: [34, 33, 33]),
        Shares(amount: 101, people: 3, expected: [34, 34, 33]),
        Shares(amount: 102, people: 4, expected: [26, 26, 25, 25]),
        Shares(amount: 99, people: 3, expected: [33, 33, 33]),
        Shares(amount: 100, people: 1, expected: [100]),
        Shares(amount: 2, people: 3, expected: [1, 1, 0]),
        Shares(amount: 143, people: 12, expected: Array(repeating: 12, count: 11) + [11]),
        Shares(
            amount: 1_000,
            people: 600,
            expected: Array(repeating: 2, count: 400) + Array(repeating: 1, count: 200)
        ),
        Shares(amount: -143, people: 12, expected: Array(repeating: -12, count: 11) + [-11]),
        Shares(amount: 0, people: 3, expected: [0, 0, 0]),
        Shares(amount: -100, people: 3, expected: [-34, -33, -33]),
        Shares(amount: -2, people: 3, expected: [-1, -1, 0]),
        Shares(amount: 101, currency: .yen, people: 3, expected: [34, 34, 33]),
        Shares(amount: 200, currency: .yuan, people: 3, expected: [67, 67, 66]),
        Shares(amount: -100, currency: .dollar, people: 3, expected: [-34, -33, -33]),
        Shares(
            amount: moreThanADoubleCounts,
            people: 2,
            expected: [moreThanADoubleCounts / 2 + 1, moreThanADoubleCounts / 2]
        ),
        Shares(
            amount: -moreThanADoubleCounts,
            people: 2,
            expected: [-moreThanADoubleCounts / 2 - 1, -moreThanADoubleCounts / 2]
        ),
    ]
}

// MARK: - Helpers

/// An odd number: a `Double` of this size counts only every 128th.
private let moreThanADoubleCounts = 1_000_000_000_000_000_003

private func won(_ amount: Int) -> Dues { Dues(minorUnits: amount, currency: .won) }
private func yen(_ amount: Int) -> Dues { Dues(minorUnits: amount, currency: .yen) }
private func yuan(_ hundredths: Int) -> Dues { Dues(minorUnits: hundredths, currency: .yuan) }
private func dollars(_ cents: Int) -> Dues { Dues(minorUnits: cents, currency: .dollar) }
