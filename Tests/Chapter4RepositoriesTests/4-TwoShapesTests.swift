import Foundation
import KataProbes
import Moa
import Testing

@testable import Chapter4Repositories

@Suite("4.4 One profile, two APIs")
struct TwoShapesTests {
    @Test("the same members come out of both documents", arguments: Source.allCases)
    func sameMembers(source: Source) throws {
        let known = try MemberID("m-7")
        let takeover = ProfileTakeover(source: source.reader(source.document))
        let members = (try? takeover.newcomers(besides: [known]))?.map { describe($0) }
        let everybody = [
            "m-1 sori 06236 supporter «I bake.»",
            "m-2 min 48058 not a supporter «I read.»",
            "m-3 haneul 63309 supporter «I hike.»",
        ]
        #expect(members == everybody, "these are not the three members in \(source)")
        let secondTime = (try? takeover.newcomers(besides: [known]))?.map { describe($0) }
        #expect(secondTime == members, "\(source) was asked a second time, and different members came in")
        let id = read(source, replacing: "m-2", with: "M-2")?.profiles.dropFirst().first?.id.text
        #expect(id == "M-2", "the second member in \(source) is «M-2», and comes in under another id")
        // Whether two members may have one handle isn't for the border to say.
        for handle in ["Min  Ho", "sori"] {
            let second = read(source, replacing: #""min""#, with: "\"\(handle)\"")?.profiles.dropFirst().first
            let name = second?.handle.text
            #expect(
                name == handle,
                "the second member in \(source) is called «\(handle)», and this is who comes in"
            )
        }
        for id in [" m-2", "m-2 ", "m  2"] {
            let ids = Source.allCases.map {
                read($0, replacing: "m-2", with: id)?.profiles.dropFirst().first?.id.text
            }
            #expect(
                ids.first == ids.last,
                "one member comes out of the two documents under two ids, and is a newcomer twice"
            )
        }
        // Whether a text without words is an introduction is decided once, for both.
        let story = String(repeating: "I read. ", count: 50)
        for words in ["", " ", "I read. ", #"I read.\nA lot."#, story] {
            let asTold = Source.allCases.map { introduction(in: $0, written: words) }
            #expect(
                asTold.first == asTold.last,
                "the same introduction comes out of the two documents differently"
            )
        }
        let rejected = read(source)?.rejected.map { describe($0) }
        #expect(rejected == [], "\(source) has no bad record, and a bad record is reported")
    }

    @Test("leading zeros belong to a postcode", arguments: Digits.all)
    func leadingZeros(digits: Digits) {
        let imported = read(digits.source, replacing: digits.usual, with: digits.told)
        let postcode = imported?.profiles.dropFirst().first?.postcode.digits
        #expect(postcode == digits.meant, "\(digits) does not become the postcode \(digits.meant)")
    }

    @Test("fields that Moa has no word for are passed over", arguments: Source.allCases)
    func unknownFields(source: Source) {
        // A postcode without zeros in front, so that nothing is new here but the fields.
        let plain = source.document.replacing(source == .town ? "6236" : "06236", with: "16236")
        let foreign = source == .town ? "id" : "nickname"
        let more = plain.replacing(
            #""min","#,
            with: #""min", "\#(foreign)": 7, "shoe_size": 44, "pets": [{"cats": 2}],"#
        )
        let members = (try? source.reader(more).profiles())?.profiles.map(\.handle.text)
        let everybody = ["sori", "min", "haneul"]
        #expect(members == everybody, "\(source) has more fields than Moa needs, and these members come in")

        let other =
            switch source {
            case .town: plain.replacing(#""moved_in": null"#, with: #""moved_in": 2019"#)
            case .platform:
                plain.replacing(#""city": "Busan", "#, with: "").replacing("2025", with: #""May""#)
            }
        let stillMembers = (try? source.reader(other).profiles())?.profiles.map(\.handle.text)
        #expect(
            stillMembers == everybody,
            "\(source) has other values in fields that Moa doesn't need, and these members come in"
        )

        for value in ["7", "null", #""soon""#, #"{"page": 2}"#] {
            let changed = source.unneeded.reduce(plain) {
                $0.replacing($1.name + $1.value, with: $1.name + value)
            }
            let sameMembers = (try? source.reader(changed).profiles())?.profiles.map(\.handle.text)
            #expect(
                sameMembers == everybody,
                "\(source) has \(value) in each field that Moa doesn't need, and these members come in"
            )
        }
    }

    @Test("an introduction that nobody wrote is no introduction", arguments: Untold.all)
    func untold(untold: Untold) {
        let imported = read(untold.source, replacing: untold.usual, with: untold.told)
        let rejected = imported?.rejected.map { describe($0) }
        #expect(rejected == [], "a member wrote no introduction, and a bad record is reported")
        let member = imported?.profiles.dropFirst().first
        #expect(
            member?.handle.text == "min",
            "the second member wrote no introduction, and does not come in like the others"
        )
        let introduction = member?.introduction
        #expect(introduction == nil, "the member wrote no introduction, and Moa has one")
    }

    @Test(
        "a field that is missing or of the wrong type is named by where it stands",
        arguments: Flawed.unread
    )
    func unreadable(flawed: Flawed) throws {
        let told = try #require(
            complaint(about: flawed),
            "this field can't be understood, and nothing was reported"
        )
        #expect(
            told == flawed.complaint,
            "the report should name this field and what is wrong with it, and says this"
        )
    }

    @Test("a field that Moa's own rules refuse is named in the same way", arguments: Flawed.refused)
    func refused(flawed: Flawed) throws {
        let told = try #require(complaint(about: flawed), "Moa can't accept this, and nothing was reported")
        let expected = flawed.complaint ?? told
        #expect(
            told == expected,
            "the report should name this field and what is wrong with it, and says this"
        )
    }

    @Test("a document without a list is rejected whole, and an empty list means nobody")
    func documents() {
        for source in Source.allCases {
            let empty = source.document(listing: "[]")
            let nobody = comesIn(of: empty, from: source)
            #expect(nobody == "nobody", "the list in \(source) is empty, and this is what came in")

            for (list, flaw) in [("null", UnreadableField.Flaw.missing), (#""soon""#, .wrongType)] {
                let document = source.document(listing: list)
                let told = comesIn(of: document, from: source)
                let complaint = describe(UnreadableField(at: source.list, flaw))
                #expect(
                    told == complaint,
                    "\(source) has \(list) instead of a list, and is not rejected for that"
                )
            }
            for (document, complaint) in source.withoutList {
                let told = comesIn(of: document, from: source)
                #expect(
                    told == complaint,
                    "«\(document)» has no list; the report should name the field at fault, and says this"
                )
            }
            for text in [
                "<html>Service unavailable</html>", #"{"data": null}"#, #"{"data": {}}"#, "{}", "[]", "",
            ] {
                #expect(throws: UnreadableField.self, "«\(text)» was taken for a list of members") {
                    _ = try source.reader(text).profiles()
                }
            }
        }
    }

    @Test(
        "if a bad record is left out, it is reported and all others come in",
        .enabled(if: BadRecordPolicy.chosen == .rejectRecord, "the decision here is rejectImport")
    )
    func recordRejected() {
        for source in Source.allCases {
            let usual = (read(source)?.profiles ?? []).map { describe($0) }
            let oneBad = read(source, replacing: #""min""#, with: "7")
            let others = oneBad?.profiles.map(\.handle.text)
            #expect(others == ["sori", "haneul"], "the second record is bad, and these members come in")
            let told = oneBad?.rejected.map { describe($0) }
            let complaint = describe(source.handle(of: 1, .wrongType))
            #expect(
                told == [complaint],
                "the second record's handle is a number, and the report doesn't say exactly that"
            )

            for flawed in Flawed.unread + Flawed.refused where flawed.source == source {
                let remaining = read(source, replacing: flawed.usual, with: flawed.told)?.profiles
                    .map(\.handle.text)
                #expect(
                    remaining == ["sori", "haneul"],
                    "the second record has «\(flawed.told)» in place of «\(flawed.usual)», and these members come in"
                )
            }

            // The second and the third, where two fields are wrong.
            let twoBad = source.document.replacing(#""min""#, with: "7")
                .replacing(#""haneul""#, with: #""ha""#)
                .replacing(#""m-3""#, with: "3")
            let first = try? source.reader(twoBad).profiles()
            let remaining = first?.profiles.map { describe($0) }
            #expect(
                remaining == Array(usual.prefix(1)),
                "the second and the third record are bad, and these members come in"
            )
            let count = first?.rejected.count
            #expect(count == 2, "two records are bad, and this is how many were reported")
            let second = (first?.rejected.first).map { describe($0) }
            #expect(second == complaint, "the bad records are not reported in the document's order")

            let allBad = twoBad.replacing(#""sori""#, with: "7")
            let rejected = (try? source.reader(allBad).profiles())?.rejected.count
            #expect(rejected == 3, "all three records are bad, and this is how many were reported")

            // One record alone, the tenth after the ninth, and the twenty-first.
            for count in [1, 30] {
                let list = Array(repeating: "{}", count: count).joined(separator: ", ")
                let told = (try? source.reader(source.document(listing: "[\(list)]")).profiles())?.rejected
                let places = told?.map { String($0.path.prefix { $0 != "]" }) + "]" }
                let inOrder = (0..<count).map {
                    UnreadableField(at: source.list + [Place($0)], .missing).path
                }
                #expect(
                    places == inOrder,
                    "each record is bad, and they are not all reported in the document's order"
                )
            }
        }
    }

    @Test(
        "if a bad record stops the import, it is reported and nobody comes in",
        .enabled(if: BadRecordPolicy.chosen == .rejectImport, "the decision here is rejectRecord")
    )
    func importRejected() {
        for source in Source.allCases {
            for (record, handle) in ["sori", "min", "haneul"].enumerated() {
                let oneBad = source.document.replacing("\"\(handle)\"", with: "7")
                let told = comesIn(of: oneBad, from: source)
                let complaint = describe(source.handle(of: record, .wrongType))
                #expect(
                    told == complaint,
                    "a handle in \(source) is a number, and that is not what stops the import"
                )
            }

            // Either may be reported: a design that reads all before it translates any finds the last one first.
            let twoBad = source.document.replacing(#""min""#, with: #""mi""#).replacing(
                #""haneul""#,
                with: "7"
            )
            #expect(throws: UnreadableField.self, "two records are bad, and the import did not stop") {
                _ = try source.reader(twoBad).profiles()
            }
        }
    }

    @Test("neither a profile nor a postcode can be decoded by itself")
    func noDocumentInside() {
        let profile = Conformance<MemberProfile>().isDecodable
        #expect(profile == false, "Moa's profile can be decoded, so it follows the spelling of one document")
        let postcode = Conformance<Postcode>().isDecodable
        #expect(
            postcode == false,
            "Moa's postcode can be decoded, so it follows the way in which one document writes it"
        )
    }
}

// MARK: - The two documents

extension TwoShapesTests {
    /// Where a document comes from, and what it looks like.
    enum Source: CaseIterable, CustomTestStringConvertible, CustomStringConvertible {
        case town
        case platform

        var description: String {
            switch self {
            case .town: "the town's register"
            case .platform: "the club platform"
            }
        }

        var testDescription: String { description }

        /// Three members, and fields that Moa doesn't know.
        var document: String {
            switch self {
            case .town:
                """
                {
                  "exported": "2026-03-02", "office": {"district": "Haeundae-gu", "code": 26350},
                  "entries": [
                    {"member_no": "m-1", "nickname": "sori", "zip": 6236, "supporter": "Y",
                     "introduction": "I bake.", "moved_in": "2019-04-01"},
                    {"member_no": "m-2", "nickname": "min", "zip": 48058, "supporter": "N",
                     "introduction": "I read.", "moved_in": null},
                    {"member_no": "m-3", "nickname": "haneul", "zip": 63309, "supporter": "Y",
                     "introduction": "I hike."}
                  ]
                }
                """
            case .platform:
                """
                {
                  "data": {
                    "members": [
                      {"id": "m-1", "account": {"handle": "sori", "about": "I bake.", "avatar": null},
                       "address": {"city": "Seoul", "postcode": "06236"},
                       "membership": {"tier": "supporter", "since": 2024}},
                      {"id": "m-2", "account": {"handle": "min", "about": "I read."},
                       "address": {"city": "Busan", "postcode": "48058"},
                       "membership": {"tier": "regular", "since": 2025}},
                      {"id": "m-3", "account": {"handle": "haneul", "about": "I hike."},
                       "address": {"city": "Seogwipo", "postcode": "63309"},
                       "membership": {"tier": "supporter"}}
                    ]
                  },
                  "next": null
                }
                """
            }
        }

        /// What stands between the commas around the second record, on one line.
        var secondRecord: String {
            let line = document.replacing("", with: "")
            let end = self == .town ? "}" : "}}"
            let start = line.range(of: self == .town ? #"{"member_no": "m-2""# : #"{"id": "m-2""#)
            let rest = start.map { line[$0.lowerBound...] } ?? ""
            return rest.range(of: end).map { String(rest[..<$0.upperBound]) } ?? ""
        }

        /// Fields that Moa has no word for, and what the document has there.
        var unneeded: [(name: String, value: String)] {
            switch self {
            case .town:
                [
                    (#""exported": "#, #""2026-03-02""#),
                    (#""office": "#, #"{"district": "Haeundae-gu", "code": 26350}"#),
                    (#""moved_in": "#, #""2019-04-01""#),
                ]
            case .platform:
                [
                    (#""avatar": "#, "null"), (#""city": "#, #""Seoul""#), (#""since": "#, "2024"),
                    (#""next": "#, "null"),
                ]
            }
        }

        /// A document with something else, or nobody, in place of its list.
        func document(listing list: String) -> String {
            switch self {
            case .town: #"{"exported": "2026-03-02", "entries": \#(list)}"#
            case .platform: #"{"data": {"members": \#(list)}, "next": null}"#
            }
        }

        /// Documents that lack the list, or what it belongs in, and what is reported of them.
        var withoutList: [(document: String, complaint: String)] {
            switch self {
            case .town:
                [
                    ("{}", "entries: missing"), (#"{"exported": "2026-03-02"}"#, "entries: missing"),
                    (#"{"data": {"members": []}}"#, "entries: missing"),
                ]
            case .platform:
                [
                    ("{}", "data: missing"), (#"{"data": null}"#, "data: missing"),
                    (#"{"data": []}"#, "data: wrongType"), (#"{"data": {}}"#, "data.members: missing"),
                    (#"{"entries": []}"#, "data: missing"),
                ]
            }
        }

        func reader(_ document: String) -> any ProfileSource {
            switch self {
            case .town: TownRegister(document: Data(document.utf8))
            case .platform: ClubPlatform(document: Data(document.utf8))
            }
        }

        /// Where the list stands in the document.
        var list: [any CodingKey] {
            switch self {
            case .town: [Place("entries")]
            case .platform: [Place("data"), Place("members")]
            }
        }

        /// A complaint about the handle of a record, counted from 0.
        func handle(of record: Int, _ flaw: UnreadableField.Flaw) -> UnreadableField {
            let field: [any CodingKey] =
                switch self {
                case .town: [Place("nickname")]
                case .platform: [Place("account"), Place("handle")]
                }
            return UnreadableField(at: list + [Place(record)] + field, flaw)
        }
    }

    /// A step on the way to a field.
    private struct Place: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(_ name: String) {
            stringValue = name
            intValue = nil
        }

        init(_ index: Int) {
            stringValue = "Index \(index)"
            intValue = index
        }

        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { self.init(intValue) }
    }
}

// MARK: - What may stand in the second record

extension TwoShapesTests {
    /// A postcode as a source writes it.
    struct Digits: CustomTestStringConvertible, CustomStringConvertible {
        let source: Source
        let told: String
        let meant: String

        var description: String { "\(told) in \(source)" }
        var testDescription: String { description }

        /// What the document usually has there.
        var usual: String { source == .town ? "48058" : #""48058""# }

        static let all = [
            Digits(source: .town, told: "6236", meant: "06236"),
            Digits(source: .town, told: "607", meant: "00607"),
            Digits(source: .town, told: "0", meant: "00000"),
            Digits(source: .town, told: "10881", meant: "10881"),
            Digits(source: .platform, told: #""06236""#, meant: "06236"),
            Digits(source: .platform, told: #""00607""#, meant: "00607"),
            Digits(source: .platform, told: #""00000""#, meant: "00000"),
            Digits(source: .platform, told: #""10881""#, meant: "10881"),
        ]
    }

    /// A member who has written no introduction.
    struct Untold: CustomTestStringConvertible {
        let testDescription: String
        let source: Source
        let usual: String
        let told: String

        static let all = [
            Untold(
                testDescription: "null in the register",
                source: .town,
                usual: #""I read.""#,
                told: "null"
            ),
            Untold(
                testDescription: "no such field in the register",
                source: .town,
                usual: #""introduction": "I read.", "#,
                told: ""
            ),
            Untold(
                testDescription: "null on the platform",
                source: .platform,
                usual: #""I read.""#,
                told: "null"
            ),
            Untold(
                testDescription: "no such field on the platform",
                source: .platform,
                usual: #", "about": "I read.""#,
                told: ""
            ),
        ]
    }

    /// A document with one field in its second record that can't be understood.
    struct Flawed: CustomTestStringConvertible {
        let testDescription: String
        let source: Source
        let usual: String
        let told: String
        /// Where the field stands, and what is wrong with it; nil if any report will do.
        let complaint: String?

        static let unread = [
            town(#""member_no": "m-2", "#, "", "entries[1].member_no", .missing),
            town(#""nickname": "min", "#, "", "entries[1].nickname", .missing),
            town(#""min""#, "null", "entries[1].nickname", .missing),
            town(#""m-2""#, "null", "entries[1].member_no", .missing),
            town(#""m-2""#, "2", "entries[1].member_no", .wrongType),
            town(#""zip": 48058, "#, "", "entries[1].zip", .missing),
            town("48058", #""48058""#, "entries[1].zip", .wrongType),
            town("48058", "true", "entries[1].zip", .wrongType),
            town("48058", "null", "entries[1].zip", .missing),
            town(#""supporter": "N", "#, "", "entries[1].supporter", .missing),
            town(#""N""#, "false", "entries[1].supporter", .wrongType),
            town(#""N""#, "0", "entries[1].supporter", .wrongType),
            town(#""N""#, "null", "entries[1].supporter", .missing),
            town(#""I read.""#, #"["I read."]"#, "entries[1].introduction", .wrongType),
            town(#""I read.""#, "44", "entries[1].introduction", .wrongType),
            town(Source.town.secondRecord, "null", "entries[1]", .missing),
            town(Source.town.secondRecord, "7", "entries[1]", .wrongType),
            platform(#""id": "m-2", "#, "", "data.members[1].id", .missing),
            platform(#""m-2""#, "null", "data.members[1].id", .missing),
            platform(#""m-2""#, "2", "data.members[1].id", .wrongType),
            platform(
                #""account": {"handle": "min", "about": "I read."}, "#,
                "",
                "data.members[1].account",
                .missing
            ),
            platform(
                #"{"handle": "min", "about": "I read."}"#,
                "null",
                "data.members[1].account",
                .missing
            ),
            platform(
                #"{"handle": "min", "about": "I read."}"#,
                #""min""#,
                "data.members[1].account",
                .wrongType
            ),
            platform(#""handle": "min", "#, "", "data.members[1].account.handle", .missing),
            platform(#""min""#, "null", "data.members[1].account.handle", .missing),
            platform(#""min""#, "12345", "data.members[1].account.handle", .wrongType),
            platform(
                #""address": {"city": "Busan", "postcode": "48058"}, "#,
                "",
                "data.members[1].address",
                .missing
            ),
            platform(
                #"{"city": "Busan", "postcode": "48058"}"#,
                "null",
                "data.members[1].address",
                .missing
            ),
            platform(#""I read.""#, "44", "data.members[1].account.about", .wrongType),
            platform(#", "postcode": "48058""#, "", "data.members[1].address.postcode", .missing),
            platform(
                #"{"city": "Busan", "postcode": "48058"}"#,
                "48058",
                "data.members[1].address",
                .wrongType
            ),
            platform(#""48058""#, "48058", "data.members[1].address.postcode", .wrongType),
            platform(#""48058""#, "null", "data.members[1].address.postcode", .missing),
            platform(
                #"{"tier": "regular", "since": 2025}"#,
                #""regular""#,
                "data.members[1].membership",
                .wrongType
            ),
            platform(
                #", "membership": {"tier": "regular", "since": 2025}"#,
                "",
                "data.members[1].membership",
                .missing
            ),
            platform(
                #"{"tier": "regular", "since": 2025}"#,
                "null",
                "data.members[1].membership",
                .missing
            ),
            platform(#""tier": "regular", "#, "", "data.members[1].membership.tier", .missing),
            platform(#""regular""#, "0", "data.members[1].membership.tier", .wrongType),
            platform(#""regular""#, "null", "data.members[1].membership.tier", .missing),
            platform(Source.platform.secondRecord, "null", "data.members[1]", .missing),
            platform(Source.platform.secondRecord, #""m-2""#, "data.members[1]", .wrongType),
        ]

        static let refused = [
            town(#""m-2""#, #"" ""#, "entries[1].member_no", .refused),
            town(#""m-2""#, #""""#, "entries[1].member_no", .refused),
            town(#""min""#, #""mi""#, "entries[1].nickname", .refused),
            town(#""min""#, #""twenty-one-letters-ok""#, "entries[1].nickname", .refused),
            town("48058", "480581", "entries[1].zip", .refused),
            town("48058", "-480", "entries[1].zip", .refused),
            town("48058", "6236.5", "entries[1].zip", nil),
            town(#""N""#, #""J""#, "entries[1].supporter", .refused),
            town(#""N""#, #""n""#, "entries[1].supporter", .refused),
            town(#""N""#, #"" N""#, "entries[1].supporter", .refused),
            town(#""N""#, #""""#, "entries[1].supporter", .refused),
            town(#""N""#, #""No""#, "entries[1].supporter", .refused),
            town(#""N""#, #""y""#, "entries[1].supporter", .refused),
            town(#""N""#, #""Y ""#, "entries[1].supporter", .refused),
            town(#""N""#, #"" Y""#, "entries[1].supporter", .refused),
            town(#""N""#, #""Yes""#, "entries[1].supporter", .refused),
            platform(#""m-2""#, #""""#, "data.members[1].id", .refused),
            platform(#""m-2""#, #"" ""#, "data.members[1].id", .refused),
            platform(#""min""#, #""mi""#, "data.members[1].account.handle", .refused),
            platform(#""min""#, #""twenty-one-letters-ok""#, "data.members[1].account.handle", .refused),
            platform(#""48058""#, #""6236""#, "data.members[1].address.postcode", .refused),
            platform(#""48058""#, #""480-58""#, "data.members[1].address.postcode", .refused),
            platform(#""48058""#, #""48058 ""#, "data.members[1].address.postcode", .refused),
            platform(#""48058""#, #""48058-1""#, "data.members[1].address.postcode", .refused),
            platform(#""regular""#, #""gold""#, "data.members[1].membership.tier", .refused),
            platform(#""regular""#, #""Regular""#, "data.members[1].membership.tier", .refused),
            platform(#""regular""#, #"" regular""#, "data.members[1].membership.tier", .refused),
            platform(#""regular""#, #""Supporter""#, "data.members[1].membership.tier", .refused),
            platform(#""regular""#, #""SUPPORTER""#, "data.members[1].membership.tier", .refused),
            platform(#""regular""#, #""supporter ""#, "data.members[1].membership.tier", .refused),
            platform(#""regular""#, #""supporters""#, "data.members[1].membership.tier", .refused),
            platform(#""regular""#, #""regulars""#, "data.members[1].membership.tier", .refused),
            platform(#""regular""#, #""""#, "data.members[1].membership.tier", .refused),
        ]

        private static func town(
            _ usual: String,
            _ told: String,
            _ path: String,
            _ flaw: UnreadableField.Flaw?
        ) -> Flawed {
            Flawed(.town, usual, told, path, flaw)
        }

        private static func platform(
            _ usual: String,
            _ told: String,
            _ path: String,
            _ flaw: UnreadableField.Flaw?
        ) -> Flawed {
            Flawed(.platform, usual, told, path, flaw)
        }

        private init(
            _ source: Source,
            _ usual: String,
            _ told: String,
            _ path: String,
            _ flaw: UnreadableField.Flaw?
        ) {
            testDescription = told.isEmpty ? "a record without \(path)" : "\(path), written as \(told)"
            self.source = source
            self.usual = usual
            self.told = told
            complaint = flaw.map { "\(path): \($0)" }
        }
    }
}

// MARK: - Helpers

extension TwoShapesTests {
    /// What comes in from a document with one place changed; nil if the import throws.
    private func read(
        _ source: Source,
        replacing usual: String = "",
        with told: String = ""
    ) -> ImportedProfiles? {
        try? source.reader(source.document.replacing(usual, with: told)).profiles()
    }

    /// What the second member says about themselves if it is written like this.
    private func introduction(in source: Source, written words: String) -> String? {
        let imported = read(source, replacing: "I read.", with: words)
        return (imported?.profiles.dropFirst().first).map { describe($0) }
    }

    /// What is reported of a bad record, under either policy.
    private func complaint(about flawed: Flawed) -> String? {
        let document = flawed.source.document.replacing(flawed.usual, with: flawed.told)
        do throws(UnreadableField) {
            let rejected = try flawed.source.reader(document).profiles().rejected
            return rejected.first.map { describe($0) }
        } catch {
            return describe(error)
        }
    }

    /// Who comes in from a document, or what is reported of the whole document.
    private func comesIn(of document: String, from source: Source) -> String {
        do throws(UnreadableField) {
            let imported = try source.reader(document).profiles()
            let members = imported.profiles.map(\.handle.text)
            let told = imported.rejected.map { "(\(describe($0)))" }
            return members.isEmpty && told.isEmpty ? "nobody" : (members + told).joined(separator: ", ")
        } catch {
            return describe(error)
        }
    }

    /// A complaint in one line.
    private func describe(_ field: UnreadableField) -> String {
        "\(field.path): \(field.flaw)"
    }

    /// A profile in one line.
    private func describe(_ profile: MemberProfile) -> String {
        let dues = profile.isSupporter ? "supporter" : "not a supporter"
        let introduction = profile.introduction.map { "«\($0)»" } ?? "silent"
        return "\(profile.id) \(profile.handle) \(profile.postcode.digits) \(dues) \(introduction)"
    }
}

extension String {
    /// This document with one place changed. Line breaks don't matter in the search for the place.
    fileprivate func replacing(_ usual: String, with told: String) -> String {
        let document = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !usual.isEmpty else { return document }
        let parts = document.components(separatedBy: usual)
        if parts.count != 2 {
            Issue.record("the document should have «\(usual)» once, and has it \(parts.count - 1) times")
        }
        return parts.joined(separator: told)
    }
}
