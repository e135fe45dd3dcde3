/// What a change comes to once it is allowed. A row of the log is a list of these.
enum Step<Record: Storable>: Codable, Sendable {
    case saved(record: Record, version: Int)
    case deleted(id: Record.ID, version: Int)

    var version: Int {
        switch self {
        case .saved(_, let version), .deleted(_, let version): version
        }
    }
}
