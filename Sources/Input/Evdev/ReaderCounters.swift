/// Counts of late reads and repairs since a device was opened.
public struct ReaderCounters: Equatable, Sendable {
    /// Delay in microseconds beyond which a read counts as late (K13).
    public static let tolerableLag: Int64 = 20_000

    /// Number of resynchronizations.
    public var repairs = 0
    /// Number of late reads (K13).
    public var lateReads = 0
    /// Delay of the last late read, in microseconds.
    public var lastLag: Int64 = 0
    /// Longest delay of a read, in microseconds.
    public var longestLag: Int64 = 0

    public init() {}
}
