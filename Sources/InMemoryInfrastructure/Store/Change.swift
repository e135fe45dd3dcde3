/// One change to a store. `Store.commit` makes all changes of a list, or none.
public enum Change<Record: Storable>: Sendable {
    case insert(Record)
    case save(Record, expecting: Int? = nil)
    case delete(Record.ID)
}
