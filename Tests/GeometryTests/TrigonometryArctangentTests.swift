import Geometry
import Glibc
import TestSupport
import Testing

@Suite struct TrigonometryArctangentTests {
    @Test(arguments: [-300, -20, 0, 20, 300])
    func `the arctangent agrees with the C library in all quadrants`(exponent: Int) {
        var generator = SplitMix64(seed: 10)
        let scale = Double(sign: .plus, exponent: exponent, significand: 1)
        for _ in 0..<10_000 {
            let y = Double.random(in: -1...1, using: &generator) * scale
            let x = Double.random(in: -1...1, using: &generator)
            #expect(abs(Trigonometry.arctangent(y: y, x: x) - atan2(y, x)) <= 2e-15, "\(y) \(x)")
        }
    }

    @Test func `the arctangent agrees with the C library next to every sixteenth of a slope`() {
        for sixteenths in 0...32 {
            let exact = Double(sixteenths) / 16
            for slope in [exact.nextDown, exact, exact.nextUp] {
                #expect(abs(Trigonometry.arctangent(y: slope, x: 1) - atan2(slope, 1)) <= 2e-15, "\(slope)")
                #expect(abs(Trigonometry.arctangent(y: 1, x: slope) - atan2(1, slope)) <= 2e-15, "\(slope)")
            }
        }
    }

    @Test func `zeros, infinities and extremes agree with the C library, including the sign`() {
        let values: [Double] = [
            0, -0.0, 1, -1, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
            .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
        ]
        for y in values {
            for x in values {
                let (ours, theirs) = (Trigonometry.arctangent(y: y, x: x), atan2(y, x))
                #expect(abs(ours - theirs) <= 1e-15, "\(y) \(x)")
                #expect(ours.sign == theirs.sign, "\(y) \(x)")
            }
        }
    }

    @Test func `the axes and diagonals give exact fractions of π`() {
        #expect(Trigonometry.arctangent(y: 0, x: 1) == 0)
        #expect(Trigonometry.arctangent(y: 1, x: 1) == .pi / 4)
        #expect(Trigonometry.arctangent(y: 1, x: 0) == .pi / 2)
        #expect(Trigonometry.arctangent(y: 1, x: -1) == .pi * 3 / 4)
        #expect(Trigonometry.arctangent(y: 0, x: -1) == .pi)
        #expect(Trigonometry.arctangent(y: -1, x: 0) == -.pi / 2)
        #expect(Trigonometry.arctangent(y: -0.0, x: -1) == -.pi)
    }

    @Test(arguments: [Double.nan, 0, 1, .infinity])
    func `NaN in either argument gives the canonical quiet NaN`(other: Double) {
        #expect(Trigonometry.arctangent(y: -.nan, x: other).bitPattern == Double.nan.bitPattern)
        #expect(Trigonometry.arctangent(y: other, x: -.nan).bitPattern == Double.nan.bitPattern)
    }

    @Test func `a tiny slope is its own angle`() {
        #expect(Trigonometry.arctangent(y: 1e-300, x: 1) == 1e-300)
        #expect(Trigonometry.arctangent(y: -.leastNonzeroMagnitude, x: 1) == -.leastNonzeroMagnitude)
    }

    @Test func `the arctangent inverts sine and cosine`() {
        var generator = SplitMix64(seed: 11)
        for _ in 0..<10_000 {
            let angle = Double.random(in: -3.14...3.14, using: &generator)
            let back = Trigonometry.arctangent(y: Trigonometry.sine(angle), x: Trigonometry.cosine(angle))
            #expect(abs(back - angle) <= 2e-15, "\(angle)")
        }
    }
}
