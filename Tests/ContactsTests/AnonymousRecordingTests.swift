import Contacts
import Foundation
import InputEvents
import TestTraits
import Testing

/// Compares the contacts of a recorded protocol A panel with libinput's contacts.
@Suite struct AnonymousRecordingTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "fixtures/recordings/n-trig-multitouch-1-finger-drag-nw-se")

    @Test(.rule("V1")) func `a drag on an N-Trig panel is one contact from the first location to the last`() throws {
        var device = DeviceDescription.panel([.contactX, .contactY, .touchMajor, .touchMinor, .orientation])
        device.axes[.contactX] = AxisRange(minimum: 0, maximum: 9600)
        device.axes[.contactY] = AxisRange(minimum: 0, maximum: 7200)
        let panel = try Panel(device)
        let text = try String(contentsOf: folder.appending(path: "kernel.events"), encoding: .utf8)
        let events = text.split(separator: "\n").compactMap { line -> RawEvent? in
            let words = line.split(separator: " ")
            guard words.count >= 5, words[0] == "E:" else { return nil }
            guard let time = Double(words[1]), let type = UInt16(words[2], radix: 16) else { return nil }
            guard let code = UInt16(words[3], radix: 16), let value = Int32(words[4]) else { return nil }
            let micro = Int64((time * 1e6).rounded()) + 1
            return RawEvent(time: micro, type: EventType(rawValue: type), code: code, value: value)
        }
        #expect(events.count == 955)
        panel.send(events)
        let reported = panel.drain()
        #expect(reported.first == "0 down 205,183")
        // libinput's contact ends at 9384,6984 after 92 locations, because mtdev averages locations and drops changes
        // below 1/250 of the range.
        #expect(reported.last == "0 up 9369,6967")
        #expect(reported.dropFirst().dropLast().allSatisfy { $0.hasPrefix("0 moved") })
        var locations: [String] = []
        for word in reported.map({ String($0.split(separator: " ")[2]) }) where word != locations.last {
            locations.append(word)
        }
        #expect(locations.count == 106)
    }
}
