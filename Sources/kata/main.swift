import Foundation
import KataRunner

Interruption.listen()
let code = Runner.main(.live)
exit(Interruption.wasAsked ? ExitCode.interrupted.rawValue : code.rawValue)
