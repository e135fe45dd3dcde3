import Foundation

// Every command reads every page of the workbook, and a debug build takes its time over characters. Lines and
// the space around them can be found by bytes.

extension StringProtocol {
    /// The lines, without what ends them: «\n», «\r\n» or «\r», as the compiler counts them. A text that ends
    /// with one has an empty last line.
    var lines: [Substring] {
        let text = withUnixLines
        var lines: [Substring] = []
        var start = text.startIndex
        for offset in text.offsets(of: UInt8(ascii: "\n")) {
            let end = text.utf8.index(text.startIndex, offsetBy: offset)
            lines.append(text[start..<end])
            start = text.utf8.index(after: end)
        }
        lines.append(text[start...])
        return lines
    }

    /// The same text with «\n» at the end of each line.
    var withUnixLines: String {
        var text = String(self)
        text.makeContiguousUTF8()
        guard !text.offsets(of: UInt8(ascii: "\r")).isEmpty else { return text }
        return String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 })
    }

    /// Without the white space at its ends.
    var trimmed: String {
        var text = Substring(self)
        while let first = text.utf8.first, first.isSpace(orElse: text.first) { text.removeFirst() }
        while let last = text.utf8.last, last.isSpace(orElse: text.last) { text.removeLast() }
        return String(text)
    }
}

extension StringProtocol {
    fileprivate func offsets(of byte: UInt8) -> [Int] {
        utf8.withContiguousStorageIfAvailable { bytes in
            guard let start = bytes.baseAddress else { return [] }
            var offsets: [Int] = []
            var place = 0
            while let found = memchr(start + place, Int32(byte), bytes.count - place) {
                let offset = UnsafeRawPointer(found) - UnsafeRawPointer(start)
                offsets.append(offset)
                place = offset + 1
            }
            return offsets
        } ?? []
    }
}

extension UInt8 {
    /// What isn't ASCII is judged by its character.
    fileprivate func isSpace(orElse character: @autoclosure () -> Character?) -> Bool {
        self < 0x80
            ? self == UInt8(ascii: " ") || (9...13).contains(self) : character()?.isWhitespace ?? false
    }
}
