import Contacts
import InputEvents
internal import InputHub
internal import LayoutRuntime
import ResponderKit
import TestSupport
import TestTraits
import Testing

/// Tests that the trace is independent of the chunks in which events arrive.
@Suite(.tags(.determinism)) struct ChunkTests {
    /// Returns the trace of the events; if `random` is not nil, they arrive in random chunks. The view has a pan, and a
    /// long press and double tap, which use timers.
    private func trace(
        _ device: DeviceDescription,
        _ events: [RawEvent],
        _ debounce: Int64,
        cutting random: inout SplitMix64?
    ) throws -> [UInt8] {
        let stage = Stage(tracing: true)
        stage.view.addGestureRecognizer(LongPressGestureRecognizer())
        let double = TapGestureRecognizer()
        double.numberOfTapsRequired = 2
        stage.view.addGestureRecognizer(double)
        let pan = PanGestureRecognizer()
        pan.cancelsTouchesInView = false
        stage.view.addGestureRecognizer(pan)
        let number: Int32
        if DeviceKind(of: device) == .touchscreen {
            var settings = stage.settings
            (settings.filters.staleContactTimeout, settings.filters.debounce) = (40_000, debounce)
            number = try stage.hub.addPanel(device, settings: settings)
        } else {
            guard let added = try stage.add(device) else { return [] }
            number = added
        }
        var start = 0
        while start < events.count {
            var end = events.count
            if random != nil { end = min(end, start + Int.random(in: 1...60, using: &random!)) }
            stage.send(Array(events[start..<end]), of: number)
            start = end
        }
        stage.hub.remove(number)
        return stage.trace
    }

    private func expectSame(
        _ device: DeviceDescription,
        _ events: [RawEvent],
        debounce: Int64 = 0,
        _ seeds: ClosedRange<UInt64>
    ) throws {
        var none: SplitMix64?
        let whole = try trace(device, events, debounce, cutting: &none)
        #expect(try trace(device, events, debounce, cutting: &none) == whole, "a second run")
        for seed in seeds {
            var random: SplitMix64? = SplitMix64(seed: seed)
            #expect(try trace(device, events, debounce, cutting: &random) == whole, "seed \(seed)")
        }
    }

    @Test(arguments: Fixture.all)
    func `recordings split at any point give the same trace`(_ fixture: Fixture) throws {
        let (device, events) = try fixture.source()
        try expectSame(device, events, 1...6)
        try expectSame(device, events, debounce: 25_000, 1...3)
    }

    @Test
    func `accelerometer events split at any point give the same trace`() throws {
        let events = Streams.jolts(4, from: 0, every: 200_000) + Streams.jolts(9, from: 3_000_000, every: 120_000)
        try expectSame(Streams.accelerometer(), events, 1...20)
    }

    @Test
    func `key events split at any point give the same trace`() throws {
        let codes: [UInt16] = [30, 226, 208, 164, 103]
        var events: [RawEvent] = []
        for step in 0..<60 {
            let value: Int32 = step / 5 % 2 == 0 ? 1 : 0
            events += Streams.key(codes[step % 5], value, at: Int64(step) * 90_000)
        }
        try expectSame(Streams.keys(), events, 1...20)
    }

    @Test(.rule("K7"))
    func `split frames read in any portions give the same trace`() throws {
        var events: [RawEvent] = []
        for stroke in 0..<20 {
            let start = Int64(stroke) * 700_000
            events += Streams.down(0, Int32(stroke), 100, 100, at: start)
            for step in 1...Int64(5) {
                let time = start + step * 8_000
                events.append(RawEvent(.contactX, 100 + Int32(step) * 9, at: time))
                events.append(RawEvent(.report, 1, at: time))
                events.append(RawEvent(.contactY, 100 + Int32(step) * 7, at: time))
                events.append(RawEvent(.report, step % 3 == 0 ? 0 : 1, at: time))
            }
            events += Streams.up(0, at: start + (stroke % 2 == 0 ? 48_000 : 600_000))
        }
        try expectSame(Streams.panel(), events, 1...20)
    }
    @Test(.rule("K7"))
    func `split frames with pieces at other times and timers in between give the same trace`() throws {
        var events: [RawEvent] = []
        for stroke in 0..<20 {
            let start = Int64(stroke) * 700_000
            // A long press is due 500 ms after this touch-down; a double tap fails 350 ms after the lift.
            events += Streams.down(0, Int32(stroke), 100, 100, at: start)
            let time = start + [8_000, 499_000, 499_500, 500_000][stroke % 4]
            for (step, piece) in [time, time + 40, time + 1_000].enumerated() {
                events.append(RawEvent(.contactX, 101 + Int32(step), at: piece))
                events.append(RawEvent(.report, 1, at: piece + 10))
            }
            events += Streams.up(0, at: time + (stroke % 3 == 0 ? 1_500 : 4_000))
        }
        try expectSame(Streams.panel(), events, 1...20)
    }
}
