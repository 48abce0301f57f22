import Evdev
import Foundation
import Glibc
import InputEvents
import TestTraits
import Testing

/// Tests dark screens and ghost touches with the built command and virtual panels on a real kernel.
@Suite(.serialized, .tags(.realKernel)) struct KioskTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A screen that turns dark after 300 ms, with a view that forwards touches to a virtual panel.
    private func layout(dark: String = "{ journal.write: dark }", wake: String, limit: String) -> String {
        """
        screens:
          - name: kiosk
            size: [400, 200]
            input: { name: "Panel*", grab: true }
            dark: { after: 300ms, do: \(dark), wake: { light.run: \(wake) }, limit: \(limit) }
        plugins: { journal: { type: log }, light: { type: exec }, panel: { type: uinput } }
        root:
          id: page
          multipleTouchEnabled: true
          on: { touches: [{ journal.write: page }, panel.forward] }
        """
    }

    /// Starts the service. Returns it and the device node of its virtual panel.
    private func serve(_ layout: String) throws -> (service: ServiceProcess, path: String) {
        let service = try ServiceProcess(layout, panels: 0)
        var said = ""
        while true {
            said += try service.says("\n")
            let node = said.firstMatch(of: #/'Touchbridge touchscreen' is (/dev/input/event\d+)/#)
            if let node, said.contains("reading input from '") { return (service, String(node.1)) }
        }
    }

    /// Waits until the command that turns the screen on has run `count` times, or until a timeout. Returns the number
    /// of runs.
    private func lights(_ count: Int) -> Int {
        var lines = 0
        for _ in 0..<500 {
            let text = try? String(contentsOf: folder.appendingPathComponent("lights"), encoding: .utf8)
            lines = text?.split(separator: "\n").count ?? 0
            if lines >= count { break }
            usleep(20_000)
        }
        return lines
    }

    private var lightCommand: String { "echo light >> \(folder.path)/lights" }

    @Test func `the touch that wakes a dark screen runs the command and is dropped, the next one is delivered`() throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        let panel = try Panel()
        let (service, path) = try serve(layout(wake: "[sh, -c, '\(lightCommand)']", limit: "10s"))
        let listener = try Listener(path: path)
        try listener.skipDiscovery()
        _ = try service.calls { $0.contains("dark dark accepted") }
        try panel.down(slot: 0, id: 1, 1024, 1080)
        #expect(lights(1) == 1)
        try panel.move(slot: 0, 2048, 1080)
        try panel.down(slot: 1, id: 2, 100, 100)
        try panel.up(slot: 1)
        try panel.up(slot: 0)
        try panel.down(slot: 0, id: 3, 1024, 1080)
        let calls = try service.calls { $0.contains("touchesBegan page accepted") }
        #expect(calls.filter { $0.hasPrefix("wake") }.count == 1)
        #expect(calls.filter { $0.hasPrefix("touches") && $0.contains("page") }.count == 1)
        var changes: [Change] = []
        for _ in 0..<500 where !changes.contains(.report) {
            changes += try listener.changes()
            usleep(10_000)
        }
        // The virtual panel's reader receives nothing until the next touch.
        #expect(changes.first == Change(.trackingID, 0))
        #expect(changes.count { $0.code == Axis.trackingID.rawValue } == 1)
        #expect(service.end().status == 0)
    }

    @Test func `a hanging wake command blocks touches up to its limit, and not the next wake command`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let panel = try Panel()
        let (service, _) = try serve(layout(wake: "[sh, -c, '\(lightCommand); sleep 60']", limit: "200ms"))
        _ = try service.calls { $0.contains("dark dark accepted") }
        try panel.down(slot: 0, id: 1, 1024, 1080)
        #expect(lights(1) == 1)
        usleep(250_000)
        try panel.down(slot: 1, id: 2, 100, 100)
        try panel.up(slot: 1)
        let calls = try service.calls { $0.contains("touchesEnded page accepted") }
        #expect(calls.filter { $0.hasPrefix("touchesBegan page") }.count == 1)
        try panel.up(slot: 0)
        _ = try service.calls { calls in calls.count { $0.hasPrefix("dark") } >= 2 }
        try panel.down(slot: 0, id: 3, 1024, 1080)
        #expect(lights(2) == 2)
        try panel.up(slot: 0)
        #expect(service.end().status == 0)
    }

    @Test func `a failing wake command is repeated until it succeeds, and touches are delivered meanwhile`()
        throws
    {
        defer { try? FileManager.default.removeItem(at: folder) }
        let panel = try Panel()
        let failing = "\(lightCommand); test $(wc -l < \(folder.path)/lights) -ge 3"
        let text = layout(wake: "[sh, -c, '\(failing)']", limit: "10s").replacing("after: 300ms", with: "after: 2s")
        let (service, _) = try serve(text)
        _ = try service.calls { $0.contains("dark dark accepted") }
        try panel.down(slot: 0, id: 1, 1024, 1080)
        try panel.up(slot: 0)
        try panel.down(slot: 0, id: 2, 1024, 1080)
        #expect(try service.calls { $0.contains("touchesBegan page accepted") }.contains("touchesBegan page accepted"))
        #expect(lights(3) == 3)
        try panel.up(slot: 0)
        let calls = try service.calls { calls in calls.count { $0.hasPrefix("dark") } >= 2 }
        #expect(calls.count { $0.hasPrefix("wake") } == 3, "the third wake command succeeded")
        #expect(service.end().status == 0)
    }

    @Test func `a failing dark command drops no touch`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let panel = try Panel()
        let dark = "{ light.run: [sh, -c, '\(lightCommand); exit 1'] }"
        let text = layout(dark: dark, wake: "[sh, -c, 'echo wake']", limit: "10s")
        let (service, _) = try serve(text.replacing("after: 300ms", with: "after: 2s"))
        #expect(lights(1) == 1)
        _ = try service.says("ended with status 1")
        // The plugin's thread logs the failure shortly before it notifies the input thread.
        usleep(100_000)
        try panel.down(slot: 0, id: 1, 1024, 1080)
        let calls = try service.calls { $0.contains("touchesBegan page accepted") }
        #expect(calls.contains("touchesBegan page accepted"))
        #expect(!calls.contains { $0.hasPrefix("wake") })
        #expect(service.end().status == 0)
    }

    @Test func `a ghost is detected, reported and rejected, and touches elsewhere are delivered`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let panel = try Panel()
        let service = try ServiceProcess(
            """
            screens:
              - name: kiosk
                size: [400, 200]
                input: { filters: { ghosts: 10min } }
                on: { ghost: { journal.write: "{{x:0}} {{reason}} {{touchCount}}" } }
            plugins: { journal: { type: log } }
            root: { id: page, on: { touchesBegan: { journal.write: "{{x:0}}" } } }
            """
        )
        for id in 1...60 {
            try panel.down(slot: 0, id: Int32(id), 1024, 1080)
            try panel.up(slot: 0)
            usleep(16_000)
        }
        try service.says("'Panel for tests' reports ghost touches at 100, 100: 13 touches")
        try panel.down(slot: 0, id: 61, 3072, 1080)
        let calls = try service.calls { $0.contains("touchesBegan 300 accepted") }
        #expect(calls.count { $0 == "touchesBegan 100 accepted" } == 12)
        #expect(calls.filter { $0.hasPrefix("ghost") } == ["ghost 100 brief 13 accepted"])
        #expect(service.end().status == 0)
    }
}
