import Foundation
import InputEvents
import Platform
import Recordings
import Testing

/// Tests that each recording format is documented, is recognized, and survives a round trip.
@Suite struct FormatTests {
    private static let formats = RecordingFormat.all.map(\.name)

    private func format(_ name: String) throws -> RecordingFormat {
        try #require(RecordingFormat.all.first { $0.name == name })
    }

    @Test(arguments: RecordingFormat.written.map(\.name))
    func `a recording written in a format is recognized and read back`(_ name: String) throws {
        let scratch = try Scratch()
        let format = try format(name)
        let path = try scratch.file("recording.\(format.fileExtension)")
        var device = DeviceDescription(name: "panel")
        device.codes[.absolute] = [Axis.x.rawValue]
        device.axes[.x] = AxisRange(minimum: 0, maximum: 9)
        let writer = try #require(format.writing).open(path, [device], nil, false)
        // The recording is longer than the reader's buffer.
        var events: [RecordedEvent] = []
        for step in 0..<200 {
            events.append(RecordedEvent(device: 0, event: RawEvent(.x, Int32(step % 10), at: Int64(step))))
            events.append(RecordedEvent(device: 0, event: RawEvent(.report, at: Int64(step))))
        }
        for event in events { try writer.write(event) }
        try writer.finish()
        let reader = try RecordingReader(path: path)
        #expect(reader.format.name == name)
        #expect(reader.devices == [device])
        var read: [RecordedEvent] = []
        while let event = try reader.next() { read.append(event) }
        #expect(read == events)
        #expect(reader.warnings.isEmpty)
    }

    @Test(arguments: ["evemu", "libinput"])
    func `the date of a recording is read back`(_ name: String) throws {
        let scratch = try Scratch()
        let format = try format(name)
        let path = try scratch.file("recording.\(format.fileExtension)")
        var device = DeviceDescription(name: "panel")
        device.codes[.absolute] = [Axis.x.rawValue]
        device.axes[.x] = AxisRange(minimum: 0, maximum: 9)
        var origin = RecordingOrigin()
        (origin.made, origin.time) = ("2026-11-27T20:15:15.400Z", 12_400_000)
        try #require(format.writing).open(path, [device], origin, false).finish()
        let reader = try RecordingReader(path: path)
        #expect(reader.devices == [device] && reader.origin == origin)
        #expect(reader.epoch?.date(of: 0) == "2026-11-27T20:15:03.000Z")
        // Recordings from other programs have no date.
        try #require(format.writing).open(path, [device], nil, true).finish()
        #expect(try RecordingReader(path: path).epoch == nil)
    }

    @Test func `a truncated recording delivers its events before the error, and the error once`() throws {
        let scratch = try Scratch()
        let frame = "E: 1.000000 0003 0000 1\nE: 1.000000 0000 0000 0\n"
        let head = "N: x\nB: 03 01 00 00 00 00 00 00 00\nA: 00 0 9 0 0 0\n"
        for frames in [1, 31, 32, 33, 100] {
            let text = head + String(repeating: frame, count: frames) + "E: 1.000000 0003"
            let reader = try RecordingReader(path: scratch.file("r\(frames)", text))
            var count = 0
            let error = #expect(throws: RecordingError.self) { while try reader.next() != nil { count += 1 } }
            #expect(count == 2 * frames)
            #expect(error?.line == 4 + 2 * frames)
            #expect(try reader.next() == nil)
        }
    }

    /// The compiler does not detect a format that is missing in `RecordingFormat.all`; recordings in it would be
    /// rejected.
    @Test func `the list of formats is complete`() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Sources/Input/Recordings").standardized
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var declared: [String] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            declared += text.matches(of: /static let \w+ = RecordingFormat\(\s*name: "([^"]+)"/).map { String($0.1) }
        }
        #expect(declared.sorted() == Self.formats.sorted(), "add the missing format to `RecordingFormat.all`")
    }

    @Test(arguments: formats) func `docs/guide/recordings.md has a row for each format`(_ name: String) throws {
        let page = URL(filePath: #filePath).appending(path: "../../../docs/guide/recordings.md").standardized
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
        let program = try format(name).program ?? name
        #expect(rows.contains { $0.contains("`\(program)`") }, "no row for \(program)")
    }
}
