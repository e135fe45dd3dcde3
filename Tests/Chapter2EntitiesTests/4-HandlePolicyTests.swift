import Foundation
import KataProbes
import Testing

import struct Moa.MemberID

@testable import Chapter2Entities

@Suite("2.4 The rule moves from 3 to 6")
struct HandlePolicyTests {
    static let formerPolicy = HandlePolicy(allowedLength: 3...20)
    /// Nothing of an id is put right at any entrance.
    static let id = " M-1 "
    static let compiler = CompileCheck(importing: "Chapter2Entities")

    @Test(
        "at every entrance a handle is trimmed, and then its length is judged",
        arguments: Entrance.allCases,
        Typed.all
    )
    func judgement(entrance: Entrance, typed: Typed) throws {
        let answer = try entrance.admit(typed.text, under: Self.formerPolicy)
        #expect(
            answer == typed.answer(at: entrance),
            "this handle is judged differently than before the refactoring"
        )
    }

    @Test("a refused handle leaves the member as they were", arguments: ["", "Jo", "a handle of 22 letters"])
    func refusal(typed: String) throws {
        var page = try ProfilePage(ofMemberCalled: "Haneul")
        try? page.rename(to: typed, under: Self.formerPolicy)
        #expect(
            page.account.handle.text == "Haneul",
            "the handle has to be refused, and the member is no longer called «Haneul»"
        )
        #expect(
            page.account.id.text == Self.id,
            "the handle has to be refused, and the member's id has changed"
        )
    }

    @Test("an import takes the good lines, and says what is wrong with every other line")
    func importing() {
        let list = """
            m-1;Haneul
            m-2;Jo

            m-3
             ;Minho
            m-5; Eunbi
            m-6;
            m-7;Jae;won
            M-8;Dami
            \("  ")
             m-9 ;Eunwoo
            M-8;Haneul
            ;
            m-10;Nari;
            m-11;;Junho
            ;m-12;Yuna;;
             ;Jo
            m-13;Jo;
            m-14;Jae;won;a name of many letters
            m-15；Junho
            """
        let outcome = AccountImport(list: list, under: Self.formerPolicy)
        let taken = outcome.accounts.map { "\($0.id): \($0.handle.text)" }
        #expect(
            taken == [
                "m-1: Haneul", "m-5: Eunbi", "M-8: Dami", " m-9 : Eunwoo", "M-8: Haneul",
                "m-10: Nari", "m-11: Junho", "m-12: Yuna",
            ],
            "a good line is lost, or a bad one got in"
        )
        let refused = outcome.refusals.map { refusal in
            switch refusal.reason {
            case .unreadable: "line \(refusal.line): unreadable"
            case .handle(let flaw): "line \(refusal.line): \(Answer.refused(flaw).testDescription)"
            }
        }
        #expect(
            refused == [
                "line 2: 2 characters are too few", "line 3: unreadable", "line 4: unreadable",
                "line 6: unreadable", "line 7: unreadable", "line 9: unreadable",
                "line 12: unreadable", "line 16: unreadable", "line 17: 2 characters are too few",
                "line 18: unreadable", "line 19: unreadable",
            ],
            "these are not the bad lines, each with its reason"
        )
        let sixty = (1...60).map { "m-\($0);Member \($0)\n" }.joined()
        let accounts = AccountImport(list: sixty, under: Self.formerPolicy).accounts
        #expect(accounts.count == 60, "sixty good lines were imported, and this many newcomers were taken")
    }

    @Test(
        "every entrance asks the policy that it is given",
        arguments: Entrance.allCases,
        [Lengths(0...2), Lengths(4...5), Lengths(8...10), Lengths(65...70)]
    )
    func policy(entrance: Entrance, lengths: Lengths) throws {
        // A line without a handle is not read at all.
        let shortest = entrance == .importing ? 1 : 0
        let tried = max(shortest, lengths.allowed.lowerBound - 1)...lengths.allowed.upperBound + 1
        let misjudged = try tried.filter { length in
            let answer = try entrance.admit(.handle(of: length), under: lengths.policy)
            return answer != Answer(toHandleOf: length, allowing: lengths.allowed)
        }
        #expect(misjudged == [], "handles of these lengths are not judged as the policy says")
        // With blanks around it, even an empty handle is read.
        let untrimmed = try (0...lengths.allowed.upperBound + 1).filter { length in
            let answer = try entrance.admit(" \(String.handle(of: length)) ", under: lengths.policy)
            return answer != Answer(toHandleOf: length, allowing: lengths.allowed)
        }
        #expect(
            untrimmed == [],
            "handles of these lengths, with blanks around them, are not judged as the policy says"
        )
    }

    @Test("a handle that is chosen today has at least six characters", arguments: Entrance.allCases)
    func today(entrance: Entrance) throws {
        let misjudged = try [2, 3, 5, 6, 20, 21].filter { length in
            try entrance.admit(.handle(of: length)) != Answer(toHandleOf: length, allowing: 6...20)
        }
        #expect(misjudged == [], "handles of these lengths are not judged as Moa has decided")
    }

    @Test(
        "the form says what the policy asks",
        arguments: [Lengths(6...20), Lengths(3...20), Lengths(8...10), Lengths(0...100)]
    )
    func hint(lengths: Lengths) {
        let hint = lengths.policy.hint
        let expected = lengths.testDescription
        #expect(hint == expected, "the form does not say, word for word, what its policy asks")
    }

    @Test("an old handle is loaded as it was, whatever the policy is today", arguments: OldHandle.all)
    func loading(old: OldHandle) throws {
        #expect(throws: Never.self, "a member who joined years ago can't sign in any more") {
            let account = try Account(restoring: old.record())
            #expect(account.handle.text == old.text, "Moa has changed a member's handle without being asked")
            let savedAgain = account.record
            #expect(
                try savedAgain == old.record(),
                "the account was loaded and saved again, and its record has changed"
            )
        }
    }

    @Test("a member with an old handle keeps it until they choose a new one")
    func oldHandleThenNew() throws {
        var page = try ProfilePage(ofMemberCalled: "Kim")
        #expect(
            throws: HandleFlaw.tooShort(length: 3),
            "the member called «Kim» chose «Lee», and it is not refused as too short"
        ) {
            try page.rename(to: "Lee")
        }
        #expect(
            throws: HandleFlaw.tooShort(length: 3),
            "the member chose «Kim» anew, and it is not refused as too short"
        ) {
            try page.rename(to: "Kim")
        }
        #expect(
            throws: HandleFlaw.tooShort(length: 3),
            "the member called «Kim» chose «KIM», and it is not refused as too short"
        ) {
            try page.rename(to: "KIM")
        }
        #expect(
            page.account.handle.text == "Kim",
            "three new handles have to be refused, and the member is no longer called «Kim»"
        )
        try page.rename(to: "Kimchi")
        #expect(
            page.account.handle.text == "Kimchi",
            "the member chose «Kimchi», which is long enough, and is not called that"
        )
        let saved = page.account.record
        #expect(
            try saved == AccountRecord(id: MemberID(Self.id), handle: "Kimchi"),
            "the member called «Kim» chose «Kimchi», and the account's record says something else"
        )
        for spelling in ["KIMCHI", "Kimchi ", "Kimchí"] {
            try page.rename(to: spelling)
            let chosen = spelling.trimmingCharacters(in: .whitespaces)
            #expect(
                page.account.handle.text == chosen,
                "the member chose «\(chosen)», and is not called that"
            )
        }
        for (old, lengths) in OldHandle.all.flatMap({ [($0, Lengths(6...20)), ($0, Lengths(0...100))] }) {
            for typed in [old.text, old.trimmed, " \(old.text) "] {
                page = try ProfilePage(ofMemberCalled: old.text)
                let answer = try page.answer(to: typed, under: lengths.policy)
                let expected = Answer(to: old.trimmed, allowing: lengths.allowed)
                #expect(
                    answer == expected,
                    "the member chose «\(old.text)» anew, and it is not trimmed and judged"
                )
                let kept = lengths.allowed.contains(old.trimmed.count) ? old.trimmed : old.text
                let record = page.account.record
                #expect(
                    try record == AccountRecord(id: MemberID(Self.id), handle: kept),
                    "the member chose «\(old.text)» anew, and the account's record says something else"
                )
            }
        }
        let handleIsSettable = isSettable(\Account.handle)
        #expect(handleIsSettable == false, "anybody can put another handle into an account")
    }

    @Test(
        "no handle is made without asking the policy",
        .enabled(if: compiler.isAvailable, "no compiler, or no built module, to try code against")
    )
    func oneDoor() throws {
        // An initialiser that asks a policy can throw, and fits none of these. A function's type has no labels, so an
        // unchecked one is found under any label. If it only claims to throw, its label may say that it trusts the text.
        let unasked = [
            "let make: (String) -> Account.Handle? = Account.Handle.init",
            "let make: (Substring) -> Account.Handle? = Account.Handle.init",
            "let make: (AccountRecord) -> Account.Handle? = Account.Handle.init",
            "let make: (String, HandlePolicy?) throws -> Account.Handle? = Account.Handle.init",
            "let make: (MemberID, String) -> Account? = Account.init",
            #"let handle: Account.Handle = "x""#,
            #"let handle = try Account.Handle("x", under: nil)"#,
            #"let handle = try Account.Handle(remembered: "x")"#,
            #"let handle = try Account.Handle(restored: "x")"#,
            #"let handle = try Account.Handle(restoring: "x")"#,
            #"let handle = try Account.Handle(stored: "x")"#,
            #"let handle = try Account.Handle(saved: "x")"#,
            #"let handle = try Account.Handle(loaded: "x")"#,
            #"let other = try Account(id: account.id, handle: "x", under: nil)"#,
            #"var other = account; try other.rename(to: "x", under: nil)"#,
            #"let others = AccountImport(list: "m-7;x", under: nil)"#,
            #"let other = try Account(id: account.id, checked: "x")"#,
        ]
        let reading = "let text = account.handle.text"
        let joining = "let join: (MemberID, String, HandlePolicy) throws -> Account = Account.init"
        let accepted = try Self.compiler.accepted(
            [reading, joining] + unasked,
            given: "account: Account",
            importing: ["struct Moa.MemberID"]
        )
        #expect(accepted.contains(reading) == true, "a handle does not show its text")
        #expect(accepted.contains(joining) == true, "nobody can join with a handle and a policy")
        let doors = accepted.filter(unasked.contains)
        #expect(doors == [], "this compiles in any file, and makes a handle without asking a policy")
        let textIsSettable = isSettable(\Account.Handle.text)
        #expect(textIsSettable == false, "anybody can put another text into a handle")
        let names = ["text", "handle", "value", "rawValue", "name", "string", "typed", "raw", "_text"]
        let underAnyName = "{\(names.map { "\"\($0)\":\"x\"" }.joined(separator: ","))}"
        let decoded = [#""x""#, underAnyName].filter { isDecoded(Account.Handle.self, from: $0) }
        #expect(decoded == [], "a handle was decoded from this text, and no policy was asked")
    }
}

/// Whether a value of this type can be decoded from this text.
private func isDecoded<Subject>(_ type: Subject.Type, from json: String) -> Bool {
    guard let decodable = type as? any Decodable.Type else { return false }
    return (try? JSONDecoder().decode(decodable, from: Data(json.utf8))) != nil
}

// MARK: - Where handles come in

extension HandlePolicyTests {
    enum Answer: Equatable, CustomTestStringConvertible {
        case admitted(String)
        case admittedUnder(MemberID)
        case refused(HandleFlaw)
        case unreadable

        var testDescription: String {
            switch self {
            case .admitted(let text): "«\(text)» is admitted"
            case .admittedUnder(let id): "somebody is admitted under another id, «\(id)»"
            case .refused(.tooShort(let length)): "\(length) characters are too few"
            case .refused(.tooLong(let length)): "\(length) characters are too many"
            case .unreadable: "the line is unreadable"
            }
        }

        init(toHandleOf length: Int, allowing lengths: ClosedRange<Int>) {
            self.init(to: .handle(of: length), allowing: lengths)
        }

        init(to handle: String, allowing lengths: ClosedRange<Int>) {
            if handle.count < lengths.lowerBound {
                self = .refused(.tooShort(length: handle.count))
            } else if handle.count > lengths.upperBound {
                self = .refused(.tooLong(length: handle.count))
            } else {
                self = .admitted(handle)
            }
        }
    }

    enum Entrance: CaseIterable, CustomTestStringConvertible {
        case joining, renaming, renamingANewcomer, importing

        var testDescription: String {
            switch self {
            case .joining: "joining"
            case .renaming: "renaming"
            case .renamingANewcomer: "renaming somebody who joined under another policy"
            case .importing: "importing"
            }
        }

        /// How this entrance answers a text; if no policy is given, it uses its own.
        func admit(_ typed: String, under policy: HandlePolicy? = nil) throws -> Answer {
            do {
                let account = try enter(typed, under: policy)
                guard account.id.text == HandlePolicyTests.id else { return .admittedUnder(account.id) }
                return .admitted(account.handle.text)
            } catch let flaw as HandleFlaw {
                return .refused(flaw)
            } catch is UnreadableLine {
                return .unreadable
            }
        }

        private struct UnreadableLine: Error {}

        private func enter(_ typed: String, under policy: HandlePolicy?) throws -> Account {
            let id = try MemberID(HandlePolicyTests.id)
            switch self {
            case .joining:
                guard let policy else { return try Account(id: id, handle: typed) }
                return try Account(id: id, handle: typed, under: policy)
            case .renaming, .renamingANewcomer:
                var page =
                    self == .renaming
                    ? try ProfilePage(ofMemberCalled: "Haneul")
                    : try ProfilePage(ofNewcomerCalled: "H", under: Lengths(0...100).policy)
                try page.rename(to: typed, under: policy)
                return page.account
            case .importing:
                let list = "\(id);\(typed)"
                let outcome = policy.map { AccountImport(list: list, under: $0) } ?? AccountImport(list: list)
                switch outcome.refusals.first?.reason {
                case .handle(let flaw): throw flaw
                case .unreadable: throw UnreadableLine()
                case nil: return try #require(outcome.accounts.first, "a line was neither taken nor refused")
                }
            }
        }
    }

    /// Where a member changes what they are called.
    struct ProfilePage {
        private(set) var account: Account

        init(ofMemberCalled handle: String) throws {
            account = try Account(
                restoring: AccountRecord(id: MemberID(HandlePolicyTests.id), handle: handle)
            )
        }

        init(ofNewcomerCalled handle: String, under policy: HandlePolicy) throws {
            account = try Account(id: MemberID(HandlePolicyTests.id), handle: handle, under: policy)
        }

        mutating func rename(to typed: String, under policy: HandlePolicy? = nil) throws {
            guard let policy else { return try account.rename(to: typed) }
            try account.rename(to: typed, under: policy)
        }

        mutating func answer(to typed: String, under policy: HandlePolicy) throws -> Answer {
            do {
                try rename(to: typed, under: policy)
                return .admitted(account.handle.text)
            } catch let flaw as HandleFlaw {
                return .refused(flaw)
            }
        }
    }
}

// MARK: - Handles

extension HandlePolicyTests {
    /// A policy under which only these lengths are allowed.
    struct Lengths: CustomTestStringConvertible {
        let allowed: ClosedRange<Int>

        init(_ allowed: ClosedRange<Int>) {
            self.allowed = allowed
        }

        var policy: HandlePolicy { HandlePolicy(allowedLength: allowed) }
        var testDescription: String { "\(allowed.lowerBound) to \(allowed.upperBound) characters" }
    }

    /// What somebody types, and the answer while 3 to 20 characters are allowed.
    struct Typed: CustomTestStringConvertible {
        let text: String
        private let answer: Answer

        var testDescription: String { "«\(text.replacing("\r\n", with: "⏎"))»" }

        // Why not one answer: a line without a handle is not read at all.
        func answer(at entrance: Entrance) -> Answer {
            entrance == .importing && text.isEmpty ? .unreadable : answer
        }

        static let all = [
            Typed(text: "Kim", answer: .admitted("Kim")),
            Typed(text: "Ｋｉｍ", answer: .admitted("Ｋｉｍ")),
            Typed(text: "김소리", answer: .admitted("김소리")),
            Typed(text: "한강달리기모임", answer: .admitted("한강달리기모임")),
            Typed(text: "   Kim  Sori ", answer: .admitted("Kim  Sori")),
            Typed(text: "\tMinjae\n", answer: .admitted("Minjae")),
            // The ends of lines in other systems and in documents.
            Typed(text: "Minseo\r\n", answer: .admitted("Minseo")),
            Typed(text: "Minji\u{2028}", answer: .admitted("Minji")),
            // The wide space of a Korean keyboard, and one that keeps words together.
            Typed(text: "\u{3000}Minho\u{A0}", answer: .admitted("Minho")),
            Typed(text: "handle of 20 letters", answer: .admitted("handle of 20 letters")),
            Typed(text: "🇰🇷 handle of 20 signs", answer: .admitted("🇰🇷 handle of 20 signs")),
            Typed(text: "", answer: .refused(.tooShort(length: 0))),
            Typed(text: "🇰🇷🌱", answer: .refused(.tooShort(length: 2))),
            Typed(text: "Jo", answer: .refused(.tooShort(length: 2))),
            Typed(text: "소리", answer: .refused(.tooShort(length: 2))),
            Typed(text: "  Jo  ", answer: .refused(.tooShort(length: 2))),
            Typed(text: "   ", answer: .refused(.tooShort(length: 0))),
            Typed(text: "  handle of 20 letters\u{3000}\t", answer: .admitted("handle of 20 letters")),
            Typed(text: "a handle of 21 letter", answer: .refused(.tooLong(length: 21))),
            Typed(text: "  a handle of 21 letter\n", answer: .refused(.tooLong(length: 21))),
            Typed(text: "🇰🇷 a handle of 21 sign", answer: .refused(.tooLong(length: 21))),
            Typed(text: "한강달리기모임 함께 뛰는 모든 사람에게", answer: .refused(.tooLong(length: 21))),
        ]
    }

    struct OldHandle: CustomTestStringConvertible {
        let text: String
        let why: String

        var trimmed: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
        var testDescription: String { "«\(text.replacing("\n", with: "⏎"))», \(why)" }

        func record() throws -> AccountRecord {
            try AccountRecord(id: MemberID(HandlePolicyTests.id), handle: text)
        }

        static let all = [
            OldHandle(text: "Haneul", why: "which would be allowed today"),
            OldHandle(text: "Kim", why: "chosen while three were enough"),
            OldHandle(text: "Ｋｉｍ", why: "chosen while three were enough"),
            OldHandle(text: "Jo", why: "chosen before there was a policy"),
            OldHandle(text: "the founder of the reading circle", why: "chosen before there was a policy"),
            OldHandle(text: "kim.77!", why: "chosen before there was a policy"),
            OldHandle(text: " Sori", why: "chosen before handles were trimmed"),
            OldHandle(text: "Sori\t", why: "chosen before handles were trimmed"),
            OldHandle(text: "\nSori\n", why: "chosen before handles were trimmed"),
            OldHandle(text: "\u{3000}Sori\u{A0}", why: "chosen before handles were trimmed"),
            OldHandle(text: "Kim  Sori", why: "which would be allowed today"),
            OldHandle(text: "", why: "chosen before there was a policy"),
        ]
    }
}

extension String {
    /// A handle with this many characters.
    fileprivate static func handle(of length: Int) -> String {
        String(repeating: "abcdefghijklmnopqrstuvwxyz", count: 3).prefix(length).description
    }
}
