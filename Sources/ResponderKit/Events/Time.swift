/// Time in microseconds on the host's monotonic clock; also the unit of evdev timestamps.
public typealias Microseconds = Int64

extension Microseconds {
    /// Converts seconds to microseconds; for example, `application.advance(to: .seconds(2))`.
    public static func seconds(_ seconds: Double) -> Microseconds { Microseconds(seconds: seconds) }

    /// Converts milliseconds to microseconds.
    public static func milliseconds(_ milliseconds: Double) -> Microseconds {
        Microseconds(seconds: milliseconds / 1000)
    }

    /// Converts seconds to microseconds, rounded. Clamps out-of-range values; NaN becomes 0.
    init(seconds: Double) {
        let micro = (seconds * 1_000_000).rounded()
        if micro.isNaN {
            self = 0
        } else if micro >= 9.2e18 {
            self = .max
        } else if micro <= -9.2e18 {
            self = .min
        } else {
            self = Int64(micro)
        }
    }

    var seconds: Double { Double(self) / 1_000_000 }

    /// Returns the sum, clamped to the range of `Microseconds` on overflow.
    func later(by other: Microseconds) -> Microseconds {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }

    /// Returns the difference, clamped to the range of `Microseconds` on overflow.
    func since(_ other: Microseconds) -> Microseconds {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}
