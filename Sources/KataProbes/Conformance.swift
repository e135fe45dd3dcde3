/// What a type promises. A missing promise is a red rule and not a suite that fails to build.
///
/// Name the type at the call, `Conformance<PersonName>().isSendable`: in a generic function the compiler
/// knows less about the type, and `isSendable` is false.
public struct Conformance<Subject> {
    public init() {}

    public var isSendable: Bool { false }
    public var isEquatable: Bool { Subject.self is any Equatable.Type }
    public var isHashable: Bool { Subject.self is any Hashable.Type }
    public var isDecodable: Bool { Subject.self is any Decodable.Type }
    public var isEncodable: Bool { Subject.self is any Encodable.Type }
    public var isError: Bool { Subject.self is any Error.Type }
    public var isReference: Bool { Subject.self is AnyObject.Type }
}

extension Conformance where Subject: Sendable {
    public var isSendable: Bool { true }
}
