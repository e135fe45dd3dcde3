import Foundation
import Testing

@Suite("What cannot be done, end to end", .timeLimit(.minutes(30)))
struct EndToEndUsageTests {
    struct Slip: Sendable, CustomTestStringConvertible {
        var typed: [String]
        var said: String

        var testDescription: String { typed.joined(separator: " ") }
    }

    static let slips = [
        Slip(typed: ["chekc"], said: "There is no command «chekc». Did you mean kata check?"),
        Slip(typed: ["fly"], said: "There is no command «fly». All commands: kata help"),
        Slip(
            typed: ["author", "porve"],
            said: "There is no command «author porve». Did you mean kata author prove?"
        ),
        Slip(typed: ["help", "nxt"], said: "There is no command «nxt». Did you mean kata next?"),
        Slip(typed: ["check", "1.3"], said: "There is no kata or chapter «1.3». Did you mean 1.2?"),
        Slip(typed: ["check", "7"], said: "There is no kata or chapter «7». All katas: kata list"),
        Slip(typed: ["show", "recipt"], said: "There is no kata or chapter «recipt». Did you mean Receipt?"),
        Slip(typed: ["hint", "parcle"], said: "There is no kata or chapter «parcle». Did you mean Parcel?"),
        Slip(typed: ["check", "p"], said: "«p» could be 1.1 Purse, 2.1 Parcel. Type more"),
        Slip(typed: ["check", "--jsno"], said: "kata check has no option «--jsno». Did you mean --json?"),
        Slip(
            typed: ["next", "--spoil"],
            said: "kata next has no option «--spoil». Its options: kata help next"
        ),
        Slip(typed: ["check", "--junit"], said: "The option --junit needs a value."),
        Slip(
            typed: ["check", "--timeout", "0"],
            said: "--timeout can't be «0»: it takes a whole number above 0."
        ),
        Slip(
            typed: ["list", "--color", "pink"],
            said: "--color can't be «pink»: it takes auto, always or never."
        ),
        Slip(typed: ["list", "--language", "xx"], said: "--language can't be «xx»: it takes en."),
        Slip(typed: ["help", "--language", "korean"], said: "--language can't be «korean»: it takes en."),
        Slip(
            typed: ["check", "Exercises/Chapter1Shop/9-Nothing.swift"],
            said: "There is no kata or chapter «Exercises/Chapter1Shop/9-Nothing.swift»."
        ),
        Slip(
            typed: ["hint", "Exercises/Chapter1Shop"],
            said: "«Exercises/Chapter1Shop» could be 1.1 Purse, 1.2"
        ),
        Slip(typed: ["update", "--from"], said: "The option --from needs a value."),
        Slip(typed: ["check", "1.1", "1.2"], said: "kata check doesn't know what to do with «1.2»."),
        Slip(typed: ["reset"], said: "kata reset needs a kata, a chapter or «all»."),
    ]

    @Test("a slip is reported, with what was meant, and the exit code is 2", arguments: slips)
    func slip(_ slip: Slip) async throws {
        try await Toy.fresh { toy in
            let run = try await toy.start(slip.typed).outcome()
            #expect(run.code == 2)
            #expect(run.complaint.hasPrefix(slip.said))
            #expect(run.output.isEmpty, "what is not an answer must not go where answers go")
            #expect(!toy.exists(".build"))
        }
    }

    @Test(
        "outside a workbook that is said, and the exit code is 2",
        arguments: ["next", "list", "check", "undo"]
    )
    func outside(command: String) async throws {
        try await Toy.fresh { toy in
            let folder = toy.root + "-outside"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let run = try await toy.kata(command, in: folder)
            #expect(run.code == 2)
            #expect(run.complaint.contains("is not inside a workbook."))
            #expect(run.complaint.contains("Package.swift and Exercises"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test("help needs no workbook")
    func help() async throws {
        try await Toy.fresh { toy in
            let run = try await toy.kata("help", in: NSTemporaryDirectory())
            #expect(run.code == 0)
            #expect(run.output.contains("next"))
        }
    }

    @Test("an unknown KATA_LANGUAGE is reported, and a locale without a translation is not")
    func language() async throws {
        try await Toy.fresh { toy in
            let named = try await toy.kata("list", with: ["KATA_LANGUAGE": "xx"])
            #expect(named.code == 2)
            #expect(named.complaint.hasPrefix("KATA_LANGUAGE can't be «xx»: it takes en."))
            #expect(try await toy.kata("list", with: ["LANG": "xx_XX.UTF-8"]).code == 0)
            try toy.write("# 1장", to: "Exercises/Chapter1Shop/README.ko.md")
            #expect(try await toy.kata("list", "--language", "ko").code == 0)
            let both = try await toy.kata("list", "--language=xx")
            #expect(both.complaint.hasPrefix("--language can't be «xx»: it takes en, ko."))
        }
    }

    @Test("a kata is named by a path too, from anywhere, as editors and compilers write it")
    func paths() async throws {
        try await Toy.fresh { toy in
            let receipt = Toy.Exercise.receipt
            try toy.link("shop", to: "Exercises/Chapter1Shop")
            let paths = [
                receipt.file, receipt.suite, receipt.solution, receipt.pristine, "./Tests/../\(receipt.file)",
                "\(receipt.file):12", "\(receipt.file):12:5", "\(toy.root)/\(receipt.file):3:1",
                "shop/2-Receipt.swift",
            ]
            for path in paths {
                #expect(try await toy.kata("show", path).output.hasPrefix("1.2 "), "\(path)")
            }
            let folder = "\(toy.root)/Exercises/Chapter1Shop"
            for path in ["2-Receipt.swift", "../Chapter1Shop/2-Receipt.swift:1", receipt.file] {
                #expect(try await toy.kata("show", path, in: folder).output.hasPrefix("1.2 "), "\(path)")
            }
            #expect(try await toy.kata("show", "Exercises/Chapter1Shop/").output.hasPrefix("Chapter 1"))
            try toy.append("// mine\n", to: receipt.file)
            #expect(try await toy.kata("hint", receipt.file).output.contains("1.2"))
            #expect(try await toy.kata("solution", receipt.file, "--spoil").output.contains(receipt.solution))
            #expect(try await toy.kata("reset", "2-Receipt.swift", "--yes", in: folder).code == 0)
            #expect(try toy.text(receipt.file) == toy.text(receipt.pristine))
            try toy.remove(receipt.file)
            let check = try await toy.kata("check", receipt.file)
            #expect(check.words.contains("its file is missing"))
            let other = try await toy.kata("show", "/elsewhere/\(receipt.file)")
            #expect(other.code == 2, "another workbook's file is no kata of this one")
        }
    }

    @Test("every command works from a folder inside the workbook")
    func subfolder() async throws {
        try await Toy.warm { toy in
            let folder = "\(toy.root)/Exercises/Chapter1Shop"
            let next = try await toy.kata("next", in: folder)
            #expect(next.output.hasPrefix("1.1 A purse that counts\n"))
            try toy.solve(.purse)
            let check = try await toy.kata("check", "1.1", "--junit", "katas.xml", in: folder)
            #expect(check.code == 0)
            #expect(
                toy.exists("Exercises/Chapter1Shop/katas.xml"),
                "a file that was asked for goes where one is"
            )
            #expect(!toy.exists("Exercises/Chapter1Shop/.kata"))
            #expect(toy.exists(".kata/progress.json"))
            #expect(try await toy.statuses() == ["solved", "unsolved", "unsolved"])
        }
    }
}
