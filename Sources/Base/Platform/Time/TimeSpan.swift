/// A time span in microseconds; layouts write time spans as `250ms`, `1.5s`, `2min` or `1h`.
public struct TimeSpan: Hashable, Sendable {
    public var microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }

    public var seconds: Double { Double(microseconds) / 1_000_000 }
    /// Milliseconds, rounded up, so that a positive time span never becomes a `poll` timeout of 0.
    public var milliseconds: Int32 { Int32(clamping: (microseconds + 999) / 1000) }
}
