/// Time in whole microseconds on the host's one monotonic clock, evdev's own unit.
public typealias Microseconds = Int64

extension Microseconds {
    /// The nearest microsecond; what cannot be said in microseconds becomes the nearest that can, not-a-number zero.
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

    /// A sum that stops at the end of time instead of trapping there.
    func later(by other: Microseconds) -> Microseconds {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }

    /// A difference that stops at the end of time instead of trapping there.
    func since(_ other: Microseconds) -> Microseconds {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}
