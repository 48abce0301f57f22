import Platform
import TestTraits
import Testing

struct CombiningTests {
    private static let acute = "\u{301}"
    private static let below = "\u{316}"

    @Test(.atLimit("combining-marks"), .pastLimit("combining-marks"))
    func `30 combining marks in a row are allowed`() {
        for marks in [Self.acute, Self.below] {
            #expect(!("e" + String(repeating: marks, count: 30)).exceedsCombiningLimit)
            #expect(("e" + String(repeating: marks, count: 31)).exceedsCombiningLimit)
        }
        #expect(String(repeating: Self.acute + Self.below, count: 16).exceedsCombiningLimit)
        // These three scalars have combining class 0, but decompose into combining marks.
        for marks in ["\u{f73}", "\u{f75}", "\u{f81}"] {
            #expect(String(repeating: marks, count: 31).exceedsCombiningLimit)
        }
    }

    @Test
    func `marks of different characters are counted separately`() {
        #expect(!String(repeating: "e" + String(repeating: Self.acute, count: 30), count: 100).exceedsCombiningLimit)
        #expect(!String(repeating: "日本語", count: 1000).exceedsCombiningLimit)
        #expect(!String(repeating: "x", count: 1000).exceedsCombiningLimit)
    }
}
