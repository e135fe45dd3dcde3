/// Whether a property may hold nothing: `isOptional(\Circle.host)`.
///
/// Like `isSettable`, it is decided at compile time: call it with a key path literal.
public func isOptional<Root, Value>(_ property: KeyPath<Root, Value>) -> Bool { false }

public func isOptional<Root, Value>(_ property: KeyPath<Root, Value?>) -> Bool { true }
