import KataProbes
import Testing

@testable import Chapter8Specifications

@Suite("8.2 And, or, not")
struct CompositionTests {
    // MARK: Yes and no

    @Test(
        "«and» says yes if both say yes, and «or» if at least one does",
        arguments: FestivalCircle.everyKind
    )
    func andOr(circle: FestivalCircle) {
        let both = enough.and(atHome)
        #expect(
            both.isSatisfied(by: circle) == (circle.isBigEnough && circle.isFromMapo),
            "asked: five seats, and at home in Mapo? The circle: \(circle.description)"
        )
        let either = atHome.or(hostedBySupporter)
        #expect(
            either.isSatisfied(by: circle) == (circle.isFromMapo || circle.hostIsSupporter),
            "asked: at home in Mapo, or hosted by a supporter? The circle: \(circle.description)"
        )
        // The same kind of question, about two towns.
        let jongno = AtHome(in: "Jongno")
        #expect(
            !atHome.and(jongno).isSatisfied(by: circle) && atHome.or(jongno).isSatisfied(by: circle),
            "asked: at home in Mapo and in Jongno? Then: in Mapo or in Jongno? The circle: \(circle.description)"
        )
    }

    @Test("«not» turns the answer round, and keeps what was found", arguments: FestivalCircle.everyKind)
    func not(circle: FestivalCircle) {
        #expect(
            inArrears.not().verdict(on: circle)
                == Verdict(isSatisfied: circle.owedDues == 0, findings: [.owes(won: circle.owedDues)]),
            "«not in arrears»: what the circle owes is found, whichever way the question is put"
        )
        #expect(
            inArrears.not().not().verdict(on: circle) == inArrears.verdict(on: circle),
            "«not not in arrears» is «in arrears»: the same answer, and the same thing found"
        )
        let (isBig, owes) = (circle.isBigEnough, circle.owedDues > 0)
        let answers = [
            inArrears.not().isSatisfied(by: circle), inArrears.not().not().isSatisfied(by: circle),
            enough.and(inArrears).not().isSatisfied(by: circle),
            enough.or(inArrears).not().isSatisfied(by: circle),
        ]
        #expect(
            answers == [!owes, owes, !(isBig && owes), !(isBig || owes)],
            "«not» answered wrongly before one of these: in arrears, not in arrears, big and in arrears, big or in arrears"
        )
    }

    // MARK: What decided

    @Test("if both sides decide, the verdict names what both found")
    func bothDecide() {
        let good = FestivalCircle.of(seats: 6, town: "Mapo")
        #expect(
            enough.and(atHome).verdict(on: good)
                == Verdict(isSatisfied: true, findings: [.takenSeats(6), .town("Mapo")]),
            "«and» says yes because of both: the six seats, and the town"
        )
        let bad = FestivalCircle.of(seats: 4, town: "Jongno")
        #expect(
            enough.and(atHome).verdict(on: bad)
                == Verdict(isSatisfied: false, findings: [.takenSeats(4), .town("Jongno")]),
            "the seats and the town both speak against it, and the host should hear both"
        )
        #expect(
            enough.or(atHome).verdict(on: good)
                == Verdict(isSatisfied: true, findings: [.takenSeats(6), .town("Mapo")]),
            "each side alone would have been enough for «or»: both speak for this circle"
        )
        #expect(
            enough.or(atHome).verdict(on: bad)
                == Verdict(isSatisfied: false, findings: [.takenSeats(4), .town("Jongno")]),
            "more seats or another town would have helped, and the host should hear both"
        )
        let welcome = FestivalCircle.of(seats: 6, town: "Mapo", supporter: true)
        #expect(
            Festival.stall(in: "Mapo").verdict(on: welcome).findings
                == [.takenSeats(6), .town("Mapo"), .hostIsSupporter(true), .owes(won: 0)],
            "all four findings speak for this circle's stall, in the order seats, town, supporter, debt"
        )
    }

    @Test("if one side decides, the verdict names what that side found and nothing else")
    func oneDecides() {
        let small = FestivalCircle.of(seats: 4, town: "Mapo")
        let foreign = FestivalCircle.of(seats: 6, town: "Jongno")
        #expect(
            enough.and(atHome).verdict(on: small)
                == Verdict(isSatisfied: false, findings: [.takenSeats(4)]),
            "it has too few seats and is at home: its town is no reason to refuse it"
        )
        #expect(
            enough.and(atHome).verdict(on: foreign)
                == Verdict(isSatisfied: false, findings: [.town("Jongno")]),
            "it is from elsewhere and big enough: its seats are no reason to refuse it"
        )
        #expect(
            enough.or(atHome).verdict(on: small)
                == Verdict(isSatisfied: true, findings: [.town("Mapo")]),
            "it is at home and too small: its seats are no reason to accept it"
        )
        #expect(
            enough.or(atHome).verdict(on: foreign)
                == Verdict(isSatisfied: true, findings: [.takenSeats(6)]),
            "it is big enough and from elsewhere: its town is no reason to accept it"
        )
        let middling = FestivalCircle.of(seats: 7, town: "Mapo")
        #expect(
            enough.and(large).verdict(on: middling)
                == Verdict(isSatisfied: false, findings: [.takenSeats(7)]),
            "seven seats are enough and not many: the side that says no has found them too"
        )
        #expect(
            large.and(enough).verdict(on: middling)
                == Verdict(isSatisfied: false, findings: [.takenSeats(7)]),
            "seven seats are not many, but enough: the side that says no has found them too"
        )
        for verdict in [large.or(enough).verdict(on: middling), enough.or(large).verdict(on: middling)] {
            #expect(
                verdict == Verdict(isSatisfied: true, findings: [.takenSeats(7)]),
                "seven seats are enough and not many: the side that says yes has found them too"
            )
        }
        let stall = Festival.stall(in: "Mapo")
        let smallGuest = FestivalCircle.of(seats: 4, town: "Jongno", supporter: true)
        #expect(
            stall.verdict(on: smallGuest) == Verdict(isSatisfied: false, findings: [.takenSeats(4)]),
            "only its size stands between this circle and its stall"
        )
        let guest = FestivalCircle.of(seats: 6, town: "Jongno", supporter: true)
        #expect(
            stall.verdict(on: guest)
                == Verdict(
                    isSatisfied: true,
                    findings: [.takenSeats(6), .hostIsSupporter(true), .owes(won: 0)]
                ),
            "its host is a supporter: its town is no reason to give it a stall"
        )
    }

    @Test("a finding is named once, in the order of the questions")
    func order() {
        let circle = FestivalCircle.of(seats: 6, town: "Mapo", owed: 30_000)
        let size = enough.and(large.not())
        #expect(
            size.verdict(on: circle).findings == [.takenSeats(6)],
            "two questions found the same six seats, and that is one thing to read"
        )
        #expect(
            enough.or(large.not()).verdict(on: circle).findings == [.takenSeats(6)],
            "two sides of an «or» found the same six seats, and that is one thing to read"
        )
        let small = FestivalCircle.of(seats: 4, town: "Mapo", owed: 30_000)
        #expect(
            enough.and(large).verdict(on: small).findings == [.takenSeats(4)]
                && enough.or(large).verdict(on: small).findings == [.takenSeats(4)],
            "two questions found the same four seats, both say no, and that is one thing to read"
        )
        #expect(
            atHome.and(enough).and(large.not()).verdict(on: circle).findings
                == [.town("Mapo"), .takenSeats(6)],
            "the same six seats were found second and third, and that is one thing to read"
        )
        let firstAndThird = [
            enough.and(atHome).and(large.not()).verdict(on: circle),
            enough.or(atHome).or(large.not()).verdict(on: circle),
        ]
        for verdict in firstAndThird {
            #expect(
                verdict.findings == [.takenSeats(6), .town("Mapo")],
                "the same six seats were found first and third, and that is one thing to read"
            )
        }
        for seats in [6, 1] {
            let circle = FestivalCircle.of(seats: seats, town: "Mapo")
            for question: any Specification<FestivalCircle> in [enough.and(inSummer), enough.or(inSummer)] {
                #expect(
                    question.verdict(on: circle).findings == [.takenSeats(seats), .takenSeats(seats + 3)],
                    "six seats now and nine in summer, or one and four, are two findings, and both decide"
                )
            }
        }
        let either = inArrears.or(atHome).or(enough)
        #expect(
            either.verdict(on: circle).findings == [.owes(won: 30_000), .town("Mapo"), .takenSeats(6)],
            "the questions were asked in this order: debts, town, seats"
        )
        let rightSide = atHome.or(enough.and(inArrears))
        #expect(
            rightSide.verdict(on: circle).findings == [.town("Mapo"), .takenSeats(6), .owes(won: 30_000)],
            "the right side of this «or» found two things, and both speak for its yes"
        )
        let hopeless = FestivalCircle.of(seats: 4, town: "Jongno")
        let inOrder: [Finding] = [
            .owes(won: 0), .takenSeats(7), .hostIsSupporter(false), .town("Jongno"), .takenSeats(4),
        ]
        let refusals: [(question: any Specification<FestivalCircle>, findings: [Finding])] = [
            (inArrears.or(inSummer.not()).or(hostedBySupporter).or(atHome).or(enough), inOrder),
            (inArrears.and(inSummer.not()).and(hostedBySupporter).and(atHome).and(enough), inOrder),
            (enough.or(inArrears).or(atHome.or(enough)), [.takenSeats(4), .owes(won: 0), .town("Jongno")]),
            (
                enough.and(inArrears).and(atHome.and(enough)),
                [.takenSeats(4), .owes(won: 0), .town("Jongno")]
            ),
        ]
        for (question, findings) in refusals {
            #expect(
                question.verdict(on: hopeless).findings == findings,
                "all sides say no: each finding should be named once, where it was found first"
            )
        }
        let allFive = enough.and(inSummer).and(atHome).and(hostedBySupporter.not()).and(inArrears)
        #expect(
            allFive.verdict(on: circle).findings
                == [
                    .takenSeats(6), .takenSeats(9), .town("Mapo"), .hostIsSupporter(false),
                    .owes(won: 30_000),
                ],
            "five questions, joined by «and», all say yes: each of them has found something"
        )
        let repeated = enough.and(inArrears.and(atHome.and(enough)))
        #expect(
            repeated.verdict(on: circle).findings == [.takenSeats(6), .owes(won: 30_000), .town("Mapo")],
            "a finding should be named where it was found first"
        )
        let repeatedByOr = enough.or(inArrears.or(atHome.or(enough)))
        #expect(
            repeatedByOr.verdict(on: circle).findings == [.takenSeats(6), .owes(won: 30_000), .town("Mapo")],
            "a finding of an «or» should be named once, where it was found first"
        )
    }

    // MARK: Laws

    @Test(
        "«not (a and b)» is «not a, or not b», and «not (a or b)» is «not a, and not b»",
        arguments: FestivalCircle.everyKind
    )
    func deMorgan(circle: FestivalCircle) {
        let notBoth = enough.and(inArrears).not()
        let oneIsNot = enough.not().or(inArrears.not())
        #expect(
            notBoth.verdict(on: circle) == oneIsNot.verdict(on: circle),
            "«not (big enough and in arrears)» and «not big enough, or not in arrears» are one question"
        )
        let neither = enough.or(inArrears).not()
        let bothAreNot = enough.not().and(inArrears.not())
        #expect(
            neither.verdict(on: circle) == bothAreNot.verdict(on: circle),
            "«not (big enough or in arrears)» and «not big enough, and not in arrears» are one question"
        )
    }

    @Test("what was combined can be combined again, and brackets count")
    func nesting() throws {
        for circle in FestivalCircle.everyKind {
            let (big, here, supported) = (circle.isBigEnough, circle.isFromMapo, circle.hostIsSupporter)
            let outer = enough.or(atHome.and(hostedBySupporter))
            #expect(
                outer.isSatisfied(by: circle) == (big || (here && supported)),
                "asked: big enough, or (at home and hosted by a supporter)? The circle: \(circle.description)"
            )
            let inner = enough.or(atHome).and(hostedBySupporter)
            #expect(
                inner.isSatisfied(by: circle) == ((big || here) && supported),
                "asked: (big enough or at home), and hosted by a supporter? The circle: \(circle.description)"
            )
            let deep = enough.and(atHome.or(hostedBySupporter.and(inArrears.not())).not()).not().not()
            #expect(
                deep.isSatisfied(by: circle) == (big && !(here || (supported && circle.owedDues == 0))),
                "asked: not not (big enough, and not (at home, or (hosted by a supporter and not in arrears)))? The circle: \(circle.description)"
            )
            let notBoth = enough.and(atHome.and(hostedBySupporter).not())
            let notBothInFront = atHome.and(hostedBySupporter).not().and(enough)
            let bigAndNotBoth = [
                notBoth.isSatisfied(by: circle), notBoth.verdict(on: circle).isSatisfied,
                notBothInFront.isSatisfied(by: circle), notBothInFront.verdict(on: circle).isSatisfied,
            ]
            #expect(
                bigAndNotBoth == Array(repeating: big && !(here && supported), count: 4),
                "asked: big enough, and not (at home and hosted by a supporter)? The circle: \(circle.description)"
            )
            let neither = enough.or(atHome.or(hostedBySupporter).not())
            let neitherInFront = atHome.or(hostedBySupporter).not().or(enough)
            let bigOrNeither = [
                neither.isSatisfied(by: circle), neither.verdict(on: circle).isSatisfied,
                neitherInFront.isSatisfied(by: circle), neitherInFront.verdict(on: circle).isSatisfied,
            ]
            #expect(
                bigOrNeither == Array(repeating: big || !(here || supported), count: 4),
                "asked: big enough, or not (at home or hosted by a supporter)? The circle: \(circle.description)"
            )
        }
        // Why code is tried here: a question that can't be combined would keep the whole suite from compiling.
        guard Self.compiler.isAvailable else { return }
        #expect(
            try Self.compiler.accepts(
                """
                struct IsEven: Specification {
                    func verdict(on number: Int) -> Verdict {
                        Verdict(isSatisfied: number.isMultiple(of: 2), findings: [])
                    }
                }
                func ask() -> Bool {
                    IsEven().and(IsEven().not()).or(IsEven()).not().isSatisfied(by: 3)
                }
                """
            ),
            "two questions about numbers can't be combined in the way that those about festival circles can"
        )
    }

    // MARK: The festival

    @Test(
        "a stall goes to circles of five or more, at home or hosted by a supporter, that owe nothing",
        arguments: FestivalCircle.everyKind + [
            .of(seats: 20, town: " jeju si"), .of(seats: 6, town: "Mapo", owed: 1),
            .of(seats: 6, town: "Mapo", owed: -1), .of(seats: 6, town: "Mapo-gu"),
        ]
    )
    func stall(circle: FestivalCircle) {
        for town in ["Mapo", "mapo", "Gangneung", " jeju si"] {
            let mayCome = circle.isBigEnough && (circle.town == town || circle.hostIsSupporter)
            #expect(
                Festival.stall(in: town).isSatisfied(by: circle) == (mayCome && circle.owedDues <= 0),
                "asked for a stall in \(town). The circle: \(circle.description)"
            )
        }
    }

    @Test("a host who is refused hears every reason at once")
    func everythingAtOnce() {
        let stall = Festival.stall(in: "Mapo")
        let hopeless = FestivalCircle.of(seats: 4, town: "Jongno", owed: 30_000)
        #expect(
            stall.verdict(on: hopeless).findings
                == [.takenSeats(4), .town("Jongno"), .hostIsSupporter(false), .owes(won: 30_000)],
            "the host should hear all four reasons today, in the order seats, town, supporter, debt"
        )
        let inDebt = FestivalCircle.of(seats: 6, town: "Mapo", owed: 30_000)
        #expect(
            stall.verdict(on: inDebt).findings == [.owes(won: 30_000)],
            "only the debt stands between this circle and its stall"
        )
        for circle in FestivalCircle.everyKind {
            #expect(
                stall.verdict(on: circle) == circle.verdictOfMapo,
                "a circle asked for a stall in Mapo, and the answer or what decided it is wrong. The circle: \(circle.description)"
            )
        }
        let paid = FestivalCircle.of(seats: 6, town: "Mapo", owed: -1)
        #expect(
            stall.verdict(on: paid)
                == Verdict(isSatisfied: true, findings: [.takenSeats(6), .town("Mapo"), .owes(won: -1)]),
            "the circle has paid one won too much and asks again: it gets its stall, for these reasons"
        )
    }

    @Test("a question can be handed to another task")
    func handedOver() {
        #expect(
            Conformance<any Specification<FestivalCircle>>().isSendable == true,
            "Specification doesn't promise Sendable, so no question may leave the task that made it"
        )
    }

    // MARK: Questions

    private static let compiler = CompileCheck(importing: "Chapter8Specifications")

    private let enough = EnoughSeats()
    private let inSummer = EnoughSeatsInSummer()
    private let large = LargeCircle()
    private let atHome = AtHome(in: "Mapo")
    private let hostedBySupporter = HostedBySupporter()
    private let inArrears = InArrears()
}

/// A question of the suite's own: in summer, three more come.
private struct EnoughSeatsInSummer: Specification {
    func verdict(on circle: FestivalCircle) -> Verdict {
        let seats = circle.takenSeats + 3
        return Verdict(isSatisfied: seats >= 5, findings: [.takenSeats(seats)])
    }
}

// MARK: - Circles

extension FestivalCircle: CustomTestStringConvertible {
    fileprivate var isBigEnough: Bool { takenSeats >= 5 }
    fileprivate var isFromMapo: Bool { town == "Mapo" }

    /// What the festival of Mapo should say about a stall for it.
    fileprivate var verdictOfMapo: Verdict {
        let (mayCome, owesNothing) = (isFromMapo || hostIsSupporter, owedDues <= 0)
        let getsStall = isBigEnough && mayCome && owesNothing
        let findings: [(Finding, decides: Bool)] = [
            (.takenSeats(takenSeats), isBigEnough == getsStall),
            (.town(town), mayCome == getsStall && isFromMapo == getsStall),
            (.hostIsSupporter(hostIsSupporter), mayCome == getsStall && hostIsSupporter == getsStall),
            (.owes(won: owedDues), owesNothing == getsStall),
        ]
        return Verdict(isSatisfied: getsStall, findings: findings.filter(\.decides).map(\.0))
    }

    fileprivate var description: String {
        let host = hostIsSupporter ? "hosted by a supporter" : "hosted by a non-supporter"
        return "\(takenSeats) taken seats in \(town), \(host), \(owedDues) won owed"
    }

    public var testDescription: String { description }

    fileprivate static func of(
        seats: Int,
        town: String,
        supporter: Bool = false,
        owed: Int = 0
    ) -> FestivalCircle {
        FestivalCircle(
            name: "Mapo Readers",
            takenSeats: seats,
            town: town,
            hostIsSupporter: supporter,
            owedDues: owed
        )
    }

    /// Each yes and no of the four simple questions, with each other: sixteen circles.
    fileprivate static let everyKind = [4, 5].flatMap { seats in
        ["Mapo", "Jongno"].flatMap { town in
            [true, false].flatMap { supporter in
                [0, 30_000].map { owed in
                    FestivalCircle.of(seats: seats, town: town, supporter: supporter, owed: owed)
                }
            }
        }
    }
}
