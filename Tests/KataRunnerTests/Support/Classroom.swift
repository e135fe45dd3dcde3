import Foundation

/// A folder of submissions to the toy workbook, each made for the test.
struct Classroom {
    let toy: Toy
    let root: String

    struct Student: Sendable {
        var name: String
        /// What is expected of the purse, the receipt and the parcel.
        var standings: [String]
        var notes: [String] = []
        var make: @Sendable (Handed) throws -> Void
    }

    /// The folder that somebody hands in.
    struct Handed: Sendable {
        var toy: Toy
        var path: String

        func write(_ text: String, to file: String) throws { try write(Data(text.utf8), to: file) }

        func write(_ data: Data, to file: String) throws {
            let url = URL(fileURLWithPath: "\(path)/\(file)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try data.write(to: url)
        }

        func append(_ text: String, to file: String) throws {
            let path = "\(self.path)/\(file)"
            try write(String(contentsOfFile: path, encoding: .utf8) + "\n\(text)\n", to: file)
        }

        func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(file)") }

        func link(_ file: String, to destination: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/\(file)",
                withDestinationPath: destination
            )
        }

        /// The clone's exercises, unsolved.
        func starters() throws {
            for exercise in Toy.Exercise.allCases {
                try write(toy.text(exercise.pristine), to: exercise.file)
            }
        }

        func solve(_ exercises: Toy.Exercise...) throws {
            for exercise in exercises { try write(toy.text(exercise.solution), to: exercise.file) }
        }

        func answer(_ exercise: Toy.Exercise, _ name: String) throws {
            let file = "\(Toy.answers)/\(exercise.name)/\(name).swift"
            try write(String(contentsOfFile: file, encoding: .utf8), to: exercise.file)
        }

        /// A purse that is right, but for what it does when it is empty.
        func purse(whenEmpty deed: String, also declarations: String = "") throws {
            try write(Toy.purse(whenEmpty: deed, also: declarations), to: Toy.Exercise.purse.file)
        }
    }

    init(_ toy: Toy, in folder: String) {
        self.toy = toy
        root = folder
    }

    func handIn(_ students: [Student]) throws {
        for student in students {
            let handed = Handed(toy: toy, path: "\(root)/\(student.name)")
            try handed.starters()
            try student.make(handed)
        }
    }
}

// MARK: - What people hand in

extension Classroom {
    static let honest: [Student] = [
        Student(name: "anna solved all", standings: ["solved", "solved", "solved"]) {
            try $0.solve(.purse, .receipt, .parcel)
        },
        Student(name: "박지훈", standings: ["solved", "untouched", "untouched"]) { try $0.solve(.purse) },
        Student(name: "began nothing", standings: ["untouched", "untouched", "untouched"]) { _ in },
        Student(name: "wrong", standings: ["failed", "failed", "failed"]) {
            try $0.answer(.purse, "wrong")
            try $0.answer(.receipt, "wrong")
            try $0.answer(.parcel, "wrong")
        },
        Student(name: "copied anna", standings: ["solved", "solved", "solved"]) {
            try $0.solve(.purse, .receipt, .parcel)
        },
        Student(name: "does not compile", standings: ["doesNotCompile", "solved", "untouched"]) {
            try $0.answer(.purse, "does-not-compile")
            try $0.solve(.receipt)
        },
        Student(name: "lost a name", standings: ["doesNotCompile", "solved", "solved"]) {
            try $0.answer(.purse, "without-largest")
            try $0.solve(.receipt, .parcel)
        },
        Student(name: "traps", standings: ["crashed", "solved", "solved"]) {
            try $0.answer(.purse, "crash")
            try $0.solve(.receipt, .parcel)
        },
        Student(name: "hangs", standings: ["timedOut", "solved", "untouched"], notes: ["timeLimit"]) {
            try $0.answer(.purse, "endless-loop")
            try $0.solve(.receipt)
        },
        Student(name: "exercises alone", standings: ["solved", "untouched", "solved"]) { handed in
            try handed.solve(.purse, .parcel)
            for chapter in ["Chapter1Shop", "Chapter2Post"] {
                try FileManager.default.moveItem(
                    atPath: "\(handed.path)/Exercises/\(chapter)",
                    toPath: "\(handed.path)/\(chapter)"
                )
            }
            try handed.remove("Exercises")
        },
        Student(name: "a level deeper", standings: ["untouched", "solved", "untouched"]) { handed in
            try handed.solve(.receipt)
            try FileManager.default.createDirectory(
                atPath: "\(handed.path)/katas-main",
                withIntermediateDirectories: true
            )
            try FileManager.default.moveItem(
                atPath: "\(handed.path)/Exercises",
                toPath: "\(handed.path)/katas-main/Exercises"
            )
        },
        Student(name: "with a helper", standings: ["solved", "untouched", "untouched"]) {
            try $0.purse(whenEmpty: "return nothingAtAll")
            try $0.write("let nothingAtAll = 0\n", to: "Exercises/Chapter1Shop/Helper.swift")
        },
        Student(
            name: "with a broken helper",
            standings: ["solved", "untouched", "untouched"],
            notes: ["otherFilesLeftOut"]
        ) {
            try $0.solve(.purse)
            try $0.write("let nothing: Int = \"\"\n", to: "Exercises/Chapter1Shop/Helper.swift")
        },
        Student(name: "no parcel", standings: ["solved", "solved", "missing"], notes: ["noFile"]) {
            try $0.solve(.purse, .receipt)
            try $0.remove(Toy.Exercise.parcel.file)
        },
    ]

    /// What must not be read, or must not be believed.
    static let odd: [Student] = [
        Student(name: "huge", standings: ["missing", "solved", "untouched"], notes: ["tooLarge"]) {
            try $0.solve(.receipt)
            try $0.write(Data(repeating: 0x20, count: 300 << 10), to: Toy.Exercise.purse.file)
        },
        Student(name: "binary", standings: ["missing", "solved", "untouched"], notes: ["notText"]) {
            try $0.solve(.receipt)
            try $0.write(Data([0xFF, 0xD8, 0x00]), to: Toy.Exercise.purse.file)
        },
        Student(name: "linked", standings: ["missing", "untouched", "solved"], notes: ["linkInItsPlace"]) {
            try $0.remove(Toy.Exercise.purse.file)
            try $0.link(
                Toy.Exercise.purse.file,
                to: "../../../anna solved all/\(Toy.Exercise.purse.file)"
            )
            try $0.solve(.parcel)
        },
        Student(name: "folder", standings: ["missing", "solved", "untouched"], notes: ["folderInItsPlace"]) {
            try $0.remove(Toy.Exercise.purse.file)
            try $0.write("", to: "\(Toy.Exercise.purse.file)/file")
            try $0.solve(.receipt)
        },
        Student(name: "brings its own suite", standings: ["failed", "untouched", "untouched"]) {
            try $0.answer(.purse, "wrong")
            try $0.write("import Testing\n", to: Toy.Exercise.purse.suite)
            try $0.write("fatalError()\n", to: "Package.swift")
        },
        Student(
            name: "=1+1<img src=x onerror=alert(1)>",
            standings: ["solved", "untouched", "untouched"]
        ) { try $0.solve(.purse) },
        Student(
            name: "claims another file",
            standings: ["doesNotCompile", "solved", "untouched"],
            notes: ["notBuilt"]
        ) {
            try $0.write(
                "#sourceLocation(file: \"/etc/passwd\", line: 1)\nlet x: Int = \"\"\n",
                to: Toy.Exercise.purse.file
            )
            try $0.solve(.receipt)
        },
    ]

    /// What nobody should do. Each does what it does when the purse is empty.
    static func hostile(elsewhere: String, secret: String, port: UInt16) -> [Student] {
        [
            Student(name: "floods", standings: ["solved", "untouched", "untouched"]) {
                try $0.purse(
                    whenEmpty: "for _ in 0..<128 { print(String(repeating: \"won \", count: 1 << 18)) }"
                )
            },
            Student(
                name: "forks",
                standings: ["crashed", "solved", "untouched"],
                notes: ["tookTooMuch"]
            ) {
                try $0.purse(
                    whenEmpty: "startMany()",
                    also: """
                        func startMany() {
                            let process = Process()
                            process.executableURL = URL(fileURLWithPath: "/bin/sh")
                            process.arguments = ["-c", "i=0; while [ $i -lt 1000 ]; do sleep 60 & i=$((i+1)); done; wait"]
                            try? process.run()
                            process.waitUntilExit()
                        }
                        """
                )
                try $0.solve(.receipt)
            },
            Student(
                name: "eats memory",
                standings: ["crashed", "solved", "untouched"],
                notes: ["memoryLimit"]
            ) {
                try $0.purse(
                    whenEmpty:
                        "var all: [[UInt8]] = []; while true { all.append(Array(repeating: 7, count: 1 << 26)) }"
                )
                try $0.solve(.receipt)
            },
            Student(name: "leaves early", standings: ["crashed", "solved", "untouched"]) {
                try $0.purse(whenEmpty: "exit(0)")
                try $0.solve(.receipt)
            },
            Student(
                name: "forges the end",
                standings: ["noTests", "solved", "untouched"],
                notes: ["endedEarly"]
            ) {
                try $0.purse(whenEmpty: "forge(control: false)", also: forgery)
                try $0.solve(.receipt)
            },
            Student(
                name: "forges the control",
                standings: ["noTests", "solved", "untouched"],
                notes: ["endedEarly"]
            ) {
                try $0.purse(whenEmpty: "forge(control: true)", also: forgery)
                try $0.solve(.receipt)
            },
            Student(name: "writes outside", standings: ["solved", "untouched", "untouched"]) {
                try $0.purse(
                    whenEmpty: """
                        for folder in \(places(elsewhere, $0.toy)) {
                                    try? "x".write(toFile: folder + "/written", atomically: false, encoding: .utf8)
                                }
                        """
                )
            },
            Student(name: "reads others", standings: ["solved", "untouched", "untouched"]) {
                try $0.purse(
                    whenEmpty: """
                        for file in ["\(secret)", "\($0.toy.root)/Solutions/Chapter1Shop/1-Purse.swift", "/etc/passwd"] {
                                    if (try? String(contentsOfFile: file, encoding: .utf8)) != nil { return 1 }
                                }
                        """
                )
            },
            Student(name: "calls home", standings: ["solved", "untouched", "untouched"]) {
                try $0.purse(whenEmpty: "if isConnected() { return 1 }", also: connection(port))
            },
            Student(name: "kills", standings: ["solved", "untouched", "untouched"]) {
                // In a sandbox its own number is small. If it isn't, this must not end everybody's programs.
                try $0.purse(
                    whenEmpty: "kill(getppid(), SIGKILL); if getpid() < 100 { kill(-1, SIGKILL) }"
                )
            },
            Student(
                name: "fills its folder",
                standings: ["solved", "untouched", "untouched"]
            ) {
                try $0.purse(
                    whenEmpty: """
                        for number in 0..<64 {
                                    FileManager.default.createFile(atPath: "\\(number)", contents: Data(repeating: 7, count: 16 << 20))
                                }
                        """
                )
            },
        ]
    }

    /// Where somebody tries to leave something: in the folder of others, in the workbook and among what was built.
    static func places(_ elsewhere: String, _ toy: Toy) -> [String] {
        let built = "\(toy.root)/.build/kata-grade/lane-1/.build"
        let systems = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "arm64-apple-macosx"]
        return [elsewhere, toy.root, "\(toy.root)/.build/kata-grade", built, "\(built)/out"]
            + systems.map { "\(built)/\($0)/debug" }
    }

    /// Of these, those that are there: each build system has a folder of its own for what it makes.
    static func placesThatExist(_ elsewhere: String, _ toy: Toy) -> [String] {
        places(elsewhere, toy).filter { FileManager.default.fileExists(atPath: $0) }
    }

    /// Reports that every rule was kept, reports the end of the run, and leaves.
    private static let forgery = #"""
        func forge(control: Bool) -> Never {
            let words = CommandLine.arguments
            let place = words.firstIndex(of: "--event-stream-output-path")! + 1
            let stream = FileHandle(forWritingAtPath: words[place])!
            func tell(_ kind: String, _ id: String, _ more: String = "") {
                let line = "{\"kind\":\"event\",\"version\":0,\"payload\":{\"kind\":\"\(kind)\",\"testID\":\"\(id)\"\(more)}}\n"
                stream.write(Data(line.utf8))
            }
            let suite = "Chapter1ShopTests.PurseTests"
            tell("testEnded", "\(suite)/nothing()/1-PurseTests.swift:12:6")
            for id in ["largest()/1-PurseTests.swift:17:6", "noLargest()/1-PurseTests.swift:22:6"] {
                tell("testStarted", "\(suite)/\(id)")
                tell("testEnded", "\(suite)/\(id)")
            }
            if control {
                let own = "Chapter1ShopTests.ControlTests/control()/~ControlTests.swift:12:6"
                tell("testStarted", own)
                tell(
                    "issueRecorded",
                    own,
                    ",\"issue\":{\"isFailure\":true},\"messages\":[{\"symbol\":\"details\",\"text\":\"a guess\"}]"
                )
                tell("testEnded", own)
            }
            tell("runEnded", "")
            exit(control ? 1 : 0)
        }
        """#

    private static func connection(_ port: UInt16) -> String {
        #if canImport(Darwin)
            let kind = "SOCK_STREAM"
        #else
            let kind = "Int32(SOCK_STREAM.rawValue)"
        #endif
        return """
            func isConnected() -> Bool {
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = UInt16(\(port)).bigEndian
                address.sin_addr.s_addr = inet_addr("127.0.0.1")
                let descriptor = socket(AF_INET, \(kind), 0)
                return withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                    }
                }
            }
            """
    }
}
