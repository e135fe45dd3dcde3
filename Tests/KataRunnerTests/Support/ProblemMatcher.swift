import Foundation

/// How an editor finds problems in what a task prints: line by line, by one regular expression.
struct ProblemMatcher: Decodable, Sendable {
    private var pattern: Pattern

    private struct Pattern: Decodable {
        var regexp: String
        var file: Int
        var line: Int
        var column: Int
        var severity: Int
        var message: Int
    }

    struct Problem: Hashable {
        var file: String
        var line: Int
        /// Nil if the whole line is meant.
        var column: Int?
        var severity: String
        var message: String
    }

    func problems(in output: String) throws -> [Problem] {
        let expression = try NSRegularExpression(pattern: pattern.regexp)
        return output.components(separatedBy: "\n").compactMap { line in
            let all = NSRange(line.startIndex..., in: line)
            guard let match = expression.firstMatch(in: line, range: all) else { return nil }
            func group(_ number: Int) -> String? {
                Range(match.range(at: number), in: line).map { String(line[$0]) }
            }
            guard let file = group(pattern.file), let number = group(pattern.line).flatMap({ Int($0) }),
                let severity = group(pattern.severity), let message = group(pattern.message)
            else { return nil }
            return Problem(
                file: file,
                line: number,
                column: group(pattern.column).flatMap { Int($0) },
                severity: severity,
                message: message
            )
        }
    }
}
