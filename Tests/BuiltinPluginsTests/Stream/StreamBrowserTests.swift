import BuiltinStream
import Foundation
import HandlerEvents
import JSON
import PluginAPI
import TestSupport
import TestTraits
import Testing
import TimeLimits

@Suite(.timeLimit(.minutes(TimeLimits.testMinutes)), .tags(.browser)) struct StreamBrowserTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../examples/stream-page").standardizedFileURL.path

    private func dots(_ browser: Browser) throws -> JSONValue {
        let all = "[...document.querySelectorAll('.dot')]"
        return try browser.evaluate("\(all).map(d => [d.style.left, d.style.top, d.textContent])")
    }

    private func touch(_ event: EventName, _ number: Int32, _ time: Int64, x: Double, y: Double) -> HandlerEvent {
        var touch = HandlerEvent(event, at: time)
        (touch.stream, touch.touch, touch.screenX, touch.screenY) = (number, number, x, y)
        return touch
    }

    @Test func `Chromium shows touches live, including those from before it connected`() throws {
        let server = try PageServer(Self.folder)
        let rig = try StreamRig("{port: 0, origins: [\"\(server.origin)\"]}")
        let binding = try rig.binding("lobby")
        rig.plugin.bindingsChanged([binding])
        _ = rig.plugin.take(touch(.touchesBegan, 1, 1000, x: 200, y: 300), for: binding)
        try rig.wait("the touch is delivered before the page connects") { rig.plugin.health.delivered == 1 }
        let browser = try Browser("\(server.origin)/#port=\(rig.port)", width: 1000, height: 1000)
        try rig.wait("the page is connected") { rig.clients == 1 }
        try rig.wait("the page shows the touch") { try dots(browser) == [["100px", "150px", "1"]] }
        let state = try browser.evaluate("document.getElementById('state').textContent")
        #expect(state == "connected to kiosk-7, views: lobby")

        _ = rig.plugin.take(touch(.touchesBegan, 2, 2000, x: 600, y: 900), for: binding)
        _ = rig.plugin.take(touch(.touchesMoved, 1, 3000, x: 400, y: 500), for: binding)
        try rig.wait("the page shows both touches") {
            try dots(browser) == [["200px", "250px", "1"], ["300px", "450px", "2"]]
        }
        let picture = try browser.screenshot()
        #expect(picture.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        if let path = ProcessInfo.processInfo.environment["TOUCHBRIDGE_SCREENSHOT"] {
            try picture.write(to: URL(filePath: path))
        }

        _ = rig.plugin.take(touch(.touchesCancelled, 1, 4000, x: 400, y: 500), for: binding)
        _ = rig.plugin.take(touch(.touchesEnded, 2, 4000, x: 600, y: 900), for: binding)
        try rig.wait("the page shows no touch") { try dots(browser) == [] }
        let list = "[...document.querySelectorAll('#events li')]"
        let events = try browser.evaluate("\(list).map(e => e.textContent.split(' ')[0])")
        #expect(events == ["touchesEnded", "touchesCancelled", "touchesMoved", "touchesBegan"])
    }

    @Test func `a page from a file sends the token, sets a property and receives the reply`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "stream-token-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try "0123456789abcdef".write(to: file, atomically: true, encoding: .utf8)
        let rig = try StreamRig("{port: 0, origins: [\"null\"], tokenFile: \(file.path)}")
        let browser = try Browser(
            "file://\(Self.folder)/index.html#port=\(rig.port)&token=0123456789abcdef",
            width: 1000,
            height: 1000
        )
        try rig.wait("the page is connected") { rig.clients == 1 }
        #expect(try browser.evaluate("set('door', {hidden: true})")["ok"] == true)
        #expect(rig.tree.all == [.set(view: "door", properties: ["hidden": true])])
        rig.stop()
        try rig.wait("the page shows that the connection is closed") {
            try browser.evaluate("document.getElementById('state').dataset.state").text == "closed"
        }
    }

    @Test func `a page of another origin in Chromium is rejected`() throws {
        let rig = try StreamRig()
        let browser = try Browser("file://\(Self.folder)/index.html#port=\(rig.port)", width: 1000, height: 1000)
        let message = "a page with the origin 'null' was refused"
        try rig.wait("the refusal is logged") { rig.complaints.contains { $0.contains(message) } }
        #expect(try browser.evaluate("document.getElementById('state').dataset.state").text == "closed")
        #expect(rig.clients == 0)
    }
}
