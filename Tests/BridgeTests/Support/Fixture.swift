import Contacts
import Foundation
import InputEvents
import Recordings

/// A recording in `fixtures/recordings`.
struct Fixture: CustomStringConvertible, Sendable {
    let name: String

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "fixtures")

    static let all: [Fixture] = {
        let folder = root.appending(path: "recordings").path
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).sorted().map(Fixture.init).filter {
            FileManager.default.fileExists(atPath: $0.path("source.evemu"))
        }
    }()

    var description: String { name }

    func path(_ file: String) -> String {
        Self.root.appending(path: "recordings").appending(path: name).appending(path: file).path
    }

    /// Returns the device and its events as recorded.
    func source() throws -> (device: DeviceDescription, events: [RawEvent]) {
        try Self.read(RecordingReader(path: path("source.evemu")))
    }

    /// Returns the device, and the recorded events after filtering by the kernel.
    func kernel() throws -> (device: DeviceDescription, events: [RawEvent]) {
        guard try !Data(contentsOf: URL(filePath: path("kernel.events"))).isEmpty else {
            return (try source().device, [])
        }
        return try Self.read(RecordingReader(path: path("kernel.events"), describedBy: path("source.evemu")))
    }

    private static func read(_ reader: RecordingReader) throws -> (DeviceDescription, [RawEvent]) {
        var events: [RawEvent] = []
        while let recorded = try reader.next() { events.append(recorded.event) }
        return (reader.devices[0], events)
    }
}
