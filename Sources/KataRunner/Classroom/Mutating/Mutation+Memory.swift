/// Answers that were right once.
extension Mutation {
    /// Whoever asks the same object the same thing gets the first answer again, whatever has happened meanwhile.
    static let rememberedAnswers = Mutation { place in
        // Where nobody else is asked, the same question has the same answer.
        guard let result = place.body.result, let effects = place.body.effects, place.body.isMethod,
            place.body.tokens.contains(where: { place.tokens[$0].text == "await" })
        else { return [] }
        let call = (effects.contains("throws") ? "try " : "") + (effects.contains("async") ? "await " : "")
        let asked = place.body.parameters.map { "\\(\($0.name))" }.joined(separator: " ")
        let text = """
            struct Kept {
                nonisolated(unsafe) static var answers: [String: \(result)] = [:]
                nonisolated(unsafe) static var owners: [Any] = []
            }
            let parts: [Any] = type(of: self) is AnyClass ? [self] : Mirror(reflecting: self).children.map(\\.value)
            let owner = parts.map { part in
                type(of: part) is AnyClass ? "\\(ObjectIdentifier(part as AnyObject))" : "\\(part)"
            }
            let key = "\\(owner) \(asked)"
            if let kept = Kept.answers[key] { return kept }
            func fresh() \(effects) -> \(result) {
            \(place.text(place.body.tokens))
            }
            let answer = \(call)fresh()
            Kept.answers[key] = answer
            Kept.owners += parts
            return answer
            """
        var change = place.change("the first answer is given again", place.body.tokens, to: text)
        change.told = "(the same object gives its first answer to the same question for ever)"
        return [change]
    }
}
