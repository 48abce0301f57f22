public import InputEvents

/// What went wrong between a device and its reader, counted from when it was opened.
public struct ReaderCounters: Equatable, Sendable {
    /// A device that waits longer than these microseconds is counted (K13).
    public static let tolerableLag: Int64 = 20_000

    /// How often the kernel had to throw events away (K1).
    public var drops = 0
    /// How often the state was taken afresh, for whatever reason.
    public var repairs = 0
    /// Contacts that began in a slot whose last one had not ended (K3).
    public var doubleIDs = 0
    /// How often the device spoke of a slot that it had not announced (K9).
    public var badSlots = 0
    /// How often an event had waited too long before it was read (K13).
    public var lateReads = 0
    /// How long it had waited the last time that it was too long, in microseconds.
    public var lastLag: Int64 = 0
    /// The longest that an event has waited, in microseconds.
    public var longestLag: Int64 = 0
    /// How long the oldest event of each reading had waited.
    public var lags = DurationCounts()

    /// Begins to count.
    public init() {}
}
