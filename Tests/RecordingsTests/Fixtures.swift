import Foundation
import InputEvents
import Recordings
import Testing

/// Recordings of real panels.
struct Fixture: CustomTestStringConvertible {
    let name: String

    static let all: [Fixture] = {
        let names = try! FileManager.default.contentsOfDirectory(atPath: root)
        return names.filter { FileManager.default.fileExists(atPath: "\(root)/\($0)/source.evemu") }.sorted()
            .map { Fixture(name: $0) }
    }()

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "fixtures/recordings").path

    var testDescription: String { name }
    var source: String { path("source.evemu") }
    var kernel: String { path("kernel.events") }

    func path(_ file: String) -> String { "\(Self.root)/\(name)/\(file)" }

    /// Returns a number in the section `part` of `libinput.json`, such as `events` in `source`; nil if there is none.
    func verdict(_ part: String, _ key: String) throws -> Int? {
        let data = try Data(contentsOf: URL(filePath: path("libinput.json")))
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return (json?[part] as? [String: Any])?[key] as? Int
    }
}

/// A temporary folder, removed when the object is deallocated.
final class Scratch {
    let path = NSTemporaryDirectory() + "recordings-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String, _ text: String? = nil) throws -> String {
        let file = "\(path)/\(name)"
        if let text { try Data(text.utf8).write(to: URL(filePath: file)) }
        return file
    }
}

/// A recording in memory.
struct Recording: Equatable {
    var devices: [DeviceDescription]
    var events: [RecordedEvent] = []

    init(devices: [DeviceDescription], events: [RecordedEvent] = []) {
        self.devices = devices
        self.events = events
    }

    init(reading path: String) throws {
        let reader = try RecordingReader(path: path)
        devices = reader.devices
        while let event = try reader.next() { events.append(event) }
    }

    func write(to writer: any RecordingWriter) throws {
        for event in events { try writer.write(event) }
        try writer.finish()
    }

    /// Events up to the last SYN_REPORT; writers discard an incomplete frame after it.
    var wholeFrames: [RecordedEvent] {
        events.lastIndex { $0.event.isMark(.report) }.map { Array(events[...$0]) } ?? []
    }
}

/// Reads a text to its end, and returns all events and warnings, or the error.
func read(_ text: String) throws -> (events: [RecordedEvent], warnings: [String], error: RecordingError?) {
    let scratch = try Scratch()
    let path = try scratch.file("r", text)
    var events: [RecordedEvent] = []
    do {
        let reader = try RecordingReader(path: path)
        do {
            while let event = try reader.next() { events.append(event) }
            return (events, reader.warnings.map { String($0.description.dropFirst(path.count)) }, nil)
        } catch {
            return (events, reader.warnings.map { String($0.description.dropFirst(path.count)) }, error)
        }
    } catch {
        return (events, [], error)
    }
}
