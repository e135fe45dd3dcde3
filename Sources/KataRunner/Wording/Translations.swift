import Foundation

/// The sentences of a language, by their English templates.
///
/// A command says sixty of twelve hundred sentences, and to decode them all takes a learner more time than to say
/// them. A file with an entry on each line, in order, is therefore searched. Any other JSON object of texts is read
/// whole.
struct Translations: Hashable, Sendable {
    private var file: [UInt8] = []
    private var texts: [String: String] = [:]

    init(_ texts: [String: String] = [:]) {
        self.texts = texts
    }

    /// Nil if the file is no JSON object of texts.
    init?(reading file: Data) {
        if file.starts(with: Self.beginning.utf8) {
            self.file = Array(file)
        } else if let texts = try? JSONDecoder().decode([String: String].self, from: file) {
            self.texts = texts
        } else {
            return nil
        }
    }

    subscript(template: String) -> String? {
        texts[template] ?? (file.isEmpty ? nil : searched(template))
    }
}

extension Translations: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(uniqueKeysWithValues: elements))
    }
}

extension Translations {
    private static let beginning = "{\n  \""

    /// The text of a file that can be searched.
    static func file(of texts: [String: String]) -> String {
        let entries = texts.map { start(of: $0) + quoted($1) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return "{" + entries.joined(separator: ",") + "\n}\n"
    }

    private static func start(of template: String) -> String {
        "\n  \(quoted(template)): "
    }

    private func searched(_ template: String) -> String? {
        Array(Self.start(of: template).utf8).withUnsafeBytes { start in
            file.withUnsafeBytes { file in
                let newline = UInt8(ascii: "\n")
                var (low, high) = (0, file.count)
                while low < high {
                    let middle = (low + high) / 2
                    guard let line = file.first(newline, in: middle..<high) else {
                        high = middle
                        continue
                    }
                    let order = file.order(from: line, to: start)
                    if order == 0 {
                        let value = line + start.count
                        let end = file.first(newline, in: value..<file.count) ?? file.count
                        let isEscaped = file.first(UInt8(ascii: "\\"), in: value..<end) != nil
                        return Self.unquoted(file[value..<end], isEscaped: isEscaped)
                    }
                    if order < 0 { low = line + 1 } else { high = middle }
                }
                return nil
            }
        }
    }

    // MARK: - JSON's texts

    private static func quoted(_ text: String) -> String {
        let isPlain = !text.utf8.contains {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 < UInt8(ascii: " ")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        guard !isPlain, let json = try? encoder.encode(text) else { return "\"\(text)\"" }
        return String(decoding: json, as: UTF8.self)
    }

    private static func unquoted(_ line: Slice<UnsafeRawBufferPointer>, isEscaped: Bool) -> String? {
        let json = line.last == UInt8(ascii: ",") ? line.dropLast() : line
        return isEscaped
            ? try? JSONDecoder().decode(String.self, from: Data(json))
            : String(decoding: json.dropFirst().dropLast(), as: UTF8.self)
    }
}

extension UnsafeRawBufferPointer {
    // As with the lines of a page, a debug build takes its time over bytes that are read one by one.
    fileprivate func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
        guard let base = baseAddress,
            let found = memchr(base + range.lowerBound, Int32(byte), range.count)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// Below zero if what is here comes before the other bytes, zero if it begins with them.
    fileprivate func order(from start: Int, to other: UnsafeRawBufferPointer) -> Int32 {
        guard let base = baseAddress, let otherBase = other.baseAddress else { return 0 }
        let order = memcmp(base + start, otherBase, Swift.min(count - start, other.count))
        return order == 0 && count - start < other.count ? -1 : order
    }
}
