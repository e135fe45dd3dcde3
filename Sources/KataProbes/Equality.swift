/// Whether two things are equal by their own `==`; nil if their type has none.
///
/// Compare the answer with `true` or `false`: nil is neither, so a type without `==` is red in both cases. Keep the
/// answer in a constant first, and a learner reads what it was:
///
/// ```swift
/// let sameName = areEqual(sori, soriAgain)
/// #expect(sameName == true, "the same name, written twice, is not the same name")
/// // (sameName → nil) == true
/// ```
///
/// Suites write `== true` after every Bool, too: `#expect(isTaken)` prints nothing but the name.
public func areEqual<Subject>(_ one: Subject, _ other: Subject) -> Bool? {
    guard let one = one as? any Equatable else { return nil }
    return one.isEqual(to: other)
}

/// The hash of a thing; nil if its type has none.
public func hash<Subject>(of subject: Subject) -> Int? {
    (subject as? any Hashable)?.hashValue
}

/// How many different things a `Set` made of these holds; nil if their type can't be in one.
public func countInSet<Subject>(_ subjects: [Subject]) -> Int? {
    var distinct: Set<AnyHashable> = []
    for subject in subjects {
        guard let hashable = subject as? any Hashable else { return nil }
        distinct.insert(AnyHashable(hashable))
    }
    return distinct.count
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool {
        guard let other = other as? Self else { return false }
        return self == other
    }
}
