/// What a piece of text means to the reader. The painter alone knows what that looks like.
enum Style: Hashable, Sendable {
    case plain
    case heading
    case strong
    case emphasis
    case faint
    case code
    case good
    case bad
    case notable
}

/// Text of one meaning.
struct Span: Hashable, Sendable {
    var text: String
    var style: Style = .plain
}
