import Evdev
import Foundation
import InputEvents
import TestTraits
import Testing

/// Tests a touchscreen with absolute axes and a left button, like Elo monitors. The kernel and udev therefore classify
/// it as a mouse.
@Suite(.serialized, .tags(.realKernel)) struct AcceptTests {
    private static func elo() throws -> Panel {
        var description = DeviceDescription(name: "Elo 2700 for tests")
        description.identity = .init(bus: 3, vendor: 0x04e7, product: 0x0020, version: 1)
        description.axes = [.x: AxisRange(minimum: 0, maximum: 4095), .y: AxisRange(minimum: 0, maximum: 4095)]
        description.codes = [
            .absolute: [Axis.x.rawValue, Axis.y.rawValue], .key: [KeyCode.buttonLeft.rawValue, 0x111, 0x112],
        ]
        return try Panel(description)
    }

    /// Simulates a touch that moves from the touchscreen's right edge to its left edge.
    private func touch(_ elo: Panel) throws {
        try elo.play([(.x, 4095), (.y, 1024)])
        try elo.play(.buttonLeft, 1)
        try elo.play([(.x, 1), (.y, 1024)])
        try elo.play(.buttonLeft, 0)
    }

    @Test(.rule("V13", "V16")) func `a layout accepts the device, and its touches reach the handlers`() throws {
        let elo = try Self.elo()
        #expect(DeviceKind(of: try DeviceReader(path: elo.path).description) == .ignored(.mouse))
        let input = #"{ name: "Elo*", accept: true, rotation: 180 }"#
        let service = try ServiceProcess(ServiceProcess.layout(input: input, word: "{{x:1}} {{y:1}}"))
        try touch(elo)
        #expect(
            try service.calls(3) == [
                "touchesBegan 0.0 150.0 accepted", "touchesMoved 399.8 150.0 accepted",
                "touchesEnded 399.8 150.0 accepted",
            ]
        )
        #expect(service.end().status == 0)
    }

    @Test(.rule("V13")) func `the device is ignored until a reload accepts it, and ignored again after another reload`()
        throws
    {
        let elo = try Self.elo()
        let service = try ServiceProcess(ServiceProcess.layout(input: #"{ name: "Elo*" }"#), panels: 0)
        // The service handles SIGHUP only after its first log line.
        try service.says("running ")
        try touch(elo)
        try service.write(ServiceProcess.layout(input: #"{ name: "Elo*", accept: true }"#))
        service.signal(SIGHUP)
        try service.says("reading input from '", "was reloaded")
        try touch(elo)
        #expect(try service.calls(3).count == 3)
        try service.write(ServiceProcess.layout(input: #"{ name: "Elo*" }"#))
        service.signal(SIGHUP)
        try service.says("was reloaded")
        try touch(elo)
        usleep(200_000)
        #expect(try service.calls(3).count == 3)
        #expect(service.end().status == 0)
    }

    @Test(.rule("V13")) func `devices prints accept, and a recording replays with a layout that accepts it`()
        throws
    {
        let elo = try Self.elo()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String) -> String { folder.appendingPathComponent(name).path }
        func output(_ arguments: String...) throws -> String {
            _ = try Child(RecorderProcess.command, arguments, output: file("output")).wait()
            return try String(contentsOfFile: file("output"), encoding: .utf8)
        }
        let listing = try output("devices", "--all")
        #expect(listing.contains("Elo 2700 for tests: ignored: it is a mouse\n"))
        #expect(listing.contains(#"  accept      input: { name: "Elo 2700 for tests", accept: true }"# + "\n"))
        let recorder = try RecorderProcess([elo.path])
        try touch(elo)
        #expect(recorder.stop() == 0)
        let layout = ServiceProcess.layout(input: #"{ name: "Elo 2700 for tests", accept: true }"#)
        try layout.write(toFile: file("layout.yaml"), atomically: true, encoding: .utf8)
        let reported = try output("replay", recorder.recording, "--layout", file("layout.yaml"), "--dry-run")
        #expect(reported.contains("at (399.9, 50.0), 1 move, ended"))
        #expect(try output("replay", recorder.recording).contains("No touch."))
    }
}
