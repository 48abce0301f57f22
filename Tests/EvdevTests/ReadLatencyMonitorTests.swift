import Evdev
import TestTraits
import Testing

/// Who is told that a device had to wait, and how often: with a clock that is turned by hand.
@Suite struct ReadLatencyMonitorTests {
    private static let second: Int64 = 1_000_000
    private var watch = ReadLatencyMonitor()
    private var counters = ReaderCounters()

    /// A reading at a time, late by so much or, with nothing, in time; the reader has been waiting up to then.
    private mutating func read(at now: Int64, lag: Int64? = nil, wait: Range<Int64>? = nil) -> ReadLatencyMonitor
        .Notice?
    {
        if let lag {
            counters.lateReads += 1
            counters.lastLag = lag
        }
        return watch.look(at: counters, now: now, wait: wait ?? now - Self.second..<now)
    }

    @Test(.rule("K13")) mutating func `K13 a device that waited too long is told of at once, and others never`() {
        #expect(read(at: 5 * Self.second) == nil)
        let notice = read(at: 6 * Self.second, lag: 30_000)
        #expect(notice?.count == 1)
        #expect(notice?.longest == 30_000)
        #expect(read(at: 7 * Self.second) == nil)
        #expect(read(at: 700 * Self.second) == nil)
    }

    @Test(.rule("K13")) mutating func `K13 of one device there is one word a minute, and it has all since the last`() {
        #expect(read(at: 100 * Self.second, lag: 30_000) != nil)
        for step in Int64(1)..<60 { #expect(read(at: (100 + step) * Self.second, lag: 20_000 + step) == nil) }
        #expect(read(at: 160 * Self.second - 1, lag: 21_000) == nil)
        // The minute is over, and what was kept back is told although this reading was in time.
        let notice = read(at: 160 * Self.second)
        #expect(notice?.count == 60)
        #expect(notice?.longest == 21_000)
        #expect(read(at: 161 * Self.second, lag: 30_000) == nil)
        #expect(read(at: 219 * Self.second) == nil)
        #expect(read(at: 220 * Self.second)?.count == 1)
    }

    @Test(.rule("K13")) mutating func `K13 two devices have a minute each`() {
        var other = ReadLatencyMonitor()
        #expect(read(at: Self.second, lag: 30_000) != nil)
        #expect(other.look(at: counters, now: Self.second, wait: 0..<1) != nil)
    }

    @Test(
        .rule("K13"),
        arguments: [
            // Waiting since long before, and woken up late.
            (0, 999_000, false),
            // It began to wait when the event had come already.
            (995_000, 999_000, true),
            // Woken up in time, and then busy with another device.
            (0, 955_000, true),
            // It has never waited.
            (Int64.max, Int64.max, true),
        ]
    )
    mutating func `K13 the machine is to blame for what it slept through, the reader for the rest`(
        start: Int64,
        end: Int64,
        isReadersFault: Bool
    ) {
        #expect(read(at: Self.second, lag: 50_000, wait: start..<end)?.isReadersFault == isReadersFault)
    }

    @Test(.rule("K13")) mutating func `K13 the longest delay says who is to blame for many`() {
        #expect(read(at: Self.second, lag: 30_000) != nil)
        _ = read(at: 2 * Self.second, lag: 40_000, wait: 0..<0)
        _ = read(at: 3 * Self.second, lag: 90_000)
        _ = read(at: 4 * Self.second, lag: 40_000, wait: 0..<0)
        let notice = read(at: 90 * Self.second)
        #expect(notice?.count == 3)
        #expect(notice?.isReadersFault == false)
    }
}
