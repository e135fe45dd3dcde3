import Chapter6Factories
import Moa

/// What the desk says, and what that means for the program's caller.
struct Answer: Hashable {
    enum Outcome: Int32, Comparable {
        case done = 0
        case refused = 1
        /// The words, or the machine, are to blame and not the wish.
        case failed = 2

        static func < (one: Outcome, other: Outcome) -> Bool { one.rawValue < other.rawValue }
    }

    let lines: [String]
    let outcome: Outcome

    init(_ lines: String..., outcome: Outcome = .done) {
        self.lines = lines
        self.outcome = outcome
    }

    private init(list lines: [String], outcome: Outcome = .done) {
        self.lines = lines
        self.outcome = outcome
    }

    func followed(by more: [String]) -> Answer { Answer(list: lines + more, outcome: outcome) }
}

// MARK: - What has been done

extension Answer {
    static func joined(_ card: MemberCard) -> Answer {
        Answer("Welcome, \(card.handle). Your id is \(card.id).")
    }

    static func shown(_ card: MemberCard) -> Answer {
        Answer("\(card.handle) is in Moa, under the id \(card.id).")
    }

    static func renamed(_ card: MemberCard) -> Answer {
        Answer("You are called \(card.handle) from now on. Your id is still \(card.id).")
    }

    static func left(_ handle: String) -> Answer { Answer("Goodbye, \(handle). Your handle is free again.") }

    static func listed(_ cards: [MemberCard]) -> Answer {
        guard !cards.isEmpty else { return Answer("Nobody is in Moa yet.") }
        return Answer(list: cards.map { "\($0.handle) (\($0.id))" })
    }

    static let help = Answer(
        list: [
            "join Kim            somebody joins Moa, and is called Kim",
            "show Kim            shows who Kim is",
            "rename Kim to Mina  Kim is called Mina from now on",
            "leave Kim           Kim leaves Moa",
            "list                everybody who is in Moa",
            "quit                closes the desk",
            "",
            "A handle with a «to» in it stands in quotes: rename \"Kim to Mina\" to Sori",
        ]
    )

    static let usage = Answer(
        list: [
            "The desk by the door of Moa, as you have built it in kata 6.5.",
            "",
            "swift run clubdesk [--store FILE] [WISH]",
            "",
        ] + help.lines + [
            "",
            "Without a wish, the desk listens to what is typed, or to what another program",
            "writes to it.",
            "",
            "--store FILE  keeps the members in FILE, and not in .kata/clubdesk.jsonl",
            "",
            "The exit code is 0 when all was done, 1 when the desk refused, and 2 when it",
            "didn't understand or could not read or write.",
        ]
    )
}

// MARK: - What has not

extension Answer {
    init(_ refusal: DeskRefusal, to request: Request?) {
        let allowed = Handle.allowedLength
        let range = "\(allowed.lowerBound) to \(allowed.upperBound) characters"
        switch refusal {
        case .noHandle(.tooShort(let length)):
            self.init(
                "This is too short for a handle. It has \(length), and a handle has \(range).",
                outcome: .refused
            )
        case .noHandle(.tooLong(let length)):
            self.init(
                "This is too long for a handle. It has \(length), and a handle has \(range).",
                outcome: .refused
            )
        case .handleTaken:
            self.init(
                "\(request?.wish ?? "This handle") is taken: another member is called that.",
                outcome: .refused
            )
        case .unknownMember:
            self.init("Nobody in Moa is called \(request?.member ?? "that").", outcome: .refused)
        case .closed:
            self.init(
                "The desk can't read or keep anything at the moment. Try again later.",
                outcome: .failed
            )
        case .notYet(let part):
            self.init(
                "Your Moa can't do this yet: kata 6.5, section «\(part.rawValue)».",
                "Its page: swift run kata show 6.5",
                outcome: .refused
            )
        }
    }

    init(_ misunderstood: Request.Misunderstood) {
        let said =
            switch misunderstood {
            case .unknownVerb(let word): "The desk doesn't know «\(word)»."
            case .handleMissing(let verb): "Who? Say «\(verb) Kim»."
            case .twoHandlesNeeded: "Who, and to what? Say «rename Kim to Mina»."
            case .severalTos: "Which «to» is it? Say «rename \"Kim to Mina\" to Sori», with the quotes."
            case .tooManyWords(let verb): "«\(verb)» stands alone."
            case .controlCharacter:
                "That line holds a key that writes no letter, an arrow perhaps. Type it again."
            }
        self.init(said, "What it knows: join, show, rename, leave, list, help, quit.", outcome: .failed)
    }

    init(_ misunderstood: Invocation.Misunderstood) {
        let said =
            switch misunderstood {
            case .unknownOption(let option): "There is no option \(option)."
            case .fileMissing: "Which file? Say «--store FILE»."
            }
        self.init(said, "How it is used: swift run clubdesk --help", outcome: .failed)
    }

    init(_ problem: MembersFile.Problem) {
        switch problem {
        case .open(let path):
            self.init(
                "Another desk has \(path) open.",
                "Close that one first, or take another file with --store.",
                outcome: .failed
            )
        case .unreadable(let path, let reason):
            self.init("\(path) can't be opened: \(reason).", outcome: .failed)
        case .foreign(let path):
            self.init(
                "\(path) holds something other than members, and stays as it is.",
                "Take another file with --store.",
                outcome: .failed
            )
        case .damaged(let path, let row):
            self.init("\(path) is damaged: row \(row) is no row of members.", outcome: .failed)
        }
    }
}

extension Request {
    fileprivate var member: String? {
        switch self {
        case .show(let handle), .leave(let handle), .rename(let handle, _): handle
        case .join, .list, .help, .quit: nil
        }
    }

    fileprivate var wish: String? {
        switch self {
        case .join(let handle), .rename(_, let handle): handle
        case .show, .leave, .list, .help, .quit: nil
        }
    }
}
