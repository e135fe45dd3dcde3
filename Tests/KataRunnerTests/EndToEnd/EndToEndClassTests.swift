import Foundation
import Testing

@Suite("A large class is graded, end to end", .timeLimit(.minutes(60)))
struct EndToEndClassTests {
    private static let ground = EndToEndGradeTests.Ground.here

    private func withClass<Result>(
        _ students: [Classroom.Student],
        _ use: (Toy, _ folder: String) async throws -> Result
    ) async throws -> Result {
        try await Toy.warm { toy in
            let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
            let folder = "\(temporary)/class-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try FileManager.default.createDirectory(
                atPath: "\(folder)/results",
                withIntermediateDirectories: true
            )
            try Classroom(toy, in: "\(folder)/all").handIn(students)
            return try await use(toy, folder)
        }
    }

    private func grade(_ toy: Toy, _ words: String...) async throws -> KataRun.Outcome {
        let ground = words.contains("--merge") ? [] : Self.ground.words
        return try await toy.start(["grade"] + words + ground).outcome()
    }

    /// Solved, wrong and untouched in turn, and no two alike.
    private static func students(_ count: Int, salt: String) -> [Classroom.Student] {
        (1...count).map { number in
            let isSolved = number % 3 != 0
            return Classroom.Student(
                name: "s\(number)",
                standings: [
                    isSolved ? "solved" : "failed", "untouched", number % 2 == 0 ? "solved" : "untouched",
                ]
            ) {
                if isSolved { try $0.solve(.purse) } else { try $0.answer(.purse, "wrong") }
                let file = "\($0.path)/\(Toy.Exercise.purse.file)"
                let text = try String(contentsOfFile: file, encoding: .utf8)
                try $0.write(text + "// \(number) \(salt)\n", to: Toy.Exercise.purse.file)
                if number % 2 == 0 { try $0.solve(.parcel) }
            }
        }
    }

    @Test("one hand, two hands and four shards in one cache make the same table")
    func shards() async throws {
        let students = Self.students(9, salt: UUID().uuidString)
        try await withClass(students) { toy, folder in
            let one = try await grade(toy, "\(folder)/all", "--jobs", "1", "--cache", "\(folder)/one")
            let two = try await grade(
                toy,
                "\(folder)/all",
                "--jobs",
                "2",
                "--cache",
                "\(folder)/two",
                "--json"
            )
            #expect(one.code == 0, "\(one.errors)")
            #expect(two.code == 0, "\(two.errors)")
            let report = try JSONDecoder().decode(GradeReport.self, from: Data(two.output.utf8))
            #expect(report.students.map(\.standings) == students.map(\.standings))
            try await wait { try toy.processes() == [] }

            let cache = "\(folder)/cache"
            try await withThrowingTaskGroup(of: Void.self) { group in
                for part in 1...4 {
                    group.addTask {
                        let shard = try await grade(
                            toy,
                            "\(folder)/all",
                            "--shard",
                            "\(part)/4",
                            "--jobs",
                            "1",
                            "--cache",
                            cache,
                            "--json"
                        )
                        #expect(shard.code == 0, "\(shard.errors)")
                        try Data(shard.output.utf8)
                            .write(to: URL(fileURLWithPath: "\(folder)/results/\(part).json"))
                    }
                }
                try await group.waitForAll()
            }
            func table(_ outcome: KataRun.Outcome) -> String {
                outcome.output.components(separatedBy: "To see each broken rule")[0]
            }
            #expect(one.output.contains("To see each broken rule"))
            let merged = try await grade(toy, "--merge", "\(folder)/results")
            #expect(merged.code == 0, "\(merged.errors)")
            #expect(table(merged) == table(one))

            // What is in the cache is known, whoever has put it there.
            let known = try await grade(toy, "\(folder)/all", "--cache", cache)
            #expect(!known.errors.contains("s1"), "\(known.errors)")
            #expect(table(known) == table(one))

            try FileManager.default.removeItem(atPath: "\(folder)/results/2.json")
            let partial = try await grade(toy, "--merge", "\(folder)/results")
            #expect(partial.code == 1)
            #expect(partial.errors.contains("Not judged by any part, or not in full: s2, s6"))
            try toy.append("// another version\n", to: Toy.Exercise.purse.suite)
            let other = try await grade(toy, "--merge", "\(folder)/results")
            #expect(other.code == 1)
            #expect(other.errors.contains("Judged by another version of the workbook: s1, s3, s4"))
        }
    }

    @Test("only what is asked for is judged, and what is over a student's time is not")
    func asked() async throws {
        try await withClass(Self.students(2, salt: UUID().uuidString)) { toy, folder in
            let chapter = try await grade(toy, "\(folder)/all", "--chapter", "2", "--json")
            let kata = try await grade(toy, "\(folder)/all", "--katas", "1.1,2.1", "--json")
            func standings(_ outcome: KataRun.Outcome) throws -> [[String]] {
                try JSONDecoder().decode(GradeReport.self, from: Data(outcome.output.utf8)).students.map(
                    \.standings
                )
            }
            #expect(try standings(chapter) == [["untouched"], ["solved"]])
            #expect(try standings(kata) == [["solved", "untouched"], ["solved", "solved"]])

            let hanging = Classroom.Student(name: "hangs", standings: []) {
                try $0.answer(.purse, "endless-loop")
            }
            try Classroom(toy, in: "\(folder)/slow").handIn([hanging])
            let slow = try await grade(
                toy,
                "\(folder)/slow",
                "--again",
                "--timeout",
                "300",
                "--budget",
                "1",
                "--json"
            )
            #expect(slow.code == 1)
            #expect(try standings(slow)[0][0] == "notJudged")
            #expect(slow.output.contains("overBudget"))
            try await wait { try toy.processes() == [] }
        }
    }

    @Test("names, points, late hand-ins, zips and remarks come together")
    func book() async throws {
        try await withClass(Self.students(2, salt: "")) { toy, folder in
            let zip = Zip(
                entries: try [Toy.Exercise.purse, .receipt, .parcel].map { exercise in
                    Zip.Entry("katas-main/\(exercise.file)", try toy.text(exercise.solution))
                }
            )
            let bad = Zip(entries: zip.entries + [Zip.Entry("../../out.swift")])
            for (name, zip) in [("carol.zip", zip), ("mallory.zip", bad)] {
                try zip.data.write(to: URL(fileURLWithPath: "\(folder)/all/\(name)"))
            }
            try FileManager.default.createDirectory(
                atPath: "\(folder)/all/.hidden",
                withIntermediateDirectories: true
            )
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/all/linked",
                withDestinationPath: "s1"
            )
            let roll = """
                {"names": {"s1": "Anna Kim", "s2": {"name": "Ben", "due": "2099-01-01T00:00:00Z"}, "gone": "G"},
                 "due": "2020-01-01T00:00:00Z", "points": {"1.1": 2, "2": 1}}
                """
            try Data(roll.utf8).write(to: URL(fileURLWithPath: "\(folder)/all/class.json"))
            let book = "\(folder)/class.csv"
            let first = try await grade(
                toy,
                "\(folder)/all",
                "--book",
                book,
                "--canvas",
                "\(folder)/canvas.csv"
            )
            #expect(first.code == 0, "\(first.errors)")
            for (name, why) in [
                ("mallory.zip", "is passed over: a path in it leads out of it."),
                ("linked", "is a link, and links are not followed: it is passed over."),
                (".hidden", "is hidden: it is passed over."),
            ] {
                let words = first.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                #expect(words.contains("\(name) \(why)"))
            }
            #expect(first.output.contains("Handed in late: carol, Anna Kim"))
            #expect(first.output.contains("In the class, and nothing was handed in: gone"))
            #expect(first.output.contains("of 3 points on average"))

            var text = try String(contentsOfFile: book, encoding: .utf8)
            #expect(text.contains("s1,"))
            text = text.replacingOccurrences(of: ",late\r\n", with: ",late,\r\n").replacingOccurrences(
                of: ",late,\r\n",
                with: ",late,\"a remark, kept\"\r\n"
            )
            try Data(text.utf8).write(to: URL(fileURLWithPath: book))
            _ = try await grade(toy, "\(folder)/all", "--book", book)
            #expect(try String(contentsOfFile: book, encoding: .utf8).contains(",late,\"a remark, kept\""))

            try Data("mine\n".utf8).write(to: URL(fileURLWithPath: book))
            let refused = try await grade(toy, "\(folder)/all", "--book", book)
            #expect(refused.code == 2)
            #expect(try String(contentsOfFile: book, encoding: .utf8) == "mine\n")
        }
    }
}
