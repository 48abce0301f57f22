import InputEvents
import Recordings
import Testing

@Suite struct LibinputRecordReadingTests {
    static let two = """
        # libinput record
        version: 1
        ndevices: 2
        libinput:
          version: "1.22.1"
        devices:
          - node: /dev/input/event9
            evdev:
              # Name: Panel
              name: "Panel"
              id: [3, 1, 2, 3]
              codes:
                0: [0, 1, 2, 3, 4, 5] # EV_SYN
                1: [330] # EV_KEY
                3: [53, 54, 57] # EV_ABS
              absinfo:
                53: [0, 4095, 4, 0, 10]
                54: [0, 4095, 4, 0, 11]
                57: [0, 65535, 0, 0, 0]
              properties: [1]
            hid: [12, 23]
            udev:
              properties:
              - ID_INPUT=1
              - ID_PATH=pci-0=x
            quirks:
            events:
            - evdev:
              - [  1,     10,   3,  57,      5] # EV_ABS / ABS_MT_TRACKING_ID
              - [  1,     10,   0,   0,      0] # ------------ SYN_REPORT (0) ---------- +0ms
            - hid:
                time: [ 1, 10]
                hidraw0: [1, 2, 3]
            - evdev:
              - [  3,     20,   3,  57,     -1]
              - [  3,     20,   0,   0,      0]
          - node: /dev/input/event4
            evdev:
              name: Keys
              id: [3, 1, 2, 4]
              codes:
                1: [114]
              absinfo:
              properties: []
            udev:
              properties:
            events:
            - evdev:
              - [  2,      5,   1, 114,      1]
              - [  4,      5,   0,   0,      0]
        """ + "\n"

    @Test(arguments: [1, 2])
    func `devices are described, and their complete frames are merged by time`(version: Int) throws {
        let scratch = try Scratch()
        let text = Self.two.replacing("version: 1\n", with: "version: \(version)\n")
        let recording = try Recording(reading: scratch.file("r", text))
        #expect(recording.devices.map(\.name) == ["Panel", "Keys"])
        #expect(recording.devices[0].codes == [.key: [330], .absolute: [53, 54, 57]])
        #expect(recording.devices[0].axes[.contactY] == AxisRange(minimum: 0, maximum: 4095, fuzz: 4, resolution: 11))
        #expect(recording.devices[0].properties == [.direct])
        #expect(recording.devices[0].udev == ["ID_INPUT": "1", "ID_PATH": "pci-0=x"])
        #expect(recording.events.map(\.device) == [0, 0, 1, 1, 0, 0])
        #expect(recording.events[2].event == RawEvent(time: 2_000_005, type: .key, code: 114, value: 1))
        #expect(try RecordingReader(path: scratch.file("r")).warnings.isEmpty)
    }

    @Test(arguments: [1, 2])
    func `unknown keys are skipped at every position, as the manual requires`(version: Int) throws {
        let known = try read(Self.two.replacing("version: 1\n", with: "version: \(version)\n"))
        let text = Self.two.replacing("version: 1\n", with: "version: \(version)\nfuture: {a: [1, 2]}\n")
            .replacing("\nlibinput:\n", with: "\nlibinput:\n  future: 1\n")
            .replacing("      name: \"Panel\"\n", with: "      future: [1]\n      name: \"Panel\"\n")
            .replacing("    hid: [12, 23]\n", with: "    future:\n    - 1\n    hid: [12, 23]\n")
            .replacing("      properties:\n      - ID", with: "      future: x\n      properties:\n      - ID")
            .replacing("    - hid:\n", with: "    - future: {time: [1, 2]}\n    - hid:\n")
        let unknown = try read(text)
        #expect(unknown.error == nil)
        #expect(unknown.events == known.events)
        #expect(unknown.events.count == 6)
        #expect(unknown.warnings == [])
    }

    @Test(arguments: ["- {type: DEVICE_ADDED, seat: seat0}\n", "- {a: 1}\n      - {b: 2}\n      # words\n"])
    func `incomplete entries of libinput record do not hide later events`(
        stray: String
    ) throws {
        let text = Self.two.replacing("    events:\n    - evdev:\n", with: "    events:\n      \(stray)    - evdev:\n")
        #expect(text != Self.two)
        let whole = try read(text)
        #expect(whole.error == nil)
        #expect(whole.events == (try read(Self.two).events))
    }

    @Test func `events after the end of their list are an error`() throws {
        let text = Self.two.replacing(
            "    - evdev:\n      - [  1,     10,",
            with: "      - evdev:\n        - [  1,     10,"
        )
        .replacing("      - [  1,     10,   0,", with: "        - [  1,     10,   0,")
        #expect(text != Self.two)
        let error = try #require(try read(text).error)
        #expect(error.message.contains("does not continue the mapping or list above"))
        #expect(error.line != nil)
    }

    @Test func `a file with keys sorted by a tool is readable`() throws {
        let text = """
            devices:
            - evdev:
                name: Panel
                codes:
                  3:
                  - 53
                absinfo:
                  53:
                  - 0
                  - 9
                  - 0
                  - 0
                  - 0
              events:
              - evdev:
                - - 1
                  - 2
                  - 3
                  - 53
                  - 7
                - - 1
                  - 2
                  - 0
                  - 0
                  - 0
              node: x
              udev:
                properties:
                - A=b
            ndevices: 1
            version: 1

            """
        let scratch = try Scratch()
        let recording = try Recording(reading: scratch.file("r", text))
        #expect(
            recording.events.map(\.event) == [RawEvent(.contactX, 7, at: 1_000_002), RawEvent(.report, at: 1_000_002)]
        )
        #expect(recording.devices[0].udev == ["A": "b"])
    }

    @Test(arguments: ["- hid: {a: 1}", "- {evdev: }", "- evdev: []", "- libinput:\n        - {type: x}"])
    func `other entries between events do not change the events`(item: String) throws {
        let text = Self.two.replacing("    - hid:\n        time: [ 1, 10]\n        hidraw0: [1, 2, 3]\n", with: "")
        #expect(text != Self.two)
        let plain = try read(text)
        let mixed = try read(
            text.replacing("    - evdev:\n      - [  3", with: "    \(item)\n    - evdev:\n      - [  3")
        )
        #expect(plain.error == nil)
        #expect(plain.events.count == 6)
        #expect(mixed.error == nil)
        #expect(plain.events == mixed.events)
        #expect(try read(Self.two).events == plain.events)
    }

    @Test func `a recording without events contains its devices`() throws {
        for events in ["events:\n", "events: []\n", "events: null # none\n"] {
            let text = "version: 1\nndevices: 1\ndevices:\n- node: x\n  evdev:\n    name: a\n  \(events)"
            #expect(try read(text).error == nil)
        }
    }

    @Test(arguments: [
        (
            "id: [3, 1, 2, 3]", "id: [3, 1, 2, 65536]", 11,
            "each of the numbers in 'id' (bus, vendor, product, version) must be a whole number from 0 to 65535"
        ),
        ("1: [330]", "32: [330]", 14, "event type 32 does not exist"),
        ("1: [330]", "1: [768]", 14, "event type 1 has no code 768"),
        (
            "53: [0, 4095, 4, 0, 10]", "53: [0, 4095]", 17,
            "an axis must have five numbers: minimum, maximum, fuzz, flat and resolution"
        ),
        ("properties: [1]", "properties: x", 20, "the properties must be a list of numbers, not 'x'"),
        ("- ID_INPUT=1", "- ID_INPUT", 24, "a udev property must be 'NAME=value', not 'ID_INPUT'"),
        ("name: \"Panel\"", "nom: Panel", 10, "the device has no 'name'"),
        (
            "[  3,     20,   3,  57,     -1]", "[3, 1000000, 3, 57, -1]", 35,
            "'microseconds' of an event must be from 0 to 999999"
        ),
        ("[  3,     20,   3,  57,     -1]", "[3, 20, 3, 57]", 35, "'value' of an event is missing"),
        ("[  3,     20,   3,  57,     -1]", "[3, 20, 3, 57, 1, 1]", 35, "an event must have exactly five numbers"),
        (
            "[  3,     20,   3,  57,     -1]", "[3, 20, 3, 57, 9999999999]", 35,
            "'value' of an event must be from -2147483648"
        ),
        ("[  3,     20,   3,  57,     -1]", "[3, 20, 3, 57, 1", 35, "'value' of an event must be from -2147483648"),
        ("[  3,     20,   3,  57,     -1]", "5", 35, "an event must be '[seconds, microseconds"),
    ])
    func `an error is reported with its line`(old: String, new: String, line: Int, message: String) throws {
        let error = try #require(try read(Self.two.replacing(old, with: new)).error)
        #expect(error.message.hasPrefix(message))
        #expect(error.line == line)
        #expect(error.excerpt?.contains("^") == true)
    }

    @Test func `a recording cut within an event is truncated, one cut between frames lacks its devices`() throws {
        let cut = try #require(Self.two.ranges(of: "3,  57,     -1]").first)
        let (events, _, error) = try read(String(Self.two[..<cut.lowerBound]))
        #expect(events.count == 1)
        #expect(error?.code == .truncated)
        let whole = try #require(Self.two.ranges(of: "  - node: /dev/input/event4").first)
        let warnings = try read(String(Self.two[..<whole.lowerBound])).warnings
        #expect(warnings.count == 1)
        #expect(warnings[0].contains(":3: warning: the file contains 1 of 2 devices; "))
    }
}
