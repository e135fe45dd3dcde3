/// Why a command can't do what it was asked for. The wording and the way out are in `Complaint+Wording`.
enum Complaint: Error, Hashable {
    // What was typed
    case unknownCommand(String, nearest: String?)
    case unknownOption(String, command: String, nearest: String?)
    case missingValue(option: String)
    case badValue(String, option: String, expected: Phrase)
    case oneOutput(String, String)
    case missingArgument(Phrase, command: String)
    case tooManyArguments([String], command: String)
    case unknownKata(String, nearest: [String])
    case ambiguousKata(String, [String])

    // What was found
    case notInWorkbook(String)
    case emptyWorkbook
    case noCompiler
    case compilerTooOld(String)
    case cannotStart(String, reason: String)
    case cannotRead(String)
    case cannotWrite(String)
    case diskFull(String)
    /// Swift can't build in a folder with this character in its path.
    case unbuildablePath(String, Character)
    case noTemporaryFolder(String)
    case tooFewOpenFiles(Int)
    case cannotPrint(reason: String)
    case buildFailed(output: String)
    /// The build went well, but no program that runs suites lies in a place that a known build system uses.
    case unknownLayout(folder: String, swift: String)
    case buildTimedOut(seconds: Int, onOneFile: Bool)
    case missingPristine(String)
    case missingSolution(String)
    case notSolvedYet(String)
    case nothingToUndo
    case nothingEdited(String, String)
    case unfitAnswer(String, line: Int, kata: String)
    case mutatedAnswerIsRed(String, kata: String)
    case needsTerminal(String)
    case needsScreen(String)
    case noEditor(String)
    case unknownEditor(String, file: String)
    case noWalkthrough(chapter: Int, others: [Int])
    case unreadableWalkthrough(String, line: Int, why: Phrase)
    case noSuchStep(Int, chapter: Int, steps: Int)
    case needsStep(chapter: String)
    case fileInTheWay(String)
    case folderInTheWay(String, kata: String)
    case noDocC
    case doccFailed(output: String)
    /// A page of DocC's whose paths can't be made relative.
    case unmovablePage(String)
    case foreignContent(String, file: String)
    case portTaken(Int)
    case cannotServe(reason: String)
    case noSubmissions([String])
    case notAFolder(String)
    case noResults(String)
    case badClassRoll(String, Phrase)
    /// A file that would be replaced and isn't the runner's.
    case noGradeBook(String)
    case noSandbox
    case sandboxNotPermitted(said: String)
    case cannotJudge(chapter: Int)
    case gradingInterrupted

    // What git says
    case noGit
    case notAClone
    case detachedHead
    case noUpstream(branch: String, remotes: [String])
    case unknownRemote(String, [String])
    case unknownBranch(String, remote: String)
    case unfinishedMerge(remedy: String)
    case uncommitted([String])
    case bothChanged([String], source: String)
    case cannotFetch(String, said: String)
    case gitIsBusy(lock: String)
    case gitRefused(said: String)
    case updateInterrupted

    case interrupted
    case cancelled
}
