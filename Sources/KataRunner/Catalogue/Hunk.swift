/// A part (hunk) of a difference (diff): lines that are removed and added, with some around them that stay.
struct Hunk: Hashable, Sendable {
    /// Lines are counted from 1.
    var oldStart: Int
    var newStart: Int
    var lines: [Change]

    enum Change: Hashable, Sendable {
        case same(String)
        case removed(String)
        case added(String)
    }

    static let context = 3

    /// What stood there.
    var old: [String] {
        lines.compactMap { change in
            switch change {
            case .same(let line), .removed(let line): line
            case .added: nil
            }
        }
    }

    /// What stands there in its place.
    var new: [String] {
        lines.compactMap { change in
            switch change {
            case .same(let line), .added(let line): line
            case .removed: nil
            }
        }
    }
}

// MARK: - Finding differences

extension [Hunk] {
    /// - Parameter canBeFound: whether each hunk gets enough lines around it to have exactly one place.
    static func difference(from old: [String], to new: [String], canBeFound: Bool = false) -> [Hunk] {
        let changes = changes(from: old, to: new)
        var ranges = changes.indices.filter { !changes[$0].isSame }.map { $0..<$0 + 1 }
        ranges = ranges.map { $0.grown(by: Hunk.context, in: changes.indices) }.joinedWhereTheyMeet
        func hunk(_ range: Range<Int>) -> Hunk {
            Hunk(
                oldStart: 1
                    + changes[..<range.lowerBound].count { if case .added = $0 { false } else { true } },
                newStart: 1
                    + changes[..<range.lowerBound].count { if case .removed = $0 { false } else { true } },
                lines: Array<Hunk.Change>(changes[range])
            )
        }
        while canBeFound,
            let unclear = ranges.firstIndex(where: { range in
                range != changes.indices && old.places(of: hunk(range).old).count > 1
            })
        {
            ranges[unclear] = ranges[unclear].grown(by: 1, in: changes.indices)
            ranges = ranges.joinedWhereTheyMeet
        }
        return ranges.map(hunk)
    }

    private static func changes(from old: [String], to new: [String]) -> [Hunk.Change] {
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in new.difference(from: old, by: { $0.isByteForByte($1) }) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var changes: [Hunk.Change] = []
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.count || newIndex < new.count {
            if removed.contains(oldIndex), oldIndex < old.count {
                changes.append(.removed(old[oldIndex]))
                oldIndex += 1
            } else if added.contains(newIndex), newIndex < new.count {
                changes.append(.added(new[newIndex]))
                newIndex += 1
            } else {
                changes.append(.same(new[newIndex]))
                oldIndex += 1
                newIndex += 1
            }
        }
        return changes
    }
}

extension Hunk.Change {
    fileprivate var isSame: Bool { if case .same = self { true } else { false } }
}

extension Range<Int> {
    fileprivate func grown(by count: Int, in whole: Range<Int>) -> Range<Int> {
        Swift.max(whole.lowerBound, lowerBound - count)..<Swift.min(whole.upperBound, upperBound + count)
    }
}

extension [Range<Int>] {
    fileprivate var joinedWhereTheyMeet: [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in self {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}

// MARK: - Applying them

extension [Hunk] {
    /// Why a hunk, by its place in the difference, can't be applied.
    enum Misfit: Error, Hashable {
        case nowhere(Int)
        case atSeveralPlaces(Int)
        /// It takes lines that an earlier hunk takes, or that stand before those.
        case outOfOrder(Int)
    }

    /// The lines with what the hunks change. Each is found by its own lines alone, wherever they have moved.
    func applied(to lines: [String]) throws(Misfit) -> [String] {
        var applied: [String] = []
        var next = 0
        for (index, hunk) in enumerated() {
            let places = lines.places(of: hunk.old)
            guard let place = places.first else { throw .nowhere(index) }
            guard places.count == 1 else { throw .atSeveralPlaces(index) }
            guard place >= next else { throw .outOfOrder(index) }
            applied += lines[next..<place] + hunk.new
            next = place + hunk.old.count
        }
        return applied + lines[next...]
    }
}

extension [String] {
    /// Where these lines stand, one after the other.
    fileprivate func places(of block: [String]) -> [Int] {
        guard block.count <= count else { return [] }
        return (0...count - block.count).filter { place in
            zip(self[place...], block).allSatisfy { $0.isByteForByte($1) }
        }
    }
}

extension String {
    /// Characters may be the same to a reader though they are written in other bytes.
    fileprivate func isByteForByte(_ other: String) -> Bool {
        self == other && utf8.elementsEqual(other.utf8)
    }
}
