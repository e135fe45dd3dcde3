import Chapter6Factories
import Foundation
import Moa

/// The desk by the door: what is typed goes to the learner's own Moa, and what it answers to the screen.
@main
enum Clubdesk {
    static func main() async {
        exit(await outcome(of: Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func outcome(of arguments: [String]) async -> Answer.Outcome {
        do {
            let invocation = try Invocation(arguments)
            guard !invocation.wantsHelp else { return say(.usage) }
            let wish = try invocation.wish
            let file = try MembersFile(invocation.store, isMade: wish?.takesIn ?? true)
            let events = Megaphone()
            let moa = try Moa.open(store: file.store, ids: RandomIDs(), events: events)
            if let wish { return sayAtOnce(await answer(wish, from: moa, and: events)) }
            return await listen(moa, and: events, at: invocation.store)
        } catch let misunderstood as Invocation.Misunderstood {
            return sayAtOnce(Answer(misunderstood))
        } catch let misunderstood as Request.Misunderstood {
            return sayAtOnce(Answer(misunderstood))
        } catch let problem as MembersFile.Problem {
            return sayAtOnce(Answer(problem))
        } catch let refusal as DeskRefusal {
            return sayAtOnce(Answer(refusal, to: nil))
        } catch {
            return sayAtOnce(Answer("\(error)", outcome: .failed))
        }
    }

    /// Answers line by line. A person is greeted and asked; another program gets the answers alone.
    private static func listen(
        _ moa: any FrontDesk,
        and events: Megaphone,
        at path: String
    ) async -> Answer.Outcome {
        let isPerson = isatty(STDIN_FILENO) != 0
        if isPerson {
            say(Answer("Moa is open, and keeps its members in \(path).", "Type a wish, or help."))
        }
        var worst = Answer.Outcome.done
        while let line = nextLine(prompt: isPerson) {
            guard line.contains(where: { !$0.isWhitespace }) else { continue }
            do {
                let request = try Request(line: line)
                guard request != .quit else { break }
                worst = max(worst, say(await answer(request, from: moa, and: events)))
            } catch {
                worst = max(worst, say(Answer(error)))
            }
        }
        // A person at the terminal has read what was refused.
        return isPerson ? .done : worst
    }

    /// First what the desk says, and then what the rest of Moa hears.
    private static func answer(
        _ request: Request,
        from moa: any FrontDesk,
        and events: Megaphone
    ) async -> Answer {
        await answer(request, from: moa).followed(by: events.announcements())
    }

    private static func answer(_ request: Request, from moa: any FrontDesk) async -> Answer {
        do throws(DeskRefusal) {
            switch request {
            case .join(let handle): return .joined(try await moa.join(handle))
            case .show(let handle): return .shown(try await moa.show(handle))
            case .rename(let handle, let wish): return .renamed(try await moa.rename(handle, to: wish))
            case .leave(let handle):
                // A member is seen off by their name, and not by what was typed.
                let name = (try? await moa.show(handle))?.handle
                try await moa.leave(handle)
                return .left(name ?? handle)
            case .list: return .listed(try await moa.everybody())
            case .help: return .help
            case .quit: return Answer()
            }
        } catch {
            return Answer(error, to: request)
        }
    }
}

// MARK: - Terminal

extension Clubdesk {
    private static func nextLine(prompt: Bool) -> String? {
        if prompt {
            print("> ", terminator: "")
            fflush(nil)
        }
        let line = readLine()
        if prompt && line == nil { print() }
        return line
    }

    @discardableResult
    private static func say(_ answer: Answer) -> Answer.Outcome {
        for line in answer.lines { print(line.printable) }
        fflush(nil)
        return answer.outcome
    }

    /// A single wish that wasn't done is reported on standard error, as other programs do.
    private static func sayAtOnce(_ answer: Answer) -> Answer.Outcome {
        guard answer.outcome != .done else { return say(answer) }
        for line in answer.lines { FileHandle.standardError.write(Data("\(line.printable)\n".utf8)) }
        return answer.outcome
    }
}

// MARK: - Ports

/// Random ids, so that they are still new when the program is started again.
private struct RandomIDs: NewMemberIDs {
    func next() async throws -> MemberID {
        try MemberID("m-\(UUID().uuidString.prefix(8).lowercased())")
    }
}

/// Tells the bystanders, once the person at the desk has been answered.
private actor Megaphone: MemberEvents {
    private var waiting: [MemberEvent] = []

    func publish(_ event: MemberEvent) {
        waiting.append(event)
    }

    func announcements() -> [String] {
        defer { waiting = [] }
        return waiting.map { event in
            switch event {
            case .joined(_, let handle): "(Moa hears: \(handle) has joined.)"
            case .renamed(_, let handle): "(Moa hears: somebody is called \(handle) now.)"
            case .left: "(Moa hears: somebody has left.)"
            }
        }
    }
}
