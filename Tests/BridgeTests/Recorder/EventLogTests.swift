internal import FlightLog
import InputEvents
internal import InputHub
import ResponderKit
import TestSupport
import TestTraits
import Testing

/// Tests replays of device events from any time within the log.
struct EventLogTests {
    /// Returns the lines of touches that began at or after the first copied event of their device.
    private func whole(_ lines: [TouchLine], _ devices: [EventCopy.Device]) -> [TouchLine] {
        var open: Set<[Int32]> = []
        return lines.filter { line in
            guard let device = devices.first(where: { $0.number == line.device }), let first = device.events.first
            else { return false }
            let key = [line.device, line.slot]
            let isFound = first.isMark(.dropped)
            if line.phase == .began, isFound ? line.time > first.time : line.time >= first.time { open.insert(key) }
            defer { if line.phase == .ended || line.phase == .cancelled { open.remove(key) } }
            return open.contains(key)
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `replaying from any time gives the same touches from there on`(seed: UInt64) throws {
        let stage = Stage()
        let ears = TouchLines(stage.application)
        stage.application.addObserver(ears)
        // With this small capacity, most events are overwritten during the test.
        let log = EventLog(capacity: 256)
        stage.hub.log = log
        let kinds = [Streams.panel(slots: 4), RandomPanels.single(), RandomPanels.anonymous()]
        var live: [Int32] = []
        for kind in kinds { live.append(try #require(try stage.add(kind))) }
        var panels = RandomPanels(random: SplitMix64(seed: seed))
        for step in 0..<700 {
            panels.time += 8_000
            for (index, number) in live.enumerated() {
                let events = index == 0 ? panels.slots() : index == 1 ? panels.single() : panels.anonymous()
                if !events.isEmpty { stage.send(events, of: number) }
            }
            guard step % 23 == 0 else { continue }
            let copy = log.copy()
            for back in [0, 60_000, 300_000, Int64.max / 2] as [Int64] {
                let devices = copy.devices(since: panels.time - back)
                let now = try replayedTouches(devices)
                #expect(now == whole(ears.lines, devices), "seed \(seed), step \(step), \(back) back")
                let end = panels.time - back + 24_000
                let early = copy.devices(since: panels.time - back, until: end)
                func cut(_ device: EventCopy.Device) -> ArraySlice<RawEvent> { device.events.prefix { $0.time <= end } }
                #expect(early.map(cut) == devices.map(cut), "seed \(seed), step \(step), \(back) back, cut")
            }
        }
        #expect(log.count == 256)
    }

    @Test
    func `a part of the log starts before the touch-down of a live finger, if it is still available`() throws {
        let stage = Stage()
        let log = EventLog(capacity: 1024)
        stage.hub.log = log
        let number = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(0, 1, 10, 10, at: 1_000_000), of: number)
        stage.send(Streams.up(0, at: 2_000_000), of: number)
        stage.send(Streams.down(0, 2, 20, 20, at: 3_000_000), of: number)
        stage.send(Streams.move(0, 30, 30, at: 4_000_000), of: number)
        let events = log.copy().devices(since: 3_500_000)[0].events
        #expect(events.first == RawEvent(.dropped, at: 2_000_000))
        let early = log.copy().devices(since: 3_500_000, until: 3_999_999)[0].events
        #expect(early == events.filter { $0.time < 4_000_000 })
        let lines = try replayedTouches(log.copy().devices(since: 3_500_000))
        #expect(lines.map(\.phase) == [.began, .moved])
        #expect(lines.map(\.location) == [Point(x: 20, y: 20), Point(x: 30, y: 30)])
    }

    @Test(arguments: [3, 31, 512, 5000, 9000])
    func `a ring of two memory blocks has the same content for any read sizes`(count: Int) throws {
        let events = (0..<40_000 as Range<Int32>).map { number in
            number % 4 == 3
                ? RawEvent(.report, at: Int64(number / 4))
                : RawEvent([.slot, .contactX, .contactY][Int(number % 4)], (number / 4) % 9, at: Int64(number / 4))
        }
        func device(in pieces: Int) throws -> [RawEvent] {
            let stage = Stage()
            let log = EventLog(capacity: 8192)
            stage.hub.log = log
            let number = try #require(try stage.add(Streams.panel()))
            for start in stride(from: 0, to: events.count, by: pieces) {
                stage.send(Array(events[start..<min(start + pieces, events.count)]), of: number)
            }
            #expect(log.count == 8192)
            return log.copy().devices(since: 9_999)[0].events + log.copy().devices(since: 0)[0].events
        }
        let whole = try device(in: count)
        #expect(try whole == device(in: 1) && whole.count > 8192)
    }

    @Test
    func `a device's first event is retained even if it evicted others`() throws {
        let stage = Stage()
        let log = EventLog(capacity: 16)
        stage.hub.log = log
        let former = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.move(1, 5, 5, at: 500), of: former)
        stage.hub.remove(former)
        let number = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(3, 1, 10, 10, at: 1_000), of: number)
        for step in 2..<10 as Range<Int32> {
            let time = Int64(step) * 1_000
            stage.send([RawEvent(.contactX, step, at: time), RawEvent(.report, at: time)], of: number)
        }
        let events = try #require(log.copy().devices(since: 9_000).first { $0.number == number }).events
        let slots = events.filter { $0.type == .absolute && $0.code == Axis.slot.rawValue }
        #expect(events.first?.isMark(.dropped) == true)
        #expect(!slots.isEmpty && slots.allSatisfy { $0.value == 3 })
    }

    @Test
    func `typed characters are not recorded, and keys without a character are`() throws {
        let stage = Stage()
        let log = EventLog(capacity: 64)
        stage.hub.log = log
        let number = try #require(try stage.add(Streams.keys()))
        for code in [30, 28, 2, 79, 103] as [UInt16] { stage.send(Streams.key(code, 1, at: 5), of: number) }
        stage.send([RawEvent(time: 5, type: .miscellaneous, code: 4, value: 30), RawEvent(.report, at: 5)], of: number)
        let keys = log.copy().devices(since: 0)[0].events.filter { $0.type != .synchronization }
        #expect(keys.map(\.code) == [28, 103])
    }

    @Test
    func `a panel removed with a finger down cancels the touch in the replay`() throws {
        let stage = Stage()
        let log = EventLog(capacity: 64)
        stage.hub.log = log
        #expect(!log.hasDevices(since: 0))
        let number = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(3, 1, 10, 10, at: 1_000), of: number)
        stage.hub.remove(number)
        #expect(log.hasDevices(since: 1_000) && !log.hasDevices(since: 1_001))
        stage.hub.remove(try #require(try stage.add(Streams.panel())))
        #expect(!log.hasDevices(since: 1_001))
        let again = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(3, 1, 40, 40, at: 2_000), of: again)
        let devices = log.copy().devices(since: 0)
        #expect(devices.map(\.number) == [number, again])
        #expect(try replayedTouches(devices).map(\.phase) == [.began, .cancelled, .began])
    }

    @Test(.rule("V10"))
    func `a pen removed in range is out of range in the replay`() throws {
        let stage = Stage()
        let log = EventLog(capacity: 64)
        stage.hub.log = log
        var panel = Streams.panel()
        panel.physical = "usb-1/input0"
        let numbers = [try #require(try stage.add(panel)), try #require(try stage.add(Streams.pen()))]
        stage.send(Streams.down(0, 1, 10, 10, at: 1_000), of: numbers[0])
        stage.send(Streams.key(KeyCode.toolPen.rawValue, 1, at: 2_000), of: numbers[1])
        stage.hub.remove(numbers[1])
        stage.send(Streams.down(1, 2, 40, 40, at: 3_000), of: numbers[0])
        #expect(stage.touches.map(\.phase) == [.began, .cancelled, .began])
        let devices = log.copy().devices(since: 0)
        #expect(devices.map(\.number) == numbers)
        #expect(try replayedTouches(devices).map(\.phase) == [.began, .cancelled, .began])
    }

    @Test
    func `without memory for a second block recording stops and input continues`() throws {
        let size = EventMemory.byteCount(capacity: 8192)
        let base = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
        var pieces: [Range<Int>] = []
        let memory = EventMemory(
            base,
            capacity: 8192,
            text: { _ in [] },
            makeRoom: { piece in
                pieces.append(piece)
                return pieces.count < 2
            },
            free: { base.deallocate() }
        )
        let stage = Stage()
        let log = EventLog(memory)
        stage.hub.log = log
        let number = try #require(try stage.add(Streams.panel()))
        for step in 0..<2000 as Range<Int32> { stage.send(Streams.move(0, step % 900, 5, at: Int64(step)), of: number) }
        #expect(log.isBroken)
        #expect(log.count == 4096)
        // Both requests for the second piece failed: the early request, and the request at the time of need.
        #expect(pieces.map(\.upperBound) == [size - 65536, size, size] && pieces.allSatisfy { $0.count == 65536 })
        stage.send(Streams.down(0, 1, 1, 1, at: 5000), of: number)
        #expect(stage.touches.map(\.phase) == [.began])
    }

    @Test
    func `more devices than table entries do not mix their events`() throws {
        let stage = Stage()
        let log = EventLog(capacity: 1024)
        stage.hub.log = log
        for round in 0..<40 as Range<Int64> {
            let number = try #require(try stage.add(Streams.panel()))
            stage.send(Streams.down(0, 1, Int32(round), 7, at: round * 1000), of: number)
            stage.hub.remove(number)
        }
        let devices = log.copy().devices(since: 0)
        #expect(devices.map(\.number) == Array(9...40))
        for device in devices {
            let horizontal = device.events.filter { $0.code == Axis.contactX.rawValue && $0.type == .absolute }
            #expect(horizontal.map(\.value) == [device.number - 1])
        }
    }
}
