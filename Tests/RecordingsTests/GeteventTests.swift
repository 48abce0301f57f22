import Foundation
import InputEvents
import Recordings
import TestTraits
import Testing

/// Tests the reader for Android's getevent output; fixtures/getevent contains real output.
@Suite struct GeteventTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../fixtures/getevent").standardized.path
    private static func path(_ name: String) -> String { "\(folder)/\(name).getevent" }

    private static let head = """
        add device 1: /dev/input/event0
          name:     "Panel"
          events:
            KEY (0001): BTN_TOUCH
            ABS (0003): ABS_MT_POSITION_X     : value 0, min 0, max 799, fuzz 0, flat 0, resolution 4

        """
    private static let down = "[       1.000002] /dev/input/event0: EV_ABS       ABS_MT_POSITION_X    000001f4\n"
    private static let report = "[       1.000002] /dev/input/event0: EV_SYN       SYN_REPORT           00000000\n"

    /// Returns type, code and value of one device's events; all times are 0.
    private func events(_ recording: Recording, of device: Int = 0) -> [RawEvent] {
        recording.events.filter { $0.device == device }.map { recorded in
            var event = recorded.event
            event.time = 0
            return event
        }
    }

    private func kernelEvents(_ name: String) throws -> (DeviceDescription, [RawEvent]) {
        let fixture = Fixture(name: name)
        let reader = try RecordingReader(path: fixture.kernel, describedBy: fixture.source)
        var recording = Recording(devices: reader.devices)
        while let event = try reader.next() { recording.events.append(event) }
        return (reader.devices[0], events(recording))
    }

    @Test func `names and numbers are read as the events that the kernel delivered`() throws {
        let (device, expected) = try kernelEvents("wacom-isdv4-e6-finger-2fg-tap")
        for name in ["wacom-v127", "wacom-numbers"] {
            let recording = try Recording(reading: Self.path(name))
            let index = try #require(recording.devices.firstIndex { $0.name == device.name })
            let read = recording.devices[index]
            #expect(read.codes == device.codes && read.properties == device.properties)
            #expect(read.identity == device.identity)
            // Only the ranges are compared, because evemu created the virtual devices without fuzz.
            #expect(
                read.axes.mapValues { [$0.minimum, $0.maximum] } == device.axes.mapValues { [$0.minimum, $0.maximum] }
            )
            #expect(events(recording, of: index) == expected)
            #expect(recording.devices.map { DeviceKind(of: $0) }.contains(.touchscreen))
        }
    }

    @Test func `the output of two commands in one file is one recording`() throws {
        let (device, expected) = try kernelEvents("atmel-maxtouch-touchscreen-2-fingers-touch-release")
        let recording = try Recording(reading: Self.path("atmel-labels"))
        #expect(recording.devices.count == 1 && recording.devices[0].axes == device.axes)
        #expect(recording.devices[0].codes == device.codes)
        #expect(recording.devices[0].properties == device.properties)
        #expect(events(recording) == expected)
    }

    @Test func `another file describes the device of lines without a device`() throws {
        let whole = try Recording(reading: Self.path("atmel-labels"))
        let description = Self.path("atmel-description")
        let reader = try RecordingReader(path: Self.path("atmel-events"), describedBy: description)
        #expect(reader.format.name == "getevent" && reader.devices == whole.devices)
        var read: [RecordedEvent] = []
        while let event = try reader.next() { read.append(event) }
        #expect(read == whole.events)
        #expect(reader.warnings.isEmpty)
    }

    @Test func `without axis ranges, the error names the option of getevent`() throws {
        let error = try #require(throws: RecordingError.self) {
            try RecordingReader(path: Self.path("atmel-events"))
        }
        #expect(error.line == 1 && error.message.hasPrefix("the file contains no axis ranges"))
        #expect(error.remedy.contains("'getevent -lt -v127'") && error.remedy.contains("--description"))
    }

    @Test func `comments, messages, CRLF and devices that come and go are accepted`() throws {
        let added = "add device 2: /dev/input/event1\n  name:     \"Late\"\n"
        let late = "[       1.5] /dev/input/event1: EV_SYN       SYN_REPORT           00000000\n".replacing(
            "1.5",
            with: "1.500000"
        )
        let text =
            "# a phone\ncould not open /dev/input/event9, Permission denied\n" + Self.head + Self.down + Self.report
            + "remove device 1: /dev/input/event0\n" + added + late + Self.down + Self.report
        let (events, warnings, error) = try read(text.replacing("\n", with: "\r\n"))
        #expect(error == nil, "\(String(describing: error))")
        #expect(events.map(\.event.value) == [500, 0, 500, 0])
        #expect(warnings == [":11: warning: the events of a device added later are ignored"])
    }

    @Test func `frames of two devices are not interleaved`() throws {
        let other = Self.head.replacing("event0", with: "event1")
        let second = [Self.down, Self.report].map { $0.replacing("event0", with: "event1") }
        let text = Self.head + other + Self.down + second[0] + Self.report + second[1] + Self.down
        let (events, warnings, error) = try read(text)
        #expect(error == nil)
        #expect(events.map(\.device) == [0, 0, 1, 1, 0])
        #expect(warnings.count == 1 && warnings[0].hasSuffix("the recording ends in the middle of a frame"))
    }

    @Test(.atLimit("getevent-frame"), .pastLimit("getevent-frame"))
    func `a frame of 16384 events is delivered as a whole, and a longer one in parts`() throws {
        let other = Self.head.replacing("event0", with: "event1")
        let second = (Self.down + Self.report).replacing("event0", with: "event1")
        func devices(_ count: Int) throws -> [Int] {
            let many = String(repeating: Self.down, count: count - 1)
            return try read(Self.head + other + many + second + Self.report).0.map(\.device)
        }
        #expect(try devices(1 << 14).prefix(2) == [1, 1])
        #expect(try devices(1 << 14 + 1).prefix(2) == [0, 0])
    }

    @Test func `events of a device that the file does not describe are counted in a warning`() throws {
        let other = (Self.down + Self.report).replacing("event0", with: "event7")
        let (events, warnings, error) = try read(Self.head + Self.down + other + Self.report + other)
        #expect(error == nil && events.map(\.device) == [0, 0])
        let text = "4 events of '/dev/input/event7' are ignored, because the file does not describe this device"
        #expect(warnings.count == 1 && warnings[0].hasPrefix(":7: warning: \(text)"), "\(warnings)")
    }

    @Test func `a device without an event type before its codes is an error`() throws {
        let other = Self.head.replacing("event0", with: "event1").replacing("KEY (0001):", with: "           ")
        let error = try #require(try read(Self.head + other).2)
        #expect(error.line == 9 && error.message == "no event type precedes the codes", "\(error)")
    }

    @Test func `an unknown name is ignored with a warning`() throws {
        let line = Self.down.replacing("ABS_MT_POSITION_X", with: "ABS_MT_BRAND_NEW")
        let (events, warnings, error) = try read(Self.head + line + Self.report)
        #expect(error == nil && events.count == 1)
        #expect(warnings == [":6: warning: the event with the unknown name 'ABS_MT_BRAND_NEW' is ignored"])
    }

    @Test(arguments: [
        ("BTN_DIGI             DOWN", KeyCode.toolPen, Int32(1)), ("BTN_MISC             UP", KeyCode.button0, 0),
        ("014a                 REPEAT", KeyCode.touch, 2),
    ])
    func `names of groups of buttons and of values are read`(_ words: String, _ key: KeyCode, _ value: Int32) throws {
        let line = "[       1.000002] EV_KEY       \(words)                \n"
        let events = try read(Self.head + line + Self.report).events
        #expect(events.first?.event == RawEvent(key, value, at: 1_000_002))
    }

    @Test func `a name that getevent cuts after 20 characters is read`() throws {
        let line = "[       1.000002] EV_KEY       KEY_ONSCREEN_KEYBOAR DOWN\n"
        #expect(try read(Self.head + line + Self.report).events.first?.event.code == 0x278)
    }

    @Test(arguments: [
        ("[       1.000002] /dev/input/event0: EV_ABS       abs               00000000\n", "the event code is neither"),
        (
            "[       1.0002] /dev/input/event0: EV_ABS       ABS_X               00000000\n",
            "the line does not begin with"
        ),
        ("/dev/input/event0: EV_ABS       ABS_X               00000000\n", "the line does not begin with the time"),
        ("[       1.000002] /dev/input/event0: 3 0000 00000000\n", "the event type is neither"),
        ("[       1.000002] /dev/input/event0: 0003 0000 5\n", "the event value is neither"),
        ("[       1.000002] /dev/input/event0: 0003 0000 00000005 x\n", "unexpected text after the value"),
        ("[1000000000001.000000] /dev/input/event0: 0003 0000 00000005\n", "the time is later than"),
        ("[       1.000002] /dev/input/event0: 0003 0000 0000", "the recording ends in the middle of this line"),
        ("hello\n", "the line is not in getevent's format"),
    ])
    func `a bad line is reported with its number and a remedy`(_ line: String, _ words: String) throws {
        for text in [Self.head + line, Self.head + Self.down + line] {
            let error = try #require(try read(text).error)
            #expect(error.message.hasPrefix(words), "\(error)")
            #expect(error.line == text.split(separator: "\n").count && !error.remedy.isEmpty)
        }
    }

    @Test(arguments: [
        ("    KEY (0001): 0300\n", "event type 0x01 has no code 0x300"),
        ("    KEY (00zz): 0300\n", "the event type is"),
        ("    ABS (0003): ABS_X : value 0, min a, max 2\n", "the axis's range is not"),
        ("    ABS (0003): : value 0, min 0, max 2\n", "a range does not follow an axis"),
        ("  input props:\n    0040\n", "input property 64 does not exist"),
        ("  name:     Panel\n", "the value is not in"),
        ("  bus:      123456\n", "the value is not a hexadecimal number"),
        ("  what\n", "the line is not in getevent's"),
    ])
    func `a bad description is reported`(_ lines: String, _ words: String) throws {
        let error = try #require(try read(Self.head + lines + Self.down).error)
        #expect(error.message.hasPrefix(words), "\(error)")
    }

    @Test(.atLimit("recording-devices"), .pastLimit("recording-devices"))
    func `a file can describe 64 devices`() throws {
        func devices(_ count: Int) -> String {
            (0..<count).map { Self.head.replacing("event0", with: "event\($0)") }.joined() + Self.down + Self.report
        }
        #expect(try read(devices(64)).error == nil)
        #expect(try read(devices(65)).error?.message == "the file has more than 64 devices")
    }

    @Test func `a description file replaces the device, and several devices are an error`() throws {
        let scratch = try Scratch()
        let other = try scratch.file("d", Self.head.replacing("799", with: "99"))
        let path = try scratch.file("r", Self.head + Self.down + Self.report)
        let reader = try RecordingReader(path: path, describedBy: other)
        #expect(reader.devices[0].axes[.contactX]?.maximum == 99)
        #expect(
            reader.warnings.map(\.message) == [
                "the device descriptions in this file are ignored; another file describes the device"
            ]
        )
        let two = try scratch.file("two", Self.down + Self.report + Self.down.replacing("event0", with: "event1"))
        let mixed = try RecordingReader(path: two, describedBy: other)
        let error = #expect(throws: RecordingError.self) { while try mixed.next() != nil {} }
        #expect(error?.line == 3 && error?.remedy == "record only one device, with 'getevent -lt /dev/input/event1'")
    }
}
