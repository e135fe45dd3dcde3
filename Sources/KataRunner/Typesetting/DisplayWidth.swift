extension Character {
    /// How many columns of a terminal this character takes: 0, 1 or 2.
    var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.value < 0x20 || first.value == 0x7F { return 0 }
        if first.value < 0x300 { return 1 }
        if first.isZeroWidth { return 0 }
        if first.isWide || first.properties.isEmojiPresentation { return 2 }
        let asksForEmoji = unicodeScalars.contains { $0.value == 0xFE0F }
        return asksForEmoji && first.properties.isEmoji ? 2 : 1
    }
}

extension StringProtocol {
    var displayWidth: Int {
        isPrintableASCII ? utf8.count : reduce(0) { $0 + $1.displayWidth }
    }

    var isPrintableASCII: Bool {
        utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    /// Filled with spaces on the right, or cut with an ellipsis, to exactly this many columns.
    func fitted(to width: Int, ellipsis: String = "…") -> String {
        let own = displayWidth
        if own <= width { return self + String(repeating: " ", count: width - own) }
        guard width > 0 else { return "" }
        let ellipsis = ellipsis.prefix(width)
        let room = width - ellipsis.count
        var kept = ""
        var used = 0
        for character in self {
            guard used + character.displayWidth <= room else { break }
            kept.append(character)
            used += character.displayWidth
        }
        return kept + ellipsis + String(repeating: " ", count: room - used)
    }
}

extension Unicode.Scalar {
    fileprivate var isZeroWidth: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    /// East Asian Wide and Fullwidth, as far as text in a workbook can need it.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
