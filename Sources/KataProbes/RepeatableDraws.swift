/// Numbers that look like chance and are the same in every run: a season of wishes is drawn with them.
///
/// ```swift
/// var draws = RepeatableDraws(seed: 4)
/// for number in 1...600 {
///     let chance = draws.next()
///     let joins = (chance >> 20) % 10 < 8
///     let guest = "m-\((chance >> 33) % 14)"
/// }
/// ```
///
/// Shift a number before you use it, each time by another distance: its lowest bits repeat soon.
///
/// Why no `RandomNumberGenerator`: how `shuffled(using:)` and its kin use one may change with the library.
public struct RepeatableDraws: Sendable {
    private var state: UInt64

    /// - Parameter seed: another one draws other numbers.
    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}
