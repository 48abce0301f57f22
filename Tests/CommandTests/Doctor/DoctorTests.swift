import Foundation
import Geometry
import InputEvents
import JSON
import TestTraits
import Testing
import TouchScripts

@testable import TouchbridgeCommands

/// Tests the command `doctor` with recordings and touch scripts.
struct DoctorTests {
    private func doctor(_ script: String, _ options: String...) throws -> Command.Outcome {
        let scratch = try Scratch()
        try scratch.write("panel.touch", Data(script.utf8))
        return try Command.run(["doctor", "panel.touch"] + options, in: scratch)
    }

    @Test func `a recording of a real panel has a verdict for each check`() throws {
        let outcome = try Command.run("doctor", recording("ep0430m09-2-finger-scroll-down"))
        let lines = outcome.output.split(separator: "\n").dropFirst()
        let expected = """
              ok        kind           the device is a touchscreen
              warning   size           the panel does not report its size in millimetres
                                       remedy: set the resolution in units per millimetre, N, with the udev hwdb entries \
            'EVDEV_ABS_35=::N' and 'EVDEV_ABS_36=::N'
              ok        contacts       the panel announces 5 slots (protocol B)
              ok        pressure       not announced; 'minimumPressure' has no effect, and {{force}} is constant
              ok        contact-size   not announced
              ok        report-rate    130 reports per second
              ok        jitter         95 % of the intervals differ by at most 0.5 ms from a multiple of the usual interval
              ok        fingers        2 fingers at once; the panel announces 5
              untested  dead-spots     touches covered only 6 % of the panel
                                       remedy: paint the whole screen with a finger
              untested  edges          too little of the panel was touched
                                       remedy: paint the whole screen, including the edges
              ok        ghosts         no touches that a finger cannot produce
            0 problems, 1 warning
            """
        #expect(lines.joined(separator: "\n") == expected)
        #expect(outcome.status == 0 && outcome.complaints == "")
    }

    @Test func `a device that is ignored is a problem`() throws {
        let path = recording("synps2-synaptics-touchpad-hp8470p-two-finger-scroll-vertical")
        let outcome = try Command.run("doctor", path)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("  problem   kind           the device is ignored: it is a touchpad\n"))
        #expect(outcome.output.contains("  warning   direct "))
    }

    /// Returns a touch script with a line from left to right every 40 points. In the given rows, the line has a gap
    /// from x = 950 to x = 1330.
    private func paint(_ columns: ClosedRange<Int>, withoutRows rows: ClosedRange<Int>?) -> String {
        stride(from: 20, to: 1080, by: 40).map { y in
            guard let rows, rows.contains(y) else {
                return
                    "down 1 \(columns.lowerBound),\(y)\nmove 1 \(columns.upperBound),\(y) over 400ms\nup 1\nwait 300ms\n"
            }
            return "down 1 0,\(y)\nmove 1 950,\(y) over 200ms\nup 1\nwait 300ms\n"
                + "down 1 1330,\(y)\nmove 1 1919,\(y) over 200ms\nup 1\nwait 300ms\n"
        }.joined()
    }

    @Test func `a painted panel has no dead spots`() throws {
        let output = try doctor(paint(0...1919, withoutRows: nil)).output
        #expect(output.contains("  ok        dead-spots     touches arrived from all parts of the panel\n"))
        #expect(output.contains("  ok        edges          touches arrived from all four edges\n"))
        #expect(output.contains("  ok        report-rate    125 reports per second\n"))
        #expect(output.contains("  untested  fingers        1 finger at once; the panel announces 32\n"))
        #expect(output.hasSuffix("0 problems, 0 warnings\n"))
    }

    @Test func `parts and edges without touches are named`() throws {
        // The gap covers columns 8 to 10 and rows 4 and 5 of the 16 by 9 grid.
        let outcome = try doctor(paint(0...1919, withoutRows: 480...720))
        let text = "no touch arrived from 4 % of the panel: at 53 % of the width, 50 % of the height; "
        #expect(outcome.output.contains("  warning   dead-spots     \(text)"))
        #expect(outcome.output.contains(", and 2 more\n") && outcome.status == 0)
        let edges = try doctor(paint(200...1919, withoutRows: nil)).output
        #expect(edges.contains("  warning   edges          no touch arrived from the edges: left 10 % of the panel\n"))
    }

    @Test func `an interrupted line is a warning, and a double tap is none`() throws {
        func line(_ pause: String) -> String {
            "down 1 100,100\nmove 1 800,100 over 300ms\nup 1\nwait \(pause)\ndown 1 805,100\nmove 1 1500,100 over 300ms\nup 1\n"
        }
        let text = "  warning   interruptions  1 line was interrupted and continued at the same point within 50 ms\n"
        #expect(try doctor(line("20ms")).output.contains(text))
        #expect(try !doctor(line("80ms")).output.contains("interruptions"))
        let taps = "tap 1 500,500\nwait 20ms\ntap 1 500,500\n"
        #expect(try !doctor(taps).output.contains("interruptions"))
    }

    @Test func `a ghost is a problem, also in JSON`() throws {
        let taps = String(repeating: "tap 1 480,540 for 10ms\nwait 100ms\n", count: 14)
        let outcome = try doctor(taps, "--json")
        #expect(outcome.status == 1)
        let json = try JSONValue(parsing: Array(outcome.output.utf8))
        #expect(json["verdict"]?.text == "problem" && json["machine"]?.list?.isEmpty == true)
        let findings = try #require(json["devices"]?.list?.first?["findings"]?.list)
        let ghost = try #require(findings.first { $0["code"]?.text == "ghosts" })
        #expect(ghost["text"]?.text == "1 ghost; the first is 'brief' at 25 % of the width, 50 % of the height")
        #expect(ghost["remedy"]?.text?.contains("ghosts: 10s") == true && ghost["verdict"]?.text == "problem")
        #expect(Set(findings.compactMap { $0["code"]?.text }).count == findings.count)
    }

    @Test func `a contact without events at the end is stuck`() throws {
        let outcome = try doctor("tap 2 500,500\ndown 1 480,540\nwait 6s\n")
        let text = "a contact at 25 % of the width, 50 % of the height is down, and has sent no event for 6 s"
        #expect(outcome.output.contains("  problem   stuck-contacts \(text)\n") && outcome.status == 1)
        #expect(try !doctor("down 1 480,540\nwait 4s\n").output.contains("stuck-contacts"))
        #expect(try !doctor("down 1 480,540\nwait 6s\nup 1\n").output.contains("stuck-contacts"))
    }

    @Test func `a recording that breaks off in a line is an error with the line`() throws {
        let scratch = try Scratch()
        let whole = try Data(contentsOf: URL(filePath: recording("ep0430m09-2-finger-scroll-down")))
        try scratch.write("cut.evemu", whole.prefix(3005))
        let outcome = try Command.run("doctor", "cut.evemu", "--json", in: scratch)
        #expect(outcome.status == 1 && outcome.output == "")
        #expect(outcome.complaints.contains("cut.evemu:107: the recording ends in the middle of this line"))
    }

    @Test func `a missing file is an error, and a missing node is a problem`() throws {
        let file = try Command.run("doctor", "missing.evemu")
        #expect(file.status == 1 && file.complaints.contains("no file or device has the name 'missing.evemu'"))
        let node = try Command.run("doctor", "/dev/input/event999", "--json")
        let findings = try JSONValue(parsing: Array(node.output.utf8))["devices"]?.list?.first?["findings"]?.list
        #expect(findings?.first?["code"]?.text == "access" && findings?.first?["verdict"]?.text == "problem")
        #expect(findings?.first?["remedy"]?.text != nil && node.status == 1)
    }

    @Test func `without a panel, the report names what to check`() throws {
        // The test machine has no panel, and may have no /dev/input.
        let outcome = try Command.run("doctor")
        #expect(outcome.status == 1 && outcome.output.contains("  problem   panels "))
        #expect(outcome.output.contains("remedy: "))
    }

    @Test(arguments: [["a", "b"], ["--for", "3"], ["--measure", "--for", "x"]])
    func `wrong arguments are usage errors`(_ arguments: [String]) throws {
        #expect(try Command.run(["doctor"] + arguments).status == 2)
    }

    @Test func `a recording cannot be measured again`() throws {
        #expect(try doctor("tap 1 1,1\n", "--measure").status == 2)
    }

    @Test func `the guide lists every code`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let page = try String(contentsOf: root.appending(path: "docs/guide/panels.md"), encoding: .utf8)
        let listed = page.matches(of: #/\n\| `([a-z-]+)` \| (?:machine|description|events)/#).map { String($0.1) }
        #expect(Set(listed) == Set(DoctorFinding.Code.allCases.map(\.rawValue)))
    }
}

/// Tests the checks of device descriptions and of single events.
struct DoctorFindingTests {
    private func panel() -> DeviceDescription {
        var device = DeviceDescription.scriptPanel(screen: .init(width: 1000, height: 500))
        device.codes[.absolute]?.insert(Axis.contactPressure.rawValue)
        device.udev = ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1"]
        return device
    }

    private func verdict(_ code: DoctorFinding.Code, _ findings: [DoctorFinding]) -> DoctorFinding.Verdict? {
        findings.first { $0.code == code }?.verdict
    }

    /// Creates a device's sysfs directory: `driver` is a link, and `quirks` contains a decimal number and a line feed.
    @Test(
        arguments: [
            ("4112\n", "hid-multitouch, quirks: always valid, contact count accurate"),
            ("0\n", "hid-multitouch, no quirks"),
            ("8388608\n", "hid-multitouch, quirks: bit 23"), ("4294967295\n", nil), ("many\n", "hid-multitouch"),
            (nil, "hid-multitouch"),
        ] as [(String?, String?)]
    )
    func `the driver and its quirks are listed`(_ quirks: String?, _ text: String?) throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch.path("hid-multitouch"),
            withIntermediateDirectories: false
        )
        let link = scratch.path("driver")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.path("hid-multitouch"))
        if let quirks { try scratch.write("quirks", Data(quirks.utf8)) }
        let finding = try #require(DriverFacts.driver(parent: scratch.folder.path))
        #expect(finding.verdict == .ok && finding.remedy == nil)
        if let text { #expect(finding.text == text) } else { #expect(finding.text.hasSuffix(", bit 31")) }
        #expect(DriverFacts.driver(parent: scratch.path("hid-multitouch")) == nil)
    }

    @Test func `announced properties that are wrong are warnings or problems`() {
        var device = panel()
        #expect(PanelFacts.findings(device).allSatisfy { $0.verdict == .ok })
        device.udev["LIBINPUT_CALIBRATION_MATRIX"] = "1 0 0"
        #expect(verdict(.calibration, PanelFacts.findings(device)) == .problem)
        device.udev["LIBINPUT_CALIBRATION_MATRIX"] = "1 0 0 1 0 0"
        #expect(verdict(.calibration, PanelFacts.findings(device)) == .problem)
        device.udev["LIBINPUT_CALIBRATION_MATRIX"] = "0 -1 1 1 0 0"
        #expect(verdict(.calibration, PanelFacts.findings(device)) == .ok)
        device.axes[.contactX]?.fuzz = 500
        #expect(verdict(.fuzz, PanelFacts.findings(device)) == .warning)
        device.axes[.contactX]?.resolution = 16_000
        #expect(verdict(.size, PanelFacts.findings(device)) == .warning)
        #expect(MachineFacts.udev(device).verdict == .ok)
        device.udev["ID_INPUT_TOUCHSCREEN"] = nil
        #expect(MachineFacts.udev(device).verdict == .warning)
        device.udev = [:]
        #expect(MachineFacts.udev(device).verdict == .warning)
    }

    @Test func `access to nodes has a remedy`() throws {
        #expect(MachineFacts.uinput("/dev/null").verdict == .ok)
        let missing = MachineFacts.uinput("/nonexistent")
        #expect(missing.verdict == .warning && missing.remedy?.contains("modprobe uinput") == true)
        #expect(MachineFacts.panels(1).verdict == .ok && MachineFacts.panels(0).verdict == .problem)
        let denied = MachineFacts.panels(0, deniedCount: 3)
        #expect(denied.text.contains("may not open 3 of the input devices"))
        #expect(denied.remedy?.contains("usermod -aG input") == true)
    }

    /// Returns the findings for a line with the given pressures, one report every `interval` microseconds.
    private func findings(_ device: DeviceDescription, _ interval: Int64, pressure: (Int64) -> Int32) throws
        -> [DoctorFinding]
    {
        let measurement = try #require(PanelMeasurement(device))
        var events = [RawEvent(.trackingID, 1, at: 0)]
        for index in Int64(0)..<60 {
            let time = index * interval
            events += [RawEvent(.contactX, Int32(index) * 100, at: time), RawEvent(.contactY, 4000, at: time)]
            events += [RawEvent(.contactPressure, pressure(index), at: time), RawEvent(.report, at: time)]
        }
        for event in events { measurement.take(event) }
        return measurement.findings(for: device)
    }

    @Test(arguments: [(Int64(10_000), DoctorFinding.Verdict.ok), (20_000, .warning), (50_000, .problem)])
    func `the report rate has two limits`(_ interval: Int64, _ verdict: DoctorFinding.Verdict) throws {
        let findings = try findings(panel(), interval) { Int32($0) + 1 }
        #expect(self.verdict(.reportRate, findings) == verdict)
        #expect(self.verdict(.jitter, findings) == .ok && self.verdict(.pressure, findings) == .ok)
    }

    /// Returns the number of intervals that `doctor` measures for a touch with `count` intervals.
    private func measured(_ count: Int) throws -> Int {
        let measurement = try #require(PanelMeasurement(panel()))
        measurement.take(RawEvent(.trackingID, 1, at: 0))
        for index in 0...count {
            measurement.take(RawEvent(.contactX, Int32(index % 2), at: Int64(index) * 10_000))
            measurement.take(RawEvent(.report, at: Int64(index) * 10_000))
        }
        return measurement.intervals.count
    }

    @Test(.atLimit("doctor-intervals"), .pastLimit("doctor-intervals"))
    func `intervals past the limit are ignored`() throws {
        let limit = PanelMeasurement.intervalLimit
        #expect(try measured(limit) == limit)
        #expect(try measured(limit + 1) == limit)
    }

    @Test func `a contact that was down before the measurement is stuck, and is no touch`() throws {
        let measurement = try #require(PanelMeasurement(panel()))
        for event in [
            RawEvent(.dropped, at: 0), RawEvent(.trackingID, 1, at: 0), RawEvent(.contactX, 8000, at: 0),
            RawEvent(.report, at: 0), RawEvent(.report, at: 5_000_000),
        ] {
            measurement.take(event)
        }
        let found = measurement.findings(for: panel())
        #expect(found.map(\.code) == [.reportRate, .stuckContacts] && found.allSatisfy { $0.remedy != nil })
        #expect(found[1].text.hasPrefix("a contact at 50 % of the width, 0 % of the height is down"))
    }

    @Test func `a painted panel is complete although a contact is stuck`() throws {
        let panel = panel()
        let measurement = try #require(PanelMeasurement(panel))
        let (x, y) = (try #require(panel.axes[.contactX]).maximum, try #require(panel.axes[.contactY]).maximum)
        func send(_ slot: Int32, _ id: Int32, _ position: (Double, Double)?, at time: Int64) {
            measurement.take(RawEvent(.slot, slot, at: time))
            if let (right, down) = position {
                if id > 0 { measurement.take(RawEvent(.trackingID, id, at: time)) }
                measurement.take(RawEvent(.contactX, Int32(right * Double(x)), at: time))
                measurement.take(RawEvent(.contactY, Int32(down * Double(y)), at: time))
            } else {
                measurement.take(RawEvent(.trackingID, -1, at: time))
            }
            measurement.take(RawEvent(.report, at: time))
        }
        // The contact in slot 1 never ends.
        send(1, 1, (0.5, 0.5), at: 1)
        var time: Int64 = 10_000
        for row in 0..<PanelMeasurement.rows {
            let down = (Double(row) + 0.5) / Double(PanelMeasurement.rows)
            send(0, Int32(row) + 2, (0.001, down), at: time)
            send(0, 0, (0.999, down), at: time + 10_000)
            send(0, -1, nil, at: time + 20_000)
            time += 100_000
        }
        #expect(measurement.isPainted && !measurement.isComplete && measurement.fingers.count == 1)
        send(0, 20, (0.5, 0.5), at: 6_000_000)
        #expect(!measurement.isComplete)
        send(0, -1, nil, at: 6_050_000)
        #expect(measurement.isComplete)
    }

    @Test func `constant pressure, positions out of range and lost events are warnings`() throws {
        var device = panel()
        device.axes[.contactX]?.maximum = 3000
        let found = try findings(device, 10_000) { _ in 5 }
        #expect(verdict(.pressure, found) == .warning && verdict(.range, found) == .warning)
        let measurement = try #require(PanelMeasurement(panel()))
        for time in Int64(1)...2 {
            measurement.take(RawEvent(.dropped, at: time))
            measurement.take(RawEvent(.trackingID, 1, at: time))
            measurement.take(RawEvent(.report, at: time))
        }
        for event in [RawEvent(.slot, 0, at: 3), RawEvent(.trackingID, -1, at: 3), RawEvent(.report, at: 3)] {
            measurement.take(event)
        }
        for event in [RawEvent(.trackingID, 2, at: 4), RawEvent(.slot, 77, at: 4), RawEvent(.report, at: 4)] {
            measurement.take(event)
        }
        let lost = measurement.findings(for: panel())
        #expect(verdict(.lostEvents, lost) == .warning && verdict(.violations, lost) == .warning)
    }
}
