import Evdev
import Foundation
import InputEvents
import TestTraits
import Testing

/// Tests recorders that are killed, run out of space or cannot create the file.
@Suite(.serialized, .tags(.realKernel)) struct EndTests {
    @Test func `SIGKILL with a finger down leaves recording and trace complete up to the last read`() throws {
        let panel = try Panel()
        let recorder = try RecorderProcess([panel.path])
        try panel.down(slot: 0, id: 1, 100, 100)
        try panel.move(slot: 0, 200, 200)
        usleep(100_000)
        kill(recorder.processID, SIGKILL)
        #expect(recorder.wait() == 128 + SIGKILL)
        let (live, replayed) = (try recorder.lines(), try recorder.lines(ofReplay: true))
        #expect(live.contains { $0.contains(#""phase":"moved""#) })
        #expect(Array(replayed.prefix(live.count)) == live)
        // The replay's trace also contains the end of the touch.
        let rest = replayed.dropFirst(live.count)
        #expect(rest.contains { $0.contains(#""phase":"cancelled""#) })
        #expect(rest.allSatisfy { !$0.contains(#""phase":"moved""#) })
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal with a finger down cancels the touch in trace and recording`(signal: Int32) throws {
        let panel = try Panel()
        let recorder = try RecorderProcess([panel.path])
        try panel.down(slot: 0, id: 1, 100, 100)
        usleep(50_000)
        kill(recorder.processID, signal)
        #expect(recorder.wait() == 0)
        #expect(try recorder.phases() == ["1 began", "1 cancelled"])
        #expect(try recorder.lines(ofReplay: true) == recorder.lines())
    }

    @Test func `a recording continues when its standard error is not read`() throws {
        let panel = try Panel()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let full = Pipe()
        let writer = full.fileHandleForWriting.fileDescriptor
        _ = fcntl(writer, F_SETFL, O_NONBLOCK)
        while write(writer, [UInt8](repeating: 0x2e, count: 4096), 4096) > 0 {}
        _ = fcntl(writer, F_SETFL, 0)
        let path = folder.path + "/r"
        let recorder = try Child(RecorderProcess.command, ["record", panel.path, "-o", path], complaints: writer)
        for _ in 0..<3000 where access(path, F_OK) != 0 { usleep(10_000) }
        usleep(200_000)
        try panel.down(slot: 0, id: 1, 100, 100)
        usleep(100_000)
        kill(recorder.processID, SIGTERM)
        #expect(recorder.wait() == 0)
        let replay = try Child(RecorderProcess.command, ["replay", path, "--trace", path + ".trace"])
        #expect(replay.wait() == 0)
        let trace = try String(contentsOfFile: path + ".trace", encoding: .utf8)
        #expect(trace.contains(#""phase":"began""#))
        #expect(trace.contains(#""phase":"cancelled""#))
    }

    @Test(arguments: ["recording", "trace"])
    func `on a full disk a recording ends with a complete frame and a trace with a complete line`(full: String) throws {
        let disk = try SmallDisk()
        let panel = try Panel()
        let recorder = try RecorderProcess([panel.path], paths: [full: disk.path + "/f"])
        try panel.down(slot: 0, id: 1, 100, 100)
        for step in Int32(0)..<400 {
            try panel.move(slot: 0, 200 + step, 200)
            if step % 10 == 0 { usleep(5000) }
        }
        let live: [String]
        if full == "trace" {
            try panel.up(slot: 0)
            #expect(recorder.stop() == 1)
            let text = try String(contentsOfFile: recorder.trace, encoding: .utf8)
            #expect(text.hasSuffix("}\n"))
            live = try recorder.lines()
            // The recording contains the events after the end of the trace.
            #expect(try recorder.lines(ofReplay: true).count > live.count)
            let complaints = recorder.complaints()
            let words = "tracing stopped; the recording continues"
            #expect(complaints.components(separatedBy: words).count == 2, "the message is logged once: \(complaints)")
        } else {
            #expect(recorder.wait() == 1)
            let text = try String(contentsOfFile: recorder.recording, encoding: .utf8)
            #expect(text.hasSuffix(" 0000 0000 0000\n"))
            #expect(recorder.complaints().contains("no space left on device; free space on the disk"))
            live = try recorder.lines()
        }
        #expect(live.count > 10)
        #expect(Array(try recorder.lines(ofReplay: true).prefix(live.count)) == live)
    }

    @Test func `an unusable output path is rejected with its kind, and no file is created`() throws {
        let (panel, other) = (try Panel(name: "One"), try Panel(name: "Other"))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func record(_ words: [String], _ status: Int32, _ reason: String, line: Int = #line) throws {
            let child = try Child(RecorderProcess.command, ["record"] + words + ["--for", "0.1"])
            let text = child.complaints()
            #expect(child.wait() == status && text.contains(reason), "line \(line): \(text)")
        }
        let (file, trace) = (folder.path + "/r", folder.path + "/nowhere/t")
        try record([panel.path, "-o", folder.path], 1, "the path is a directory; specify a file in it")
        try record([panel.path, "-o", folder.path, "--force"], 1, "the path is a directory; specify a file in it")
        try record([panel.path, "-o", panel.path], 1, "\(panel.path): the path is a device; specify a file")
        try record(
            [panel.path, "One", "-o", file],
            2,
            "'One' is the same device as an earlier argument; specify each device only once"
        )
        let twice = "the same device is specified twice; specify each device only once"
        try record([panel.path, panel.path, "-o", file], 2, twice)
        try record([panel.path, other.path, "-o", file, "--trace", trace], 1, "\(trace): the trace cannot be written")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        try record([panel.path, other.path, "-o", file], 0, "recorded ")
        try record([panel.path, "-o", file], 1, "\(file): the file exists; specify a different file")
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        for (path, reason) in [(file, "would overwrite the recording"), (trace, "the trace cannot be written")] {
            try record([panel.path, "-o", file, "--trace", path, "--force"], 1, reason)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["r"])
    }

    /// A file system with two pages of space.
    private final class SmallDisk {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let mount = try Child("/bin/mount", ["-t", "tmpfs", "-o", "size=8k", "tmpfs", path])
            let complaints = mount.complaints()
            try #require(mount.wait() == 0, "\(complaints)")
        }

        deinit {
            _ = try? Child("/bin/umount", [path]).wait()
            rmdir(path)
        }
    }
}
