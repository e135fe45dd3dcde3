/// What katas and rules are worth.
struct PointScheme: Hashable, Sendable {
    enum Worth: Hashable, Sendable {
        /// For a kata that is solved.
        case kata(Double)
        /// For each of these rules that holds, solved or not.
        case rules([String: Double])
    }

    /// What is not in it is worth nothing.
    private var worths: [KataID: Worth] = [:]

    func points(for grade: Grade) -> Double {
        switch worths[grade.kata] {
        case .kata(let points)?: grade.isSolved ? points : 0
        case .rules(let rules)?:
            grade.isAttempt
                ? grade.rules.filter { $0.outcome == .passed }.map { rules[$0.name] ?? 0 }.reduce(0, +) : 0
        case nil: 0
        }
    }

    func most(for kata: KataID) -> Double {
        switch worths[kata] {
        case .kata(let points)?: points
        case .rules(let rules)?: rules.values.reduce(0, +)
        case nil: 0
        }
    }

    /// - Parameter value: from JSON: points by chapter (`"3": 2` for each of its katas), by kata (`"3.1": 4`), and
    ///   by rule (`"3.2": {"equal parts make equal names": 1}`).
    init(_ value: Any, katas: [Gradebook.Kata]) throws(ClassRoll.Flaw) {
        guard let entries = value as? [String: Any] else {
            throw ClassRoll.Flaw(why: "«points» holds no points by kata")
        }
        // A kata counts more than its chapter.
        for (key, value) in entries.sorted(by: { $0.key.count < $1.key.count }) {
            let own = katas.filter { "\($0.id)" == key || "\($0.id.chapter)" == key }
            guard let first = own.first else {
                throw ClassRoll.Flaw(why: "«points» names \(key), and there is no such kata or chapter")
            }
            if let points = Self.number(value) {
                for kata in own { worths[kata.id] = .kata(points) }
            } else if let rules = value as? [String: Any], "\(first.id)" == key {
                worths[first.id] = .rules(try Self.rules(rules, of: first))
            } else {
                throw ClassRoll.Flaw(why: "«points» must give \(key) a number that is 0 or more")
            }
        }
    }

    private static func rules(
        _ entries: [String: Any],
        of kata: Gradebook.Kata
    ) throws(ClassRoll.Flaw) -> [String: Double] {
        var rules: [String: Double] = [:]
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
            guard kata.rules.contains(name) else {
                throw ClassRoll.Flaw(why: "«points» names a rule that \(kata.id) doesn't have: \(name)")
            }
            guard let points = number(value) else {
                throw ClassRoll.Flaw(
                    why: "«points» must give each rule of \(kata.id) a number that is 0 or more: \(name)"
                )
            }
            rules[name] = points
        }
        return rules
    }

    private static func number(_ value: Any) -> Double? {
        (value as? Double).flatMap { $0 >= 0 && $0 <= 1_000_000 ? $0 : nil }
    }
}

extension Double {
    /// «7», «7.5»: no more digits than points need.
    var asPoints: String {
        let hundredths = Int((self * 100).rounded())
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        if rest == 0 { return "\(whole)" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
