import DeviceNodes
import Evdev
import InputEvents
import TestTraits
import Testing
import VirtualDevices

@Suite(.serialized, .tags(.realKernel)) struct RecordingTests {
    @Test func `there are recordings to play`() { #expect(Recording.all.count >= 17, "in \(Recording.folder)") }

    @Test(.rule("U3"), arguments: Recording.all)
    func `a virtual device has the description that it was created with`(recording: Recording) throws {
        let panel = try Panel(recording.description)
        var read = try DeviceReader(path: panel.path).description
        var made = recording.description
        for (axis, range) in read.axes {
            read.axes[axis]?.value = 0
            // If installed, libinput's udev rules set the fuzz to 0 (V7).
            if range.fuzz == 0 { made.axes[axis]?.fuzz = 0 }
        }
        // The kernel generates key repeats, and virtual devices have no force feedback.
        for type in [EventType.repeat, .forceFeedback] {
            made.codes[type] = nil
            read.codes[type] = nil
        }
        #expect(read == made)
    }

    @Test(.rule("V13"), arguments: Recording.all)
    func `a recording is classified without udev as udev classifies the device`(recording: Recording) throws {
        let panel = try Panel(recording.description)
        let monitor = try DeviceMonitor()
        var found: DeviceNode?
        while let change = monitor.next() {
            if case .added(let node) = change, node.path == panel.path { found = node }
        }
        let description = try DeviceReader(#require(found)).description
        #expect(description.udev["ID_INPUT"] == "1")
        #expect(DeviceKind(of: description) == DeviceKind(of: recording.description))
    }

    @Test(arguments: Recording.all)
    func `played events are read as the kernel passed them to another reader`(recording: Recording) throws {
        // When the fixtures were recorded, libinput's udev rules set the fuzz to 0 (V7).
        var description = recording.description
        if DeviceKind(of: description) != .ignored(.tablet) {
            for axis in description.axes.keys { description.axes[axis]?.fuzz = 0 }
        }
        let panel = try Panel(description)
        let listener = try Listener(panel)
        try listener.skipDiscovery()
        var read: [Change] = []
        for event in recording.source {
            try panel.device.write([
                RawEvent(time: 0, type: EventType(rawValue: event.type), code: event.code, value: event.value)
            ])
            if event == .report { read += try listener.changes() }
        }
        read += try listener.changes()
        #expect(listener.reader.metrics.synDropped == 0)
        #expect(read == recording.kernel, "\(firstDifference(read, recording.kernel))")
    }

    @Test(arguments: Recording.all)
    func `a masked device delivers the events that its contacts use and no others`(recording: Recording) throws {
        let panel = try Panel(recording.description)
        let (masked, whole) = (try Listener(panel), try Listener(panel))
        try masked.reader.maskUnusedEvents()
        try masked.skipDiscovery()
        try whole.skipDiscovery()
        let isMasked = if case .slots? = try? PanelProtocol(of: recording.description) { true } else { false }
        var (read, expected): ([Change], [Change]) = ([], [])
        for event in recording.source {
            try panel.device.write([
                RawEvent(time: 0, type: EventType(rawValue: event.type), code: event.code, value: event.value)
            ])
            guard event == .report else { continue }
            read += try masked.changes()
            let frame = try whole.changes()
            guard isMasked else {
                expected += frame
                continue
            }
            let kept = frame.filter { $0.type != 4 && ($0.type != 3 || Axis(rawValue: $0.code).isOfSlots) }
            // The kernel does not deliver an empty frame.
            if kept != [.report] { expected += kept }
        }
        #expect(read == expected, "\(firstDifference(read, expected))")
        #expect(masked.reader.metrics.synDropped == 0)
    }

    @Test func `a panel with slots that reports its position on ABS_X and ABS_Y is not masked`() throws {
        var description = DeviceDescription(name: "Slots without positions")
        description.properties = [.direct]
        description.codes[.key] = [KeyCode.touch.rawValue]
        for (axis, maximum) in [(Axis.x, 1000), (.y, 1000), (.slot, 4), (.trackingID, 65535)] {
            description.codes[.absolute, default: []].insert(axis.rawValue)
            description.axes[axis] = AxisRange(minimum: 0, maximum: Int32(maximum))
        }
        let panel = try Panel(description)
        let listener = try Listener(panel)
        try listener.reader.maskUnusedEvents()
        try listener.skipDiscovery()
        try panel.device.write([RawEvent(.x, 7, at: 0), RawEvent(.y, 8, at: 0), RawEvent(.report, at: 0)])
        #expect(try listener.changes() == [Change(.x, 7), Change(.y, 8), .report])
    }

    private func firstDifference(_ left: [Change], _ right: [Change]) -> String {
        let index = zip(left, right).prefix { $0 == $1 }.underestimatedCount
        let offset = zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? index
        return "\(left.count) and \(right.count) events, different from number \(offset) on: "
            + "\(left.dropFirst(offset).prefix(6)) instead of \(right.dropFirst(offset).prefix(6))"
    }
}
