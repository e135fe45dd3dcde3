import Synchronization

@testable import KataRunner

/// A terminal in memory: what was written to it, and keys that are pressed one burst after another.
final class FakeTerminal: Sendable {
    private struct State {
        var output = ""
        var error = ""
        var frames: [[String]] = []
        var keys: [String]
        var rows: Int?
        var columns: Int?
        var screens: [String] = []

        /// A frame begins at the upper left corner and clears each row before it writes it.
        mutating func take(_ text: String) {
            guard text.hasPrefix("\u{1B}[H") else { return output += text }
            let rows = text.dropFirst(3).split(separator: "\r\n", omittingEmptySubsequences: false)
            frames.append(
                rows.map { $0.hasPrefix("\u{1B}[K") ? String($0.dropFirst(3)) : "not cleared: \($0)" }
            )
        }
    }

    private let state: Mutex<State>
    private let answer: String?
    private let isInteractive: Bool

    /// - Parameters:
    ///   - answer: what somebody who is asked types; nil if nobody is there.
    ///   - keys: what is typed; after the last of it the terminal is gone. Nil if it is none.
    init(answer: String? = nil, keys: [String]? = nil, rows: Int? = nil, columns: Int? = nil) {
        self.answer = answer
        isInteractive = keys != nil
        state = Mutex(State(keys: keys ?? [], rows: rows, columns: columns))
    }

    var output: String { state.withLock { $0.output } }
    var error: String { state.withLock { $0.error } }
    /// What the whole screen showed, row by row, each time it was drawn.
    var frames: [[String]] { state.withLock { $0.frames } }
    /// «open» and «close», as they came.
    var screens: [String] { state.withLock { $0.screens } }

    func resize(rows: Int, columns: Int) {
        state.withLock { ($0.rows, $0.columns) = (rows, columns) }
    }

    var terminal: Terminal {
        Terminal(
            write: { text in self.state.withLock { $0.take(text) } },
            writeError: { text in self.state.withLock { $0.error += text } },
            readLine: { self.answer },
            outputIsTerminal: isInteractive,
            errorIsTerminal: false,
            inputIsTerminal: isInteractive || answer != nil,
            columns: { self.state.withLock { $0.columns } },
            rows: { self.state.withLock { $0.rows } },
            openScreen: { self.state.withLock { $0.screens.append("open") } },
            closeScreen: { self.state.withLock { $0.screens.append("close") } },
            suspend: { self.state.withLock { $0.screens.append("suspend") } },
            readInput: { _ in
                self.state.withLock { $0.keys.isEmpty ? nil : Array($0.keys.removeFirst().utf8) }
            }
        )
    }
}
