// 3.4 Place six rules

import Moa

let placements = [
    Placement(
        of: .duesDiscount,
        in: .object(Circle.self),
        because: "A circle knows its dues, and is given the member; nothing else decides."
    ),
    Placement(
        of: .handleUniqueness,
        in: .domainService(UniqueHandles()),
        because: "No two members may share a handle on paper either, and no single member knows the others."
    ),
    Placement(
        of: .welcomeMail,
        in: .useCase(SignUp.self),
        because: "A circle on paper sends no mail, and mail must wait until the save has succeeded."
    ),
    Placement(
        of: .seatCap,
        in: .object(Circle.self),
        because: "A circle can count its own seats, and nobody gets in past it."
    ),
    Placement(
        of: .paging,
        in: .useCase(MemberPage.self),
        because: "Five to a page is a matter of one screen; a circle has members and no pages."
    ),
    Placement(
        of: .loanOverdue,
        in: .object(Loan.self),
        because: "A loan has its due day and its return, and needs nothing but today."
    ),
]

// MARK: - The domain

/// A circle: at most twelve members, the host among them, who pay dues each month.
struct Circle: DomainObject {
    static let seats = 12

    let id: CircleID
    let standardDues: Won
    private(set) var members: [CircleMember]

    init(id: CircleID, standardDues: Won, members: [CircleMember]) {
        self.id = id
        self.standardDues = standardDues
        self.members = members
    }

    mutating func admit(_ newcomer: CircleMember) throws(AdmissionRefused) {
        guard !members.contains(where: { $0.id == newcomer.id }) else { throw .alreadyIn }
        guard members.count < Self.seats else { throw .circleFull }
        members.append(newcomer)
    }

    // Why here: nothing else is needed. A discount across circles or years would be a domain service.
    func dues(for member: CircleMember) -> Won {
        member.isStudent ? standardDues.halved : standardDues
    }
}

/// A copy lent to a member.
struct Loan: DomainObject {
    let borrower: MemberID
    let due: Day
    let returnedOn: Day?

    // Why not ask a clock: a caller may want to know about tomorrow.
    func isOverdue(on day: Day) -> Bool {
        returnedOn == nil && day > due
    }
}

/// The rule that no two members hold the same handle.
// Why no port, unlike in 3.1: the import asks about people whom no directory knows yet.
struct UniqueHandles: HandleRule {
    func isTaken(_ handle: Handle, for id: MemberID, among members: [CircleMember]) -> Bool {
        members.contains { $0.id != id && $0.handle.folded == handle.folded }
    }
}

// MARK: - The use cases

/// A newcomer signs up for a circle at the screen, and is told the monthly dues.
struct SignUp: UseCase {
    let circles: any Circles
    let mail: any WelcomeMail

    func signUp(_ newcomer: CircleMember, for id: CircleID) throws -> Won {
        var circle = try circles.find(id)
        let everybody = try circles.everybody()
        guard !UniqueHandles().isTaken(newcomer.handle, for: newcomer.id, among: everybody) else {
            throw AdmissionRefused.handleTaken
        }
        try circle.admit(newcomer)
        try circles.save(circle)
        // Why last: mail can't be called back, and until the save has succeeded there is nobody to welcome.
        mail.welcome(newcomer)
        return circle.dues(for: newcomer)
    }
}

/// A host brings a list on paper: members of long standing, who get no welcome mail.
struct PaperImport: UseCase {
    let circles: any Circles

    /// Takes everybody whom the circle can take, in the order of the list, and returns all the others.
    func takeOver(_ list: [CircleMember], into id: CircleID) throws -> [CircleMember] {
        var circle = try circles.find(id)
        let everybody = try circles.everybody()
        var refused: [CircleMember] = []
        for person in list {
            // Why the circle's members as well: two on the list may share a handle.
            let known = everybody + circle.members
            do throws(AdmissionRefused) {
                guard !UniqueHandles().isTaken(person.handle, for: person.id, among: known) else {
                    throw .handleTaken
                }
                try circle.admit(person)
            } catch {
                refused.append(person)
            }
        }
        try circles.save(circle)
        return refused
    }
}

/// The treasurer's question: what does this circle bring in each month?
struct DuesReport: UseCase {
    let circles: any Circles

    func total(of id: CircleID) throws -> Won {
        let circle = try circles.find(id)
        return circle.members.reduce(Won(0)) { sum, member in sum + circle.dues(for: member) }
    }
}

/// The screen with a circle's members, five to a page. Pages are counted from 1.
struct MemberPage: UseCase {
    let circles: any Circles

    func page(_ number: Int, of id: CircleID) throws -> [Handle] {
        guard number > 0 else { return [] }
        return try circles.find(id).members.dropFirst((number - 1) * 5).prefix(5).map(\.handle)
    }
}

/// Who is to be reminded of an overdue copy?
struct OverdueList: UseCase {
    let loans: any Loans

    func borrowers(on day: Day) throws -> [MemberID] {
        try loans.all().filter { $0.isOverdue(on: day) }.map(\.borrower)
    }
}

// MARK: - Given

/// The six rules that need a home.
enum MoaRule: CaseIterable, Hashable, Sendable {
    case duesDiscount
    case handleUniqueness
    case welcomeMail
    case seatCap
    case paging
    case loanOverdue
}

/// Where a rule can live.
enum Home: Sendable {
    /// A value or an entity, which has all that the rule needs.
    case object(any DomainObject.Type)
    /// A rule of the domain that no single object can keep.
    case domainService(any DomainService)
    /// A step of something that a user wants done: an application service.
    case useCase(any UseCase.Type)
}

/// One line of the table: which rule, where, and why there.
struct Placement: Sendable {
    let rule: MoaRule
    let home: Home
    let reason: String

    init(of rule: MoaRule, in home: Home, because reason: String) {
        self.rule = rule
        self.home = home
        self.reason = reason
    }
}

/// Marks a value or an entity. Its metatype must be sendable: the table is global.
protocol DomainObject: SendableMetatype {}

/// Marks a type that holds the steps of one use case.
protocol UseCase: SendableMetatype {}

/// Marks a domain service. The ones here ask no port: they judge what they are given.
protocol DomainService: Sendable {}

/// A domain service that judges handles.
protocol HandleRule: DomainService {
    /// Whether somebody other than the member with this id holds the handle, whatever its letter case.
    func isTaken(_ handle: Handle, for id: MemberID, among members: [CircleMember]) -> Bool
}

/// A domain service that says what a member pays.
protocol DuesRule: DomainService {
    func dues(for member: CircleMember, standard: Won) -> Won
}

/// A member, as far as a circle knows them.
struct CircleMember: DomainObject, Hashable, Sendable {
    let id: MemberID
    let handle: Handle
    let isStudent: Bool
}

enum AdmissionRefused: Error, Hashable {
    case alreadyIn
    case circleFull
    case handleTaken
}

/// Money in whole won.
struct Won: DomainObject, Hashable, Sendable {
    let amount: Int

    init(_ amount: Int) {
        self.amount = amount
    }

    /// Half of it; of an odd sum, the smaller half.
    var halved: Won { Won(amount / 2) }

    static func + (one: Won, other: Won) -> Won {
        Won(one.amount + other.amount)
    }
}

/// A day, counted from the day Moa was founded.
struct Day: DomainObject, Hashable, Comparable, Sendable {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }

    static func < (one: Day, other: Day) -> Bool {
        one.number < other.number
    }
}

/// All circles of Moa, wherever they are kept.
protocol Circles {
    func find(_ id: CircleID) throws -> Circle
    /// The members of all circles.
    func everybody() throws -> [CircleMember]
    func save(_ circle: Circle) throws
}

/// All loans of Moa, the returned ones as well.
protocol Loans {
    func all() throws -> [Loan]
}

/// Sends mail. What is sent can't be called back.
protocol WelcomeMail {
    func welcome(_ newcomer: CircleMember)
}
