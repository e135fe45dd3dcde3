import Foundation
import Testing

@testable import KataRunner

@Suite("Korean particles")
struct ParticleTests {
    struct Row: CustomTestStringConvertible {
        var before: String
        var pair: String
        var form: String
        var testDescription: String { "\(before) + \(pair) → \(form)" }

        init(_ before: String, _ pair: String, _ form: String) {
            (self.before, self.pair, self.form) = (before, pair, form)
        }
    }

    @Test(
        "the sound before a particle chooses its form",
        arguments: [
            Row("책", "을/를", "을"), Row("서가", "을/를", "를"), Row("회원", "이/가", "이"), Row("소리", "은/는", "는"),
            // «으로» only after a consonant that isn't ㄹ.
            Row("서울", "으로/로", "로"), Row("서울", "을/를", "을"), Row("집", "으로/로", "으로"),
            Row("서가", "으로/로", "로"),
            // Digits as they are read aloud.
            Row("3.1", "을/를", "을"), Row("3.2", "을/를", "를"), Row("7", "으로/로", "로"), Row("10", "이/가", "이"),
            Row("m-1", "은/는", "은"), Row("c-4", "은/는", "는"), Row("36", "과/와", "과"),
            // Latin words as they are spelt in Hangul.
            Row("Kim", "은/는", "은"), Row("Sori", "이/가", "가"), Row("Haneul", "으로/로", "로"),
            Row("Jun", "과/와", "과"),
            Row("git", "을/를", "을"), Row("next", "을/를", "를"), Row("check", "을/를", "를"),
            Row("Swift", "을/를", "를"),
            Row("JSON", "을/를", "을"), Row("URL", "으로/로", "로"), Row("HTML", "이/가", "이"), Row("CI", "은/는", "는"),
            // Quotation marks, brackets and Markdown's signs aren't read.
            Row("`kata next`", "을/를", "를"), Row("«김»", "이/가", "이"), Row("**회원**", "은/는", "은"),
            Row("(서가)", "을/를", "를"), Row("`README.md`", "을/를", "를"),
            // A letter that came in pieces is the same letter.
            Row("책".decomposedStringWithCanonicalMapping, "을/를", "을"),
            Row("", "을/를", "를"), Row("3,000원", "이/가", "이"), Row("회원", "이다/다", "이다"),
        ]
    )
    func forms(row: Row) throws {
        let particle = try #require(Particle(row.pair))
        #expect(particle.form(after: row.before) == row.form)
    }

    @Test("only two Korean forms are a particle", arguments: ["", "1", "을", "a/b", "/", "을/를/은", "{}"])
    func others(text: String) {
        #expect(Particle(text) == nil)
    }

    @Test("a translation leaves the particle to the data, also where that is a phrase or marked up")
    func inPhrases() {
        let korean = Language(
            code: "ko",
            translations: [
                "There is no kata «{}».": "«{}»{이/가} 없습니다.", "{} of {}": "{2} 가운데 {1}{은/는}",
                "chapter {}": "{}장", "{} is ready.": "**{}**{이/가} 준비되었습니다.", "Braces": "{을/를} {}",
            ]
        )
        let chapter: Phrase = "chapter \(3)"
        let missing: (String) -> Phrase = { "There is no kata «\($0)»." }
        #expect(missing("3.1").text(in: korean) == "«3.1»이 없습니다.")
        #expect(missing("소리").text(in: korean) == "«소리»가 없습니다.")
        let ready: Phrase = "\(chapter) is ready."
        #expect(ready.text(in: korean) == "**3장**이 준비되었습니다.")
        let count: Phrase = "\(2) of \(5)"
        #expect(count.text(in: korean) == "5 가운데 2는")
        // English stays as it is, whatever it holds.
        #expect(missing("{을/를}").text() == "There is no kata «{을/를}».")
    }
}
