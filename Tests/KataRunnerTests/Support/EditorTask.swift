import Foundation

/// A task of `.vscode/tasks.json`.
struct EditorTask: Decodable, Sendable {
    var label: String
    var command: String
    var args: [String]
    /// Nil if the task has none.
    var problemMatcher: ProblemMatcher?

    private enum CodingKeys: CodingKey {
        case label, command, args, problemMatcher
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        label = try container.decode(String.self, forKey: .label)
        command = try container.decode(String.self, forKey: .command)
        args = try container.decode([String].self, forKey: .args)
        let none = try? container.decode([String].self, forKey: .problemMatcher)
        problemMatcher =
            none == nil ? try container.decode(ProblemMatcher.self, forKey: .problemMatcher) : nil
    }

    static var all: [EditorTask] {
        get throws {
            struct Tasks: Decodable { var tasks: [EditorTask] }
            return try JSONDecoder().decode(Tasks.self, from: WorkbookFile.data(".vscode/tasks.json")).tasks
        }
    }

    /// What it calls the runner with, while this file is in front of the editor.
    func words(for file: String) -> [String] {
        let words = args.map { $0.replacingOccurrences(of: "${relativeFile}", with: file) }
        return Array(words.drop { $0 != "kata" }.dropFirst())
    }
}
