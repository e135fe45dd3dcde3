/// A key of `kata watch`: its name on the last lines, and what it does.
struct KeyLegend: Hashable, Sendable {
    var key: String
    /// Nil if only `?` shows it.
    var name: Phrase?
    var meaning: Phrase

    static let all = [
        KeyLegend(
            key: "n",
            name: "next",
            meaning: "the next kata; after a solved one, the next unsolved one"
        ),
        KeyLegend(key: "p", name: "back", meaning: "the kata before"),
        KeyLegend(key: "s", name: "page", meaning: "the page of this kata, and back to the verdict"),
        KeyLegend(key: "i", name: "chapter", meaning: "what this chapter is about, and back"),
        KeyLegend(key: "h", name: "hint", meaning: "one more hint"),
        KeyLegend(
            key: "d",
            name: "solution",
            meaning: "one good answer beside yours; asks first while the kata isn't solved"
        ),
        KeyLegend(key: "r", name: "check", meaning: "check this kata again, as a save does; enter too"),
        KeyLegend(key: "c", name: "check chapter", meaning: "check all katas of this chapter"),
        KeyLegend(key: "a", name: "check all", meaning: "check all katas of the workbook"),
        KeyLegend(key: "l", name: "list", meaning: "the list of all katas, to choose from"),
        KeyLegend(key: "o", name: "open", meaning: "open the file in your editor"),
        KeyLegend(key: "x", name: "reset", meaning: "put the starter back; asks first"),
        KeyLegend(key: "↑ ↓", meaning: "scroll; space and the page keys too"),
        KeyLegend(key: "Ctrl-Z", meaning: "suspend; `fg` in your shell brings it back"),
        KeyLegend(key: "?", name: "keys", meaning: "these keys, and back"),
        KeyLegend(key: "q", name: "quit", meaning: "quit"),
    ]
}
