/// Lists of files that SwiftPM writes beside a build, made from its plan.
///
/// The compiler and the linker read them. SwiftPM writes them while it builds, so if it has only planned, they are missing.
struct AuxiliaryLists: Hashable, Sendable {
    private(set) var texts: [String: String] = [:]

    /// At the end of the name of a module that was wrapped up for a debugger.
    static let wrapped = ".swiftmodule.o"

    /// Nil where the plan asks for a file that nobody here knows how to write.
    ///
    /// - Parameter compiler: what compiles anew when it changes.
    init?(in plan: String, compiler: String) {
        var isList = false
        var inputs: [String] = []
        for line in plan.split(separator: "\n") {
            if line.hasPrefix("  \"") { (isList, inputs) = (false, []) }
            if line == "    tool: write-auxiliary-file" { isList = true }
            guard isList else { continue }
            if line.hasPrefix("    inputs: ") {
                guard let words = QuickBuild.words(of: line) else { return nil }
                inputs = words
            } else if line.hasPrefix("    outputs: ") {
                guard let outputs = QuickBuild.words(of: line), outputs.count == 1,
                    let text = Self.text(inputs, compiler)
                else { return nil }
                texts[outputs[0]] = text
            }
        }
        guard !texts.isEmpty else { return nil }
    }

    private static func text(_ inputs: [String], _ compiler: String) -> String? {
        let paths = inputs.dropFirst()
        switch inputs.first {
        case "<sources-file-list>": return list(Array(paths))
        case "<link-file-list>": return list(paths.filter { !$0.hasSuffix(wrapped) })
        case "<swift-get-version>": return compiler + "\n"
        default: return nil
        }
    }

    private static func list(_ paths: [String]) -> String? {
        guard !paths.contains(where: { path in path.contains { "'\\\n".contains($0) } }) else { return nil }
        return paths.map { "'\($0)'\n" }.joined()
    }
}
