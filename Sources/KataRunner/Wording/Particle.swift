/// A Korean particle has two forms, and the sound before it chooses: «책을», «서가를». A translation writes both,
/// `{을/를}`, and the runner takes the right one once it knows the data that stands before it.
struct Particle: Hashable, Sendable {
    var afterConsonant: String
    var afterVowel: String

    /// `을/를`: the form after a consonant, then the form after a vowel.
    init?(_ text: some StringProtocol) {
        let forms = text.split(separator: "/", omittingEmptySubsequences: false)
        guard forms.count == 2, forms.contains(where: { !$0.isEmpty }),
            forms.allSatisfy({ $0.unicodeScalars.allSatisfy(\.isHangulSyllable) })
        else { return nil }
        (afterConsonant, afterVowel) = (String(forms[0]), String(forms[1]))
    }

    func form(after text: String) -> String {
        switch Ending(of: text) {
        case .vowel: afterVowel
        case .consonant: afterConsonant
        // «서울로», as after a vowel, and yet «서울을».
        case .rieul: afterConsonant.hasPrefix("으") ? afterVowel : afterConsonant
        }
    }
}

extension Particle {
    /// How a text ends when it is read aloud in Korean.
    enum Ending: Hashable, Sendable {
        case vowel
        case consonant
        case rieul

        init(of text: String) {
            // Quotation marks, brackets and Markdown's signs are not read aloud.
            let word = text.precomposedStringWithCanonicalMapping.unicodeScalars.reversed()
                .drop { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
            guard let last = word.first else {
                self = .vowel
                return
            }
            if last.isHangulSyllable {
                self.init(finalConsonant: (last.value - 0xAC00) % 28)
            } else if last.properties.numericType != nil {
                self = Self.digits[last] ?? .vowel
            } else {
                let latin = word.prefix { $0.properties.isAlphabetic }.reversed()
                self.init(latin: String(String.UnicodeScalarView(latin)))
            }
        }

        private init(finalConsonant: UInt32) {
            switch finalConsonant {
            case 0: self = .vowel
            case 8: self = .rieul
            default: self = .consonant
            }
        }

        /// 영, 일, 이, 삼 … A longer number that ends in 0 ends in 십, 백, 천 or 만: a consonant too.
        private static let digits: [Unicode.Scalar: Ending] = [
            "0": .consonant, "1": .rieul, "2": .vowel, "3": .consonant, "4": .vowel,
            "5": .vowel, "6": .consonant, "7": .rieul, "8": .rieul, "9": .vowel,
        ]

        /// As the word is spelt in Hangul: «Kim» 킴, «git» 깃, «next» 넥스트, «JSON» 제이슨, «URL» 유아르엘.
        private init(latin word: String) {
            let letters = Array(word.lowercased())
            let vowels: Set<Character> = ["a", "e", "i", "o", "u", "y"]
            guard let last = letters.last else {
                self = .vowel
                return
            }
            let isSpelled =
                word.count > 1 && word == word.uppercased() && !letters.contains(where: vowels.contains)
            let isShort =
                letters.count >= 2 && letters.count <= 4 && vowels.contains(letters[letters.count - 2])
                && !letters.dropLast(2).contains(where: vowels.contains)
            switch last {
            case "l": self = .rieul
            case "r" where isSpelled || word.count == 1: self = .rieul
            case "m", "n": self = .consonant
            case "g" where letters.suffix(2) == ["n", "g"]: self = .consonant
            case _ where isShort && !isSpelled && ["p", "t", "k"].contains(last): self = .consonant
            default: self = .vowel
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isHangulSyllable: Bool { (0xAC00...0xD7A3).contains(value) }
}
