import Foundation
import Synchronization

/// Several threads that do the same work side by side.
enum Crew {
    /// Ends when all of them have ended.
    ///
    /// - Parameters:
    ///   - meanwhile: called now and then on the caller's own thread, and once more at the end.
    ///   - work: gets the number of its thread, from 0.
    static func work(
        _ count: Int,
        meanwhile: () -> Void,
        _ work: @escaping @Sendable (Int) -> Void
    ) {
        let running = Running(count)
        for number in 0..<count {
            let thread = Thread {
                work(number)
                running.leave()
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
        while !running.isOver {
            meanwhile()
            Thread.sleep(forTimeInterval: 0.02)
        }
        meanwhile()
    }

    private final class Running: Sendable {
        private let count: Atomic<Int>

        init(_ count: Int) {
            self.count = Atomic(count)
        }

        var isOver: Bool { count.load(ordering: .acquiring) == 0 }

        func leave() {
            count.subtract(1, ordering: .releasing)
        }
    }
}
