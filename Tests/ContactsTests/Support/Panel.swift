import Contacts
import InputEvents

/// Passes events to a frame assembler and a contact tracker, and records the results.
final class Panel {
    var assembler: FrameAssembler
    var tracker = ContactTracker()
    /// Contact changes as text, such as `0 down 10,20`.
    private(set) var reported: [String] = []
    /// Rejections as text, such as `0 palm true`; empty unless the tracker reports rejections.
    private(set) var rejections: [String] = []
    private(set) var frames = 0
    private var time: Int64 = 1000

    init(_ description: DeviceDescription) throws { assembler = try FrameAssembler(for: description) }

    static func slots(_ extra: Axis..., slots: Int32 = 10) throws -> Panel {
        try Panel(.panel([.slot, .trackingID, .contactX, .contactY] + extra, slots: slots))
    }

    static func anonymous(_ extra: Axis...) throws -> Panel { try Panel(.panel([.contactX, .contactY] + extra)) }

    func send(_ events: RawEvent...) { send(events) }

    /// Sends the events followed by SYN_REPORT.
    func frame(_ events: RawEvent...) { send(events + [RawEvent(.report, at: 0)]) }

    func send(_ events: [RawEvent]) {
        let timed = events.map { event in
            time += event.isMark(.report) ? 1000 : 0
            return RawEvent(
                time: event.time == 0 ? time : event.time,
                type: event.type,
                code: event.code,
                value: event.value
            )
        }
        var next = 0
        while next < timed.count {
            guard assembler.assemble(timed.span, &next) else { continue }
            frames += 1
            tracker.take(assembler.frame)
            note()
        }
    }

    /// Completes a pending split frame at the given time, but no later than the frame's deadline.
    func completePending(at time: Int64 = .max) {
        guard assembler.completePending(at: time) else { return }
        tracker.take(assembler.frame)
        note()
    }

    func note() {
        reported += tracker.changes.all.map { "\($0.slot) \($0.phase) \($0.state.x),\($0.state.y)" }
        rejections += tracker.rejections.map { "\($0.slot) \($0.reason) \($0.hasTouched)" }
    }

    /// Returns and removes the changes since the last call.
    func drain() -> [String] {
        defer { reported = [] }
        return reported
    }
}

func slot(_ number: Int32) -> RawEvent { RawEvent(.slot, number, at: 0) }
func id(_ number: Int32) -> RawEvent { RawEvent(.trackingID, number, at: 0) }
func x(_ value: Int32) -> RawEvent { RawEvent(.contactX, value, at: 0) }
func y(_ value: Int32) -> RawEvent { RawEvent(.contactY, value, at: 0) }
func axis(_ axis: Axis, _ value: Int32) -> RawEvent { RawEvent(axis, value, at: 0) }
func key(_ key: KeyCode, _ value: Int32) -> RawEvent { RawEvent(key, value, at: 0) }
/// Returns the SYN_REPORT with value 1 that ends a part of a split frame.
func piece(at time: Int64) -> RawEvent { RawEvent(.report, 1, at: time) }
let gap = RawEvent(.dropped, at: 0)
let mark = RawEvent(.contactReport, at: 0)

extension DeviceDescription {
    static func panel(_ axes: [Axis], keys: [KeyCode] = [], slots: Int32 = 10) -> DeviceDescription {
        var device = DeviceDescription(name: "panel")
        device.codes[.absolute] = Set(axes.map(\.rawValue))
        device.codes[.key] = Set(keys.map(\.rawValue))
        for axis in axes { device.axes[axis] = AxisRange(minimum: 0, maximum: 999) }
        if axes.contains(.slot) { device.axes[.slot] = AxisRange(minimum: 0, maximum: slots - 1) }
        if axes.contains(.trackingID) { device.axes[.trackingID] = AxisRange(minimum: 0, maximum: 65535) }
        return device
    }
}

extension FrameList {
    /// Returns the elements as an array.
    var all: [Element] { indices.map { self[$0] } }
}
