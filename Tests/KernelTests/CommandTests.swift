import DeviceNodes
import Evdev
import Foundation
import InputEvents
import TestTraits
import Testing
import VirtualDevices

/// Tests the built command with a virtual panel on a real kernel.
@Suite(.serialized, .tags(.realKernel)) struct CommandTests {
    @Test(arguments: Recording.all.filter { DeviceKind(of: $0.description) == .touchscreen && $0.source.count > 1 })
    func `the trace of a live panel equals that of its recording, byte for byte`(recording: Recording) throws {
        let panel = try Panel(recording.description)
        let recorder = try RecorderProcess([panel.path])
        for event in recording.source {
            try panel.device.write([
                RawEvent(time: 0, type: EventType(rawValue: event.type), code: event.code, value: event.value)
            ])
            if event == .report { usleep(200) }
        }
        #expect(recorder.stop() == 0)
        let live = try recorder.lines()
        #expect(live.contains { $0.contains(#""phase":"began""#) })
        #expect(try recorder.lines(ofReplay: true) == live)
    }

    @Test(.rule("L6"), arguments: ["evemu", "libinput"])
    func `a recording contains the panel's udev properties, so a replay finds the same screen`(format: String) throws {
        let panel = try Panel()
        let monitor = try DeviceMonitor()
        var found: DeviceNode?
        while let change = monitor.next() {
            if case .added(let node) = change, node.path == panel.path { found = node }
        }
        let udev = try DeviceReader(#require(found)).description.udev
        let recorder = try RecorderProcess([panel.path], options: ["--format", format])
        try panel.down(slot: 0, id: 1, 100, 100)
        try panel.up(slot: 0)
        #expect(recorder.stop() == 0)
        #expect(udev["ID_INPUT_TOUCHSCREEN"] == "1")
        let text = try String(contentsOfFile: recorder.recording, encoding: .utf8)
        for (name, value) in udev { #expect(text.contains("\(name)=\(value)"), "\(name)") }
    }

    @Test(.rule("K1", "K15")) func `a reader that was stopped during a flood leaves no touch stuck and invents none`()
        throws
    {
        let panel = try Panel()
        let recorder = try RecorderProcess([panel.path])
        try panel.down(slot: 0, id: 1, 100, 100)
        try panel.down(slot: 1, id: 2, 900, 900)
        usleep(50_000)
        kill(recorder.processID, SIGSTOP)
        try panel.up(slot: 0)
        try panel.flood(slot: 1)
        kill(recorder.processID, SIGCONT)
        usleep(200_000)
        try panel.up(slot: 1)
        #expect(recorder.stop() == 0)
        #expect(try recorder.phases() == ["1 began", "2 began", "1 cancelled", "2 ended"])
        #expect(
            try recorder.changes() == [
                "added", "began", "began", "dropped", "resynced", "cancelled", "ended", "removed",
            ]
        )
        #expect(try recorder.lines(ofReplay: true) == recorder.lines())
    }

    @Test func `record writes a touch script, which has the touches of the panel`() throws {
        let panel = try Panel()
        let recorder = try RecorderProcess([panel.path], options: ["--as", "touch", "--size", "400x300"])
        try panel.down(slot: 0, id: 1, 100, 100)
        usleep(20_000)
        try panel.move(slot: 0, 200, 200)
        try panel.up(slot: 0)
        #expect(recorder.stop() == 0)
        let script = try String(contentsOfFile: recorder.recording, encoding: .utf8)
        #expect(
            script.hasPrefix("# The first touch began at 2") && script.contains("\ndown 1 ")
                && script.contains("\nmove 1 ") && script.contains("\nup 1\n"),
            "\(script)"
        )
        #expect(try recorder.phases() == ["1 began", "1 ended"])
    }

    @Test(.rule("L1")) func `unplugging a panel during a touch cancels the touch before the removal`() throws {
        var panel: Panel? = try Panel()
        let recorder = try RecorderProcess([#require(panel).path])
        try panel?.down(slot: 0, id: 1, 100, 100)
        usleep(50_000)
        panel = nil
        #expect(recorder.wait() == 0)
        #expect(try recorder.changes() == ["added", "began", "cancelled", "removed"])
        #expect(try recorder.lines(ofReplay: true) == recorder.lines())
    }

    @Test(.rule("K6")) func `a finger that is down at the start is ignored until it lifts`() throws {
        let panel = try Panel()
        try panel.down(slot: 0, id: 1, 100, 100)
        let recorder = try RecorderProcess([panel.path])
        try panel.move(slot: 0, 200, 200)
        try panel.up(slot: 0)
        try panel.down(slot: 0, id: 2, 100, 100)
        try panel.up(slot: 0)
        #expect(recorder.stop() == 0)
        #expect(try recorder.phases() == ["1 began", "1 ended"])
        #expect(try recorder.lines(ofReplay: true) == recorder.lines())
    }

    @Test(.rule("V8")) func `a finger that becomes a palm is cancelled, and the slot's next finger is not`()
        throws
    {
        var description = DeviceDescription.panel()
        description.axes[.toolType] = AxisRange(minimum: 0, maximum: 2)
        description.codes[.absolute]?.insert(Axis.toolType.rawValue)
        let panel = try Panel(description)
        let recorder = try RecorderProcess([panel.path])
        try panel.down(slot: 0, id: 1, 100, 100)
        try panel.play([(.toolType, 2)])
        try panel.play([(.toolType, 0)])
        try panel.up(slot: 0)
        try panel.down(slot: 0, id: 2, 100, 100)
        try panel.up(slot: 0)
        #expect(recorder.stop() == 0)
        #expect(try recorder.phases() == ["1 began", "1 cancelled", "2 began", "2 ended"])
    }

    @Test(.rule("L3")) func `the process that has grabbed the panel is named`() throws {
        let panel = try Panel()
        let holder = try RecorderProcess([panel.path], options: ["--grab", "always"])
        let second = try Child(
            RecorderProcess.command,
            ["record", panel.path, "-o", holder.recording + ".2", "--grab", "always"]
        )
        let text = second.complaints()
        #expect(second.wait() == 1)
        #expect(text.contains("touchbridge (process \(holder.processID))"), "\(text)")
        #expect(holder.stop() == 0)
    }

    @Test func `evemu-play plays a recording with the same touches`() throws {
        let panel = try Panel()
        let first = try RecorderProcess([panel.path])
        for step in Int32(0)..<20 {
            if step == 0 { try panel.down(slot: 0, id: 7, 100, 100) }
            try panel.move(slot: 0, 100 + step * 10, 100 + step)
            usleep(2000)
        }
        try panel.up(slot: 0)
        #expect(first.stop() == 0)
        let again = try RecorderProcess([panel.path])
        #expect(try Child("/usr/bin/evemu-play", [panel.path], input: first.recording).wait() == 0)
        #expect(again.stop() == 0)
        #expect(try Self.locations(again) == Self.locations(first))
        #expect(try Self.locations(first).count > 10)
    }

    @Test func `libinput's own tool replays a recording`() throws {
        let panel = try Panel()
        let recorder = try RecorderProcess([panel.path], options: ["--format", "libinput"])
        try panel.down(slot: 0, id: 7, 100, 100)
        try panel.move(slot: 0, 300, 300)
        try panel.up(slot: 0)
        #expect(recorder.stop() == 0)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../RecordingsTests/check-with-libinput-replay.py").standardized.path
        let replay = try Child("/usr/bin/python3", [script, recorder.recording, "--uinput"])
        let complaints = replay.complaints()
        #expect(replay.wait() == 0, "\(complaints)")
    }

    @Test func `a recording by libinput record replays to the touches recorded in parallel`() throws {
        let panel = try Panel()
        let recorder = try RecorderProcess([panel.path])
        let file = recorder.recording + ".yml"
        let theirs = try Child("/usr/bin/libinput", ["record", "--with-libinput", "-o", file, panel.path])
        // `libinput record` does not report readiness, and its clock starts with the first event.
        for _ in 0..<100 where (try? String(contentsOfFile: file, encoding: .utf8).contains("events:")) != true {
            usleep(50_000)
        }
        usleep(300_000)
        try panel.down(slot: 0, id: 7, 100, 100)
        try panel.move(slot: 0, 300, 300)
        try panel.up(slot: 0)
        usleep(300_000)
        kill(theirs.processID, SIGINT)
        #expect(theirs.wait() == 0)
        #expect(recorder.stop() == 0)
        let replay = try Child(RecorderProcess.command, ["replay", file, "--trace", file + ".jsonl"])
        let complaints = replay.complaints()
        #expect(replay.wait() == 0, "\(complaints)")
        let touches = try String(contentsOfFile: file + ".jsonl", encoding: .utf8).split(separator: "\n")
            .filter { $0.contains(#""kind":"touch""#) }.map { String($0.drop { $0 != "," }) }
        #expect(touches.count == 3)
        #expect(try touches == Self.locations(recorder))
    }

    /// Returns the trace lines of all touches, without their times.
    private static func locations(_ recorder: RecorderProcess) throws -> [String] {
        try recorder.lines().filter { $0.contains(#""kind":"touch""#) }.map { line in
            String(line.drop { $0 != "," })
        }
    }
}
