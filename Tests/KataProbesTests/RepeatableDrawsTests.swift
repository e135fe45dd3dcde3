import KataProbes
import Testing

@Suite("Numbers that are drawn the same in every run")
struct RepeatableDrawsTests {
    private func drawn(seed: UInt64) -> [UInt64] {
        var draws = RepeatableDraws(seed: seed)
        return (1...3).map { _ in draws.next() }
    }

    @Test("are those of the formula, for which the suites' seasons were written")
    func formula() {
        let ofNought: [UInt64] = [
            1_442_695_040_888_963_407, 1_876_011_003_808_476_466, 11_166_244_414_315_200_793,
        ]
        #expect(drawn(seed: 0) == ofNought)
        let ofFour: [UInt64] = [
            8_452_495_862_566_583_811, 13_512_857_827_340_264_662, 14_341_745_989_969_716_461,
        ]
        #expect(drawn(seed: 4) == ofFour)
    }

    @Test("go on from where a copy was made")
    func copies() {
        var draws = RepeatableDraws(seed: 7)
        _ = draws.next()
        var copy = draws
        #expect(copy.next() == draws.next())
    }
}
