/// A record as it was read, with the version to expect when it is saved again.
public struct Versioned<Record: Storable>: Sendable {
    public let record: Record
    public let version: Int

    public init(record: Record, version: Int) {
        self.record = record
        self.version = version
    }
}

extension Versioned: Equatable where Record: Equatable {}
