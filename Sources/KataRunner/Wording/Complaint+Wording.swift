extension Complaint {
    /// What is wrong.
    var sentence: Phrase {
        switch self {
        case .unknownCommand(let word, _): "There is no command «\(word)»."
        case .unknownOption(let option, let command, _): "`\(command.typed)` has no option «\(option)»."
        case .missingValue(let option): "The option \(option) needs a value."
        case .badValue(let value, let option, let expected):
            "\(option) can't be «\(value)»: it takes \(expected)."
        case .oneOutput(let one, let other):
            "\(one) and \(other) can't share standard output."
        case .missingArgument(let argument, let command): "`kata \(command)` needs \(argument)."
        case .tooManyArguments(let extra, let command):
            "`\(command.typed)` doesn't know what to do with «\(extra.joined(separator: " "))»."
        case .unknownKata(let reference, _): "There is no kata or chapter «\(reference)»."
        case .ambiguousKata(let reference, let several):
            "«\(reference)» could be \(several.joined(separator: ", "))."
        case .notInWorkbook(let folder): "\(folder) is not inside a workbook."
        case .emptyWorkbook: "This workbook has no katas: no chapter was found in `Exercises`."
        case .compilerTooOld(let said): "This Swift is too old for the workbook: \(said)"
        case .noCompiler: "No Swift compiler was found on the path."
        case .cannotStart(let program, let reason): "\(program) could not be started: \(reason)."
        case .cannotRead(let path): "\(path) can't be read."
        case .cannotWrite(let path): "\(path) can't be written."
        case .diskFull(let path): "\(path) can't be written: its disk is full."
        case .unbuildablePath(let path, "\n"):
            "Swift can't build in a folder with a line break in its path: \(path)"
        case .unbuildablePath(let path, let character):
            "Swift can't build in a folder with «\(character)» in its path: \(path)"
        case .noTemporaryFolder(let path):
            "Swift needs a folder for temporary files, and TMPDIR names one that can't be written: \(path)"
        case .tooFewOpenFiles(let limit):
            "Swift needs more open files than the \(limit) that this terminal allows."
        case .cannotPrint(let reason): "Standard output can't be written: \(reason)."
        case .buildFailed: "The workbook itself could not be built. Your exercises are not the reason."
        case .unknownLayout(let folder, let swift):
            "The build went well, but the program that runs the rules was not found. In \(folder), the runner looked for \(Products.soughtPrograms.joined(separator: " and ")). The Swift in use: \(swift)"
        case .buildTimedOut(let seconds, _):
            .count(
                seconds,
                one: "The build was stopped after a second.",
                many: "The build was stopped after \(seconds) seconds."
            )
        case .missingPristine(let path):
            "\(path) is missing or damaged, so the starter can't be restored from it."
        case .missingSolution(let path): "\(path) is missing."
        case .notSolvedYet(let kata):
            "\(kata) isn't solved yet, and its solution would take the fun out of it."
        case .nothingToUndo: "Nothing is left to undo."
        case .nothingEdited(let exercise, let solution):
            "\(exercise) is the starter, and Git sees no change in \(solution): neither holds an answer to keep."
        case .unfitAnswer(let file, let line, _):
            "\(file):\(line) doesn't fit the text that it is a difference from, so nothing was proven."
        case .mutatedAnswerIsRed(let answer, let kata):
            "The suite of \(kata) refuses «\(answer)», so that answer's mutants would prove nothing."
        case .needsTerminal(let command):
            "`kata \(command)` asks before it goes on, and nobody is there to answer."
        case .needsScreen(let command): "`kata \(command)` needs a terminal to draw on and to read keys from."
        case .noEditor: "No editor is set."
        case .unknownEditor(let command, _): "The editor «\(command)» could not be started."
        case .noWalkthrough(let chapter, _): "There is no walkthrough for chapter \(chapter)."
        case .unreadableWalkthrough(let file, let line, let why):
            "\(file) can't be read as a walkthrough. \(why) (line \(line))"
        case .noSuchStep(let number, let chapter, let steps):
            "The walkthrough of chapter \(chapter) has no step \(number): it has \(steps)."
        case .needsStep: "`kata walk --run` needs to know which step."
        case .fileInTheWay(let path): "\(path) exists already, and nothing is overwritten."
        case .folderInTheWay(let path, _): "\(path) is a folder, where a file belongs."
        case .noDocC: "`docc`, which makes the site, was not found beside the Swift in use."
        case .doccFailed: "`docc` could not make the site."
        case .unmovablePage: "This `docc` makes pages that open at one address only, so no site was made."
        case .foreignContent(let folder, let file):
            "\(folder) holds \(file), which isn't part of the site, and nothing is overwritten."
        case .portTaken(let port): "Another program uses port \(port)."
        case .cannotServe(let reason): "The site can't be served: \(reason)."
        case .noSubmissions(let folders): "No exercises were found in \(folders.joined(separator: ", "))."
        case .noResults(let place): "No results of `kata grade --json` were found in \(place)."
        case .badClassRoll(let file, let why): "\(file) can't be used: \(why)."
        case .noGradeBook(let file):
            "\(file) isn't a grade book in UTF-8 with the columns student and remark, so writing to it would lose what it holds."
        case .notAFolder(let path): "\(path) is not a folder that can be read."
        case .noSandbox:
            "Submissions are other people's code, and this machine has no sandbox to run them in."
        case .sandboxNotPermitted(let said):
            "Submissions are other people's code, and the sandbox does not work here: \(said)"
        case .cannotJudge(let chapter):
            "The suites of chapter \(chapter) don't run to their end even with the starters, so nothing was judged."
        case .noGit: "No `git` was found on the path, and an update needs it."
        case .notAClone: "This workbook is not a git clone of its own, so there is nothing to pull from."
        case .detachedHead: "No branch is checked out, so git doesn't know which one to move."
        case .noUpstream(let branch, _):
            "Your branch \(branch) follows no other, so there is nothing to pull from."
        case .unknownRemote(let name, let remotes):
            remotes.isEmpty
                ? "This clone has no remote, so «\(name)» is unknown."
                : "There is no remote for «\(name)». This clone has \(remotes.joined(separator: ", "))."
        case .unknownBranch(let name, let remote): "\(remote) has no branch \(name)."
        case .unfinishedMerge: "Git is in the middle of a merge or a rebase."
        case .uncommitted(let paths):
            "The update also changes what you have changed and not committed: \(paths.shortList)."
        case .bothChanged(let paths, _):
            "Your commits and the workbook's both change what isn't an exercise: \(paths.shortList)."
        case .cannotFetch(let remote, _): "Nothing could be fetched from \(remote)."
        case .gitIsBusy(let lock): "Another git is at work here, or one was killed: \(lock) exists."
        case .updateInterrupted: "Interrupted. Your edits are back in their place."
        case .gitRefused: "Git could not do what the update needs."
        case .gradingInterrupted: "Interrupted. What was judged so far is kept."
        case .interrupted, .cancelled: "Interrupted. Nothing was changed."
        }
    }

    /// What a program said, if it said something.
    var details: [String] {
        let output: String
        switch self {
        case .buildFailed(let said), .doccFailed(let said), .cannotFetch(_, let said), .gitRefused(let said):
            output = said
        case .unmovablePage(let page): output = page
        default: return []
        }
        let lines = output.split(whereSeparator: \.isNewline).map(String.init)
        let errors = lines.filter { $0.contains("error:") }
        return Array((errors.isEmpty ? lines : errors).suffix(8))
    }

    /// What to do. It ends with a command to type if there is one.
    var remedy: Phrase {
        switch self {
        case .unknownCommand(_, let nearest?): "Did you mean `kata \(nearest)`?"
        case .unknownCommand: "All commands: `kata help`"
        case .unknownOption(_, _, let nearest?): "Did you mean `\(nearest)`?"
        case .unknownOption(_, let command, _): "Its options: `\(command.helpTyped)`"
        case .missingValue, .badValue: "All commands and options: `kata help`"
        case .oneOutput: "Leave one of them out, or name a file for it: `--junit katas.xml`"
        case .missingArgument(_, let command), .tooManyArguments(_, let command):
            "How it is used: `\(command.helpTyped)`"
        case .unknownKata(_, let nearest):
            if let first = nearest.first { "Did you mean `\(first)`?" } else { "All katas: `kata list`" }
        case .ambiguousKata: "Type more of the name, or the number. All katas: `kata list`"
        case .notInWorkbook:
            "Go to the folder that you cloned, the one with `Package.swift` and `Exercises` in it."
        case .emptyWorkbook: "Is this the folder you mean? `kata doctor` says more."
        case .compilerTooOld: "Install Swift 6.2 or newer, from swift.org or with Xcode, then: `kata doctor`"
        case .noCompiler: "Install Swift 6.2 or newer, from swift.org or with Xcode, then: `kata doctor`"
        case .cannotStart: "What is found on this machine: `kata doctor`"
        case .cannotRead, .cannotWrite: "Make it readable and writable, then: `kata doctor`"
        case .cannotPrint: "See where the output goes, then give the same command again."
        case .diskFull: "Make room on it, then: `kata next`"
        case .unbuildablePath: "Move or clone the workbook to another folder, then: `kata doctor`"
        case .noTemporaryFolder: "Set it to another folder, or clear it: `unset TMPDIR`"
        case .tooFewOpenFiles: "Allow more: `ulimit -n 1024`"
        case .buildFailed: "See whether the workbook is intact: `kata doctor`"
        case .unknownLayout:
            "Use a Swift that this workbook was tried with: put it first on the path. To see which those are: `kata doctor`"
        case .buildTimedOut(_, onOneFile: false):
            "The machine may be busy with something else. Allow more time: `--build-timeout 300`"
        case .buildTimedOut:
            "An expression may be too much for the compiler: split it. Or allow more time: `--build-timeout 300`"
        case .missingPristine: "Bring it back from the repository: `git checkout Exercises/.pristine`"
        case .missingSolution: "Bring it back from the repository: `git checkout Solutions`"
        case .notSolvedYet(let kata):
            "Take a hint instead: `kata hint \(kata)`. To see it anyway: `kata solution \(kata) --spoil`"
        case .nothingToUndo: "Where you are: `kata`"
        case .nothingEdited: "Write the answer into one of them, then give the same command again."
        case .unfitAnswer(_, _, let kata): "What is wrong with it: `kata author check \(kata)`"
        case .mutatedAnswerIsRed(_, let kata): "Why it does: `kata author prove \(kata) --again`"
        case .needsTerminal(let command): "To go on without being asked: `kata \(command) --yes`"
        case .needsScreen: "Without one, check after each edit: `kata next`"
        case .noEditor(let file), .unknownEditor(_, let file):
            "Open \(file) yourself, or name an editor: `kata watch --edit code`"
        case .noWalkthrough(_, let others):
            if let first = others.first {
                "There is one for chapter \(first): `kata walk \(first)`"
            } else {
                "Bring them back from the repository: `git checkout \(Workbook.walkthroughs)`"
            }
        case .unreadableWalkthrough(let file, _, _):
            "Bring it back from the repository: `git checkout \(Workbook.walkthroughs)`. If you are writing \(file): `kata author check`"
        case .noSuchStep(_, let chapter, let steps): "The last one: `kata walk \(chapter) --step \(steps)`"
        case .needsStep(let chapter): "The first: `kata walk \(chapter) --step 1 --run`"
        case .fileInTheWay: "Move it away, or choose another name."
        case .folderInTheWay(_, let kata): "Move it away, then: `kata reset \(kata)`"
        case .noDocC:
            "The toolchains from swift.org and Xcode include it. Install one, or name yours: `DOCC_EXEC=/path/to/docc`"
        case .doccFailed: "See whether the workbook is intact: `kata doctor`"
        case .unmovablePage: "Use the `docc` of an older Swift, or update the workbook: `kata update`"
        case .foreignContent: "Choose another folder, or an empty one: `kata site --output DIR`"
        case .portTaken: "Use any free port: `kata site --serve 0`"
        case .cannotServe:
            "Copy the folder to any host that serves files, or try another port: `kata site --serve 0`"
        case .noSubmissions:
            "A submission is a clone, or its folder `Exercises`. How it is used: `kata help grade`"
        case .noResults: "How parts are judged and merged: `kata help grade`"
        case .badClassRoll: "How it is written: `.github/GRADING.md`"
        case .noGradeBook: "Name another file, or save it again as CSV in UTF-8."
        case .notAFolder: "How it is used: `kata help grade`"
        case .noSandbox:
            "Install bubblewrap (`apt install bubblewrap`), or, for code that you trust, add `--no-sandbox`."
        case .sandboxNotPermitted:
            "Allow it user namespaces (`sysctl kernel.apparmor_restrict_unprivileged_userns=0` on Ubuntu), or, for code that you trust, add `--no-sandbox`."
        case .cannotJudge:
            "See whether the workbook is intact: `kata doctor`. To see what is run, add `--verbose`."
        case .noGit: "Install git, then: `kata update`"
        case .notAClone:
            "Clone the workbook again, and copy your exercises and `.kata`, which holds your progress, into the clone."
        case .detachedHead: "Check a branch out, as in `git switch main`, then: `kata update`"
        case .noUpstream(_, let remotes):
            if let remote = remotes.first(where: { $0 == "upstream" }) ?? remotes.first {
                "Name one for this update: `kata update --from \(remote)/main`"
            } else {
                "Add the workbook's address: `git remote add upstream URL`, then: `kata update --from upstream/main`"
            }
        case .unknownRemote(let name, _):
            "Add it: `git remote add \(name.split(separator: "/").first ?? "upstream") URL`. To see what there is: `git remote -v`"
        case .unknownBranch(_, let remote):
            "See which branches there are: `git branch --remotes --list '\(remote)/*'`"
        case .unfinishedMerge(let command):
            "Finish it as `git status` says, or take it back: `\(command)`. Then: `kata update`"
        case .uncommitted(let paths):
            "Commit it, or set it aside with `git stash push \(paths.first ?? "")`. Then: `kata update`"
        case .bothChanged(_, let source):
            "Only you can decide what is right there: `git merge \(source)`. Your exercises are untouched."
        case .cannotFetch(let remote, _):
            "Try `git fetch \(remote)` yourself: it may ask for a password. Then: `kata update --no-fetch`"
        case .gitIsBusy(let lock): "When no git is at work: `rm \(lock)`, then: `kata update`"
        case .updateInterrupted: "To go on with the update: `kata update`"
        case .gitRefused:
            "Nothing of yours is lost. `git status` says more; once that is mended: `kata update`"
        case .gradingInterrupted: "To go on where it stopped, give the same command again."
        case .interrupted, .cancelled: "To go on: `kata next`"
        }
    }
}

extension [String] {
    /// «a, b, c and 4 more»
    fileprivate var shortList: Phrase {
        let more = count - 3
        let first = prefix(3).joined(separator: ", ")
        return more > 0 ? "\(first) and \(more) more" : .verbatim(first)
    }
}

extension String {
    /// How a command of this name is typed. The dashboard's name is empty.
    fileprivate var typed: String { isEmpty ? "kata" : "kata \(self)" }

    /// Where help is found on it. The dashboard and `--version` have no page of their own.
    fileprivate var helpTyped: String { isEmpty || hasPrefix("-") ? "kata help" : "kata help \(self)" }
}
