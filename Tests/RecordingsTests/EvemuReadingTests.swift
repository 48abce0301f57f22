import InputEvents
import Recordings
import TestTraits
import Testing

@Suite struct EvemuReadingTests {
    private let head = "N: Panel\nI: 0003 1234 5678 0111\nB: 03 00 00 00 00 00 00 e0 00\nA: 35 0 4095 0 0\n"
    private let hexadecimal = "; in evemu files, type and code are hexadecimal"
    private let frame = "E: 1.000002 0003 0035 0012\nE: 1.000002 0000 0000 0000\n"

    @Test func `a description in the old format has no resolution`() throws {
        let scratch = try Scratch()
        let device = try RecordingReader(path: scratch.file("r", head + frame)).devices[0]
        #expect(device.name == "Panel")
        #expect(device.identity == .init(bus: 3, vendor: 0x1234, product: 0x5678, version: 0x111))
        #expect(device.codes == [.absolute: [0x35, 0x36, 0x37]])
        #expect(device.axes == [.contactX: AxisRange(minimum: 0, maximum: 4095)])
    }

    @Test func `bit rows continue where the last row of their type ended`() throws {
        let scratch = try Scratch()
        let rows = String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 5) + "B: 01 00 04 00 00 00 00 00 00\n"
        let device = try RecordingReader(path: scratch.file("r", "N: p\nB: 00 0b 00 00 00 00 00 00 00\n" + rows))
            .devices[0]
        #expect(device.codes == [.key: [KeyCode.touch.rawValue], .absolute: []])
    }

    @Test func `times keep their microseconds, and values their sign`() throws {
        let text = head + "E: 1357751027.090934 0003 0039 -001\t# EV_ABS\nE: 1357751027.090934 0000 0000 0\n"
        let (events, warnings, error) = try read(text)
        #expect(error == nil)
        #expect(events[0].event == RawEvent(.trackingID, -1, at: 1_357_751_027_090_934))
        #expect(
            warnings == [
                ":5: warning: the device does not announce type 0x03, code 0x39 of this event\(hexadecimal)"
            ]
        )
    }

    @Test func `CRLF, blank lines, comments and a byte order mark are accepted`() throws {
        let text = "\u{feff}# EVEMU 1.3\n\n" + head + "L: 00 1\nS: 00 0\n" + frame + "\n  # end\n"
        let (events, warnings, error) = try read(
            text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        )
        #expect(error == nil)
        #expect(warnings.isEmpty)
        #expect(events.map(\.event.time) == [1_000_002, 1_000_002])
    }

    @Test(.atLimit("evemu-properties"), .pastLimit("evemu-properties"))
    func `comments of Touchbridge contain udev properties, and other comments are ignored`() throws {
        let scratch = try Scratch()
        let comments = """
            # Touchbridge udev: ID_PATH=pci-0000:00:14.0-usb-0:1:1.0
            # Touchbridge udev: LIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0 # turned
            # Touchbridge udev: EMPTY=
            # Touchbridge udev: =value
            # Touchbridge udev: nothing
            # Touchbridge phys: usb-0000:00:14.0-1/input0
            # Touchbridge uniq: A17
            # Touchbridge colour: red
              # Touchbridge udev: INDENTED=1
            # udev: OTHER=1

            """
        let device = try RecordingReader(path: scratch.file("r", head + comments + frame)).devices[0]
        #expect(
            device.udev == [
                "ID_PATH": "pci-0000:00:14.0-usb-0:1:1.0",
                "LIBINPUT_CALIBRATION_MATRIX": "0 -1 1 1 0 0 # turned", "EMPTY": "",
            ]
        )
        #expect((device.physical, device.unique) == ("usb-0000:00:14.0-1/input0", "A17"))
        let many = (0..<100_000).map { "# Touchbridge udev: A\($0)=1\n" }.joined()
        #expect(try RecordingReader(path: scratch.file("m", head + many + frame)).devices[0].udev.count == 256)
        // The reader ignores comments after the first event.
        let late = try RecordingReader(path: scratch.file("l", head + frame + "# Touchbridge uniq: A17\n" + frame))
        while try late.next() != nil {}
        #expect(late.devices[0].unique == nil)
    }

    @Test func `lines with an unknown letter are skipped with a warning`() throws {
        let (events, warnings, error) = try read(head + "X: 1 2\n" + frame)
        #expect(error == nil)
        #expect(events.count == 2)
        #expect(warnings == [":5: warning: the unknown line 'X:' is ignored"])
    }

    @Test func `description and events can be in separate files`() throws {
        let scratch = try Scratch()
        let (desc, events) = (try scratch.file("d", head), try scratch.file("e", frame))
        let reader = try RecordingReader(path: events, describedBy: desc)
        #expect(reader.devices[0].name == "Panel")
        #expect(try reader.next()?.event == RawEvent(.contactX, 12, at: 1_000_002))
        #expect(reader.warnings.isEmpty)
        #expect(throws: RecordingError.self) { try RecordingReader(path: events, describedBy: events) }
    }

    @Test func `contradictions are warnings, and all events are delivered`() throws {
        let device = "N: p\nB: 03 00 00 00 00 00 00 20 00\nA: 35 10 -10 0 0 0\nA: 36 0 9 0 0 0\n"
        let events =
            "E: 2.000000 0001 014a 1\nE: 1.000000 0001 014a 0\nE: 0.500000 ffff ffff 7\nE: 0.500000 0003 0035 5\n"
        let (delivered, warnings, error) = try read(device + events)
        #expect(error == nil)
        #expect(delivered.count == 4)
        #expect(
            warnings == [
                ":5: warning: axis 0x35 of 'p' has a minimum of 10 above its maximum of -10",
                ":5: warning: axis 0x36 of 'p' has a range but is not announced",
                ":5: warning: the device does not announce type 0x01, code 0x14a of this event\(hexadecimal)",
                ":6: warning: the time is earlier than the time of the previous event",
                ":7: warning: the device does not announce type 0xffff, code 0xffff of this event\(hexadecimal)",
                ":8: warning: the recording ends in the middle of a frame",
            ]
        )
    }

    @Test(arguments: [
        ("E: 1.00002 0003 0035 1", "the time is not 'seconds.microseconds' with six digits after the point"),
        ("E: 9223372036855.000000 0003 0035 1", "the time is later than 1000000000000 seconds"),
        ("E: 99999999999999999999.000000 0003 0035 1", "the time is not"),
        ("E: -1.000000 0003 0035 1", "the time is not"),
        ("E: 1.000000 10003 0035 1", "the event type is not a hexadecimal number up to ffff"),
        ("E: 1.000000 0003 zz 1", "the event code is not a hexadecimal number"),
        ("E: 1.000000 0003 0035 2147483648", "the event value is not a 32-bit decimal number"),
        ("E: 1.000000 0003 0035 1 2", "unexpected text after the value"),
        ("garbage", "the line is not in evemu's format"),
        ("N: another", "a description line follows the first event"),
    ])
    func `an invalid line is reported with its number`(line: String, message: String) throws {
        let (events, _, error) = try read(head + frame + line + "\n" + frame)
        #expect(events.count == 2)
        let description = try #require(error).description
        #expect(description.contains("r:7: \(message)"))
        #expect(description.hasSuffix("; correct the line or remove it"))
    }

    @Test(arguments: [
        ("I: 0003 1 2\n", "'I:' is not followed by"), ("B: 01 00 00\n", "'B:' is not followed by eight bytes"),
        ("B: 20 00 00 00 00 00 00 00 00\n", "event type 0x20 does not exist"),
        ("A: 40 0 1 0 0 0\n", "axis 0x40 does not exist"), ("A: 00 0 99999999999 0 0\n", "'A:' is not followed by"),
        ("P: 00 00 00 00 00 00 00 00\nP: 01 00 00 00 00 00 00 00\n", "input property 64 does not exist"),
        ("N: two\n", "second 'N:' line"),
    ])
    func `an invalid description is reported with its line`(lines: String, message: String) throws {
        let error = try #require(try read("N: one\n" + lines + frame).error)
        #expect(error.message.hasPrefix(message))
        #expect(error.line == lines.count { $0 == "\n" } + 1)
    }

    @Test func `a truncated recording delivers its events, then the error`() throws {
        let (events, _, error) = try read(head + frame + "E: 1.000003 0003 0035 00")
        #expect(events.count == 2)
        #expect(error?.code == .truncated)
        #expect(error?.line == 7)
        #expect(try read(head + frame.dropLast()).error == nil)
    }
}
