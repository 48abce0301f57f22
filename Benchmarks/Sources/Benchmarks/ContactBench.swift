import Contacts
import Geometry
import InputEvents

/// Cost of converting a panel's events from the kernel's struct to touch samples.
enum ContactBench {
    static func run() {
        var table = Table(
            "Events of a panel to samples of touches: median (least–most)",
            ["fingers", "ns per event", "ns to assemble", "allocations per event"]
        )
        for fingers: Int32 in [1, 5, 10] {
            let events = moves(of: fingers)
            let whole = Measure.alone(calls: events.count) { locate(events) }
            let assembled = Measure.alone(calls: events.count) { frames(events) }
            let allocations = Measure.allocations(calls: events.count) { locate(events) }
            table.add(String(fingers), whole.text, assembled.text, allocations.short)
        }
        table.show()
        precondition(placed > 0)
    }

    /// Returns the number of allocations per frame.
    static func allocations(_ fingers: Int32) -> Double {
        let events = moves(of: fingers)
        return Measure.allocations(calls: events.count { $0.isMark(.report) }) { locate(events) }
    }

    nonisolated(unsafe) private static var placed = 0
    private static let device = {
        var device = DeviceDescription(name: "panel")
        let axes: [Axis] = [.slot, .trackingID, .contactX, .contactY, .contactPressure, .touchMajor]
        device.codes[.absolute] = Set(axes.map(\.rawValue))
        for axis in axes { device.axes[axis] = AxisRange(minimum: 0, maximum: axis == .slot ? 9 : 4095) }
        return device
    }()
    nonisolated(unsafe) private static var assembler = assemblerOfPanel()
    nonisolated(unsafe) private static var tracker = ContactTracker()
    nonisolated(unsafe) private static var digitizer = Digitizer(
        for: device,
        mapping: PanelMapping(screen: Rect(x: 0, y: 0, width: 1080, height: 1920))
    )

    private static func assemblerOfPanel() -> FrameAssembler {
        do { return try FrameAssembler(for: device) } catch { fatalError("\(error)") }
    }

    /// Returns the frames of a multitouch panel: slot, x, y and pressure of each finger, then a timestamp and
    /// SYN_REPORT.
    private static func moves(of fingers: Int32) -> ContiguousArray<RawEvent> {
        var events: ContiguousArray<RawEvent> = []
        for step: Int32 in 1...20_000 / fingers {
            let time = Int64(step) * 8000
            for finger in 0..<fingers {
                if fingers > 1 || step == 1 { events.append(RawEvent(.slot, finger, at: time)) }
                if step == 1 { events.append(RawEvent(.trackingID, finger, at: time)) }
                events.append(RawEvent(.contactX, 100 + finger * 300 + step % 97, at: time))
                events.append(RawEvent(.contactY, 200 + step % 1013, at: time))
                events.append(RawEvent(.contactPressure, 30 + step % 11, at: time))
            }
            events.append(RawEvent(time: time, type: .miscellaneous, code: 5, value: step))
            events.append(RawEvent(.report, at: time))
        }
        return events
    }

    private static func locate(_ events: ContiguousArray<RawEvent>) {
        var (next, count) = (0, 0)
        while assembler.assemble(events.span, &next) {
            tracker.take(assembler.frame)
            let time = assembler.frame.time
            for index in tracker.changes.indices
            where digitizer.sample(for: tracker.changes[index], at: time) != nil { count += 1 }
        }
        placed += count
    }

    private static func frames(_ events: ContiguousArray<RawEvent>) {
        var next = 0
        while assembler.assemble(events.span, &next) { placed += assembler.frame.changes.count }
    }
}
