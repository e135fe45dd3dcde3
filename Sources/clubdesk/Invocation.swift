/// How the program was called: with a wish, or to listen to what is typed.
struct Invocation: Hashable {
    var store = ".kata/clubdesk.jsonl"
    var wantsHelp = false
    /// Empty if wishes come from standard input.
    var words: [String] = []

    enum Misunderstood: Error, Hashable {
        case unknownOption(String)
        case fileMissing
    }

    /// What is to be done at once, if anything is. A single argument may be the whole line: «clubdesk "join Kim"».
    var wish: Request? {
        get throws(Request.Misunderstood) {
            switch words.count {
            case 0: nil
            case 1: try Request(line: words[0])
            default: try Request(words)
            }
        }
    }

    init(_ arguments: [String]) throws(Misunderstood) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h":
                wantsHelp = true
            case "--store":
                guard let file = rest.popFirst(), !file.isEmpty else { throw .fileMissing }
                store = file
            case _ where word.hasPrefix("--store=") && word != "--store=":
                store = String(word.dropFirst("--store=".count))
            case "--":
                words += rest
                return
            case _ where word.hasPrefix("-") && words.isEmpty:
                throw .unknownOption(word)
            default:
                words.append(word)
            }
        }
    }
}
