import Evdev
import Glibc
import InputEvents
import TestTraits
import Testing

/// Tests the initial state that a reader delivers before any events.
@Suite(.serialized, .tags(.realKernel)) struct DiscoveryTests {
    @Test(.rule("K4", "K5", "K6")) func `the stream starts with the current state of the slots`() throws {
        let panel = try Panel(slots: 3)
        try panel.down(slot: 0, id: 7, 100, 200)
        try panel.down(slot: 2, id: 8, 300, 400)
        try panel.up(slot: 0)
        try panel.play([(.slot, 1), (.contactX, 5)])
        let listener = try Listener(panel)
        let changes = try listener.changes()
        #expect(
            changes == [
                .dropped, Change(.x, 0), Change(.y, 0),
                Change(.slot, 0), Change(.contactX, 100), Change(.contactY, 200),
                Change(.slot, 1), Change(.contactX, 5), Change(.contactY, 0),
                Change(.slot, 2), Change(.trackingID, 8), Change(.contactX, 300), Change(.contactY, 400),
                Change(.slot, 1), .report,
            ]
        )
        #expect(listener.outcome == .drained)
        #expect(listener.reader.isTouched)
        #expect(listener.reader.metrics.synDropped == 0)
    }

    @Test(.rule("K5")) func `a first event without a slot applies to the kernel's current slot`() throws {
        let panel = try Panel(slots: 3)
        try panel.down(slot: 2, id: 8, 300, 400)
        let listener = try Listener(panel)
        var slots = Slots(try listener.take())
        try panel.play([(.contactX, 310)])
        let later = try listener.take()
        #expect(later.map(Change.init) == [Change(.contactX, 310), .report])
        slots.take(later)
        #expect(slots.states[2]?.x == 310)
    }

    @Test(.rule("K4a")) func `a touch at the location of the previous one reports only its tracking id`() throws {
        let panel = try Panel(slots: 3)
        try panel.down(slot: 0, id: 7, 100, 200)
        try panel.up(slot: 0)
        let listener = try Listener(panel)
        var slots = Slots(try listener.take())
        try panel.down(slot: 0, id: 8, 100, 200)
        let later = try listener.take()
        #expect(later.map(Change.init) == [Change(.trackingID, 8), .report])
        slots.take(later)
        #expect(slots.states[0]?.x == 100)
        #expect(slots.states[0]?.y == 200)
    }

    @Test(.rule("K6", "V2")) func `a single-touch panel reports its location and pressed buttons`() throws {
        var description = DeviceDescription.panel()
        for axis in description.axes.keys where axis != .x && axis != .y { description.axes[axis] = nil }
        description.codes[.absolute] = Set(description.axes.keys.map(\.rawValue))
        let panel = try Panel(description)
        try panel.play([(.x, 11), (.y, 12)])
        try panel.play(.touch, 1)
        let listener = try Listener(panel)
        #expect(try listener.changes() == [.dropped, Change(1, 0x14a, 1), Change(.x, 11), Change(.y, 12), .report])
        #expect(listener.reader.isTouched)
        try panel.play(.touch, 0)
        #expect(try listener.changes() == [Change(1, 0x14a, 0), .report])
        #expect(!listener.reader.isTouched)
    }

    @Test(.rule("K11")) func `a device with an axis just below the slot axis has no slots`() throws {
        var description = DeviceDescription.panel()
        description.axes[.belowSlot] = AxisRange(minimum: 0, maximum: 1)
        description.codes[.absolute] = Set(description.axes.keys.map(\.rawValue))
        let panel = try Panel(description)
        let listener = try Listener(panel)
        let axes = try listener.take().filter { $0.type == .absolute }.map(\.code)
        #expect(axes == description.axes.keys.map(\.rawValue).sorted())
    }

    @Test(.rule("K12")) func `timestamps are CLOCK_MONOTONIC, and no event since opening is lost`() throws {
        let panel = try Panel()
        let before = now()
        let listener = try Listener(panel)
        try panel.down(slot: 0, id: 1, 5, 6)
        try panel.up(slot: 0)
        let events = try listener.take()
        #expect(events.first?.isMark(.dropped) == true)
        #expect(events.count { $0.isMark(.report) } == 3)
        #expect(Slots(events).began == [1])
        #expect(Slots(events).ended == [1])
        #expect(Slots(events).states[0]?.x == 5)
        #expect(events.allSatisfy { (before...now()).contains($0.time) })
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(listener.reader.metrics.synDropped == 0)
    }

    @Test(.rule("K14")) func `reading never blocks and reports when the queue is empty`() throws {
        let panel = try Panel()
        let listener = try Listener(panel)
        try listener.skipDiscovery()
        #expect(try listener.take().isEmpty)
        #expect(listener.outcome == .drained)
    }

    private func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec / 1000)
    }
}
