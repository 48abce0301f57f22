import Platform
import Testing

struct TenthsTests {
    @Test(arguments: [
        (100.00000000000001, "100"), (99.99999999999999, "100"), (40.5, "40.5"), (-0.04, "0"), (-0.06, "-0.1"),
        (-12, "-12"), (1e15, "1000000000000000.0"), (.infinity, "inf"), (.nan, "nan"),
    ])
    func `a number in messages has at most one decimal`(_ number: Double, _ text: String) {
        #expect(number.tenths == text)
    }
}
