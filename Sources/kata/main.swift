import Foundation
import KataRunner

Interruption.listen()
let code = Runner.main(.live)
exit(Interruption.exitCode ?? code.rawValue)
