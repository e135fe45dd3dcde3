import Foundation
import Testing

@testable import KataRunner

@Suite("The sentences of a language")
struct TranslationsTests {
    private static let texts = [
        "Edit": "고칠 파일",
        "Edit it": "고칩니다",
        "Edit «{}»": "«{}»{을/를} 고칩니다",
        "Write `@Suite(\"{}\")`.": "`@Suite(\"{}\")`{을/를} 씁니다.",
        "a\\b": "«a\\b»\n둘째 줄, 쉼표 \"로 끝나는\",",
        "sections/files": "절/파일",
        "{} of {}": "{2} 가운데 {1}",
    ]

    @Test("a file in order is searched, and gives each sentence that decoding it gives", arguments: texts)
    func found(english: String, korean: String) throws {
        let file = Data(Translations.file(of: Self.texts).utf8)
        #expect(try JSONDecoder().decode([String: String].self, from: file) == Self.texts)
        let translations = try #require(Translations(reading: file))
        #expect(translations[english] == korean)
    }

    @Test(
        "a sentence that isn't there has no translation",
        arguments: ["", "Edi", "Edit ", "Edit it too", "zzz", "고칠 파일", "\"", "Edit\": \"고칠 파일"]
    )
    func missing(english: String) throws {
        let translations = try #require(Translations(reading: Data(Translations.file(of: Self.texts).utf8)))
        #expect(translations[english] == nil)
    }

    @Test(
        "any other object of texts is read whole",
        arguments: [
            #"{"b": "2", "a": "1"}"#, "{\n\"b\": \"2\",\n\"a\": \"1\"\n}\n",
            "{\r\n  \"b\": \"2\",\r\n  \"a\": \"1\"\r\n}\r\n",
        ]
    )
    func whole(file: String) throws {
        let translations = try #require(Translations(reading: Data(file.utf8)))
        #expect([translations["a"], translations["b"], translations["c"]] == ["1", "2", nil])
    }

    @Test("what is no object of texts is no translation", arguments: ["", "no JSON", "[]", #"{"a": 1}"#])
    func refused(file: String) {
        #expect(Translations(reading: Data(file.utf8)) == nil)
    }

    @Test("the workbook's own languages are in order, and say what their files say")
    func own() throws {
        let workbook = Workbook(root: FixtureFolder.path.folder.folder, files: .live)
        let codes = TranslationCheck.languages(of: workbook)
        #expect(codes.contains("ko"))
        for code in codes {
            let translations = try #require(workbook.translations(in: code))
            for (english, own) in try #require(workbook.wording(Workbook.runnerWording, in: code)) {
                #expect(translations[english] == own, "put it in order: kata author translated \(code)")
            }
        }
    }
}
