/// Whether a caller can assign to this property: `isSettable(\Member.id)`.
///
/// The compiler chooses the overload by what the caller may do, so a `let`, a computed property without a
/// setter and a `private(set)` seen from another file all answer false. Call it with a key path literal: a
/// constant of type `KeyPath` has forgotten what the caller may do, and so has a cast at run time.
public func isSettable<Root, Value>(_ property: KeyPath<Root, Value>) -> Bool { false }

public func isSettable<Root, Value>(_ property: WritableKeyPath<Root, Value>) -> Bool { true }
