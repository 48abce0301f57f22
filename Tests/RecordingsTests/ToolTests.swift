import Foundation
import InputEvents
import Recordings
import Testing

/// Tests that other tools accept Touchbridge's recordings. The tools only parse them, so these tests need no real
/// kernel. With uinput, `check-with-libinput-replay.py --uinput` and `evemu-play` also send the events.
@Suite struct ToolTests {
    @Test(arguments: Fixture.all)
    func `evemu's library reads the same device and events`(fixture: Fixture) throws {
        let scratch = try Scratch()
        var recording = try Recording(reading: fixture.source)
        // The evemu file stores these properties in comments, which other tools ignore.
        recording.devices[0].physical = "usb-0000:00:14.0-1/input0"
        recording.devices[0].udev = ["ID_PATH": "pci-0000:00:14.0-usb-0:1:1.0", "ID_INPUT_TOUCHSCREEN": "1"]
        let path = try scratch.file("r.evemu")
        try recording.write(to: EvemuWriter(path: path, device: recording.devices[0]))
        let evemu = try #require(Evemu(reading: path), "libevemu is missing or refuses the file")
        let device = recording.devices[0]
        #expect(evemu.name == device.name)
        for type in 1..<0x20 as Range<UInt16> where ![0x16, 0x17].contains(type) {
            for code in 0..<0x300 as Range<UInt16> {
                let ours = device.codes[EventType(rawValue: type)]?.contains(code) == true
                if evemu.has(type, code) != ours { Issue.record("type \(type), code \(code): ours \(ours)") }
            }
        }
        for (axis, range) in device.axes where device.has(axis) {
            #expect(evemu.range(axis) == range, "axis \(axis.rawValue)")
        }
        #expect(evemu.events() == recording.wholeFrames.map(\.event))
    }

    @Test(arguments: Fixture.all)
    func `libinput replay accepts the devices and all frames`(fixture: Fixture) throws {
        let scratch = try Scratch()
        let recording = try Recording(reading: fixture.source)
        let path = try scratch.file("r.yaml")
        var second = recording.devices[0]
        second.name = "The \"second\": #1"
        let writer = try LibinputRecordWriter(path: path, devices: [recording.devices[0], second])
        try recording.write(to: writer)
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "check-with-libinput-replay.py"
        )
        let (output, status) = try run("/usr/bin/python3", [script.path, path])
        let name = recording.devices[0].name
        #expect(output == "\(name): \(recording.wholeFrames.count)\n\(second.name): 0\n")
        #expect(status == 0)
    }

    @Test func `libinput analyze reads our recordings`() throws {
        let fixture = try #require(Fixture.all.first { $0.name == "dell-canvas-touch" })
        let scratch = try Scratch()
        let recording = try Recording(reading: fixture.source)
        let path = try scratch.file("r.yaml")
        try recording.write(to: LibinputRecordWriter(path: path, devices: recording.devices))
        let (output, status) = try run("/usr/bin/python3", ["/usr/libexec/libinput/libinput-analyze-recording", path])
        #expect(output.contains("13.86"))
        #expect(status == 0)
    }

    private func run(_ program: String, _ arguments: [String]) throws -> (output: String, status: Int32) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }
}
