/// Late reads and repairs of a device, counted from when it was opened.
public struct ReaderCounters: Equatable, Sendable {
    /// A device that waits longer than these microseconds is counted (K13).
    public static let tolerableLag: Int64 = 20_000

    /// How often the state was taken afresh, for whatever reason.
    public var repairs = 0
    /// How often an event had waited too long before it was read (K13).
    public var lateReads = 0
    /// How long it had waited the last time that it was too long, in microseconds.
    public var lastLag: Int64 = 0
    /// The longest that an event has waited, in microseconds.
    public var longestLag: Int64 = 0

    /// Begins to count.
    public init() {}
}
