import Foundation
import InputEvents
import Recordings
import Testing

@Suite struct FixtureTests {
    @Test func `all 17 recordings exist`() { #expect(Fixture.all.count == 17) }

    @Test(arguments: Fixture.all)
    func `a source has as many events and frames as libinput counted`(fixture: Fixture) throws {
        let recording = try Recording(reading: fixture.source)
        #expect(recording.events.count == (try fixture.verdict("source", "events")))
        let reports = recording.events.filter { $0.event.isMark(.report) }
        #expect(reports.count == (try fixture.verdict("source", "frames")))
        #expect(!recording.devices[0].name.isEmpty)
        #expect(recording.devices[0].codes[.synchronization] == nil)
        #expect(recording.devices[0].has(Axis.x))
    }

    @Test(arguments: Fixture.all)
    func `events filtered by a kernel have the recorded count`(fixture: Fixture) throws {
        let count = try fixture.verdict("kernel", "events")
        if count == 0 {
            let error = try #require(throws: RecordingError.self) { try RecordingReader(path: fixture.kernel) }
            #expect(error.description.contains(":1: the file is empty; "))
            return
        }
        let reader = try RecordingReader(path: fixture.kernel, describedBy: fixture.source)
        var events = 0
        while try reader.next() != nil { events += 1 }
        #expect(events == count)
        #expect(reader.devices == (try RecordingReader(path: fixture.source).devices))
        #expect(reader.warnings.isEmpty)
        #expect(try RecordingReader(path: fixture.kernel).warnings.count == 1)
    }

    @Test(arguments: Fixture.all)
    func `a recording written as evemu is read back unchanged`(fixture: Fixture) throws {
        let scratch = try Scratch()
        let recording = try Recording(reading: fixture.source)
        let path = try scratch.file("copy.evemu")
        try recording.write(to: EvemuWriter(path: path, device: recording.devices[0]))
        let copy = try Recording(reading: path)
        #expect(copy.devices == recording.devices)
        #expect(copy.events == recording.wholeFrames)
    }

    @Test(arguments: Fixture.all)
    func `a recording written as libinput record is read back unchanged`(fixture: Fixture) throws {
        let scratch = try Scratch()
        let recording = try Recording(reading: fixture.source)
        let path = try scratch.file("copy.yaml")
        try recording.write(to: LibinputRecordWriter(path: path, devices: recording.devices))
        let copy = try Recording(reading: path)
        #expect(copy.devices == recording.devices)
        #expect(copy.events == recording.wholeFrames)
    }

    @Test(arguments: Fixture.all)
    func `libinput's events and the device's page belong to the recording`(fixture: Fixture) throws {
        let events = try String(contentsOfFile: fixture.path("libinput.events"), encoding: .utf8)
        let downs = events.split(separator: "\n").count { $0.hasPrefix("D") }
        #expect(downs == (try fixture.verdict("counts", "down")))
        let page = try String(contentsOfFile: fixture.path("device.txt"), encoding: .utf8)
        #expect(page.contains(try Recording(reading: fixture.source).devices[0].name))
    }
}
