import Evdev
import InputEvents
import Testing

/// Reads a device and records its events.
final class Listener {
    let reader: DeviceReader
    var outcome = DeviceReader.Outcome.drained

    init(_ panel: Panel) throws { reader = try DeviceReader(path: panel.path) }
    init(path: String) throws { reader = try DeviceReader(path: path) }

    /// Returns all events since the last call.
    func take() throws -> ContiguousArray<RawEvent> {
        var frames = FrameQueue()
        repeat { outcome = try reader.read(into: &frames) } while outcome == .more
        let events = frames.events
        var ends: [Int] = []
        while let range = frames.first {
            ends.append(range.upperBound)
            frames.removeFirst()
        }
        let reports = events.indices.filter { events[$0].isMark(.report) }
        #expect(ends == reports.map { $0 + 1 }, "each frame's end is marked")
        return events
    }

    /// Returns all events since the last call, without their times.
    func changes() throws -> [Change] { try take().map(Change.init) }

    /// Skips the initial state, which most tests ignore.
    func skipDiscovery() throws {
        let events = try take()
        #expect(events.first?.isMark(.dropped) == true)
    }
}

/// An event without its time, described in evemu's notation.
struct Change: Equatable, CustomStringConvertible {
    let type: UInt16
    let code: UInt16
    let value: Int32

    init(_ event: RawEvent) { (type, code, value) = (event.type.rawValue, event.code, event.value) }
    init(_ type: UInt16, _ code: UInt16, _ value: Int32) { (self.type, self.code, self.value) = (type, code, value) }
    init(_ axis: Axis, _ value: Int32) { self.init(3, axis.rawValue, value) }
    static let report = Change(0, 0, 0)
    static let dropped = Change(0, 3, 0)

    var description: String { "\(type):\(String(code, radix: 16)) \(value)" }
}

/// Contact and location of each slot, as derived from a device's events by a reader.
struct Slots: Equatable {
    var current: Int32 = 0
    var states: [Int32: SlotState] = [:]
    /// Tracking ids of the contacts that ended, in order.
    var ended: [Int32] = []
    /// Tracking ids of the contacts that began, in order.
    var began: [Int32] = []

    init(_ events: some Sequence<RawEvent>) { take(events) }

    mutating func take(_ events: some Sequence<RawEvent>) {
        for event in events where event.type == .absolute {
            switch Axis(rawValue: event.code) {
            case .slot: current = event.value
            case .trackingID:
                if let id = states[current]?.trackingID, id != SlotState.none { ended.append(id) }
                if event.value != SlotState.none { began.append(event.value) }
                states[current, default: SlotState()].trackingID = event.value
            case .contactX: states[current, default: SlotState()].x = event.value
            case .contactY: states[current, default: SlotState()].y = event.value
            default: break
            }
        }
    }
}
