/// One thing to be done to a store. `Store.commit` does several of them, or none.
public enum Change<Record: Storable>: Sendable {
    case insert(Record)
    case save(Record, expecting: Int? = nil)
    case delete(Record.ID)
}
