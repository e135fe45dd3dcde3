/// A key of `kata watch`: its name on the last lines, and what it does.
struct WatchKey: Hashable, Sendable {
    var key: String
    /// Nil where `?` alone tells of it.
    var name: Phrase?
    var meaning: Phrase

    static let all = [
        WatchKey(key: "n", name: "next", meaning: "the next kata; from a solved one, the next that isn't"),
        WatchKey(key: "p", name: "back", meaning: "the kata before"),
        WatchKey(key: "s", name: "page", meaning: "the page of this kata, and back to the verdict"),
        WatchKey(key: "i", name: "chapter", meaning: "what this chapter is about, and back"),
        WatchKey(key: "h", name: "hint", meaning: "one more hint"),
        WatchKey(
            key: "d",
            name: "solution",
            meaning: "one good answer beside yours; asks first while the kata isn't solved"
        ),
        WatchKey(key: "r", name: "check", meaning: "check this kata again, as a save does; enter too"),
        WatchKey(key: "c", name: "check chapter", meaning: "check all katas of this chapter"),
        WatchKey(key: "a", name: "check all", meaning: "check all katas of the workbook"),
        WatchKey(key: "l", name: "list", meaning: "the list of all katas, to choose from"),
        WatchKey(key: "o", name: "open", meaning: "open the file in your editor"),
        WatchKey(key: "x", name: "reset", meaning: "put the starter back; asks first"),
        WatchKey(key: "↑ ↓", meaning: "scroll; space and the page keys too"),
        WatchKey(key: "Ctrl-Z", meaning: "suspend; `fg` in your shell comes back"),
        WatchKey(key: "?", name: "keys", meaning: "these keys, and back"),
        WatchKey(key: "q", name: "quit", meaning: "quit"),
    ]
}
