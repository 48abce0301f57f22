import Evdev
import Glibc
import InputEvents
import TestTraits
import Testing

/// Tests the read latency of devices.
@Suite(.serialized, .tags(.realKernel)) struct LagTests {
    @Test(.rule("K13")) func `only reads past the latency limit count as late`() throws {
        let panel = try Panel()
        let listener = try Listener(panel)
        try listener.skipDiscovery()
        try panel.down(slot: 0, id: 1, 10, 10)
        _ = try listener.take()
        #expect(listener.reader.counters.lateReads == 0)
        try panel.move(slot: 0, 20, 20)
        try pause(milliseconds: 40)
        try panel.move(slot: 0, 30, 30)
        _ = try listener.take()
        let counters = listener.reader.counters
        #expect(counters.lateReads == 1)
        #expect((40_000...400_000).contains(counters.lastLag))
        #expect(counters.longestLag == counters.lastLag)
    }

    @Test(.rule("K13", "K1")) func `a read after dropped events counts as late`() throws {
        let panel = try Panel()
        let listener = try Listener(panel)
        try listener.skipDiscovery()
        try panel.flood()
        try pause(milliseconds: 40)
        _ = try listener.take()
        #expect(listener.reader.metrics.synDropped == 1)
        #expect(listener.reader.counters.lateReads == 1)
        #expect(listener.reader.counters.lastLag >= 40_000)
    }

    @Test(.rule("K13")) func `late reads are logged once a minute and attributed to the machine`() throws {
        let panel = try Panel(name: "Slow")
        let recorder = try RecorderProcess([panel.path])
        for step in Int32(0)..<3 {
            kill(recorder.processID, SIGSTOP)
            try panel.down(slot: 0, id: step, 10, 10)
            try pause(milliseconds: 60)
            kill(recorder.processID, SIGCONT)
            try pause(milliseconds: 100)
            try panel.up(slot: 0)
        }
        #expect(recorder.stop() == 0)
        let lines = recorder.complaints().split(separator: "\n").filter { $0.contains("events of 'Slow' were read") }
        #expect(lines.count == 1, "\(lines)")
        #expect(lines.first?.hasPrefix("touchbridge: events of 'Slow' were read ") == true)
        #expect(lines.first?.contains("the kernel scheduled touchbridge late") == true)
    }
}
