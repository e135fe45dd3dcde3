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
            let wish = invocation.words.isEmpty ? nil : try Request(invocation.words)
            let file = try MembersFile(invocation.store)
            let moa = try Moa.open(store: file.store, ids: RandomIDs(), events: Megaphone())
            if let wish { return sayAtOnce(await answer(wish, from: moa)) }
            return await listen(moa, at: invocation.store)
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
    private static func listen(_ moa: any FrontDesk, at path: String) async -> Answer.Outcome {
        let isPerson = isatty(STDIN_FILENO) != 0
        if isPerson { say(Answer("Moa is open, and keeps its members in \(path). Type a wish, or help.")) }
        var worst = Answer.Outcome.done
        while let line = nextLine(prompt: isPerson) {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            guard !words.isEmpty else { continue }
            do {
                let request = try Request(words)
                guard request != .quit else { break }
                worst = max(worst, say(await answer(request, from: moa)))
            } catch {
                worst = max(worst, say(Answer(error)))
            }
        }
        // Whoever was there has read what was refused.
        return isPerson ? .done : worst
    }

    private static func answer(_ request: Request, from moa: any FrontDesk) async -> Answer {
        do throws(DeskRefusal) {
            switch request {
            case .join(let handle): return .joined(try await moa.join(handle))
            case .show(let handle): return .shown(try await moa.show(handle))
            case .rename(let handle, let wish): return .renamed(try await moa.rename(handle, to: wish))
            case .leave(let handle):
                try await moa.leave(handle)
                return .left(handle)
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
        for line in answer.lines { print(line) }
        fflush(nil)
        return answer.outcome
    }

    /// A single wish that wasn't done is told on standard error, as other programs do.
    private static func sayAtOnce(_ answer: Answer) -> Answer.Outcome {
        guard answer.outcome != .done else { return say(answer) }
        for line in answer.lines { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
        return answer.outcome
    }
}

// MARK: - Ports

/// Ids by chance, so that they go on being new when the program is started again.
private struct RandomIDs: NewMemberIDs {
    func next() async throws -> MemberID {
        try MemberID("m-\(UUID().uuidString.prefix(8).lowercased())")
    }
}

/// Tells whoever stands around.
private struct Megaphone: MemberEvents {
    func publish(_ event: MemberEvent) async {
        switch event {
        case .joined(_, let handle): print("(Moa hears: \(handle) has joined.)")
        case .renamed(_, let handle): print("(Moa hears: somebody is called \(handle) now.)")
        case .left: print("(Moa hears: somebody has left.)")
        }
    }
}
