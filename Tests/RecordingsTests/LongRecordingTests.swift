import Foundation
import InputEvents
import Recordings
import Testing

/// Tests that reading a long recording needs constant memory. Each test runs in its own process, so other tests do not
/// affect the measurement.
@Suite(.serialized) struct LongRecordingTests {
    /// Returns the resident memory in KiB.
    private static func resident() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(Int(line.filter(\.isNumber)))
    }

    private static func read(_ path: String, every part: Int) throws -> (events: Int, growth: Int) {
        let reader = try RecordingReader(path: path)
        var (events, least, most) = (0, Int.max, 0)
        while try reader.next() != nil {
            events += 1
            if events % part == 0 {
                let now = try resident()
                (least, most) = (min(least, now), max(most, now))
            }
        }
        return (events, most - least)
    }

    private static func panel() -> DeviceDescription {
        var device = DeviceDescription(name: "Panel")
        device.codes = [.absolute: [0x35, 0x36]]
        return device
    }

    private static func write(frames: Int, devices: Int, to writer: any RecordingWriter) throws {
        for frame in 0..<frames {
            let time = 1_700_000_000_000_000 + Int64(frame) * 8000
            let device = frame % devices
            for axis in [Axis.contactX, .contactY] {
                let value = Int32(truncatingIfNeeded: frame &* 7919) % 4096
                try writer.write(RecordedEvent(device: device, event: RawEvent(axis, value, at: time)))
            }
            try writer.write(RecordedEvent(device: device, event: RawEvent(.report, at: time)))
        }
        try writer.finish()
    }

    private static var megabytes: Int { Int(ProcessInfo.processInfo.environment["RECORDING_MEGABYTES"] ?? "") ?? 12 }

    /// Reads the recording; traps if the number of events is wrong or memory use grows.
    private static func check(_ name: String, _ path: String, frames: Int) throws {
        let start = ContinuousClock.now
        let (events, growth) = try read(path, every: 50_000)
        print("\(name): \(events) events in \(ContinuousClock.now - start), memory grew by \(growth) KiB")
        precondition(events == frames * 3, "\(events) events of \(frames) frames")
        precondition(growth < 4096, "memory grew by \(growth) KiB")
    }

    @Test func `a long evemu recording is read in constant memory`() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let path = try scratch.file("r")
            let frames = LongRecordingTests.megabytes * 1_000_000 / 108
            try LongRecordingTests.write(
                frames: frames,
                devices: 1,
                to: EvemuWriter(path: path, device: LongRecordingTests.panel())
            )
            try LongRecordingTests.check("evemu", path, frames: frames)
        }
    }

    @Test func `a long recording of two devices is merged in constant memory`() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let path = try scratch.file("r")
            let frames = LongRecordingTests.megabytes * 1_000_000 / 145
            try LongRecordingTests.write(
                frames: frames,
                devices: 2,
                to: LibinputRecordWriter(path: path, devices: [LongRecordingTests.panel(), LongRecordingTests.panel()])
            )
            try LongRecordingTests.check("libinput record", path, frames: frames)
        }
    }
}
