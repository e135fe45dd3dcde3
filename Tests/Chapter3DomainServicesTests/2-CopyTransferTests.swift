import KataProbes
import Testing

@testable import Chapter3DomainServices

@Suite("3.2 Between shelves")
struct CopyTransferTests {
    @Test("a move takes a copy from one shelf and puts it on the other")
    func move() throws {
        // It has lost a board: it takes nothing more, and hands out what it holds.
        var novels = shelf("A-03", places: 2, holding: [1, 2, 3])
        var poems = shelf("B-01", places: 3, holding: [7])
        let transfer = CopyTransfer()
        #expect(throws: Never.self, "copies 2 and 3 are there, two places are free, and a move was refused") {
            try transfer.move(BookCopy.Number(2), from: &novels, to: &poems)
            try transfer.move(BookCopy.Number(3), from: &novels, to: &poems)
        }
        #expect(
            numbers(on: novels) == [1],
            "copies 2 and 3 were moved away, and the first shelf does not hold exactly copy 1"
        )
        #expect(
            numbers(on: poems) == [2, 3, 7],
            "copies 2 and 3 were moved, and the second shelf does not hold exactly copies 2, 3 and 7"
        )
        #expect(throws: Never.self, "copies 7 and 2 are there, and the shelf does not hand out both") {
            _ = try poems.take(BookCopy.Number(7))
            _ = try poems.take(BookCopy.Number(2))
        }
        #expect(
            numbers(on: poems) == [3],
            "copies 7 and 2 were taken off the second shelf, which does not hold exactly copy 3"
        )
        #expect(throws: Never.self, "two places are free, and the shelf refuses copy 8 or copy 9") {
            try poems.put(book(8))
            try poems.put(book(9))
        }
        #expect(
            numbers(on: poems) == [3, 8, 9],
            "copies 8 and 9 were put beside copy 3, and the shelf does not hold exactly these three"
        )
        var hall = shelf("D-04", places: 60, holding: Array(101...159))
        #expect(throws: Never.self, "one of sixty places is free, and the shelf refuses copy 160") {
            try hall.put(book(160))
        }
        #expect(throws: Never.self, "copy 160 stands last on a long shelf, which does not hand it out") {
            _ = try hall.take(BookCopy.Number(160))
        }
        let places = [novels.places, poems.places]
        #expect(places == [2, 3], "copies came and went, and a shelf has more or fewer places than before")
        let codes = [novels.code.text, poems.code.text]
        #expect(codes == ["A-03", "B-01"], "copies came and went, and a shelf's code has changed")
    }

    @Test(
        "a copy arrives with all that was noted about it",
        arguments: zip(
            [2, 0, -3],
            [
                "page 12 is torn\n(소리, in May)", "",
                " Still wet: " + String(repeating: "read in the rain, ", count: 9),
            ]
        )
    )
    func sameCopy(number: Int, note: String) throws {
        // Codes that are nearly the same are two codes, and a title stays as somebody wrote it.
        let next = [
            ("A-04", "Momo"), ("a-03", " Momo\n"), ("A -03", ""), ("A-03 ", "The  TREES"), ("A03", "모모"),
            ("A-3", "Zoë"),
        ]
        for (code, title) in next {
            let worn = BookCopy(number: BookCopy.Number(number), title: title, note: note)
            var novels = Shelf(code: Shelf.Code("A-03"), places: 2, copies: [worn])
            var next = shelf(code, places: 2, holding: [])
            #expect(throws: Never.self, "the copy is there, two places are free, and the move was refused") {
                try CopyTransfer().move(worn.number, from: &novels, to: &next)
            }
            let arrived = next.copies
            #expect(arrived == [worn], "what arrived is not the copy that left")
            let handedOut = try? next.take(worn.number)
            #expect(handedOut == worn, "what the shelf handed out is not the copy that stood there")
        }
    }

    @Test("a full shelf takes no copy, however it arrives", arguments: FullShelf.all)
    func full(full: FullShelf) throws {
        var novels = shelf("A-03", places: 3, holding: [1, 2])
        var poems = shelf("B-01", places: full.places, holding: full.numbers)
        #expect(
            throws: ShelvingRefused.full,
            "the shelf has no free place, and the move is not refused for that"
        ) {
            try CopyTransfer().move(BookCopy.Number(1), from: &novels, to: &poems)
        }
        #expect(
            throws: ShelvingRefused.full,
            "the shelf has no free place, and does not refuse copy 9 for that"
        ) {
            try poems.put(book(9))
        }
        for number in full.numbers.prefix(1) {
            #expect(
                throws: ShelvingRefused.full,
                "copy \(number) is put on the full shelf that holds it, and is not refused for that"
            ) {
                try poems.put(book(number))
            }
        }
        #expect(numbers(on: poems) == full.numbers, "the copies on a full shelf have changed")
        #expect(poems.places == full.places, "a full shelf has more or fewer places than before")
        let handedOut = full.numbers.map { try? poems.take(BookCopy.Number($0)) }
        #expect(
            handedOut == full.numbers.map(book),
            "every copy on a full shelf was asked for, and these were handed out"
        )
        for number in 0..<full.places { try? poems.put(book(number)) }
        #expect(
            throws: ShelvingRefused.full,
            "the shelf was emptied and filled anew, and does not refuse copy 9 for that"
        ) {
            try poems.put(book(9))
        }
    }

    @Test("a copy that does not stand on a shelf can't be moved from it")
    func unknownCopy() {
        var novels = shelf("A-03", places: 3, holding: [1, 2])
        var poems = shelf("B-01", places: 3, holding: [7])
        #expect(
            throws: ShelvingRefused.unknownCopy,
            "copy -1 stands on neither shelf, and the move is not refused for that"
        ) {
            try CopyTransfer().move(BookCopy.Number(-1), from: &novels, to: &poems)
        }
        #expect(
            throws: ShelvingRefused.unknownCopy,
            "copy 7 stands on the second shelf, and moving it from the first is not refused for that"
        ) {
            try CopyTransfer().move(BookCopy.Number(7), from: &novels, to: &poems)
        }
        #expect(
            throws: ShelvingRefused.unknownCopy,
            "copy 7 does not stand on the first shelf, and handing it out is not refused for that"
        ) {
            try novels.take(BookCopy.Number(7))
        }
        var bare = shelf("C-02", places: 3, holding: [])
        #expect(
            throws: ShelvingRefused.unknownCopy,
            "nothing stands on this shelf, and handing out copy 7 is not refused for that"
        ) {
            try bare.take(BookCopy.Number(7))
        }
        var alsoBare = shelf("D-04", places: 3, holding: [])
        #expect(
            throws: ShelvingRefused.unknownCopy,
            "nothing stands on either shelf, and moving copy 7 is not refused for that"
        ) {
            try CopyTransfer().move(BookCopy.Number(7), from: &bare, to: &alsoBare)
        }
        #expect(numbers(on: novels) == [1, 2], "the shelf has no copy 7, and lost another when asked for it")
    }

    @Test("a copy can't be moved to the shelf it stands on", arguments: SameShelf.all)
    func sameShelf(loaded: SameShelf) {
        var novels = shelf("A-03", places: loaded.places, holding: loaded.seen)
        var again = shelf("A-03", places: loaded.placesAgain, holding: loaded.seenAgain)
        #expect(
            throws: ShelvingRefused.sameShelf,
            "both shelves are A-03, and the move is not refused for that"
        ) {
            try CopyTransfer().move(BookCopy.Number(loaded.number), from: &novels, to: &again)
        }
    }

    @Test("a move that is refused changes neither shelf", arguments: RefusedMove.all)
    func refusal(refused: RefusedMove) {
        var source = shelf("A-03", places: refused.placesAtHome, holding: [1, 2])
        var target = shelf(refused.target, places: refused.places, holding: [7])
        #expect(throws: ShelvingRefused.self, "this move can't be made, and the shelves do not refuse it") {
            try CopyTransfer().move(BookCopy.Number(refused.number), from: &source, to: &target)
        }
        #expect(
            copies(on: source) == [book(1), book(2)],
            "the move can't be made, and the first shelf's copies have changed"
        )
        #expect(
            copies(on: target) == [book(7)],
            "the move can't be made, and the second shelf's copies have changed"
        )
        let places = [source.places, target.places]
        #expect(
            places == [refused.placesAtHome, refused.places],
            "the move can't be made, and a shelf has more or fewer places than before"
        )
        let codes = [source.code.text, target.code.text]
        #expect(codes == ["A-03", refused.target], "the move can't be made, and a shelf's code has changed")
    }

    @Test("a shelf's copies change only by the shelf's own verbs")
    func closedShelf() {
        let copiesAreSettable = isSettable(\Shelf.copies)
        #expect(copiesAreSettable == false, "anybody can add a copy to a full shelf, or make one vanish")
        let placesAreSettable = isSettable(\Shelf.places)
        #expect(placesAreSettable == false, "anybody can give a full shelf places that it does not have")
        let codeIsSettable = isSettable(\Shelf.code)
        #expect(codeIsSettable == false, "anybody can give a shelf the code of another")
    }

    @Test("each move knows its own two shelves and nothing else", arguments: Transfers.allCases)
    func noMemory(transfers: Transfers) throws {
        let transfer = CopyTransfer()
        let before = state(of: transfer)
        var novels = shelf("A-03", places: 3, holding: [1, 2, 3])
        var poems = shelf("B-01", places: 3, holding: [])
        try transfer.move(BookCopy.Number(1), from: &novels, to: &poems)
        var crowded = shelf("C-02", places: 1, holding: [4])
        _ = try? transfer.move(BookCopy.Number(2), from: &novels, to: &crowded)
        var novelsAgain = shelf("A-03", places: 3, holding: [2, 3])
        _ = try? transfer.move(BookCopy.Number(3), from: &novels, to: &novelsAgain)
        _ = try? transfer.move(BookCopy.Number(5), from: &novels, to: &poems)
        let after = state(of: transfer)
        #expect(after == before, "a transfer has changed by moving copies, so it remembers something")

        // Another clubhouse numbers its shelves and its copies in the same way.
        let next = transfers == .oneForAll ? transfer : CopyTransfer()
        var others = shelf("A-03", places: 4, holding: [1, 2, 3, 5])
        var elsewhere = shelf("B-01", places: 4, holding: [])
        #expect(throws: Never.self, "copy 1 is there, a place is free, and the move was refused") {
            try next.move(BookCopy.Number(1), from: &others, to: &elsewhere)
        }
        #expect(
            numbers(on: elsewhere) == [1],
            "copy 1 was moved, and the second shelf does not hold exactly that copy"
        )
        #expect(
            numbers(on: others) == [2, 3, 5],
            "copy 1 was moved away, and the first shelf does not hold copies 2, 3 and 5"
        )
        for number in [2, 3, 5] {
            #expect(
                throws: Never.self,
                "copy \(number) and a free place are here, but a move refused in the other clubhouse is refused"
            ) {
                try next.move(BookCopy.Number(number), from: &others, to: &elsewhere)
            }
        }
    }
}

/// A shelf without a free place.
struct FullShelf: CustomTestStringConvertible {
    let testDescription: String
    let places: Int
    let numbers: [Int]

    static let all = [
        FullShelf(testDescription: "a shelf of one place, taken", places: 1, numbers: [7]),
        FullShelf(testDescription: "a shelf without places", places: 0, numbers: []),
        FullShelf(testDescription: "a shelf of 3 copies, now with 2 places", places: 2, numbers: [6, 7, 8]),
        FullShelf(testDescription: "a shelf of one copy, now without places", places: 0, numbers: [7]),
    ]
}

/// Shelf A-03, which usually holds 1 and 2, and the same shelf as it was loaded a second time.
struct SameShelf: CustomTestStringConvertible {
    let testDescription: String
    var number = 1
    let places: Int
    let placesAgain: Int
    var seen = [1, 2]
    var seenAgain = [1, 2]

    static let all = [
        SameShelf(testDescription: "shelf A-03 with a free place", places: 3, placesAgain: 3),
        SameShelf(testDescription: "shelf A-03 without a free place", places: 2, placesAgain: 2),
        SameShelf(
            testDescription: "shelf A-03 as it was before copy 2 came",
            places: 3,
            placesAgain: 3,
            seenAgain: [1]
        ),
        SameShelf(testDescription: "shelf A-03 as it was with one more board", places: 3, placesAgain: 9),
        SameShelf(testDescription: "shelf A-03, which has lost a board", places: 1, placesAgain: 1),
        SameShelf(testDescription: "shelf A-03 as it was without places", places: 3, placesAgain: 0),
        SameShelf(
            testDescription: "shelf A-03, and nothing stands there",
            places: 3,
            placesAgain: 3,
            seen: [],
            seenAgain: []
        ),
        SameShelf(
            testDescription: "shelf A-03, now empty, as it was before",
            places: 3,
            placesAgain: 3,
            seen: []
        ),
        SameShelf(testDescription: "shelf A-03, without this copy", number: 5, places: 3, placesAgain: 3),
        SameShelf(
            testDescription: "shelf A-03, full and without this copy",
            number: 5,
            places: 2,
            placesAgain: 2
        ),
    ]
}

/// A move from shelf A-03, which holds 1 and 2, to a shelf that holds 7.
struct RefusedMove: CustomTestStringConvertible {
    let testDescription: String
    let number: Int
    let target: String
    let places: Int
    var placesAtHome = 3

    static let all = [
        RefusedMove(testDescription: "a full shelf", number: 1, target: "B-01", places: 1),
        RefusedMove(
            testDescription: "a full shelf, and a first shelf that has lost a board",
            number: 1,
            target: "B-01",
            places: 1,
            placesAtHome: 1
        ),
        RefusedMove(testDescription: "an unknown copy", number: 5, target: "B-01", places: 3),
        RefusedMove(testDescription: "a copy of the other shelf", number: 7, target: "B-01", places: 3),
        RefusedMove(testDescription: "one and the same shelf", number: 1, target: "A-03", places: 3),
    ]
}

/// Who makes the moves.
enum Transfers: CaseIterable, CustomTestStringConvertible {
    case oneForAll
    case oneForEach

    var testDescription: String {
        switch self {
        case .oneForAll: "one transfer for all moves"
        case .oneForEach: "a transfer for each clubhouse"
        }
    }
}

extension CopyTransferTests {
    private func shelf(_ code: String, places: Int, holding numbers: [Int]) -> Shelf {
        Shelf(code: Shelf.Code(code), places: places, copies: numbers.map(book))
    }

    /// Moa has many copies of one title.
    private func book(_ number: Int) -> BookCopy {
        BookCopy(number: BookCopy.Number(number), title: "Momo", note: "a gift")
    }

    /// All that is stored in a transfer, and in what it refers to.
    private func state(of transfer: CopyTransfer) -> String {
        var text = ""
        dump(transfer, to: &text)
        return text
    }

    private func numbers(on shelf: Shelf) -> [Int] {
        copies(on: shelf).map(\.number.value)
    }

    /// By number: a copy that is put back may stand beside the others.
    private func copies(on shelf: Shelf) -> [BookCopy] {
        shelf.copies.sorted { $0.number.value < $1.number.value }
    }
}
