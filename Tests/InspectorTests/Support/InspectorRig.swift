internal import Bridge
import BuiltinPlugins
import Foundation
import Inspector
import LayoutFile
internal import LayoutPlans
import Platform
import PluginAPI
import ResponderKit
import Schema
import Synchronization
import TestSupport
import Testing
import TimeLimits

/// A pipeline with an inspector. The pipeline runs on the test's thread.
final class InspectorRig {
    let pipeline: Pipeline
    let inspector: InspectorServer
    private let said = Messages()
    private let bell = Bell()
    /// Time of the next event in microseconds; CLOCK_MONOTONIC for a live pipeline.
    var time: Int64

    final class Messages: Sendable {
        let lines = Mutex<[String]>([])
    }

    final class Bell: Sendable {
        let rings = Atomic<Int>(0)
    }

    static let lobby = """
        screens: [{ name: lobby, size: [1080, 1920], deadZones: [[0, 1880, 1080, 40]] }]
        plugins: { out: { type: log } }
        root:
          id: root
          subviews:
            - { id: veil, frame: [0, 0, 1080, 900], hidden: true }
            - id: map
              frame: [60, 120, 960, 1100]
              gestures:
                - { id: drag, type: pan, on: { began: out.write, ended: out.write } }
                - { id: zoom, type: pinch, on: { began: out.write } }
                - { id: hold, type: longPress, allowableMovement: 10, on: { began: out.write } }
            - id: menu
              frame: [60, 1300, 960, 200]
              subviews:
                - { id: news, class: Button, frame: [20, 20, 280, 160], on: { touchUpInside: out.write } }
                - { id: way, class: Button, frame: [340, 20, 280, 160], on: { touchUpInside: out.write } }
                - { id: help, class: Button, frame: [660, 20, 280, 160], enabled: false }
            - { id: call, class: Button, frame: [60, 1640, 320, 160], on: { touchUpInside: out.write } }
            - id: volume
              class: Slider
              frame: [420, 1640, 420, 160]
              range: [0, 100]
              value: 40
              on: { valueChanged: out.write }
            - { id: quiet, class: Switch, frame: [880, 1680, 140, 80], on: { valueChanged: out.write } }
        """

    init(
        _ layout: String = InspectorRig.lobby,
        tokenFile: String? = nil,
        isReplay: Bool = false,
        epoch: EventEpoch? = nil,
        play: InspectorServer.Play? = nil,
        isDryRun: Bool = true
    ) throws {
        var options = Pipeline.Options()
        options.isDryRun = isDryRun
        options.clock = { MonotonicClock.now }
        pipeline = Pipeline(try Self.plan(layout), options)
        time = isReplay ? 1_000_000 : MonotonicClock.now
        var settings = InspectorServer.Settings()
        (settings.port, settings.play) = (0, play)
        if let tokenFile { settings.token = Secret(.file(tokenFile)) }
        settings.epoch = { epoch ?? (isReplay ? nil : .current) }
        if !isReplay { settings.clock = { MonotonicClock.now } }
        let (said, bell) = (said, bell)
        let log = Logger(
            plugin: "",
            clock: { 0 },
            write: { entry in said.lines.withLock { $0.append(entry.message) } }
        )
        inspector = try InspectorServer(settings, log) { bell.rings.add(1, ordering: .relaxed) }
        inspector.follow(pipeline)
        pipeline.start(at: time)
        try wait("the inspector listens") { !address.isEmpty || tokenFile != nil && inspector.isListening }
    }

    deinit { inspector.stop(within: TimeSpan(microseconds: 5_000_000)) }

    static func plan(_ text: String) throws -> LayoutPlan {
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        let plan = layout.flatMap { LayoutPlan($0, types: BuiltinPlugins.all, reading) }
        return try #require(plan, "\(reading.sorted)")
    }

    var log: [String] { said.lines.withLock { $0 } }
    /// Number of wake-ups that the inspector has sent to the pipeline.
    var rings: Int { bell.rings.load(ordering: .relaxed) }
    var port: Int { inspector.port }

    /// The page's URL, from the log.
    var address: String {
        let line = log.first { $0.hasPrefix("the inspector is at ") || $0.hasPrefix("open ") }
        return line?.split(separator: " ").last.map(String.init) ?? ""
    }

    /// The token in the URL, between slashes.
    var folder: String { address.isEmpty ? "" : "/\(address.split(separator: "/").last!)/" }

    func page(receiveBuffer: Int32? = nil) throws -> WebSocketPage {
        try WebSocketPage("\(folder)live", port: port, receiveBuffer: receiveBuffer)
    }

    /// Runs the pipeline until a condition is true. Throws after `TimeLimits.browserWait`.
    func wait(_ what: @autoclosure () -> String, _ condition: () throws -> Bool) throws {
        let end = ContinuousClock.now + TimeLimits.browserWait
        while try !condition() {
            try #require(ContinuousClock.now < end, "never: \(what())")
            inspector.serve(pipeline)
            usleep(1000)
        }
    }

    // MARK: Fingers

    private func send(_ change: TouchSample.Change, _ x: Double, _ y: Double, _ finger: Int32) {
        pipeline.advance(to: time)
        let sample = TouchSample(FingerID(device: 1, contact: finger), change, at: Point(x: x, y: y))
        pipeline.application.send(TouchFrame(time: time, [sample]))
    }

    func down(_ x: Double, _ y: Double, finger: Int32 = 0) { send(.began, x, y, finger) }

    func move(_ x: Double, _ y: Double, finger: Int32 = 0, after: Int64 = 1000) {
        time += after
        send(.moved, x, y, finger)
    }

    func up(_ x: Double, _ y: Double, finger: Int32 = 0, after: Int64 = 1000) {
        time += after
        send(.ended, x, y, finger)
    }

    private(set) var tapCount = 0

    func tap(_ x: Double, _ y: Double) {
        tapCount += 1
        down(x, y)
        up(x, y, after: 60_000)
        time += 1000
    }
}
