import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What the system knows about a child and its descendants (`/proc`, `libproc`).
extension Child {
    #if canImport(Darwin)
        static let maximumResidentUnit = 1

        static func allProcesses() -> [pid_t] {
            let count = Int(proc_listallpids(nil, 0))
            guard count > 0 else { return [] }
            var numbers = [pid_t](repeating: 0, count: count + 64)
            let found = proc_listallpids(&numbers, Int32(numbers.count * MemoryLayout<pid_t>.stride))
            return Array(numbers.prefix(max(0, Int(found))))
        }

        static func variables(of process: pid_t) -> [String] { [] }

        static func family(of process: pid_t) -> [pid_t] {
            allProcesses().filter { $0 == process || getsid($0) == process }
        }

        static func ownMemory(of process: pid_t) -> Int {
            var info = proc_taskinfo()
            let size = Int32(MemoryLayout<proc_taskinfo>.size)
            guard proc_pidinfo(process, PROC_PIDTASKINFO, 0, &info, size) == size else { return 0 }
            return Int(info.pti_resident_size)
        }

        static func processorTimes(of family: [pid_t]) -> [pid_t: TimeInterval] {
            var base = mach_timebase_info_data_t()
            guard mach_timebase_info(&base) == KERN_SUCCESS, base.denom > 0 else { return [:] }
            let unit = TimeInterval(base.numer) / TimeInterval(base.denom) / 1e9
            var times: [pid_t: TimeInterval] = [:]
            for process in family {
                var info = proc_taskinfo()
                let size = Int32(MemoryLayout<proc_taskinfo>.size)
                guard proc_pidinfo(process, PROC_PIDTASKINFO, 0, &info, size) == size else { continue }
                times[process] = TimeInterval(info.pti_total_user + info.pti_total_system) * unit
            }
            return times
        }

        static var ownReadyTime: [Int32: TimeInterval]? { nil }

        static func readyTimes(of family: [pid_t]) -> [Int32: TimeInterval] { [:] }
    #else
        /// Linux counts in kibibytes.
        static let maximumResidentUnit = 1024

        static func allProcesses() -> [pid_t] {
            ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
        }

        static func variables(of process: pid_t) -> [String] {
            let file = URL(fileURLWithPath: "/proc/\(process)/environ")
            return ((try? Data(contentsOf: file)) ?? Data()).split(separator: 0).map {
                String(decoding: $0, as: UTF8.self)
            }
        }

        /// The process and those that descend from it, whatever session they are in.
        static func family(of process: pid_t) -> Set<pid_t> {
            var children: [pid_t: [pid_t]] = [:]
            for other in allProcesses() {
                if let parent = parent(of: other) { children[parent, default: []].append(other) }
            }
            var family: Set<pid_t> = []
            var waiting = [process]
            while let next = waiting.popLast() {
                if family.insert(next).inserted { waiting += children[next] ?? [] }
            }
            return family
        }

        /// «12 (a name) S 7 …»: the name may hold anything, so the fields are counted from its last bracket.
        private static func fields(of process: pid_t) -> [Substring] {
            let fields = told(of: process, "stat")
            return fields.lastIndex(of: ")").map { fields[$0...].split(separator: " ") } ?? []
        }

        private static func parent(of process: pid_t) -> pid_t? {
            let fields = fields(of: process)
            return fields.count > 2 ? pid_t(fields[2]) : nil
        }

        static func processorTimes(of family: Set<pid_t>) -> [pid_t: TimeInterval] {
            let unit = TimeInterval(sysconf(Int32(_SC_CLK_TCK)))
            var times: [pid_t: TimeInterval] = [:]
            for process in family {
                let fields = fields(of: process)
                guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else {
                    continue
                }
                times[process] = TimeInterval(user + system) / unit
            }
            return times
        }

        /// Of the thread that asks; nil where the system doesn't tell.
        static var ownReadyTime: [Int32: TimeInterval]? { readyTime("thread-self").map { [0: $0] } }

        /// Seconds for which each thread of these processes was ready, and others ran.
        static func readyTimes(of family: Set<pid_t>) -> [Int32: TimeInterval] {
            var times: [Int32: TimeInterval] = [:]
            for process in family {
                let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
                for thread in (threads ?? []).compactMap({ Int32($0) }) {
                    times[thread] = readyTime("\(process)/task/\(thread)")
                }
            }
            return times
        }

        /// The second of three numbers, in nanoseconds.
        private static func readyTime(_ thread: String) -> TimeInterval? {
            let numbers = told(of: thread, "schedstat").split(separator: " ")
            return numbers.count == 3 ? TimeInterval(numbers[1]).map { $0 / 1e9 } : nil
        }

        /// What it holds beyond what it shares with others.
        static func ownMemory(of process: pid_t) -> Int {
            let pages = told(of: process, "statm").split(separator: " ").compactMap { Int($0) }
            return pages.count > 2 ? (pages[1] - pages[2]) * Int(getpagesize()) : 0
        }

        private static func told(of process: some CustomStringConvertible, _ file: String) -> String {
            let descriptor = open("/proc/\(process)/\(file)", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return "" }
            defer { close(descriptor) }
            return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
                let count = readBytes(descriptor, buffer.baseAddress, buffer.count)
                return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
            }
        }
    #endif
}
