// 3.4 Place six rules
//
// Six rules of Moa were written wherever somebody happened to be working. Ask of each whether Moa would need it
// on paper, without an app, and whether one object can keep it alone. Move it to its home, and say in the table
// where that is, and why. One of the six, the discount, has two good homes: decide.
// The given types stay. The use cases keep their initialisers and methods; what is inside may move.
//
// The page: swift run kata show 3.4
// Check it: swift run kata check 3.4

import Moa

// TODO: Where does each rule live in the end, and why there?
let placements = [
    Placement(of: .duesDiscount, in: .useCase(SignUp.self), because: "it has always been there"),
    Placement(of: .handleUniqueness, in: .useCase(SignUp.self), because: "it has always been there"),
    Placement(of: .welcomeMail, in: .object(Circle.self), because: "it has always been there"),
    Placement(of: .seatCap, in: .useCase(SignUp.self), because: "it has always been there"),
    Placement(of: .paging, in: .object(Circle.self), because: "it has always been there"),
    Placement(of: .loanOverdue, in: .useCase(OverdueList.self), because: "it has always been there"),
]

// MARK: - The domain

/// A circle: at most twelve members, the host among them, who pay dues each month.
struct Circle: DomainObject {
    let id: CircleID
    let standardDues: Won
    // TODO: Anybody can add somebody here, and nobody is asked.
    var members: [CircleMember]

    init(id: CircleID, standardDues: Won, members: [CircleMember]) {
        self.id = id
        self.standardDues = standardDues
        self.members = members
    }

    // TODO: What happens to the mail when the circle can't be saved?
    mutating func admit(_ newcomer: CircleMember, mail: (any WelcomeMail)? = nil) throws(AdmissionRefused) {
        guard !members.contains(where: { $0.id == newcomer.id }) else { throw .alreadyIn }
        members.append(newcomer)
        mail?.welcome(newcomer)
    }

    // TODO: Without a screen, who needs pages?
    func roll(page: Int = 1) -> [CircleMember] {
        guard page > 0 else { return [] }
        return Array(members.dropFirst((page - 1) * 5).prefix(5))
    }
}

/// A copy lent to a member.
struct Loan: DomainObject {
    let borrower: MemberID
    let due: Day
    let returnedOn: Day?
}

// MARK: - The use cases

/// A newcomer signs up for a circle at the screen, and is told the monthly dues.
struct SignUp: UseCase {
    let circles: any Circles
    let mail: any WelcomeMail

    func signUp(_ newcomer: CircleMember, for id: CircleID) throws -> Won {
        var circle = try circles.find(id)
        // TODO: The paper list does not come this way.
        guard circle.members.count < 12 else { throw AdmissionRefused.circleFull }
        for other in try circles.everybody() where other.handle == newcomer.handle {
            throw AdmissionRefused.handleTaken
        }
        try circle.admit(newcomer, mail: mail)
        try circles.save(circle)
        // TODO: The treasurer does not know this.
        return newcomer.isStudent ? circle.standardDues.halved : circle.standardDues
    }
}

/// A host brings a list on paper: members of long standing, who get no welcome mail.
struct PaperImport: UseCase {
    let circles: any Circles

    /// Takes everybody whom the circle can take, in the order of the list, and returns all the others.
    func takeOver(_ list: [CircleMember], into id: CircleID) throws -> [CircleMember] {
        var circle = try circles.find(id)
        circle.members += list
        try circles.save(circle)
        return []
    }
}

/// The treasurer's question: what does this circle bring in each month?
struct DuesReport: UseCase {
    let circles: any Circles

    func total(of id: CircleID) throws -> Won {
        let circle = try circles.find(id)
        return circle.roll().reduce(Won(0)) { sum, _ in sum + circle.standardDues }
    }
}

/// The screen with a circle's members, five to a page. Pages are counted from 1.
struct MemberPage: UseCase {
    let circles: any Circles

    func page(_ number: Int, of id: CircleID) throws -> [Handle] {
        try circles.find(id).roll(page: number).map(\.handle)
    }
}

/// Who is to be reminded of an overdue copy?
struct OverdueList: UseCase {
    let loans: any Loans

    func borrowers(on day: Day) throws -> [MemberID] {
        try loans.all().filter { $0.due <= day }.map(\.borrower)
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
