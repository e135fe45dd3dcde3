import Moa

/// What a store can keep: it has an id, and it can be written down and read again.
///
/// A record need not be a domain object. A repository that translates keeps its record type to itself.
public protocol Storable: Identifiable, Codable, Sendable where ID: Codable & Sendable {}

extension Member: Storable {}
