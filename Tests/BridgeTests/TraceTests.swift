import Foundation
import InputEvents
internal import InputHub
import ResponderKit
import TestSupport
import TestTraits
import Testing
internal import TouchTrace

/// Tests the format of trace lines against golden traces.
@Suite(.tags(.determinism)) struct TraceTests {
    /// `TOUCHBRIDGE_RECORD=1` records the golden traces again. If a golden trace is missing, the test writes it and
    /// fails.
    @Test(arguments: [
        "wacom-isdv4-e6-finger-2fg-tap", "atmel-maxtouch-touchscreen-1-finger-fast-taps",
        "n-trig-multitouch-1-finger-drag-nw-se",
    ])
    func `traces of recordings are unchanged`(_ name: String) throws {
        let (device, events) = try Fixture(name: name).source()
        let trace = Data(try self.trace(device, events))
        let file = Fixture.root.appending(path: "traces").appending(path: "\(name).jsonl")
        let isThere = FileManager.default.fileExists(atPath: file.path)
        if !isThere || ProcessInfo.processInfo.environment["TOUCHBRIDGE_RECORD"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try trace.write(to: file)
        }
        try #require(isThere, "\(file.path) was missing and has been written; review the file and run the test again")
        #expect(String(decoding: trace, as: UTF8.self) == (try String(contentsOf: file, encoding: .utf8)))
    }

    private func trace(_ device: DeviceDescription, _ events: [RawEvent]) throws -> [UInt8] {
        let stage = Stage(size: Size(width: 1920, height: 1080), tracing: true)
        if let number = try stage.add(device) {
            stage.send(events, of: number)
            stage.hub.remove(number)
        }
        return stage.trace
    }

    private func lines(_ trace: [UInt8]) throws -> [[String: Any]] {
        try String(decoding: trace, as: UTF8.self).split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
    }

    @Test(arguments: Fixture.all)
    func `every line is JSON with time and kind, and times never decrease`(_ fixture: Fixture) throws {
        let (device, events) = try fixture.source()
        var last = Int.min
        for line in try lines(try trace(device, events)) {
            let time = try #require(line["t"] as? Int)
            #expect(time >= last)
            last = time
            #expect(["device", "hit", "touch", "call"].contains(line["kind"] as? String))
        }
    }

    @Test
    func `unusual names are escaped correctly`() throws {
        let names = ["a\"b\\c", "tab\tnewline\nbell\u{7}", "Käse 触\u{2028}\u{7f}", "", "\u{1F600}"]
        for name in names {
            let stage = Stage(tracing: true)
            stage.view.identifier = name
            let number = try #require(try stage.add(Streams.panel(name: name)))
            stage.send(Streams.down(0, 1, 10, 10, at: 5), of: number)
            let lines = try lines(stage.trace)
            #expect(lines[0]["device"] as? String == name)
            #expect(lines[1]["view"] as? String == name)
            #expect(lines[1]["visited"] as? [String] == ["window", name])
        }
    }

    @Test
    func `a misuse has a line with its kind`() {
        let application = Application()
        var lines: [String] = []
        let recorder = TraceRecorder(of: application) { lines.append(String(decoding: $0, as: UTF8.self)) }
        application.addObserver(recorder)
        application.send(TouchFrame(time: 5, [TouchSample(7, .moved, at: .zero)]))
        let view = View(frame: .zero)
        let window = Window(frame: .zero, application: application)
        window.addSubview(view)
        view.addSubview(view)
        #expect(
            lines.map { $0.filter { $0 != "\n" } }.filter { $0.contains("misuse") } == [
                #"{"t":5,"kind":"misuse","misuse":"unknownFinger"}"#,
                #"{"t":5,"kind":"misuse","misuse":"circularHierarchy"}"#,
            ]
        )
    }

    @Test(.atLimit("trace-devices"), .pastLimit("trace-devices"))
    func `the names of 64 removed devices stay reserved, and with one more the first is free`() {
        let application = Application()
        var lines: [String] = []
        let recorder = TraceRecorder(of: application) { lines.append(String(decoding: $0, as: UTF8.self)) }
        recorder.device(1, "panel", .removed, at: 0)
        for number: Int32 in 2...64 { recorder.device(number, "other \(number)", .removed, at: 0) }
        recorder.device(100, "panel", .added, at: 0)
        #expect(lines.last?.contains(#""device":"panel #100""#) == true)
        recorder.device(65, "other 65", .removed, at: 0)
        recorder.device(101, "panel", .added, at: 0)
        #expect(lines.last?.contains(#""device":"panel","#) == true)
    }

    @Test
    func `numbers are printed in their shortest form`() throws {
        let stage = Stage(tracing: true)
        let number = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(0, 1, 333, 10, at: 5), of: number)
        let text = String(decoding: stage.trace, as: UTF8.self)
        #expect(text.contains(#""x":333,"y":10,"#))
        #expect(text.contains(#""t":5,"kind":"touch","touch":1,"phase":"began""#))
    }

    @Test
    func `a call has one line with all its touches, also when it is passed on`() throws {
        let stage = Stage(tracing: true)
        let panel = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(0, 1, 100, 100, at: 5) + Streams.down(1, 2, 300, 300, at: 10), of: panel)
        stage.application.send(
            TouchFrame(
                time: 20,
                (0...1).map { TouchSample(FingerID(device: panel, contact: $0), .moved, at: Point(x: 9, y: 9)) }
            )
        )
        let calls = try lines(stage.trace).filter { $0["method"] as? String == "touchesMoved" }
        #expect(calls.map { $0["touches"] as? [Int] } == [[1, 2]])
    }

    @Test
    func `two traces of one application have the same view names`() throws {
        let stage = Stage(tracing: true)
        var other: [UInt8] = []
        let recorder = TraceRecorder(of: stage.application) { other.append(contentsOf: $0) }
        stage.application.addObserver(recorder)
        let touch = TouchSample(FingerID(device: 1, contact: 0), .began, at: Point(x: 9, y: 9))
        stage.application.send(TouchFrame(time: 5, [touch]))
        #expect(stage.trace == other && !other.isEmpty)
    }

    @Test
    func `a renamed view or gesture has its new name from then on`() throws {
        let stage = Stage(tracing: true)
        let panel = try #require(try stage.add(Streams.panel()))
        stage.view.identifier = "before"
        stage.send(Streams.down(0, 1, 100, 100, at: 5) + Streams.up(0, at: 10), of: panel)
        stage.view.identifier = "after"
        stage.send(Streams.down(0, 2, 100, 100, at: 15), of: panel)
        #expect(
            try lines(stage.trace).filter { $0["kind"] as? String == "hit" }.map { $0["view"] as? String } == [
                "before", "after",
            ]
        )
    }

    @Test
    func `an action and a screen with one name are distinct`() {
        let names = InternTable()
        let (action, screen) = (names.id(of: "main", .action), names.id(of: "main", .screen))
        #expect(names[action]?.kind == .action && names[screen]?.kind == .screen)
        #expect(names.id(of: "main", .action) == action)
    }

    @Test
    func `a finger that the application rejects has no line`() throws {
        final class Choosy: Application {
            override func shouldBegin(_ sample: TouchSample) -> Bool { false }
        }
        let application = Choosy()
        var lines = 0
        let recorder = TraceRecorder(of: application) { _ in lines += 1 }
        application.addObserver(recorder)
        application.send(TouchFrame(time: 5, [TouchSample(1, .began, at: Point(x: 9, y: 9))]))
        #expect(lines == 0)
    }

    @Test
    func `presses are written to a trace but not to a dump`() {
        let names = InternTable()
        var (trace, dump) = (TraceText(names), TraceText(dumping: names, devices: [:]))
        let press = TraceRecord(.press, at: 5)
        #expect(trace.render(press) && !dump.render(press))
    }

    @Test
    func `gestures, controls, actions, presses, shakes and commands are traced`() throws {
        let stage = Stage(tracing: true)
        let slider = Slider(frame: Rect(x: 0, y: 0, width: 1000, height: 100))
        slider.identifier = "volume"
        stage.view.addSubview(slider)
        let pan = PanGestureRecognizer()
        pan.name = "drag"
        stage.view.addGestureRecognizer(pan)
        let panel = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(0, 1, 500, 500, at: 0) + Streams.move(0, 600, 500, at: 10), of: panel)
        stage.send(Streams.up(0, at: 20), of: panel)
        pan.isEnabled = false
        stage.send(Streams.down(0, 2, 10, 50, at: 30) + Streams.move(0, 250, 50, at: 40), of: panel)
        stage.send(Streams.up(0, at: 50), of: panel)
        let keys = try #require(try stage.add(Streams.keys()))
        stage.send(Streams.key(103, 1, at: 60) + Streams.key(164, 1, at: 70), of: keys)
        let sensor = try #require(try stage.add(Streams.accelerometer()))
        stage.send(Streams.jolts(3, from: 1_000_000, every: 100_000), of: sensor)
        _ = stage.application.sendAction("copy", to: nil, from: slider, for: nil)
        let lines = try lines(stage.trace)
        func first(_ kind: String) -> [String: Any]? { lines.first { $0["kind"] as? String == kind } }
        #expect(first("gesture")?["gesture"] as? String == "drag")
        #expect(first("gesture")?["translationX"] as? Double != nil)
        #expect(lines.contains { $0["event"] as? String == "valueChanged" && $0["view"] as? String == "volume" })
        #expect(first("press")?["type"] as? String == "upArrow")
        #expect(first("press")?["code"] as? Int == 103)
        #expect(first("remote")?["subtype"] as? String == "remoteControlTogglePlayPause")
        #expect(first("motion")?["phase"] as? String == "motionBegan")
        #expect(first("action")?["action"] as? String == "copy")
        #expect(first("action")?["sender"] as? String == "volume")
    }
}
