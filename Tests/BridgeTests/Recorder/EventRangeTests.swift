internal import FlightLog
import InputEvents
internal import InputHub
import ResponderKit
import TestSupport
import Testing

/// Tests recordings of a time range of a device's logged events.
struct EventRangeTests {
    /// Returns the lines in a range. Touches across the edges of the range begin or end at these edges.
    private func cut(_ lines: [TouchLine], to range: ClosedRange<Int64>, of device: Int32) -> [TouchLine] {
        var down: [Int32: TouchLine] = [:]
        var inside: [TouchLine] = []
        var isBefore = true
        func add(_ phase: Touch.Phase, at time: Int64) {
            for var line in down.values.sorted(by: { $0.slot < $1.slot }) {
                (line.phase, line.time) = (phase, time)
                inside.append(line)
            }
        }
        for line in lines where line.device == device && line.time <= range.upperBound {
            if isBefore, line.time >= range.lowerBound {
                isBefore = false
                add(.began, at: range.lowerBound)
            }
            down[line.slot] = line.phase == .ended ? nil : line
            if !isBefore { inside.append(line) }
        }
        if isBefore { add(.began, at: range.lowerBound) }
        add(.ended, at: range.upperBound)
        return Self.sorted(inside)
    }

    /// Sorts the lines, because the order of simultaneous lines of different slots is undefined.
    private static func sorted(_ lines: [TouchLine]) -> [TouchLine] {
        lines.enumerated().sorted {
            ($0.element.time, $0.element.slot, $0.offset) < ($1.element.time, $1.element.slot, $1.offset)
        }
        .map(\.element)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `in a range of the log, touches begin and end at its edges`(seed: UInt64) throws {
        let stage = Stage()
        let ears = TouchLines(stage.application)
        stage.application.addObserver(ears)
        let log = EventLog(capacity: 2048)
        stage.hub.log = log
        var live: [Int32] = []
        for kind in [Streams.panel(slots: 4), RandomPanels.single()] { live.append(try #require(try stage.add(kind))) }
        var panels = RandomPanels(random: SplitMix64(seed: seed))
        var cutCount = 0
        for step in 0..<700 {
            panels.time += 8_000
            for (index, number) in live.enumerated() {
                let events = index == 0 ? panels.slots() : panels.single()
                if !events.isEmpty { stage.send(events, of: number) }
            }
            guard step > 60, step % 23 == 0 else { continue }
            for (from, to) in [(400_000, 0), (333_333, 77_777), (8_000, 8_000), (0, 0)] as [(Int64, Int64)] {
                let range = panels.time - from...panels.time - to
                let devices = log.copy().devices(in: range)
                let now = try replayedTouches(devices)
                for (device, number) in zip(devices, live.indices) where device.number == live[number] {
                    let expected = cut(ears.lines, to: range, of: device.number)
                    #expect(
                        Self.sorted(now.filter { $0.device == device.number }) == expected,
                        "seed \(seed), step \(step), \(range)"
                    )
                    if expected.first?.time == range.lowerBound { cutCount += 1 }
                }
            }
        }
        #expect(log.count == 2048 && cutCount > 20)
    }

    @Test
    func `a range of a panel that lists its contacts lifts them at the end, and omits devices added later`() throws {
        let stage = Stage()
        let log = EventLog(capacity: 1024)
        stage.hub.log = log
        let number = try #require(try stage.add(RandomPanels.anonymous()))
        func listing(_ x: Int32, at time: Int64) -> [RawEvent] {
            [
                RawEvent(KeyCode.touch, 1, at: time), RawEvent(.contactX, x, at: time),
                RawEvent(.contactY, 9, at: time),
                RawEvent(.contactReport, at: time), RawEvent(.report, at: time),
            ]
        }
        for time in [1_000_000, 2_000_000, 3_000_000] as [Int64] {
            stage.send(listing(Int32(time / 100_000), at: time), of: number)
        }
        let later = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(0, 1, 10, 10, at: 4_000_000), of: later)
        let devices = log.copy().devices(in: 1_500_000...2_500_000)
        #expect(devices.map(\.number) == [number])
        let lines = try replayedTouches(devices)
        #expect(lines.map(\.phase) == [.began, .ended] && lines.map(\.time) == [2_000_000, 2_500_000])
        #expect(log.copy().devices(in: 0...900_000).isEmpty)
    }

    @Test
    func `a panel removed in a range cancels its touch there, and is not in later ranges`() throws {
        let stage = Stage()
        let log = EventLog(capacity: 64)
        stage.hub.log = log
        let number = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(3, 1, 10, 10, at: 1_000), of: number)
        stage.send(Streams.move(3, 20, 10, at: 2_000), of: number)
        stage.hub.remove(number)
        let lines = try replayedTouches(log.copy().devices(in: 1_500...5_000))
        #expect(lines.map(\.phase) == [.began, .moved, .cancelled])
        #expect(lines.map(\.location.x) == [10, 20, 20])
        #expect(log.copy().devices(in: 2_001...5_000).isEmpty)
    }

    @Test
    func `a recording does not begin before the events that are still in the log`() throws {
        let stage = Stage()
        let log = EventLog(capacity: 64)
        stage.hub.log = log
        let number = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(0, 1, 10, 10, at: 1_000_000), of: number)
        stage.send(Streams.up(0, at: 2_000_000), of: number)
        stage.send(Streams.down(1, 2, 50, 50, at: 4_000_000), of: number)
        // The log has not removed any event yet.
        #expect(try replayedTouches(log.copy().devices(in: 2_500_000...3_000_000)).isEmpty)
        for step in 1...64 as ClosedRange<Int32> {
            stage.send(Streams.move(1, 50 + step, 50, at: 4_000_000 + Int64(step) * 1000), of: number)
        }
        let copy = log.copy()
        let oldest = copy.devices(since: 0)[0].events[0].time
        #expect(log.count == 64 && oldest > 4_000_000)
        #expect(copy.devices(in: 2_500_000...3_000_000).isEmpty)
        #expect(copy.devices(in: 0...oldest - 1).isEmpty)
        let end: Int64 = 4_064_000
        let lines = try replayedTouches(copy.devices(in: 2_500_000...end))
        #expect(lines.first?.phase == .began && lines.first?.time == oldest && lines.last?.time == end)
        #expect(try replayedTouches(copy.devices(in: oldest...end)) == lines)
    }
}
