import Foundation
import InputEvents
internal import InputHub
import Recordings
import ResponderKit
import Testing
internal import TouchScripts
internal import TouchTrace

@testable import TouchbridgeTestKit

@Suite struct ConversionTests {
    private static let pinch = """
        wait 3ms
        down 2 100,200 and down 1 300.0625,200
        move 2 180,200 and move 1 220,210 over 100ms
        up 2
        cancel 1
        down 1 5,5
        wait 20ms
        up 1
        tap 3 0,0
        tap 3 0,0
        tap 32 999.9375,1919.9375 for 31.234ms
        down 1 1,1 and down 2 2,2
        up 1 and cancel 2
        wait 600ms
        """

    /// Returns the reports that a script produces, as text.
    private func reports(_ script: TouchScript) throws -> [String] {
        try ScriptPlan(script.script).reports.map { report in
            let samples = report.samples.map { sample in
                "\(sample.finger.contact) \(sample.change) \(ScriptNumber.text(location: sample.location))"
            }
            return "\(report.time): \(samples.joined(separator: ", "))"
        }
    }

    @Test func `a script writer and its application are released`() {
        weak var application: Application?
        weak var writer: ScriptWriter?
        do {
            let observed = Application()
            let observer = ScriptWriter(observed, start: 0)
            observed.addObserver(observer)
            (application, writer) = (observed, observer)
        }
        #expect(application == nil)
        #expect(writer == nil)
    }

    @Test(arguments: [
        Size(width: 1000, height: 1920), Size(width: 1080, height: 1920), Size(width: 1366.5, height: 2161),
    ])
    func `a script converted to evemu and back keeps phases, times and locations`(_ screen: Size) throws {
        let scratch = try Scratch()
        let script = try TouchScript(Self.pinch)
        try script.writeEvemu(to: scratch.path + "/pinch.evemu", screen: screen)
        let back = try TouchScript(recording: scratch.path + "/pinch.evemu", screen: screen)
        #expect(try reports(back) == reports(script))
        #expect(back.duration == script.duration)
        #expect(try TouchScript(back.description) == back)
    }

    @Test func `a libinput recording gives the same script`() throws {
        let scratch = try Scratch()
        let screen = Size(width: 1080, height: 1920)
        let panel = DeviceDescription.testPanel(screen: screen)
        let script = try TouchScript(Self.pinch)
        let writer = try LibinputRecordWriter(path: scratch.path + "/pinch.yml", devices: [panel])
        for event in try script.events(of: panel, screen: screen) {
            try writer.write(RecordedEvent(device: 0, event: event))
        }
        try writer.finish()
        let back = try TouchScript(recording: scratch.path + "/pinch.yml", screen: screen)
        #expect(try reports(back) == reports(script))
    }

    @Test func `the script of a recording with several panels is that of the chosen device`() throws {
        let scratch = try Scratch()
        let screen = Size(width: 1080, height: 1920)
        let panel = DeviceDescription.testPanel(screen: screen)
        let script = try TouchScript(Self.pinch)
        let writer = try LibinputRecordWriter(path: scratch.path + "/pinch.yml", devices: [panel, panel])
        for event in try script.events(of: panel, screen: screen) {
            try writer.write(RecordedEvent(device: 1, event: event))
        }
        try writer.finish()
        func recorded(_ device: Int?) throws -> TouchScript {
            try TouchScript(recording: scratch.path + "/pinch.yml", device: device, screen: screen)
        }
        #expect(try reports(recorded(1)) == reports(script))
        #expect(try reports(recorded(nil)).isEmpty)
        #expect(throws: TestKitError.self) { try recorded(2) }
    }

    @Test func `a device that needs accept becomes a script if it is chosen`() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../fixtures/devices/elo-2700.evemu").path
        let screen = Size(width: 1024, height: 768)
        #expect(throws: TestKitError.self) { try TouchScript(recording: path, screen: screen) }
        #expect(try !reports(TouchScript(recording: path, device: 0, screen: screen)).isEmpty)
    }

    @Test func `the recording has the same trace as the script`() throws {
        let stage = TestStage(width: 1024, height: 2048)
        let script = try TouchScript(
            "wait 0s\n" + Self.pinch.split(separator: "\n").dropFirst().joined(separator: "\n")
        )
        try stage.play(script)

        let screen = Size(width: 1024, height: 2048)
        let replay = TestStage(width: 1024, height: 2048)
        let hub = InputHub(replay.application)
        let panel = DeviceDescription.testPanel(screen: screen)
        var lines: [String] = []
        let recorder = TraceRecorder(of: replay.application) {
            lines.append(String(decoding: $0.dropLast(), as: UTF8.self))
        }
        replay.application.addObserver(recorder)
        hub.addObserver(recorder)
        let number = try hub.addPanel(panel, settings: PanelSettings(screen: Rect(origin: .zero, size: screen)))
        let events = try script.events(of: panel, screen: screen)
        hub.take(events.span, of: number)
        #expect(lines == stage.trace)
    }

    @Test func `the test panel is a touchscreen`() {
        #expect(DeviceKind(of: .testPanel(screen: Size(width: 400, height: 300))) == .touchscreen)
    }

    @Test(arguments: Recording.all) func `every recording of a panel becomes a playable script`(
        _ recording: Recording
    ) throws {
        let screen = Size(width: 1920, height: 1080)
        guard try recording.isPanel() else { return try refuses(recording, screen) }
        let script = try TouchScript(recording: recording.path, screen: screen)
        #expect(try TouchScript(script.description) == script)
        let stage = TestStage(width: 1920, height: 1080)
        try stage.play(script)
        let events = try script.events(of: .testPanel(screen: screen), screen: screen)
        let again = try TouchScript(events: events, of: .testPanel(screen: screen), screen: screen)
        #expect(try reports(again) == reports(script))
    }

    private func refuses(_ recording: Recording, _ screen: Size) throws {
        #expect(throws: TestKitError.self) { try TouchScript(recording: recording.path, screen: screen) }
    }

    @Test func `a finger outside the screen cannot be recorded`() throws {
        let screen = Size(width: 400, height: 300)
        let script = try TouchScript("down 1 400,10")
        let error = #expect(throws: TestKitError.self) {
            try script.events(of: .testPanel(screen: screen), screen: screen)
        }
        #expect(error?.message == "finger 1 is outside the screen at 400,10")
    }

    @Test func `a panel that cannot represent the script is rejected`() throws {
        let screen = Size(width: 400, height: 300)
        var panel = DeviceDescription.testPanel(screen: screen)
        panel.axes[.slot]?.maximum = 1
        panel.codes[.absolute]?.remove(Axis.toolType.rawValue)
        let texts = ["down 3 1,1", "down 1 1,1\ncancel 1", "up 1"]
        for text in texts {
            let script = try TouchScript(text)
            #expect(throws: TestKitError.self) { try script.events(of: panel, screen: screen) }
        }
        let tap = try TouchScript("tap 1 1,1")
        let nothing = DeviceDescription(name: "x")
        #expect(throws: TestKitError.self) { try tap.events(of: nothing, screen: screen) }
        #expect(throws: TestKitError.self) { try tap.events(of: panel, screen: Size(width: 0, height: .nan)) }
    }

    @Test func `an existing recording is not replaced without replaces`() throws {
        let scratch = try Scratch()
        let script = try TouchScript("tap 1 1,1")
        let screen = Size(width: 400, height: 300)
        try script.writeEvemu(to: scratch.path + "/tap.evemu", screen: screen)
        #expect(throws: TestKitError.self) { try script.writeEvemu(to: scratch.path + "/tap.evemu", screen: screen) }
        try script.writeEvemu(to: scratch.path + "/tap.evemu", screen: screen, replaces: true)
    }
}

/// A recording of a real device.
struct Recording: CustomTestStringConvertible {
    let name: String

    static let all: [Recording] = {
        let names = try! FileManager.default.contentsOfDirectory(atPath: folder)
        return names.sorted().map { Recording(name: $0) }.filter { FileManager.default.fileExists(atPath: $0.path) }
    }()

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "fixtures/recordings").path

    var testDescription: String { name }
    var path: String { "\(Self.folder)/\(name)/source.evemu" }

    func isPanel() throws -> Bool {
        let reader = try RecordingReader(path: path)
        return DeviceKind(of: reader.devices[0]) == .touchscreen
    }
}
