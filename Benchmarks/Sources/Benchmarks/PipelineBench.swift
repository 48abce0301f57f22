internal import Bridge
import CSlotLoop
import Contacts
import InputEvents
import Recordings

/// Cost of one event through the whole pipeline, from the panel to the view's method. The peer is a C loop that only
/// tracks the slots.
enum PipelineBench {
    static func run() {
        var table = Table(
            "From evdev events to the view's method, in ns per event: median (least–most)",
            [
                "stream", "events", "whole way", "million events/s", "bare C loop", "C's million/s",
                "allocations per frame",
            ]
        )
        for fingers: Int32 in [1, 5, 10] {
            let description = panel()
            row(
                &table,
                "\(fingers) moving \(fingers == 1 ? "finger" : "fingers")",
                description,
                moves(fingers),
                restarts: false
            )
        }
        for name in [
            "dell-canvas-touch", "ep0430m09-2-finger-scroll-down", "wacom-isdv4-e6-finger-double-center-circle",
        ] {
            guard let (description, events) = recorded(name) else {
                print("fixtures/recordings/\(name) cannot be read from here")
                continue
            }
            row(&table, name, description, events, restarts: true)
        }
        table.show()
    }

    private static func row(
        _ table: inout Table,
        _ name: String,
        _ description: DeviceDescription,
        _ events: [RawEvent],
        restarts: Bool
    ) {
        guard let way = try? PanelWay(description) else { return }
        var stream = ContiguousArray(events)
        let ends = stream.indices.filter { stream[$0].isMark(.report) }.map { $0 + 1 }
        let duration = (stream.last?.time ?? 0) - (stream.first?.time ?? 0) + 1_000_000
        let rounds = max(1, 400_000 / stream.count)
        // Passes one frame at a time, like the reader of a panel.
        func whole() {
            for _ in 0..<rounds {
                var start = 0
                for end in ends {
                    way.take(stream.span.extracting(start..<end))
                    start = end
                }
                // Shifts the timestamps of the SYN_REPORT events, so that the next round is later. The timestamps of
                // other events are not used.
                for end in ends { stream[end - 1].time += duration }
            }
        }
        var raw = events.map { slot_loop_event($0.type.rawValue, $0.code, $0.value) }
        var loop = slot_loop()
        func bare() {
            for _ in 0..<rounds {
                slot_loop_run(&loop, &raw, raw.count)
            }
        }
        let calls = rounds * stream.count
        let (ours, theirs) = Measure.pair(calls: calls, whole, bare)
        let allocations = restarts ? nil : Measure.allocations(calls: rounds * ends.count, whole)
        precondition(way.sink.count > 0 && loop.frames > 0)
        table.add(
            name,
            String(stream.count),
            ours.text,
            (1000 / ours.median).short,
            theirs.text,
            (1000 / theirs.median).short,
            allocations?.short ?? "–"
        )
    }

    // MARK: Streams

    static func panel() -> DeviceDescription {
        var device = DeviceDescription(name: "panel")
        let axes: [Axis] = [.slot, .trackingID, .contactX, .contactY]
        device.codes[.absolute] = Set(axes.map(\.rawValue))
        for axis in axes { device.axes[axis] = AxisRange(minimum: 0, maximum: 4095) }
        device.axes[.slot] = AxisRange(minimum: 0, maximum: 9)
        return device
    }

    /// Returns 1000 frames, at 125 frames per second. The fingers go down in the first frame and move in all frames.
    /// Playing the frames again continues the same touches.
    static func moves(_ fingers: Int32) -> [RawEvent] {
        var events: [RawEvent] = []
        for step: Int32 in 0..<1000 {
            let time = Int64(step) * 8000
            for finger in 0..<fingers {
                events.append(RawEvent(.slot, finger, at: time))
                if step == 0 { events.append(RawEvent(.trackingID, finger, at: time)) }
                events.append(RawEvent(.contactX, finger * 300 + step % 400, at: time))
                events.append(RawEvent(.contactY, 2000 + step % 300, at: time))
            }
            events.append(RawEvent(.report, at: time))
        }
        return events
    }

    static func recorded(_ name: String) -> (DeviceDescription, [RawEvent])? {
        let path = "fixtures/recordings/\(name)/source.evemu"
        guard let reader = try? RecordingReader(path: path) else { return nil }
        var events: [RawEvent] = []
        while let recorded = try? reader.next() { events.append(recorded.event) }
        return (reader.devices[0], events)
    }
}
