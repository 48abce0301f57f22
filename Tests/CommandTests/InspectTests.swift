internal import Bridge
internal import FlightLog
import Foundation
import Geometry
internal import InputHub
import LayoutFile
import Platform
import PluginAPI
import ResponderKit
import Schema
import Testing
import TimeLimits
internal import TouchTrace

@testable import CommandSupport
@testable import FlightDumps
@testable import TouchbridgeService

/// Tests the inspector served by `touchbridge replay` and `touchbridge run`.
struct InspectTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try write("inspect: { port: 0 }")
    }

    private func write(_ inspect: String) throws {
        let text = """
            \(inspect)
            plugins: { journal: { type: log } }
            root: { id: page, on: { touches: journal.write } }
            """
        try scratch.write("lobby.yaml", Data(text.utf8))
    }

    private var said: String { (try? String(contentsOf: scratch.url("said"), encoding: .utf8)) ?? "" }
    private var addresses: [String] {
        said.matches(of: /http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\//).map { String($0.output) }
    }

    private func start(_ arguments: String...) throws -> RunningCommand {
        try RunningCommand(
            arguments,
            output: .file(scratch.path("out")),
            errors: .file(scratch.path("said")),
            in: scratch
        )
    }

    private func wait(_ what: String, _ condition: () -> Bool) throws {
        let end = ContinuousClock.now + TimeLimits.wait
        while !condition() {
            try #require(ContinuousClock.now < end, "timeout; expected: \(what): \(said)")
            usleep(5000)
        }
    }

    /// Returns the HTTP response, as received by curl.
    private func get(_ address: String) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/curl")
        process.arguments = ["-s", "--max-time", "60", address]
        process.standardOutput = output
        try process.run()
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test(arguments: ["max", "1x"])
    func `the page of a recording is served after the replay until SIGTERM`(_ speed: String) throws {
        let path = recording("atmel-maxtouch-touchscreen-1-finger-fast-taps")
        let replay = try start("replay", path, "--layout", "lobby.yaml", "--inspect", "--port", "0", "--speed", speed)
        try wait("the replay is complete") { said.contains("the replay is complete") && addresses.count == 1 }
        #expect(try String(contentsOf: scratch.url("out"), encoding: .utf8).contains("journal.write"))
        #expect(try get(addresses[0]).contains("<title>Touchbridge inspector</title>"))
        #expect(!replay.hasEnded)
        replay.send(SIGTERM)
        #expect(replay.wait() == 0)
    }

    @Test func `a service serves a page while the layout enables it, at a new address each time`() throws {
        let service = try start("run", "lobby.yaml")
        try wait("the inspector is served") { addresses.count == 1 }
        let first = addresses[0]
        #expect(try get(first).contains("<title>Touchbridge inspector</title>"))
        try write("inspect: false")
        service.send(SIGHUP)
        try wait("the layout is reloaded") { said.contains("the layout was reloaded") }
        #expect(try get(first) == "")
        try write("inspect: { port: 0 }")
        service.send(SIGHUP)
        try wait("the inspector is served again") { addresses.count == 2 }
        #expect(addresses[1].split(separator: "/").last != first.split(separator: "/").last)
        #expect(try get(addresses[1]).contains("<title>"))
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    @Test func `an inspector that cannot start records nothing, although the previous one did`() throws {
        let log = try ServiceLog(.error)
        defer { log.finish(within: TimeSpan(microseconds: 60_000_000)) }
        let inspection = Inspection(log) {}
        var options = Pipeline.Options()
        options.isDryRun = true
        let plan = { try LayoutReading.plan(needed: scratch.path("lobby.yaml")) }
        let pipeline = Pipeline(try plan(), options)
        inspection.follow(pipeline)
        #expect(pipeline.recorder?.followsHitTests == true)
        try write("inspect: { port: 0, tokenFile: nowhere/token }")
        _ = pipeline.reload(try plan(), at: 0)
        inspection.follow(pipeline)
        #expect(pipeline.recorder == nil)
    }

    @Test func `inspector and flight recorder start and stop in any order with a finger down`() throws {
        let log = try ServiceLog(.error)
        defer { log.finish(within: TimeSpan(microseconds: 60_000_000)) }
        let (inspection, queue) = (Inspection(log) {}, DumpRequestQueue(log, try Wakeup()))
        let flight = FlightRecorder(scratch.path("lobby.yaml"), log, queue)
        var options = Pipeline.Options()
        options.isDryRun = true
        let pipeline = Pipeline(try LayoutReading.plan(needed: scratch.path("lobby.yaml")), options)
        defer { flight.finish(pipeline) }
        let states = [(false, false), (true, false), (false, true), (true, true)]
        var time: Int64 = 0
        for first in states {
            for second in states {
                for (isInspected, isRecorded) in [first, second] {
                    try write("inspect: \(isInspected ? "{ port: 0 }" : "false")\nrecorder: \(isRecorded)")
                    let plan = try LayoutReading.plan(needed: scratch.path("lobby.yaml"))
                    send(.began, to: pipeline, at: &time)
                    _ = pipeline.reload(plan, at: time)
                    // As in the service, attaches the recorder before the inspector's pages can request more records.
                    inspection.follow(pipeline)
                    _ = flight.adopt(plan, [], pipeline)
                    inspection.serve(pipeline)
                    send(.ended, to: pipeline, at: &time)
                    let states = "\(first), \(second)"
                    #expect((pipeline.recorder != nil) == (isInspected || isRecorded), "\(states)")
                    #expect((pipeline.recorder?.followsHitTests ?? false) == isInspected, "\(states)")
                    #expect((pipeline.hub.log != nil) == isRecorded, "\(states)")
                    send(.began, to: pipeline, at: &time)
                    send(.ended, to: pipeline, at: &time)
                    #expect(pipeline.recorder?.newest.contains { $0.time == time } ?? true, "\(states)")
                }
            }
        }
    }

    private func send(_ change: TouchSample.Change, to pipeline: Pipeline, at time: inout Int64) {
        time += 10_000
        pipeline.advance(to: time)
        let sample = TouchSample(FingerID(device: 1, contact: 0), change, at: Point(x: 10, y: 10))
        pipeline.application.send(TouchFrame(time: time, [sample]))
    }

    @Test func `a storm of SIGUSR1 is rejected with few messages and does not end the service`() throws {
        try write("inspect: { port: 0 }\nrecorder: { directory: \(scratch.path("dumps")) }")
        let service = try start("run", "lobby.yaml")
        try wait("the inspector is served") { addresses.count == 1 }
        for _ in 0..<2000 {
            service.send(SIGUSR1)
            usleep(100)
        }
        try wait("a request for a dump is rejected") { said.contains("less than a second ago") }
        service.send(SIGTERM)
        #expect(service.wait() == 0)
        #expect(said.split(separator: "\n").count { $0.contains("less than a second ago") } < 20)
    }

    @Test func `a missing token file is reported, and the service continues`() throws {
        try write("inspect: { port: 0, tokenFile: nowhere/token }")
        let service = try start("run", "lobby.yaml")
        try wait("the missing token is logged") {
            said.contains("the inspector cannot start: cannot read the secret in nowhere/token")
        }
        #expect(!service.hasEnded)
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }
}
