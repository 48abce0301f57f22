import Foundation
import Geometry
import InputEvents
import Platform
import Recordings
import TestTraits
import Testing
import TouchScripts

/// Tests reading touch scripts as recordings.
@Suite struct ScriptRecordingTests {
    private func read(_ text: String, as name: String = "swipe.touch") throws -> Recording {
        let scratch = try Scratch()
        return try Recording(reading: scratch.file(name, text))
    }

    @Test func `a script is read as the events of a touchscreen`() throws {
        let recording = try read("# a tap\nwait 3ms\ntap 1 100,200\n")
        #expect(recording.devices.map { DeviceKind(of: $0) } == [.touchscreen])
        let events = recording.events.map(\.event)
        let down = [
            RawEvent(.slot, 0, at: 3000), RawEvent(.trackingID, 1, at: 3000), RawEvent(.contactX, 1600, at: 3000),
            RawEvent(.contactY, 3200, at: 3000), RawEvent(.touch, 1, at: 3000), RawEvent(.report, at: 3000),
        ]
        let up = [
            RawEvent(.trackingID, -1, at: 53_000), RawEvent(.touch, 0, at: 53_000), RawEvent(.report, at: 53_000),
        ]
        #expect(events == [RawEvent(.report, at: 0)] + down + up)
    }

    @Test(arguments: ["down 1 1,1", "wait 1s", "rate 60hz", "layout a.yaml", "screen left", "expect no call"])
    func `a script is recognized by its first word, whatever the name of its file`(_ line: String) throws {
        let scratch = try Scratch()
        #expect(try RecordingReader(path: scratch.file("swipe", line + "\n")).format.name == "touch")
    }

    @Test func `expectations are marked with an empty frame, and the end, too`() throws {
        let recording = try read("expect no call\nwait 1s\nexpect no call\nexpect no call\nwait 2s\n")
        #expect(recording.events.map(\.event) == [0, 1_000_000, 3_000_000].map { RawEvent(.report, at: $0) })
        #expect(try read("wait 0s\n").events.map(\.event) == [RawEvent(.report, at: 0)])
    }

    @Test(.atLimit("script-reports"), .pastLimit("script-reports"))
    func `a line generates at most a million reports`() throws {
        let scratch = try Scratch()
        func error(_ time: String) throws -> String? {
            let script = "rate 10000hz\ndown 1 1,1\nmove 1 5,5 over \(time)\n"
            let path = try scratch.file("swipe.touch", script)
            do throws(RecordingError) { _ = try RecordingReader(path: path) } catch { return error.message }
            return nil
        }
        #expect(try error("100s") == nil)
        #expect(try error("100000.1ms") == "this line generates more than a million reports")
    }

    @Test(arguments: [
        ("dwon 1 1,1\n", "1:1: unknown step 'dwon'"), ("wait 1s\nup 1\n", "2:1: finger 1 is not down"),
        ("down 1 1920,5\n", "1:1: finger 1 is outside the screen at 1920,5"),
        ("down 1 1,1\nmove 1 1,-1 and down 2 3,4 over 1s\n", "2:1: finger 1 is outside the screen at 1,-1"),
        ("expect x\n", "1:8: 'expect' needs a handler, a touch or a view with a property"),
    ])
    func `an error names the line and the fix`(_ text: String, _ words: String) throws {
        let scratch = try Scratch()
        let path = try scratch.file("swipe.touch", text)
        let error = #expect(throws: RecordingError.self) { try RecordingReader(path: path) }
        #expect(error?.description.hasPrefix("\(path):\(words); ") == true, "\(error?.description ?? "")")
        #expect(error?.excerpt != nil)
    }

    @Test func `a script takes no description, and must be UTF-8`() throws {
        let scratch = try Scratch()
        let path = try scratch.file("swipe.touch", "tap 1 1,1\n")
        let error = #expect(throws: RecordingError.self) { try RecordingReader(path: path, describedBy: path) }
        #expect(error?.message == "a touch script needs no device description")
        try Data([0x74, 0x61, 0x70, 0x20, 0xff, 0x0a]).write(to: URL(filePath: path))
        #expect(throws: RecordingError.self) { try RecordingReader(path: path) }
    }

    @Test func `a written script is complete after each frame`() throws {
        let scratch = try Scratch()
        let path = try scratch.file("swipe.touch")
        let epoch = EventEpoch(microseconds: 5_000_000)
        var lines = [ScriptLine(.steps([ScriptStep(.down, finger: 1, at: Point(x: 1, y: 2))], lasting: nil))]
        let writer = try ScriptRecordingWriter(path: path, replaces: false, epoch: epoch) {
            defer { lines = [] }
            return lines
        }
        func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
        try writer.write(RecordedEvent(device: 0, event: RawEvent(.contactX, 1, at: 0)))
        #expect(try text() == "")
        try writer.write(RecordedEvent(device: 0, event: RawEvent(.report, at: 2_500_000)))
        let start = "# The first touch began at 1970-01-01T00:00:07.500Z.\ndown 1 1,2\n"
        #expect(try text() == start)
        lines = [ScriptLine(.steps([ScriptStep(.up, finger: 1)], lasting: nil))]
        try writer.finish()
        #expect(try text() == start + "up 1\n")
        #expect(throws: RecordingError.self) {
            try ScriptRecordingWriter(path: path, replaces: false, epoch: epoch) { [] }
        }
    }
}
