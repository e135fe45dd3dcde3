/// What no two records of a store may share; a record whose value is nil is not constrained.
///
/// ```swift
/// extension UniqueKey<Member> {
///     static var handle: Self { UniqueKey("handle") { $0.handle.folded } }
/// }
/// let found = try await members.find(by: .handle, "kim")
/// ```
public struct UniqueKey<Record: Storable>: Sendable {
    public let name: String
    let value: @Sendable (Record) -> String?

    public init(_ name: String, value: @escaping @Sendable (Record) -> String?) {
        self.name = name
        self.value = value
    }
}
