/// Trigonometric functions with bit-identical results on all machines.
///
/// The results of the C library differ between versions and CPU architectures, so a replay could differ from the
/// original run. `Trigonometry` uses only operations with exact or correctly rounded results (IEEE 754), and no fused
/// multiply-add.
public enum Trigonometry {
    /// Returns the sine of an angle in radians; NaN if the angle is not finite. The error is below 2e-15 for angles up
    /// to 1e5.
    ///
    /// `sine(-x)` and `-sine(x)` are bit-identical for each finite `x`, including zero.
    public static func sine(_ angle: Double) -> Double {
        guard angle.isFinite else { return .nan }
        let (quadrant, rest) = reduce(angle.magnitude)
        let value =
            switch quadrant {
            case 0: sineSeries(rest)
            case 1: cosineSeries(rest)
            case 2: -sineSeries(rest)
            default: -cosineSeries(rest)
            }
        return angle.sign == .minus ? -value : value
    }

    /// Returns the cosine of an angle in radians; NaN if the angle is not finite. The error is below 2e-15 for angles
    /// up to 1e5.
    ///
    /// `cosine(-x)` and `cosine(x)` are bit-identical.
    public static func cosine(_ angle: Double) -> Double {
        guard angle.isFinite else { return .nan }
        let (quadrant, rest) = reduce(angle.magnitude)
        return switch quadrant {
        case 0: cosineSeries(rest)
        case 1: -sineSeries(rest)
        case 2: -cosineSeries(rest)
        default: sineSeries(rest)
        }
    }

    /// Splits a non-negative angle into quarter turns and a remainder of at most an eighth of a turn. Returns the
    /// number of quarter turns modulo 4.
    private static func reduce(_ magnitude: Double) -> (quadrant: Int, rest: Double) {
        // The first two products below are exact for angles up to 1e6, and inexact for much larger angles. Removing
        // whole turns first changes the angle by less than half an ulp (a relative error of 4e-17).
        let angle = magnitude <= 1e6 ? magnitude : magnitude.truncatingRemainder(dividingBy: 2 * .pi)
        let quarters = (angle * (2 / .pi)).rounded()
        // A quarter turn, split into three parts. The first two parts have 33 bits each, so their products with a
        // number of quarter turns below 2^20 are exact. The third part contains the next 53 bits.
        let rest = angle - quarters * 0x1.921fb544p+0 - quarters * 0x1.0b4611a6p-34 - quarters * 0x1.3198a2e037073p-69
        return (Int(quarters) & 3, rest)
    }

    /// Sums the Taylor series of the sine for angles up to an eighth of a turn; the first omitted term is below 1e-19.
    private static func sineSeries(_ x: Double) -> Double {
        let z = x * x
        var sum = 1.0 / 355_687_428_096_000
        sum = sum * z - 1.0 / 1_307_674_368_000
        sum = sum * z + 1.0 / 6_227_020_800
        sum = sum * z - 1.0 / 39_916_800
        sum = sum * z + 1.0 / 362_880
        sum = sum * z - 1.0 / 5_040
        sum = sum * z + 1.0 / 120
        sum = sum * z - 1.0 / 6
        return x + x * (z * sum)
    }

    /// Sums the Taylor series of the cosine for angles up to an eighth of a turn; the first omitted term is below
    /// 1e-17.
    private static func cosineSeries(_ x: Double) -> Double {
        let z = x * x
        var sum = 1.0 / 20_922_789_888_000
        sum = sum * z - 1.0 / 87_178_291_200
        sum = sum * z + 1.0 / 479_001_600
        sum = sum * z - 1.0 / 3_628_800
        sum = sum * z + 1.0 / 40_320
        sum = sum * z - 1.0 / 720
        sum = sum * z + 1.0 / 24
        return 1 - (z / 2 - z * (z * sum))
    }
}
