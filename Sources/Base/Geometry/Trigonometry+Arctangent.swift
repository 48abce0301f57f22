extension Trigonometry {
    /// Returns the angle from the x axis to `(x, y)` in radians. The result is between -pi and pi and has the sign of
    /// `y`.
    ///
    /// For signed zeros and infinities, returns the same results as C's `atan2`. A NaN argument results in NaN. The
    /// error is below 2e-15.
    public static func arctangent(y: Double, x: Double) -> Double {
        guard !y.isNaN, !x.isNaN else { return .nan }
        let (run, rise) = (x.magnitude, y.magnitude)
        var angle = firstOctant(rise: min(rise, run), run: max(rise, run))
        if rise > run {
            angle = .pi / 2 - angle
        }
        if x.sign == .minus {
            angle = .pi - angle
        }
        return y.sign == .minus ? -angle : angle
    }

    /// Returns the arctangent of `rise / run` for 0 ≤ rise ≤ run. The result is 0 for two zeros and pi / 4 for two
    /// infinities.
    private static func firstOctant(rise: Double, run: Double) -> Double {
        guard run > 0 else { return 0 }
        let slope = rise == run ? 1 : rise / run
        // Rounds the slope to a multiple of 1/4. The angles of these multiples are constants; the remaining slope is at
        // most 1/8.
        let quarters = (slope * 4).rounded()
        let rest = (slope - quarters / 4) / (1 + slope * (quarters / 4))
        return switch quarters {
        case 0: arctangentSeries(slope)
        case 1: 0x1.f5b75f92c80ddp-3 + arctangentSeries(rest)
        case 2: 0x1.dac670561bb4fp-2 + arctangentSeries(rest)
        case 3: 0x1.4978fa3269ee1p-1 + arctangentSeries(rest)
        default: .pi / 4 + arctangentSeries(rest)
        }
    }

    /// Sums the Taylor series of the arctangent for slopes up to 1/8; the first omitted term is below 1e-18.
    private static func arctangentSeries(_ x: Double) -> Double {
        let z = x * x
        var sum = 1.0 / 17
        sum = sum * z - 1.0 / 15
        sum = sum * z + 1.0 / 13
        sum = sum * z - 1.0 / 11
        sum = sum * z + 1.0 / 9
        sum = sum * z - 1.0 / 7
        sum = sum * z + 1.0 / 5
        sum = sum * z - 1.0 / 3
        return x + x * (z * sum)
    }
}
