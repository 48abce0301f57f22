import Foundation
import InputEvents
import Recordings
import Testing

@Suite struct WritingTests {
    @Test(arguments: [false, true])
    func `any recording written as evemu is read back unchanged`(isComplete: Bool) throws {
        let scratch = try Scratch()
        let path = try scratch.file("r")
        for seed in 0..<300 {
            var random = RandomRecording(seed: UInt64(seed))
            let recording = random.recording(devices: 1, isComplete: isComplete)
            try recording.write(to: EvemuWriter(path: path, device: recording.devices[0], replaces: true))
            try #require(try Recording(reading: path) == recording, "seed \(seed)")
        }
    }

    @Test(arguments: [1, 2, 5])
    func `any recording written as libinput record is read back unchanged`(count: Int) throws {
        let scratch = try Scratch()
        let path = try scratch.file("r")
        for seed in 0..<150 {
            var random = RandomRecording(seed: UInt64(seed))
            let recording = random.recording(devices: count, isComplete: true)
            try recording.write(to: LibinputRecordWriter(path: path, devices: recording.devices, replaces: true))
            let copy = try Recording(reading: path)
            try #require(copy.devices == recording.devices, "seed \(seed)")
            for device in 0..<count {
                let (ours, theirs) = (recording.events, copy.events)
                try #require(
                    theirs.filter { $0.device == device } == ours.filter { $0.device == device },
                    "seed \(seed)"
                )
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["r"])
        }
    }

    @Test func `a frame is written when it is complete, and not before`() throws {
        let scratch = try Scratch()
        var device = DeviceDescription(name: "p")
        device.codes = [.absolute: [0x35]]
        let evemu = try EvemuWriter(path: scratch.file("e"), device: device)
        let record = try LibinputRecordWriter(path: scratch.file("l"), devices: [device])
        let writers: [any RecordingWriter] = [evemu, record]
        for writer in writers {
            for time in [1, 2] as [Int64] {
                try writer.write(RecordedEvent(device: 0, event: RawEvent(.contactX, 1, at: time)))
                #expect(try Recording(reading: writer.path).events.count == Int(time - 1) * 2)
                try writer.write(RecordedEvent(device: 0, event: RawEvent(.report, at: time)))
                #expect(try Recording(reading: writer.path).events.count == Int(time) * 2)
            }
            try writer.write(RecordedEvent(device: 0, event: RawEvent(.contactX, 1, at: 3)))
            try writer.finish()
            #expect(try Recording(reading: writer.path).events.count == 4)
        }
    }

    @Test(.tags(.hardCase)) func `K7: a frame that the kernel split stays together`() throws {
        let scratch = try Scratch()
        let writer = try EvemuWriter(path: scratch.file("e"), device: DeviceDescription(name: "p"))
        try writer.write(RecordedEvent(device: 0, event: RawEvent(.report, 1, at: 1)))
        #expect(try Recording(reading: writer.path).events.isEmpty)
        try writer.write(RecordedEvent(device: 0, event: RawEvent(.report, at: 1)))
        #expect(try Recording(reading: writer.path).events.count == 2)
    }

    @Test(.tags(.hardCase)) func `U5: a recording of our virtual panel is one of a touchscreen`() throws {
        let scratch = try Scratch()
        var device = DeviceDescription(name: "p")
        device.codes = [.absolute: [0x35, 0x36]]
        device.axes = [.contactX: AxisRange(minimum: 0, maximum: 9), .contactY: AxisRange(minimum: 0, maximum: 9)]
        device.udev = ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1"]
        device.physical = "\(DeviceKind.ownPhysicalPrefix)lobby/panel"
        #expect(DeviceKind(of: device) == .ignored(.ours))
        let evemu = try EvemuWriter(path: scratch.file("e"), device: device)
        let record = try LibinputRecordWriter(path: scratch.file("l"), devices: [device])
        let writers: [any RecordingWriter] = [evemu, record]
        for writer in writers {
            try writer.finish()
            let copy = try RecordingReader(path: writer.path).devices[0]
            #expect(DeviceKind(of: copy) == .touchscreen, "\(writer.path)")
        }
    }

    @Test func `an unfinished recording of several devices is complete once its parts are appended`() throws {
        let scratch = try Scratch()
        let path = try scratch.file("r")
        let devices = ["a", "b", "c"].map { DeviceDescription(name: $0) }
        let writer = try LibinputRecordWriter(path: path, devices: devices)
        for (device, _) in devices.enumerated() {
            try writer.write(RecordedEvent(device: device, event: RawEvent(.report, at: Int64(device))))
        }
        #expect(try RecordingReader(path: path).warnings[0].message.contains("'\(path).part-2'"))
        var text = try Data(contentsOf: URL(filePath: path))
        for part in 2...3 { text += try Data(contentsOf: URL(filePath: "\(path).part-\(part)")) }
        try text.write(to: URL(filePath: path + ".whole"))
        #expect(try Recording(reading: path + ".whole").events.map(\.device) == [0, 1, 2])
        try writer.finish()
        #expect(try Data(contentsOf: URL(filePath: path)) == text)
    }

    @Test func `an existing file is not replaced, and no file is created at an invalid path`() throws {
        let scratch = try Scratch()
        let path = try scratch.file("r", "mine")
        let device = DeviceDescription(name: "p")
        let error = try #require(throws: RecordingError.self) { try EvemuWriter(path: path, device: device) }
        #expect(error.description == "\(path): file exists; specify a different file, or allow replacing it")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        let fresh = try scratch.file("fresh")
        _ = try scratch.file("fresh.part-2", "mine")
        #expect(throws: RecordingError.self) { try LibinputRecordWriter(path: fresh, devices: [device, device]) }
        #expect(!FileManager.default.fileExists(atPath: fresh))
        #expect(throws: RecordingError.self) { try EvemuWriter(path: scratch.path + "/no/where", device: device) }
    }

    @Test(arguments: [true, false])
    func `an existing path that is no file is reported with its kind`(replaces: Bool) throws {
        let scratch = try Scratch()
        func objection(_ path: String) -> String? {
            do throws(RecordingError) {
                try EvemuWriter(path: path, device: DeviceDescription(name: "p"), replaces: replaces).finish()
                return nil
            } catch {
                return String(error.description.dropFirst(path.count))
            }
        }
        #expect(objection(scratch.path) == ": the path is a directory; specify a file in it")
        #expect(objection("\(scratch.path)/.") == ": the path is a directory; specify a file in it")
        #expect(objection("/dev/null") == (replaces ? nil : ": the path is a device; specify a file"))
        let pipe = scratch.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        #expect(
            objection(pipe) == (replaces ? nil : ": the path is a pipe; specify a file, or use --force")
        )
    }

    @Test func `a full disk is an error, and an invalid device or time is rejected`() throws {
        var device = DeviceDescription(name: "p")
        let full = try #require(throws: RecordingError.self) {
            try EvemuWriter(path: "/dev/full", device: device, replaces: true)
        }
        #expect(FileManager.default.fileExists(atPath: "/dev/full"))
        #expect(full.description == "/dev/full: no space left on device; free space on the disk")
        let scratch = try Scratch()
        let writer = try EvemuWriter(path: scratch.file("t"), device: device)
        #expect(throws: RecordingError.self) {
            try writer.write(RecordedEvent(device: 0, event: RawEvent(.report, at: -1)))
        }
        device.codes = [.key: [0x300]]
        let impossible = try #require(throws: RecordingError.self) {
            try LibinputRecordWriter(path: scratch.file("i"), devices: [device])
        }
        #expect(impossible.message == "the device 'p' cannot be recorded: event type 0x01 has no code 0x300")
        #expect(try !FileManager.default.fileExists(atPath: scratch.file("i")))
        #expect(throws: RecordingError.self) {
            try EvemuWriter(path: scratch.file("n"), device: DeviceDescription(name: ""))
        }
    }
}

extension Tag {
    /// A documented edge case of kernels or panels; the test name begins with its number.
    @Tag static var hardCase: Tag
}
