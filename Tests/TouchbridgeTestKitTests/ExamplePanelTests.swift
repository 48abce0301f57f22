internal import Bridge
import BuiltinPlugins
import Foundation
import InputEvents
import LayoutFile
internal import LayoutPlans
import ResponderKit
import Schema
import Testing
import TouchbridgeTestKit

/// Tests the examples about panels by playing their touch scripts as panel events.
@Suite struct ExamplePanelTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    /// `plugs` is the number of times that the panel is plugged in; each time, the test plays the script and unplugs
    /// the panel.
    @Test(arguments: [("accessibility", 1), ("ghosts", 1), ("hotplug", 2)])
    func `the panel examples match their golden traces`(_ name: String, _ plugs: Int) throws {
        let path = "\(Self.folder.path)/examples/layouts/\(name)"
        let (layout, reading) = LayoutLoader.load(path: "\(path).yaml")
        let plan = try #require(layout.flatMap { LayoutPlan($0, types: BuiltinPlugins.all, reading) })
        #expect(reading.sorted.isEmpty)
        var options = Pipeline.Options()
        options.isDryRun = true
        options.host = "kiosk"
        let pipeline = Pipeline(plan, options)
        var lines: [String] = []
        pipeline.trace { lines.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
        pipeline.start(at: 0)
        let screen = plan.screens[0].frame.size
        let panel = DeviceDescription.testPanel(screen: screen)
        let events = try TouchScript(contentsOf: "\(path).touch").events(of: panel, screen: screen)
        let length = try #require(events.last).time
        for plug in 0..<plugs {
            let number = try #require(pipeline.add(panel) { _ in })
            let shift = Int64(plug) * (length + 1_000_000)
            let shifted = events.map {
                RawEvent(time: $0.time + shift, type: $0.type, code: $0.code, value: $0.value)
            }
            pipeline.take(shifted.span, of: number)
            pipeline.remove(number)
        }
        try expectLines(lines, matches: "\(path).jsonl")
    }

    @Test(arguments: [
        "accessibility", "recipes/contained", "recipes/ghosts", "recipes/hotplug", "recipes/number-pad",
    ])
    func `each page about an example contains its layout unchanged`(_ path: String) throws {
        let name = path.split(separator: "/").last!
        let page = try String(contentsOf: Self.folder.appending(path: "docs/guide/\(path).md"), encoding: .utf8)
        let layout = try String(
            contentsOf: Self.folder.appending(path: "examples/layouts/\(name).yaml"),
            encoding: .utf8
        )
        #expect(page.contains("```yaml\n\(layout)```"))
    }

    /// Each of these examples is one layout of at most 40 lines without plugin programs. It has a touch script, a
    /// golden trace, a picture and a page that contains the layout.
    @Test(arguments: [
        ("admin-gesture", "admin-gesture"), ("browser", "browser"), ("home-assistant", "home-assistant"),
        ("photo-wall", "photo-wall"), ("pin-pad", "pin-pad"), ("two-screens", "which-panel"), ("volume", "volume"),
        ("wake", "wake"),
    ])
    func `each job is a short layout with a page and a picture`(_ name: String, _ page: String) throws {
        func text(_ path: String) throws -> String {
            try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
        }
        let layout = try text("examples/layouts/\(name).yaml")
        #expect(layout.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 40)
        #expect(!layout.contains("include:") && !layout.contains("type: process") && !layout.contains("type: library"))
        let guide = try text("docs/guide/recipes/\(page).md")
        #expect(guide.contains("```yaml\n\(layout)```"))
        #expect(guide.contains("](../../pictures/\(name).svg)"))
        for part in ["examples/layouts/\(name).touch", "examples/layouts/\(name).jsonl", "docs/pictures/\(name).svg"] {
            #expect(try !text(part).isEmpty, "\(part)")
        }
    }
}
