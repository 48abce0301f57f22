internal import FlightLog
import InputEvents
internal import InputHub
import ResponderKit
import TestSupport
import Testing

/// One phase of a touch on one device.
struct TouchLine: Equatable {
    var device: Int32
    var slot: Int32
    var phase: Touch.Phase
    var location: Point
    var time: Int64
}

final class TouchLines: ApplicationObserver {
    var lines: [TouchLine] = []
    unowned let application: Application
    init(_ application: Application) { self.application = application }

    func dispatching(_ event: Event) {
        for touch in event.allTouches ?? [] where touch.phase != .stationary {
            let location = touch.location(in: nil)
            lines.append(
                TouchLine(
                    device: touch.finger.device,
                    slot: touch.finger.contact,
                    phase: touch.phase,
                    location: location,
                    time: application.now
                )
            )
        }
    }
}

/// Generates random frames of three types of panels. Like the kernel, it omits unchanged values.
struct RandomPanels {
    static func single() -> DeviceDescription {
        var device = DeviceDescription(name: "single")
        device.codes[.absolute] = [Axis.x.rawValue, Axis.y.rawValue]
        device.codes[.key] = [KeyCode.touch.rawValue]
        device.properties = [.direct]
        for axis in [Axis.x, .y] { device.axes[axis] = AxisRange(minimum: 0, maximum: 999) }
        return device
    }

    static func anonymous() -> DeviceDescription {
        var device = DeviceDescription(name: "anonymous")
        device.codes[.absolute] = [Axis.contactX.rawValue, Axis.contactY.rawValue]
        device.codes[.key] = [KeyCode.touch.rawValue]
        device.properties = [.direct]
        for axis in [Axis.contactX, .contactY] { device.axes[axis] = AxisRange(minimum: 0, maximum: 999) }
        return device
    }

    var random: SplitMix64
    var time: Int64 = 1_000_000
    var id: Int32 = 0
    var slot: Int32 = 0
    var values: [[Axis: Int32]] = Array(repeating: [.trackingID: -1, .contactX: 0, .contactY: 0], count: 4)
    var isDown = false
    var listed: [(Int32, Int32)] = []
    var coordinates: [Axis: Int32] = [.x: 0, .y: 0]

    private mutating func number(_ range: ClosedRange<Int32>) -> Int32 { Int32.random(in: range, using: &random) }

    mutating func slots() -> [RawEvent] {
        var events: [RawEvent] = []
        for finger in 0..<Int32(4) where number(0...2) == 0 {
            var updates: [(Axis, Int32)] = []
            let isThere = values[Int(finger)][.trackingID] != -1
            if !isThere || number(0...5) == 0 {
                id += 1
                updates.append((.trackingID, isThere ? -1 : id))
            }
            if !(isThere && !updates.isEmpty) {
                for axis in [Axis.contactX, .contactY] where number(0...1) == 0 {
                    updates.append((axis, number(0...999)))
                }
            }
            let changed = updates.filter { values[Int(finger)][$0.0] != $0.1 }
            guard !changed.isEmpty else { continue }
            if slot != finger { events.append(RawEvent(.slot, finger, at: time)) }
            slot = finger
            for (axis, value) in changed {
                events.append(RawEvent(axis, value, at: time))
                values[Int(finger)][axis] = value
            }
        }
        return events.isEmpty ? [] : events + [RawEvent(.report, at: time)]
    }

    mutating func single() -> [RawEvent] {
        var events: [RawEvent] = []
        if number(0...3) == 0 {
            isDown.toggle()
            events.append(RawEvent(KeyCode.touch, isDown ? 1 : 0, at: time))
        }
        for axis in [Axis.x, .y] where isDown && number(0...1) == 0 {
            let value = number(0...999)
            if coordinates[axis] != value { events.append(RawEvent(axis, value, at: time)) }
            coordinates[axis] = value
        }
        return events.isEmpty ? [] : events + [RawEvent(.report, at: time)]
    }

    mutating func anonymous() -> [RawEvent] {
        var events: [RawEvent] = []
        let wasDown = !listed.isEmpty
        if number(0...4) == 0 { listed = listed.isEmpty ? [(number(0...999), number(0...999))] : [] }
        if listed.isEmpty, !wasDown { return [] }
        if wasDown == listed.isEmpty { events.append(RawEvent(KeyCode.touch, wasDown ? 0 : 1, at: time)) }
        for index in listed.indices {
            listed[index].0 = min(999, max(0, listed[index].0 + number(-9...9)))
            events.append(RawEvent(.contactX, listed[index].0, at: time))
            events.append(RawEvent(.contactY, listed[index].1, at: time))
            events.append(RawEvent(.contactReport, at: time))
        }
        if listed.isEmpty { events.append(RawEvent(.contactReport, at: time)) }
        return events + [RawEvent(.report, at: time)]
    }
}

/// Replays the events of the devices, and returns the phases of their touches.
func replayedTouches(_ devices: [EventCopy.Device]) throws -> [TouchLine] {
    let stage = Stage()
    let ears = TouchLines(stage.application)
    stage.application.addObserver(ears)
    var numbers: [Int32] = []
    for device in devices {
        let description = try #require(device.description)
        numbers.append(try #require(try stage.add(description)))
    }
    var frames: [(time: Int64, number: Int32, events: [RawEvent])] = []
    for (device, number) in zip(devices, numbers) {
        var frame: [RawEvent] = []
        for event in device.events {
            frame.append(event)
            if event.isMark(.report) {
                frames.append((event.time, number, frame))
                frame = []
            }
        }
        #expect(frame.isEmpty, "the events end in the middle of a frame")
    }
    for frame in frames.sorted(by: { $0.time < $1.time }) { stage.send(frame.events, of: frame.number) }
    return ears.lines
}
