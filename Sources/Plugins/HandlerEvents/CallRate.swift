/// A maximum number of calls in a period, such as `5/s`.
public struct CallRate: Hashable, Sendable {
    /// Limit call-rate (limits.md, Layouts): maximum number of calls per second, minute or hour that `atMost` allows.
    /// If exceeded: an error is reported at the `atMost:` key.
    private static let countLimit = 100

    /// Maximum number of calls in any time window with the length `period`.
    public let count: Int
    /// Length of the period, in microseconds.
    public let period: Int64
    /// The rate as written in the layout.
    public let source: String

    /// Parses a rate; returns nil if the text is not a rate or the count is out of range.
    public init?(_ source: String) {
        let parts = source.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(parts[0]),
            (1...Self.countLimit).contains(count)
        else { return nil }
        switch parts[1] {
        case "s": period = 1_000_000
        case "min": period = 60_000_000
        case "h": period = 3_600_000_000
        default: return nil
        }
        (self.count, self.source) = (count, source)
    }
}
