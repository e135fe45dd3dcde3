import Foundation

/// The runner with the classroom in it, in a scratch path of its own, built again if its sources have changed.
struct ClassroomBuild: Sendable {
    let environment: Environment
    let workbook: Workbook
    let toolchain: Toolchain
    let limits = Checker.Limits(build: 900)

    private var scratch: String { workbook.path(".build/classroom") }
    /// Of what the program was built, and where it lies.
    private var note: String { "\(scratch)/built.txt" }

    func program(_ report: Checker.Report) throws(Complaint) -> String {
        let sources = fingerprint.description
        if let lines = workbook.files.text(note)?.lines, lines.first == sources[...], lines.count > 1,
            workbook.files.isExecutable(String(lines[1]))
        {
            return String(lines[1])
        }
        let built = try builtSteadily(report)
        guard built.end == .exited(0) else { throw .buildFailed(output: built.output + built.errors) }
        let place = try swift(["--show-bin-path"], report)
        guard let folder = Products.folder(toldBy: place.output) else {
            throw .buildFailed(output: place.output + place.errors)
        }
        let program = "\(folder)/kata"
        // A note that can't be kept is no loss: the next call builds again.
        try? workbook.files.update(note, to: Data("\(sources)\n\(program)\n".utf8))
        return program
    }

    /// Swift Build itself crashes now and then. The next try goes on from there.
    private func builtSteadily(_ report: Checker.Report) throws(Complaint) -> ProcessOutcome {
        var built = try swift(["--product", "kata"], report)
        for _ in 1...2 {
            guard built.isWithoutReason else { break }
            built = try swift(["--product", "kata"], report)
        }
        return built
    }

    private func swift(_ words: [String], _ report: Checker.Report) throws(Complaint) -> ProcessOutcome {
        var variables = environment.variables
        variables["KATA_CLASSROOM"] = "1"
        let request = ProcessRequest(
            executable: toolchain.swift,
            arguments: ["build", "--scratch-path", scratch] + words,
            variables: variables,
            directory: workbook.root,
            timeLimit: limits.build
        )
        let outcome = try environment.processes.output(of: request) {
            report(.buildingClassroom, $0.seconds) ? .goOn : .cancel
        }
        switch outcome.end {
        case .interrupted, .cancelled: throw .interrupted
        case .timedOut: throw .buildTimedOut(seconds: Int(limits.build), onOneFile: false)
        case .exited, .signalled, .tookTooMuch: return outcome
        }
    }

    private var fingerprint: Fingerprint {
        var print = Fingerprint()
        print.add(toolchain.identity)
        print.add(workbook.data("Package.swift") ?? Data())
        for folder in ["Sources/kata", "Sources/KataRunner"] { print.add(folder: folder, of: workbook) }
        return print
    }
}
