import InMemoryInfrastructure
import KataProbes
import Moa
import Testing

@testable import Chapter3DomainServices

@Suite("3.4 Place six rules")
struct SixRulesTests {
    private let gardeners: CircleID
    private let readers: CircleID

    init() throws {
        gardeners = try CircleID("gardeners")
        readers = try CircleID("readers")
    }

    @Test(
        "each of the six rules has one home that can keep it, and a reason of its own",
        arguments: MoaRule.allCases
    )
    func table(rule: MoaRule) {
        let lines = placements.filter { $0.rule == rule }
        #expect(lines.count == 1, "this rule is in the table twice, or not at all")
        for line in lines {
            let isGiven = isSentence(line.reason)
            #expect(
                isGiven == true,
                "the next colleague will ask why: answer in a sentence of 20 letters or more"
            )
            let alike = placements.count { $0.reason == line.reason }
            #expect(alike == 1, "several rules have this reason, and it explains none of them")
            let stranger = stranger(to: rule, in: line.home)
            #expect(stranger == nil, "the table names a type that can't keep this rule")
        }
    }

    @Test(
        "a rule that Moa needs on paper belongs to the domain, and to one object if one can keep it",
        arguments: MoaRule.allCases
    )
    func homes(rule: MoaRule) {
        for home in placements.filter({ $0.rule == rule }).map({ HomeKind($0.home) }) {
            switch rule {
            case .duesDiscount:
                #expect(
                    home != .useCase,
                    "the table gives the discount to a use case, but a treasurer with a pencil needs it too"
                )
            case .handleUniqueness:
                #expect(
                    home == .domainService,
                    "the table gives unique handles another home, but Moa needs the rule on paper, and no member can keep it"
                )
            case .seatCap:
                #expect(
                    home == .object,
                    "the table gives the seat cap another home, but one object can count these seats alone"
                )
            case .loanOverdue:
                #expect(
                    home == .object,
                    "the table gives overdue loans another home, but one object knows all that is needed"
                )
            case .welcomeMail:
                #expect(
                    home == .useCase,
                    "the table gives the welcome mail to the domain, but Moa on paper sent no mail"
                )
            case .paging:
                #expect(
                    home == .useCase,
                    "the table gives paging to the domain, but Moa on paper had no screen"
                )
            }
        }
    }

    @Test("a circle has twelve seats, however they are filled")
    func seatCap() throws {
        let oneTooMany = try person(13)
        var circle = Circle(id: gardeners, standardDues: Won(10_000), members: try people(1...11))
        try circle.admit(person(12))
        // Three more than today's rule allows have long been in.
        var crowded = Circle(id: readers, standardDues: Won(10_000), members: try people(21...35))
        #expect(
            throws: AdmissionRefused.circleFull,
            "fifteen are in, and the circle itself does not refuse m-13 for that"
        ) {
            try crowded.admit(oneTooMany)
        }
        var small = Circle(id: readers, standardDues: Won(10_000), members: try people(1...3))
        let already = try person(3)
        #expect(
            throws: AdmissionRefused.alreadyIn,
            "m-3 has a seat already, and a second seat is not refused for that"
        ) {
            try small.admit(already)
        }
        let other = try CircleMember(id: MemberID("M-3"), handle: Handle("Haneul"), isStudent: false)
        #expect(throws: Never.self, "m-3 is in, three seats are taken, and M-3 is refused one") {
            try small.admit(other)
        }
        #expect(
            throws: AdmissionRefused.circleFull,
            "twelve are in, and the circle itself does not refuse m-13 for that"
        ) {
            try circle.admit(oneTooMany)
        }
        let membersAreSettable = isSettable(\Circle.members)
        #expect(membersAreSettable == false, "anybody can add members without asking the circle")

        let screen = try Clubhouse(gardeners, people(1...12))
        #expect(
            throws: AdmissionRefused.circleFull,
            "twelve are in, and the screen does not refuse m-13 for that"
        ) {
            try screen.signUp(oneTooMany, for: gardeners)
        }
        let open = try Clubhouse(gardeners, people(1...3))
        #expect(
            throws: AdmissionRefused.alreadyIn,
            "m-3 has a seat already, and the screen does not refuse a second seat for that"
        ) {
            try open.signUp(already, for: gardeners)
        }

        let paper = try Clubhouse(gardeners, people(1...11))
        let refused = try paper.takeOver([person(1)] + people(21...23), into: gardeners).map(\.id.text)
        #expect(
            refused == ["m-1", "m-22", "m-23"],
            "m-1 is in, m-22 and m-23 find no seat; only these three should be refused"
        )
        let twice = try Clubhouse(gardeners, people(1...3))
        let refusedTwice = try twice.takeOver([person(24), person(25), person(24)], into: gardeners).map(
            \.id.text
        )
        #expect(
            refusedTwice == ["m-24"],
            "m-24 stands on the paper list twice, and should get one seat and be refused another"
        )
        let seated = paper.members(of: gardeners).count
        #expect(seated == 12, "eleven were in, and the paper list did not fill exactly the last seat")
        let again = try? paper.takeOver([person(24)], into: gardeners).map(\.id.text)
        #expect(
            again == ["m-24"],
            "twelve are in, and m-24 on the next paper list does not come back as refused"
        )
        let late = try? paper.takeOver(people(41...70), into: gardeners).count
        #expect(late == 30, "twelve are in, thirty are on the next paper list, and this many come back")
    }

    @Test("a handle has one holder, however they came to Moa")
    func handles() throws {
        let kim = try person(1, "Kim")
        // M-1 is not m-1.
        let namesake = try CircleMember(id: MemberID("M-1"), handle: Handle("KIM"), isStudent: false)

        let bada = try person(8, "Bada")
        let badaAsKim = try person(8, "KIM")

        let screen = Clubhouse(gardeners, [kim, bada])
        screen.found(readers, [])
        #expect(
            throws: AdmissionRefused.handleTaken,
            "Kim's handle is taken, and the screen does not refuse «KIM» to M-1 for that"
        ) {
            try screen.signUp(namesake, for: readers)
        }
        #expect(
            throws: AdmissionRefused.handleTaken,
            "Bada, already in one circle, signs up for a second as «KIM», and isn't refused for the handle"
        ) {
            try screen.signUp(badaAsKim, for: readers)
        }
        #expect(throws: Never.self, "nobody else holds Kim's handle, and Kim was refused in a second circle")
        {
            try screen.signUp(kim, for: readers)
        }

        let paper = Clubhouse(gardeners, [kim, bada])
        paper.found(readers, [])
        let list = [namesake, try person(3, "Sori"), try person(4, "sori"), badaAsKim, kim]
        let refused = try paper.takeOver(list, into: readers).map(\.id.text)
        #expect(
            refused == ["M-1", "m-4", "m-8"],
            "M-1, m-4 and m-8 are on the list under other members' handles; only these three should be refused"
        )
        let joined = paper.members(of: readers)
        #expect(
            joined == ["m-3", "m-1"],
            "only m-3 and m-1 should have come in from the list, and the circle has these members"
        )

        // m-3 is in, and stands on the next list under another handle.
        let again = [try person(3, "Nari"), try person(7, "Nari")]
        let refusedAgain = try paper.takeOver(again, into: readers).map(\.id.text)
        #expect(
            refusedAgain == ["m-3"],
            "m-3 is in and was on the list as «Nari»; nobody is called that, and these were refused"
        )

        // Whoever can't look up the handles, or can't save, lets nobody in.
        let newcomer = try person(5, "Haneul")
        for call in ["find", "everybody", "save"] {
            let screen = Clubhouse(gardeners, [kim], faults: .failing(call: 1, of: call))
            #expect(throws: InjectedFault(call: 1), "Moa's store failed, and the screen did not report it") {
                try screen.signUp(newcomer, for: gardeners)
            }
            let paper = Clubhouse(gardeners, [kim], faults: .failing(call: 1, of: call))
            #expect(throws: InjectedFault(call: 1), "Moa's store failed, and the paper list was called done")
            {
                try paper.takeOver([newcomer], into: gardeners)
            }
            let joined = [screen, paper].map { $0.members(of: gardeners) }
            #expect(joined == [["m-1"], ["m-1"]], "Moa's store failed, and these members are in afterwards")
        }

        guard let rule = service(for: .handleUniqueness) as? any HandleRule else {
            Issue.record("the table names no HandleRule, so nobody can judge a handle without the app")
            return
        }
        let known = [kim, try person(5, "Kimberly")]
        let answers = [
            rule.isTaken(namesake.handle, for: namesake.id, among: known),
            rule.isTaken(namesake.handle, for: kim.id, among: known),
            rule.isTaken(try Handle("Kimber"), for: namesake.id, among: known),
        ]
        #expect(
            answers == [true, false, false],
            "asked by itself, the rule should call «KIM» taken for M-1 and free for m-1, and «Kimber» free"
        )
        let isTakenByNobody = rule.isTaken(namesake.handle, for: namesake.id, among: [])
        #expect(
            isTakenByNobody == false,
            "Kim was on the list before and is not on this one, and «KIM» counts as taken"
        )
        for (present, asked) in [
            ("Zoë", "Zoe"), ("Straße", "Strasse"), ("Min Ho", "MinHo"), ("Min-Ho", "MinHo"),
        ] {
            let isTaken = rule.isTaken(try Handle(asked), for: kim.id, among: [try person(6, present)])
            #expect(isTaken == false, "only «\(present)» is there, and «\(asked)» counts as taken")
        }
        let typedAnew = rule.isTaken(try Handle("Zoe\u{308}"), for: kim.id, among: [try person(6, "Zoë")])
        #expect(typedAnew == true, "«Zoë» is there, and typed as a letter and an accent it counts as free")
        let isTakenByNamesake = [[kim, namesake], [namesake, kim]].map {
            rule.isTaken(kim.handle, for: kim.id, among: $0)
        }
        #expect(
            isTakenByNamesake == [true, true],
            "two members are called Kim; one of them asked, and the handle counts as free"
        )
        let helpers = helpers(of: rule)
        #expect(helpers == [], "the rule keeps a port or a shared object, and can't be asked without it")
    }

    @Test("a student pays half, wherever Moa asks for dues")
    func dues() throws {
        let moa = try Clubhouse(gardeners, [person(1), person(2, isStudent: true)], dues: Won(7_501))
        let student = try moa.signUp(person(3, isStudent: true), for: gardeners)
        #expect(student == Won(3_750), "a student was asked for a sum other than half the dues")
        let other = try moa.signUp(person(4), for: gardeners)
        #expect(other == Won(7_501), "a member who is not a student was asked for a sum other than the dues")
        let total = try moa.total(of: gardeners)
        #expect(total == Won(22_502), "the treasurer does not expect the sum that the members were asked for")
        _ = try moa.takeOver([person(5, isStudent: true), person(6)], into: gardeners)
        let totalWithList = try moa.total(of: gardeners)
        #expect(
            totalWithList == Won(33_753),
            "two, one a student, came in from a paper list; the treasurer doesn't expect what all pay now"
        )
    }

    @Test(
        "if the discount is the circle's, the circle says what a member pays",
        .enabled(if: discountHome == .object, "your table gives the discount another home")
    )
    func discountOfTheCircle() throws {
        let circle = Circle(id: gardeners, standardDues: Won(7_501), members: try people(1...3))
        let (student, other) = (try person(4, isStudent: true), try person(2))
        let answers = [student, other, student].map { amount(of: circle, for: $0) }
        #expect(
            answers == ["3750 won", "7501 won", "3750 won"],
            "the circle was asked about a student, another member and the student again, and does not say what each pays"
        )
    }

    @Test(
        "a discount that stands by itself needs only what it is given",
        .enabled(if: discountHome == .domainService, "your table gives the discount another home")
    )
    func discountByItself() throws {
        guard let rule = service(for: .duesDiscount) as? any DuesRule else {
            Issue.record("the table names no DuesRule, so nobody can ask for the dues without the app")
            return
        }
        let (student, other) = (try person(4, isStudent: true), try person(2))
        let answers = [
            rule.dues(for: student, standard: Won(7_501)).amount,
            rule.dues(for: other, standard: Won(7_501)).amount,
            rule.dues(for: student, standard: Won(10_000)).amount,
            rule.dues(for: student, standard: Won(7_501)).amount,
        ]
        #expect(
            answers == [3_750, 7_501, 5_000, 3_750],
            "a student does not pay half the dues now, or others do not pay all of them"
        )
        let helpers = helpers(of: rule)
        #expect(helpers == [], "the discount keeps a port or a shared object, and can't be asked without it")
    }

    @Test("a loan says by itself whether it is overdue")
    func overdue() throws {
        let yesterday = try loan(1, due: 99)
        let today = try loan(2, due: 100)
        let tomorrow = try loan(3, due: 101)
        let returned = try loan(4, due: 90, returnedOn: 95)
        let returnedLate = try loan(5, due: 90, returnedOn: 100)
        let loans = [yesterday, today, tomorrow, returned, returnedLate]

        let answers = loans.map { lateness(of: $0, on: Day(100)) }
        #expect(
            answers == ["late", "not late", "not late", "not late", "not late"],
            "of five loans, only the first is late, and these are the answers"
        )
        // Before and after, m-1 and m-2 have borrowed other copies, and are not late with these.
        let others = try [loan(1, due: 150), loan(2, due: 150)]
        let earlier = try [loan(1, due: 50, returnedOn: 49), loan(2, due: 50, returnedOn: 49)]
        let list = OverdueList(loans: KnownLoans(loans: earlier + loans + others))
        let reminded = try list.borrowers(on: Day(100)).map(\.text)
        #expect(reminded == ["m-1"], "m-1 alone is late, and these members get a reminder")
        let remindedLater = try list.borrowers(on: Day(102)).map(\.text).sorted()
        #expect(
            remindedLater == ["m-1", "m-2", "m-3"],
            "m-1, m-2 and m-3 are late two days later, and the reminders don't go to exactly these three"
        )
        let capital = Loan(borrower: try MemberID("M-1"), due: Day(99), returnedOn: nil)
        let many = try (1...30).map { try loan($0, due: 100 - 30 * $0) } + [capital]
        let count = try OverdueList(loans: KnownLoans(loans: many)).borrowers(on: Day(100)).count
        #expect(count == 31, "m-1 to m-30 and M-1 are late, and this many get a reminder")
        let unknown = OverdueList(loans: KnownLoans(loans: loans, faults: .failing(call: 1)))
        #expect(
            throws: InjectedFault(call: 1),
            "nobody could look up the loans, and a list of late borrowers came out"
        ) {
            try unknown.borrowers(on: Day(100))
        }
    }

    @Test("one welcome mail is sent, and only after the newcomer has been saved")
    func welcome() throws {
        let moa = try Clubhouse(gardeners, people(1...11))
        try moa.signUp(person(12), for: gardeners)
        #expect(moa.done == ["save", "welcome m-12"], "m-12 was not first saved and then welcomed once")

        #expect(throws: AdmissionRefused.self, "twelve are in, and m-13 is not refused") {
            try moa.signUp(person(13), for: gardeners)
        }
        #expect(moa.welcomed == ["m-12"], "m-12 alone was let in, and these members were welcomed")

        let known = try Clubhouse(gardeners, people(1...3))
        known.found(readers, [try person(4)])
        try known.signUp(person(4), for: gardeners)
        #expect(
            known.welcomed == ["m-4"],
            "m-4 of another circle signed up for this one, and these were welcomed"
        )
        _ = try? known.signUp(person(4), for: gardeners)
        _ = try? known.signUp(person(5, "Member1"), for: gardeners)
        #expect(
            known.welcomed == ["m-4"],
            "then m-4 was refused a second seat, and m-5 the handle of m-1; these were welcomed"
        )

        let failing = try Clubhouse(gardeners, people(1...3), faults: .failing(call: 1, of: "save"))
        let newcomer = try person(4)
        #expect(throws: InjectedFault(call: 1), "the save failed, and its error did not reach the newcomer") {
            try failing.signUp(newcomer, for: gardeners)
        }
        #expect(failing.welcomed == [], "the save failed, and somebody whom Moa does not know was welcomed")
    }

    @Test("five to a page is the screen's affair, and the treasurer counts everybody")
    func paging() throws {
        // Five more than today's rule allows have long been in.
        let moa = try Clubhouse(gardeners, people(1...17), dues: Won(1_000))
        let pages = try (1...5).map { try moa.page($0, of: gardeners) }
        #expect(
            pages.map(\.count) == [5, 5, 5, 2, 0],
            "seventeen members are not shown as three pages of five, a page of two and an empty one"
        )
        let shown = pages.flatMap(\.self)
        #expect(
            shown == (1...17).map { "member\($0)" },
            "the pages, one after the other, do not show each member once and in order"
        )
        let small = try Clubhouse(gardeners, people(1...5))
        let smallPages = try (1...3).map { try small.page($0, of: gardeners).count }
        #expect(smallPages == [5, 0, 0], "five members are not shown as a page of five and then empty ones")
        let total = try moa.total(of: gardeners)
        #expect(
            total == Won(17_000),
            "seventeen members pay 1,000 won each, and the treasurer expects a different sum"
        )
        let failing = try Clubhouse(gardeners, people(1...3), faults: .failing(call: 1, of: "find"))
        #expect(
            throws: InjectedFault(call: 1),
            "nobody could look up the circle, and the screen shows a page of it"
        ) {
            try failing.page(1, of: gardeners)
        }
        let alsoFailing = try Clubhouse(gardeners, people(1...3), faults: .failing(call: 1, of: "find"))
        #expect(
            throws: InjectedFault(call: 1),
            "nobody could look up the circle, and the treasurer got a sum"
        ) {
            try alsoFailing.total(of: gardeners)
        }
    }
}

// MARK: - What the table says

/// The kinds of homes, without what lives there.
private enum HomeKind {
    case object
    case domainService
    case useCase

    init(_ home: Home) {
        switch home {
        // Whatever the table calls it, a type that is marked as a service is no object of the domain.
        case .object(let type) where type is any UseCase.Type: self = .useCase
        case .object(let type) where type is any DomainService.Type: self = .domainService
        case .object: self = .object
        case .domainService: self = .domainService
        case .useCase: self = .useCase
        }
    }
}

private var discountHome: HomeKind? {
    placements.first { $0.rule == .duesDiscount }.map { HomeKind($0.home) }
}

/// A type in the table that can't keep the rule. Of the starter's types, one or two can keep each rule. A type that
/// a learner has made is not judged here.
private func stranger(to rule: MoaRule, in home: Home) -> String? {
    let named: Any.Type
    let keepers: [Any.Type]
    // The rule about paper refuses every other kind of home.
    switch (rule, HomeKind(home), home) {
    case (.seatCap, .object, .object(let type)): (named, keepers) = (type, [Circle.self])
    case (.duesDiscount, .object, .object(let type)):
        (named, keepers) = (type, [Circle.self, CircleMember.self])
    case (.loanOverdue, .object, .object(let type)): (named, keepers) = (type, [Loan.self])
    case (.welcomeMail, _, .useCase(let type)): (named, keepers) = (type, [SignUp.self])
    case (.paging, _, .useCase(let type)): (named, keepers) = (type, [MemberPage.self])
    default: return nil
    }
    let starters: [Any.Type] = [
        Circle.self, CircleMember.self, Loan.self, Day.self, Won.self,
        SignUp.self, PaperImport.self, DuesReport.self, MemberPage.self, OverdueList.self,
    ]
    let isOfTheStarter = starters.contains { $0 == named }
    let isKeeper = keepers.contains { $0 == named }
    return isOfTheStarter && !isKeeper ? "\(named)" : nil
}

private func service(for rule: MoaRule) -> (any DomainService)? {
    guard let home = placements.first(where: { $0.rule == rule })?.home else { return nil }
    guard case .domainService(let service) = home else { return nil }
    return service
}

/// What a rule keeps inside: ports, and objects that others may change.
private func helpers(of rule: any DomainService) -> [String] {
    Mirror(reflecting: rule).children
        .filter {
            $0.value is any Circles || $0.value is any Loans || $0.value is any WelcomeMail
                || type(of: $0.value) is AnyClass
        }
        .map { $0.label ?? "?" }
}

// MARK: - Rules that an object may keep

/// What a circle that keeps the discount can say. See `NotDeclared`.
private protocol TellingDues {
    func dues(for member: CircleMember) throws -> Won
}

extension TellingDues {
    func dues(for member: CircleMember) throws -> Won { throw NotDeclared("Circle.dues(for:)") }
}

extension Circle: TellingDues {}

/// What the circle says, or why it can't.
private func amount(of circle: some TellingDues, for member: CircleMember) -> String {
    do {
        return "\(try circle.dues(for: member).amount) won"
    } catch {
        return "\(error)"
    }
}

/// What a loan can say.
private protocol TellingOverdue {
    func isOverdue(on day: Day) throws -> Bool
}

extension TellingOverdue {
    func isOverdue(on day: Day) throws -> Bool { throw NotDeclared("Loan.isOverdue(on:)") }
}

extension Loan: TellingOverdue {}

/// What the loan says, or why it can't.
private func lateness(of loan: some TellingOverdue, on day: Day) -> String {
    do {
        return try loan.isOverdue(on: day) ? "late" : "not late"
    } catch {
        return "\(error)"
    }
}

// MARK: - Moa, in memory

extension SixRulesTests {
    private func person(
        _ number: Int,
        _ handle: String? = nil,
        isStudent: Bool = false
    ) throws -> CircleMember {
        try CircleMember(
            id: MemberID("m-\(number)"),
            handle: Handle(handle ?? "member\(number)"),
            isStudent: isStudent
        )
    }

    private func people(_ numbers: ClosedRange<Int>) throws -> [CircleMember] {
        try numbers.map { try person($0) }
    }

    private func loan(_ borrower: Int, due: Int, returnedOn: Int? = nil) throws -> Loan {
        try Loan(borrower: MemberID("m-\(borrower)"), due: Day(due), returnedOn: returnedOn.map { Day($0) })
    }

    private struct KnownLoans: Loans {
        let loans: [Loan]
        var faults = FaultPlan()

        func all() throws -> [Loan] { try faults.around { loans } }
    }

    /// Circles as rows, a mailbox, and the use cases that work with them. It notes what is done, in order.
    private final class Clubhouse: Circles, WelcomeMail {
        private struct Row {
            let id: CircleID
            let dues: Won
            var members: [CircleMember]
        }

        private var rows: [Row] = []
        private(set) var done: [String] = []
        private let faults: FaultPlan

        init(
            _ id: CircleID,
            _ members: [CircleMember],
            dues: Won = Won(10_000),
            faults: FaultPlan = FaultPlan()
        ) {
            self.faults = faults
            rows = [Row(id: id, dues: dues, members: members)]
        }

        func found(_ id: CircleID, _ members: [CircleMember]) {
            rows.append(Row(id: id, dues: Won(10_000), members: members))
        }

        func members(of id: CircleID) -> [String] {
            rows.filter { $0.id == id }.flatMap(\.members).map(\.id.text)
        }

        var welcomed: [String] {
            done.filter { $0.hasPrefix("welcome ") }.map { String($0.dropFirst("welcome ".count)) }
        }

        // MARK: The ports

        func find(_ id: CircleID) throws -> Circle {
            try faults.around("find") {
                let row = try #require(rows.first { $0.id == id }, "a circle has gone missing")
                return Circle(id: row.id, standardDues: row.dues, members: row.members)
            }
        }

        func everybody() throws -> [CircleMember] {
            try faults.around("everybody") { rows.flatMap(\.members) }
        }

        func save(_ circle: Circle) throws {
            try faults.around("save") {
                for place in rows.indices where rows[place].id == circle.id {
                    rows[place].members = circle.members
                }
                done.append("save")
            }
        }

        func welcome(_ newcomer: CircleMember) {
            done.append("welcome \(newcomer.id)")
        }

        // MARK: The use cases

        @discardableResult
        func signUp(_ newcomer: CircleMember, for id: CircleID) throws -> Won {
            try SignUp(circles: self, mail: self).signUp(newcomer, for: id)
        }

        func takeOver(_ list: [CircleMember], into id: CircleID) throws -> [CircleMember] {
            try PaperImport(circles: self).takeOver(list, into: id)
        }

        func total(of id: CircleID) throws -> Won {
            try DuesReport(circles: self).total(of: id)
        }

        func page(_ number: Int, of id: CircleID) throws -> [String] {
            try MemberPage(circles: self).page(number, of: id).map(\.text)
        }
    }
}
