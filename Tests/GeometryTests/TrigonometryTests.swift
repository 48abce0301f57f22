import Geometry
import Glibc
import TestSupport
import Testing

@Suite struct TrigonometryTests {
    @Test(arguments: [1e-3, 1, 10, 1e3, 1e5])
    func `sine and cosine agree with the C library`(range: Double) {
        var generator = SplitMix64(seed: 6)
        for _ in 0..<10_000 {
            let angle = Double.random(in: -range...range, using: &generator)
            #expect(abs(Trigonometry.sine(angle) - sin(angle)) <= 2e-15, "\(angle)")
            #expect(abs(Trigonometry.cosine(angle) - cos(angle)) <= 2e-15, "\(angle)")
        }
    }

    @Test func `sine and cosine agree with the C library next to every eighth of a turn`() {
        for eighths in -130_000...130_000 where eighths % 4 == 0 || abs(eighths) < 1_000 {
            let exact = Double(eighths) * (.pi / 4)
            for angle in [exact.nextDown, exact, exact.nextUp] {
                #expect(abs(Trigonometry.sine(angle) - sin(angle)) <= 2e-15, "\(angle)")
                #expect(abs(Trigonometry.cosine(angle) - cos(angle)) <= 2e-15, "\(angle)")
            }
        }
    }

    @Test func `results near zero are exact to the last digits`() {
        for quarters in 1...100 {
            let angle = Double(quarters) * (.pi / 2)
            let ours = quarters.isMultiple(of: 2) ? Trigonometry.sine(angle) : Trigonometry.cosine(angle)
            let theirs = quarters.isMultiple(of: 2) ? sin(angle) : cos(angle)
            #expect(abs(ours - theirs) <= abs(theirs) * 1e-5, "\(quarters)")
        }
        #expect(Trigonometry.sine(1e-300) == 1e-300)
        #expect(Trigonometry.sine(.leastNonzeroMagnitude) == .leastNonzeroMagnitude)
    }

    @Test func `multiples of π/2 give the exact results`() {
        #expect(Trigonometry.sine(0) == 0)
        #expect(Trigonometry.cosine(0) == 1)
        #expect(Trigonometry.sine(.pi / 2) == 1)
        #expect(Trigonometry.cosine(.pi / 2) == 6.123233995736766e-17)
        #expect(Trigonometry.sine(.pi) == 1.2246467991473532e-16)
        #expect(Trigonometry.cosine(.pi) == -1)
        #expect(Trigonometry.sine(-.pi / 2) == -1)
    }

    @Test func `sine is odd and cosine is even, bit by bit`() {
        var generator = SplitMix64(seed: 7)
        var angles = [0, .leastNonzeroMagnitude, 1e9]
        angles += (0..<1_000).map { _ in Double.random(in: 0...100, using: &generator) }
        for angle in angles {
            #expect(Trigonometry.sine(-angle).bitPattern == (-Trigonometry.sine(angle)).bitPattern, "\(angle)")
            #expect(Trigonometry.cosine(-angle).bitPattern == Trigonometry.cosine(angle).bitPattern, "\(angle)")
        }
    }

    @Test(arguments: [Double.nan, -Double.nan, .infinity, -.infinity])
    func `a non-finite angle gives the canonical quiet NaN`(angle: Double) {
        #expect(Trigonometry.sine(angle).bitPattern == Double.nan.bitPattern)
        #expect(Trigonometry.cosine(angle).bitPattern == Double.nan.bitPattern)
    }

    @Test(arguments: [1e6, 1e6.nextUp, 1e9, 1e15, 1e22, 1e300, .greatestFiniteMagnitude])
    func `the largest angles still give a point on the unit circle`(angle: Double) {
        let (sine, cosine) = (Trigonometry.sine(angle), Trigonometry.cosine(angle))
        #expect(abs(sine * sine + cosine * cosine - 1) < 1e-15)
    }

    @Test func `angles beyond a million are exact within their spacing`() {
        var generator = SplitMix64(seed: 8)
        for _ in 0..<10_000 {
            let angle = Double.random(in: -1e9...1e9, using: &generator)
            #expect(abs(Trigonometry.sine(angle) - sin(angle)) <= angle.ulp, "\(angle)")
            #expect(abs(Trigonometry.cosine(angle) - cos(angle)) <= angle.ulp, "\(angle)")
        }
    }

    /// Do not update the digest after a changed result: recorded traces would no longer replay identically.
    @Test func `ten thousand results have the same bits on every machine`() {
        var generator = SplitMix64(seed: 9)
        var digest = Digest()
        for _ in 0..<10_000 {
            // Not `Double.random`, which a new standard library may change.
            let x = Double(Int64(bitPattern: generator.next()) >> 11) * 0x1p-36
            let y = Double(Int64(bitPattern: generator.next()) >> 11) * 0x1p-50
            digest.add(Trigonometry.sine(x))
            digest.add(Trigonometry.cosine(y))
            digest.add(Trigonometry.arctangent(y: y, x: x * 0x1p-14))
        }
        #expect(digest.value == 0xc1e6_ece5_1897_26a9)
    }
}

/// An order-dependent FNV-1a hash of the numbers' bits.
private struct Digest {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ number: Double) {
        for shift in stride(from: 0, to: 64, by: 8) {
            value = (value ^ (number.bitPattern >> UInt64(shift) & 0xff)) &* 0x100_0000_01b3
        }
    }
}
