import Foundation
import TestTraits
import Testing

/// Tests the timeline from `replay --perfetto`, which Perfetto and chrome://tracing can read.
///
/// Perfetto's trace processor has read the expected file in fixtures/perfetto without an error.
@Suite struct PerfettoTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../fixtures/perfetto").standardized.path

    private struct Event: Decodable {
        struct Arguments: Decodable { let name: String? }
        let ph: String
        let pid: Int
        let tid: Int
        let ts: Int?
        let name: String?
        let id: Int?
        let args: Arguments?
    }

    private struct File: Decodable { let traceEvents: [Event] }

    @Test func `the timeline is equal to the expected file, byte for byte`() throws {
        let scratch = try Scratch()
        let arguments = ["replay", "\(Self.folder)/gestures.touch"]
        let printed = try Command.run(arguments + ["--perfetto", "-"], in: scratch)
        #expect(printed.status == 0 && printed.complaints.isEmpty)
        let expected = try String(contentsOfFile: "\(Self.folder)/gestures.json", encoding: .utf8)
        #expect(printed.output == expected, "write the output of --perfetto to fixtures/perfetto/gestures.json")
        // Additional outputs do not change the file.
        let others = ["--trace", "trace", "--perfetto", "timeline", "--svg", "picture"]
        #expect(try Command.run(arguments + others, in: scratch).status == 0)
        #expect(try String(contentsOf: scratch.url("timeline"), encoding: .utf8) == expected)
    }

    @Test func `each finger, recognizer and plugin has a track with closed slices, and flows lead to the calls`() throws
    {
        let scratch = try Scratch()
        let printed = try Command.run("replay", "\(Self.folder)/gestures.touch", "--perfetto", "-", in: scratch)
        let events = try JSONDecoder().decode(File.self, from: Data(printed.output.utf8)).traceEvents
        let tracks = events.filter { $0.name == "thread_name" }.compactMap(\.args?.name)
        #expect(
            Set(tracks).isSuperset(of: ["shell", "hold of photo", "finger 1 on Touchbridge test panel"]),
            "\(tracks)"
        )
        #expect(Set(tracks).count == tracks.count)
        for track in Set(events.map(\.tid)) {
            var (depth, time) = (0, 0)
            for event in events where event.tid == track && ["B", "E"].contains(event.ph) {
                depth += event.ph == "B" ? 1 : -1
                #expect(depth >= 0 && event.ts ?? 0 >= time)
                time = event.ts ?? 0
            }
            #expect(depth == 0)
        }
        let starts = events.filter { $0.ph == "s" }
        let ends = events.filter { $0.ph == "f" }
        #expect(starts.map(\.id) == ends.map(\.id) && !starts.isEmpty)
        // The long press calls its handler when its timer fires, half a second after the finger's report.
        #expect(zip(starts, ends).contains { ($1.ts ?? 0) - ($0.ts ?? 0) == 500_000 })
    }

    @Test(.atLimit("perfetto-touches"), .pastLimit("perfetto-touches"), arguments: [(255, 3), (256, 2)])
    func `a gesture is connected to the reports of the newest 256 touches`(others: Int, arrows: Int) throws {
        let scratch = try Scratch()
        let layout = """
            plugins: { shell: { type: exec } }
            root:
              multipleTouchEnabled: true
              gestures: [{ type: longPress, minimumDuration: 10s, on: { began: { shell.run: [echo] } } }]
            windows: [{ frame: [500, 0, 100, 100], root: {} }]
            """
        try scratch.write("hold.yaml", Data(layout.utf8))
        let taps = String(repeating: "tap 2 550,50 for 1ms\n", count: others)
        try scratch.write("hold.touch", Data("layout hold.yaml\ndown 1 100,100\n\(taps)wait 10s\nup 1\n".utf8))
        let printed = try Command.run("replay", "hold.touch", "--perfetto", "-", in: scratch)
        let events = try JSONDecoder().decode(File.self, from: Data(printed.output.utf8)).traceEvents
        #expect(events.contains { $0.name == "shell.run" } && events.count { $0.ph == "s" } == arrows)
    }

    @Test func `a recording without a layout has tracks for its fingers`() throws {
        let scratch = try Scratch()
        try scratch.write("tap.touch", Data("tap 1 1,1 and tap 2 5,5\n".utf8))
        let printed = try Command.run("replay", "tap.touch", "--perfetto", "-", in: scratch)
        let events = try JSONDecoder().decode(File.self, from: Data(printed.output.utf8)).traceEvents
        #expect(events.count { $0.name == "thread_name" } == 2 && events.count { $0.ph == "B" } == 6)
        try scratch.write("empty.touch", Data("wait 1s\n".utf8))
        let empty = try Command.run("replay", "empty.touch", "--perfetto", "-", in: scratch)
        #expect(try JSONDecoder().decode(File.self, from: Data(empty.output.utf8)).traceEvents.isEmpty)
        let twice = try Command.run("replay", "tap.touch", "--perfetto", "-", "--trace", "-", in: scratch)
        #expect(twice.status == 2 && twice.complaints.contains("both write to standard output"))
    }
}
