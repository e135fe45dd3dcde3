import Foundation

#if !CLASSROOM
    extension CommandParser {
        static let teaching = Manual.teaching.map(Entry.init(handedOver:))
        static let authoring = Manual.authoring.map(Entry.init(handedOver:))
    }

    extension CommandParser.Entry {
        fileprivate init(handedOver manual: Manual) {
            self.init(manual: manual) { _ in HandoverCommand() }
        }
    }
#endif

/// Leaves a command to the runner that holds the classroom too. Learners don't wait for that to be compiled: it is
/// built when somebody first asks for it.
struct HandoverCommand: Runnable {
    func run(_ session: Session) throws(Complaint) -> ExitCode {
        let environment = session.environment
        let classroom = ClassroomBuild(
            environment: environment,
            workbook: try session.workbook(),
            toolchain: try Toolchain.find(in: environment)
        )
        let program = try session.waiting(classroom.limits) { report throws(Complaint) in
            try classroom.program(report)
        }
        try environment.processes.become(program, environment.arguments, environment.variables)
    }
}
