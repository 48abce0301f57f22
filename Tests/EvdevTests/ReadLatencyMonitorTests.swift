import Evdev
import TestTraits
import Testing

/// Tests the notices about read latency and their rate limit, with a simulated clock.
@Suite struct ReadLatencyMonitorTests {
    private static let second: Int64 = 1_000_000
    private var watch = ReadLatencyMonitor()
    private var counters = ReaderCounters()

    /// Simulates a read at time `now`, which is late if `lag` (in microseconds) is set. By default, the reader has
    /// waited for the last second. Returns nil if no notice is due.
    private mutating func read(at now: Int64, lag: Int64? = nil, wait: Range<Int64>? = nil) -> ReadLatencyMonitor
        .Notice?
    {
        if let lag {
            counters.lateReads += 1
            counters.lastLag = lag
        }
        return watch.look(at: counters, now: now, wait: wait ?? now - Self.second..<now)
    }

    @Test(.rule("K13")) mutating func `K13 a late device is reported at once, and others never`() {
        #expect(read(at: 5 * Self.second) == nil)
        let notice = read(at: 6 * Self.second, lag: 30_000)
        #expect(notice?.count == 1)
        #expect(notice?.longest == 30_000)
        #expect(read(at: 7 * Self.second) == nil)
        #expect(read(at: 700 * Self.second) == nil)
    }

    @Test(.rule("K13")) mutating func `K13 a device is reported once a minute, with all late reads since`() {
        #expect(read(at: 100 * Self.second, lag: 30_000) != nil)
        for step in Int64(1)..<60 { #expect(read(at: (100 + step) * Self.second, lag: 20_000 + step) == nil) }
        #expect(read(at: 160 * Self.second - 1, lag: 21_000) == nil)
        // After a minute, suppressed notices are reported, even though this read was on time.
        let notice = read(at: 160 * Self.second)
        #expect(notice?.count == 60)
        #expect(notice?.longest == 21_000)
        #expect(read(at: 161 * Self.second, lag: 30_000) == nil)
        #expect(read(at: 219 * Self.second) == nil)
        #expect(read(at: 220 * Self.second)?.count == 1)
    }

    @Test(.rule("K13")) mutating func `K13 two devices are reported independently`() {
        var other = ReadLatencyMonitor()
        #expect(read(at: Self.second, lag: 30_000) != nil)
        #expect(other.look(at: counters, now: Self.second, wait: 0..<1) != nil)
    }

    @Test(
        .rule("K13"),
        arguments: [
            // The thread was waiting when the event arrived, but woke late.
            (0, 999_000, false),
            // The thread started to wait after the event arrived.
            (995_000, 999_000, true),
            // The thread woke on time, but was busy with another device.
            (0, 955_000, true),
            // The thread has never waited.
            (Int64.max, Int64.max, true),
        ]
    )
    mutating func `K13 the machine is blamed for delays while the reader slept, the reader for others`(
        start: Int64,
        end: Int64,
        isReadersFault: Bool
    ) {
        #expect(read(at: Self.second, lag: 50_000, wait: start..<end)?.isReadersFault == isReadersFault)
    }

    @Test(.rule("K13")) mutating func `K13 the longest delay decides which of the two is blamed`() {
        #expect(read(at: Self.second, lag: 30_000) != nil)
        _ = read(at: 2 * Self.second, lag: 40_000, wait: 0..<0)
        _ = read(at: 3 * Self.second, lag: 90_000)
        _ = read(at: 4 * Self.second, lag: 40_000, wait: 0..<0)
        let notice = read(at: 90 * Self.second)
        #expect(notice?.count == 3)
        #expect(notice?.isReadersFault == false)
    }
}
