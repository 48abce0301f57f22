import Foundation
import Glibc
import MetricsReading
import TestSupport
import Testing

/// Tests the metrics of the built command `run` over HTTP.
struct MetricsRunTests {
    private let scratch: Scratch
    private let port: Int

    init() throws {
        scratch = try Scratch()
        port = Int(try Loopback.freePort())
    }

    private func write(_ metrics: String, plugins: String = "{ journal: { type: log } }") throws {
        let layout = "metrics: \(metrics)\nplugins: \(plugins)\nroot: { id: page, on: { touches: journal.write } }\n"
        try scratch.write("layout.yaml", Data(layout.utf8))
    }

    private func start(_ said: String = "said", environment: [String: String]? = nil) throws -> RunningCommand {
        try RunningCommand(
            ["run", scratch.path("layout.yaml")],
            errors: .file(scratch.path(said)),
            in: scratch,
            environment: environment
        )
    }

    @Test
    func `good and bad reloads are counted, and no counter decreases`() throws {
        try write("{ port: \(port) }")
        let service = try start()
        let scraper = Scraper(port: port)
        let before = try scraper.scrape()
        #expect(before.value("touchbridge_layout_reloads_total", ["result": "good"]) == 0)
        #expect(before.value("touchbridge_plugin_accepted_total", ["plugin": "journal"]) == 0)
        #expect(try #require(before.value("process_start_time_seconds")) > 1_700_000_000)
        try scratch.write("layout.yaml", Data("root: [".utf8))
        service.send(SIGHUP)
        let bad = try scraper.scrape { $0.value("touchbridge_layout_reloads_total", ["result": "bad"]) == 1 }
        #expect(bad.value("touchbridge_layout_reloads_total", ["result": "bad"]) == 1)
        try write("{ port: \(port) }", plugins: "{ other: { type: log }, journal: { type: log, rate: 50 } }")
        service.send(SIGHUP)
        let good = try scraper.scrape { $0.value("touchbridge_layout_reloads_total", ["result": "good"]) == 1 }
        #expect(good.value("touchbridge_layout_reloads_total", ["result": "good"]) == 1)
        #expect(good.value("touchbridge_plugin_queue_length", ["plugin": "other"]) == 0)
        for family in before.families where family.kind == "counter" {
            for sample in family.samples {
                #expect(try #require(good.value(sample.name, sample.labels)) >= sample.value, "\(sample)")
            }
        }
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    @Test
    func `plugins that failed to start or are not ready count as not connected`() throws {
        let plugins = [
            "gone: { type: process, command: [/no/such/program] }", "mute: { type: process, command: [sleep, 1h] }",
            "object: { type: library, path: /no/such/object.so }",
            "hook: { type: webhook, url: http://localhost:1/, tokenFile: /no/such/token }", "journal: { type: log }",
        ]
        try write("{ port: \(port) }", plugins: "{ \(plugins.joined(separator: ", ")) }")
        let service = try start()
        let scraper = Scraper(port: port)
        let page = try scraper.scrape { page in
            ["gone", "mute"].allSatisfy { page.value("touchbridge_plugin_connected", ["plugin": $0]) != nil }
        }
        for name in ["gone", "mute", "object", "hook"] {
            #expect(page.value("touchbridge_plugin_connected", ["plugin": name]) == 0, "\(name)")
        }
        for name in ["object", "hook"] {
            #expect(page.value("touchbridge_plugin_failures_total", ["plugin": name]) == 1, "\(name)")
        }
        #expect(page.value("touchbridge_plugin_connected", ["plugin": "journal"]) == nil)
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    @Test
    func `a reload turns the metrics on, off and to another port`() throws {
        let other = Int(try Loopback.freePort())
        try write("false")
        let manager = try Manager(in: scratch)
        let service = try start(environment: ["PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": manager.path])
        #expect(manager.hears("READY=1"))
        try write("{ port: \(port) }")
        service.send(SIGHUP)
        _ = try Scraper(port: port).scrape()
        try write("{ port: \(other) }")
        service.send(SIGHUP)
        _ = try Scraper(port: other).scrape()
        try write("false")
        service.send(SIGHUP)
        var isServed = true
        for _ in 0..<500 where isServed {
            usleep(20_000)
            isServed = Loopback.answers(UInt16(other))
        }
        #expect(!isServed)
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    @Test
    func `unknown paths are rejected, and a port in use is reported while the service continues`() throws {
        try write("{ port: \(port) }")
        let first = try start()
        let scraper = Scraper(port: port)
        #expect(try scraper.get("/").status == 404)
        #expect(try scraper.get("/metrics/x").status == 404)
        #expect(try scraper.get(method: "POST").status == 405)
        #expect(try scraper.get(method: "HEAD").body.isEmpty)
        let second = try start("said too")
        var said = ""
        for _ in 0..<500 where !said.contains("stop the program that uses the port") {
            usleep(20_000)
            said = try String(contentsOf: scratch.url("said too"), encoding: .utf8)
        }
        #expect(said.contains("metrics: cannot listen on 127.0.0.1:\(port)"))
        second.send(SIGHUP)
        for _ in 0..<500 where !said.contains("was reloaded") {
            usleep(20_000)
            said = try String(contentsOf: scratch.url("said too"), encoding: .utf8)
        }
        #expect(said.contains("was reloaded"))
        for service in [first, second] {
            service.send(SIGTERM)
            #expect(service.wait() == 0)
        }
    }

    @Test
    func `a foreign host name is rejected, and other origins cannot read the response`() throws {
        try write("{ port: \(port) }")
        let service = try start()
        let scraper = Scraper(port: port)
        #expect(try scraper.get().status == 200)
        for host in ["kiosk.example:\(port)", "evil.example", "localhost:1", "127.0.0.1.evil.example:\(port)"] {
            let answer = try scraper.get(host: host)
            #expect(answer.status == 403, "\(host)")
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("touchbridge_"), "\(host)")
        }
        // Without this response header, a browser blocks the response for another origin.
        let answer = try scraper.get(more: "Origin: https://evil.example\r\n")
        #expect(!answer.head.lowercased().contains("access-control-allow"))
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    @Test
    func `without requests, the metrics never wake the service`() throws {
        try write("{ port: \(port) }")
        let service = try start()
        _ = try Scraper(port: port).scrape()
        var before = -1
        for _ in 0..<100 {
            let now = try switches(of: service)
            if now == before { break }
            before = now
            usleep(1_000_000)
        }
        #expect(try switches(of: service) == before)
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    /// Returns the voluntary context switches of a process, summed over all its threads.
    private func switches(of service: RunningCommand) throws -> Int {
        let tasks = "/proc/\(service.processID)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
            let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
            return sum + (Int(line?.split(separator: "\t").last ?? "") ?? 0)
        }
    }
}
