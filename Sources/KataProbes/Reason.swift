/// Whether the reason that a learner gives for a decision is a sentence: twenty letters or more, in whatever script.
///
/// Every kata that asks for a reason measures it this way. People judge whether it is good.
public func isSentence(_ reason: String) -> Bool {
    reason.count(where: \.isLetter) >= 20
}
