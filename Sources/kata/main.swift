import Foundation
import KataRunner

exit(Runner.main())
