/// A key that was pressed.
enum Key: Hashable, Sendable {
    case character(Character)
    case up, down, left, right
    case pageUp, pageDown, home, end
    case enter, escape, backspace
    /// Control-Z.
    case suspend

    /// What a terminal sends, read as keys. What is unknown is passed over.
    static func keys(in bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = bytes[...]
        while let first = rest.first {
            if first == 0x1B {
                let (key, length) = escapeSequence(rest)
                if let key { keys.append(key) }
                rest = rest.dropFirst(length)
            } else if let control = controls[first] {
                keys.append(control)
                rest = rest.dropFirst()
            } else if first < 0x20 {
                rest = rest.dropFirst()
            } else {
                let text = rest.prefix { $0 >= 0x20 && $0 != 0x7F }
                keys += String(decoding: text, as: UTF8.self).map(Key.character)
                rest = rest.dropFirst(text.count)
            }
        }
        return keys
    }

    private static let controls: [UInt8: Key] = [
        0x0A: .enter, 0x0D: .enter, 0x08: .backspace, 0x7F: .backspace, 0x1A: .suspend,
    ]

    private static let sequences: [String: Key] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
        "1~": .home, "4~": .end, "5~": .pageUp, "6~": .pageDown, "7~": .home, "8~": .end,
    ]

    private static func escapeSequence(_ bytes: ArraySlice<UInt8>) -> (Key?, length: Int) {
        let inside = bytes.dropFirst()
        guard let introducer = inside.first, introducer == 0x5B || introducer == 0x4F else {
            return (.escape, 1)
        }
        let parameters = inside.dropFirst().prefix { (0x20...0x3F).contains($0) }
        let final = inside.dropFirst(1 + parameters.count).first
        let length = 2 + parameters.count + (final == nil ? 0 : 1)
        let text = String(decoding: parameters + (final.map { [$0] } ?? []), as: UTF8.self)
        return (sequences[text], length)
    }
}
