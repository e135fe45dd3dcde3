extension Diagnostic {
    /// What is wrong: in the runner's words if it knows the cause, or else in the compiler's, which are data.
    var sentence: Phrase { cause?.sentence ?? .verbatim(message) }
}

extension Diagnostic.Cause {
    var sentence: Phrase {
        switch self {
        case .missingFile(let kata): "the file is missing; `kata reset \(kata)` brings the starter back"
        case .folderInItsPlace(let kata):
            "a folder stands where the file belongs; move it away, then `kata reset \(kata)`"
        case .missingSuite: "the suite is missing"
        case .conflict: "git has left a conflict here"
        case .setAside: "left out, to try the others"
        case .buildTimedOut(let seconds): Complaint.buildTimedOut(seconds: seconds, onOneFile: false).sentence
        case .unbelieved:
            "the test process ended before its rules were over, or reported rules that it had not run"
        case .takesOver(.name, let name):
            "The suite means something else by `\(name)`. What is declared here would take its place."
        case .takesOver(.sign, let name):
            "`\(name)` is declared here for types that aren't yours alone, and the suite would use it."
        case .takesOver(.literal, let name):
            "With `\(name)` the suite's own literals would become values of yours."
        case .takesOver(.depth, let name):
            "`\(name)` can change what the suite itself means, and no answer needs it."
        case .unclosedBrace: "A `}` is missing: what this `{` opens is never closed."
        case .beginsProgram: "`@main` makes a program of the chapter, and its suite needs a library."
        case .declaredTwice(let name, let elsewhere, _):
            "`\(name)` is declared here and in \(elsewhere.map { "\($0.file):\($0.line)" }.joined(separator: ", "))."
        case .compilerCrashed(let declaration?):
            "The compiler crashed while it compiled `\(declaration)`. That is the compiler's fault, not yours."
        case .compilerCrashed: "The compiler crashed. That is the compiler's fault, not yours."
        }
    }

    /// What to do, if the sentence doesn't say it.
    var remedy: Phrase? {
        switch self {
        case .declaredTwice(_, _, hasOwner: true):
            "Choose another name here: the other kata already uses this one."
        case .declaredTwice: "Rename one of them: the katas of a chapter share their names."
        case .takesOver(.name, _): "Choose another name, or make it `private`."
        case .takesOver(.sign, _): "Declare it for a type of your own, or make it `private`."
        case .takesOver(.literal, _): "Make the value with an initialiser."
        case .takesOver(.depth, let name): "Write it without `\(name)`."
        case .beginsProgram: "Write it without `@main`."
        case .compilerCrashed:
            "Write it in another way. Shorter functions help, and so does a plain `catch` with `switch error` in it."
        case .missingFile, .folderInItsPlace, .missingSuite, .conflict, .setAside, .buildTimedOut,
            .unbelieved,
            .unclosedBrace:
            nil
        }
    }
}

extension RuleIssue {
    /// What went wrong: in the runner's words if it knows the cause, or else in the suite's or Swift's.
    var sentence: Phrase { cause?.sentence ?? .verbatim(message) }
}

extension RuleIssue.Cause {
    var sentence: Phrase {
        switch self {
        case .exited(let code): "the process was ended by exit(\(code))"
        case .signalled(4), .signalled(5):
            "the process stopped itself: a `fatalError`, a precondition that did not hold, or a value that was missing"
        case .signalled(6): "the process called abort()"
        case .signalled(9): "the process was killed"
        case .signalled(10), .signalled(11):
            "the process reached for memory that isn't its own, as endless recursion does"
        case .signalled(let signal): "the process was ended by signal \(signal)"
        case .tookAllMemory(let limit):
            "the process took more than the \(limit >> 20) MiB of memory that it may have"
        case .tookTooMuch: "the process took more memory or started more processes than it may"
        case .ended: "the process was ended"
        case .overran(let seconds):
            "not finished after \(seconds) seconds: is there a loop that never ends, or a wait that nobody ends?"
        case .heldUp(let seconds):
            "not finished after \(seconds) seconds, while others kept the machine busy: nobody knows whether it ends"
        case .cancelled: "the rule was cancelled, so nobody knows whether it holds"
        case .excused: "what the rule found was declared a known issue, and a known issue counts too"
        case .notRunThrough: "the rule did not run to its end, so nobody knows whether it holds"
        }
    }
}
