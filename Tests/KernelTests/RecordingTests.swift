import DeviceNodes
import Evdev
import InputEvents
import TestTraits
import Testing
import VirtualDevices

@Suite(.serialized, .tags(.realKernel)) struct RecordingTests {
    @Test func `there are recordings to play`() { #expect(Recording.all.count >= 17, "in \(Recording.folder)") }

    @Test(.rule("U3"), arguments: Recording.all)
    func `a device is described as it was made`(recording: Recording) throws {
        let panel = try Panel(recording.description)
        var read = try DeviceReader(path: panel.path).description
        var made = recording.description
        for (axis, range) in read.axes {
            read.axes[axis]?.value = 0
            // Where libinput's rules are installed they take the fuzz away (V7).
            if range.fuzz == 0 { made.axes[axis]?.fuzz = 0 }
        }
        // Repeats are the kernel's business, and a virtual device cannot shake.
        for type in [EventType.repeat, .forceFeedback] {
            made.codes[type] = nil
            read.codes[type] = nil
        }
        #expect(read == made)
    }

    @Test(.rule("V13"), arguments: Recording.all)
    func `what a recording is taken for without udev is what udev says of the device`(recording: Recording) throws {
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
    func `what is played is read as another reader of the kernel's saw it`(recording: Recording) throws {
        // What the fixtures hold was seen with libinput's rules installed, which take fingers' fuzz away (V7).
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

    private func firstDifference(_ left: [Change], _ right: [Change]) -> String {
        let index = zip(left, right).prefix { $0 == $1 }.underestimatedCount
        let offset = zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? index
        return "\(left.count) and \(right.count) events, different from number \(offset) on: "
            + "\(left.dropFirst(offset).prefix(6)) instead of \(right.dropFirst(offset).prefix(6))"
    }
}
