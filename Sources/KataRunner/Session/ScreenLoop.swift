/// The shell around a state that keys change: it draws on the full screen, waits for keys, and carries out what they
/// ask for.
protocol ScreenLoop {
    associatedtype Effect

    var session: Session { get }
    var screen: FullScreen { get set }
    /// What was asked for and waits until there is time for it.
    var pending: [Effect] { get set }
    var isOver: Bool { get set }

    /// What the end of input asks for.
    static var quit: Effect { get }
    /// How long to wait for a key, in milliseconds.
    static var patience: Int { get }

    mutating func draw()
    mutating func press(_ key: Key)
    mutating func perform(_ effect: Effect)
    /// For what comes without a key.
    mutating func lookAround()
    /// Nothing is asked for.
    mutating func rest()
}

extension ScreenLoop {
    static var patience: Int { 100 }

    mutating func lookAround() {}
    mutating func rest() {}

    mutating func run() -> ExitCode {
        defer { screen.close() }
        while !isOver {
            draw()
            if session.environment.isInterrupted() { return .interrupted }
            if pending.isEmpty { rest() }
            if pending.isEmpty { listen(for: Self.patience) }
            while !pending.isEmpty, !isOver { perform(pending.removeFirst()) }
        }
        return .success
    }

    mutating func listen(for milliseconds: Int) {
        guard let keys = screen.keys(within: milliseconds) else {
            pending = [Self.quit]
            return
        }
        for key in keys { press(key) }
        lookAround()
    }
}
