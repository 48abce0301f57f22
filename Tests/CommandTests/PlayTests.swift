import Foundation
import JSON
import TestSupport
import TestTraits
import Testing
import TimeLimits

/// Tests `touchbridge play` by controlling its page in Chromium.
@Suite(.timeLimit(.minutes(TimeLimits.testMinutes)), .serialized, .tags(.browser))
struct PlayTests {
    private let scratch: Scratch
    private static let layout = """
        screens:
          - name: door
            size: [800, 480]
            input: { rotation: 90, name: "A panel that is not connected" }
            root:
              subviews:
                - id: ring
                  class: Button
                  frame: [40, 140, 300, 200]
                  on: { touchUpInside: [{ journal.write: ding }, { shell.run: [touch, called] }] }
                - id: volume
                  class: Slider
                  frame: [400, 20, 300, 60]
                  on: { valueChanged: { journal.write: "{{value}}" } }
                - id: map
                  frame: [400, 140, 380, 320]
                  gestures:
                    - { id: zoom, type: pinch, on: { began: { journal.write: zoomed } } }
                    - { id: hold, type: longPress, minimumDuration: 300ms, on: { began: { journal.write: held } } }
          - name: hall
            size: [400, 480]
            position: [800, 0]
            root: { subviews: [{ id: far, class: Button, frame: [100, 100, 200, 200], on: { touchUpInside: journal.write } }] }
        plugins:
          journal: { type: log }
          shell: { type: exec }
        """

    init() throws {
        scratch = try Scratch()
        try scratch.write("lobby.yaml", Data(Self.layout.utf8))
    }

    private var said: String { (try? String(contentsOf: scratch.url("said"), encoding: .utf8)) ?? "" }

    /// Starts the command, and opens its page.
    private func play(_ words: String...) throws -> (command: RunningCommand, browser: Browser) {
        let command = try RunningCommand(
            ["play", "lobby.yaml", "--port", "0"] + words,
            output: .file(scratch.path("out")),
            errors: .file(scratch.path("said")),
            in: scratch
        )
        var address = ""
        try wait("the address is printed") {
            address = said.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\//).map { String($0.output) } ?? ""
            return !address.isEmpty
        }
        let browser = try Browser(address)
        try wait("the views are shown") {
            try browser.evaluate("document.querySelectorAll('#scene .view').length").number ?? 0 >= 5
        }
        return (command, browser)
    }

    private func wait(_ what: String, _ condition: () throws -> Bool) throws {
        let end = ContinuousClock.now + TimeLimits.browserWait
        while try !condition() {
            try #require(ContinuousClock.now < end, "timeout; expected: \(what): \(said)")
            usleep(20_000)
        }
    }

    private func shows(_ browser: Browser, _ text: String) throws {
        try wait("the events contain '\(text)'") { try browser.text("#lines").contains(text) }
    }

    /// Returns the window position of a point on the screens.
    private func position(_ browser: Browser, _ x: Double, _ y: Double) throws -> (x: JSONValue, y: JSONValue) {
        let point = try browser.evaluate(
            "(p => [p.x, p.y])(new DOMPoint(\(x), \(y)).matrixTransform(document.querySelector('#scene').getScreenCTM()))"
        )
        return (try #require(point.list?.first), try #require(point.list?.last))
    }

    private func mouse(_ browser: Browser, _ type: String, _ x: Double, _ y: Double) throws {
        let (x, y) = try position(browser, x, y)
        let isMove = type == "mouseMoved"
        try browser.ask(
            "Input.dispatchMouseEvent",
            [
                "type": .text(type), "x": x, "y": y, "button": "left", "buttons": isMove ? 1 : 0,
                "clickCount": isMove ? 0 : 1,
            ]
        )
    }

    private func touch(_ browser: Browser, _ type: String, _ points: (x: Double, y: Double)...) throws {
        let list = try points.enumerated().map { index, point -> JSONValue in
            let (x, y) = try position(browser, point.x, point.y)
            return ["x": x, "y": y, "id": .number(Double(index))]
        }
        try browser.ask("Input.dispatchTouchEvent", ["type": .text(type), "touchPoints": .list(list)])
    }

    @Test
    func `a changed layout is reloaded, and the earlier layout remains if the new one has errors`() throws {
        let (command, browser) = try play()
        defer { command.send(SIGTERM) }
        let changed = Self.layout.replacing("id: ring", with: "id: bell")
        try scratch.write("lobby.yaml", Data(changed.replacing("class: Slider", with: "class: Slidr").utf8))
        try wait("the error is printed") { said.contains("the earlier layout remains") }
        #expect(said.contains("lobby.yaml:") && said.contains("Slidr"))
        #expect(try browser.text("#tree").contains("ring"))
        try scratch.write("lobby.yaml", Data(changed.utf8))
        try wait("the layout is reloaded") { said.contains("lobby.yaml: the layout was reloaded") }
        try wait("the page shows the new view") { try browser.text("#tree").contains("bell") }
        #expect(try !browser.text("#tree").contains("ring"))
        // A touch reaches the new tree.
        try mouse(browser, "mousePressed", 190, 240)
        try mouse(browser, "mouseReleased", 190, 240)
        try shows(browser, "bell")
        #expect(browser.complaints == [])
    }

    @Test func `the mouse taps and drags, the calls are shown, and plugins are not called`() throws {
        let (command, browser) = try play()
        #expect(try browser.text("#connection-text").contains("plugins are not called"))
        try mouse(browser, "mousePressed", 100, 200)
        try mouse(browser, "mouseReleased", 100, 200)
        try shows(browser, "shell.run is called for event 'touchUpInside' of ring")
        // The page explains the new touch without a click.
        try wait("the touch is explained") {
            try browser.text("#explain-title") == "Explanation: touch 1 on ring"
                && browser.text("#explain-text").contains("A live run would call shell.run")
        }
        // The thumb is at the left end of the slider.
        try mouse(browser, "mousePressed", 415, 50)
        for x in stride(from: 430.0, through: 900, by: 15) { try mouse(browser, "mouseMoved", x, 500) }
        try mouse(browser, "mouseReleased", 900, 500)
        try shows(browser, "journal.write is called for event 'valueChanged' of volume")
        try wait("the slider's thumb has moved") {
            try browser.evaluate("document.querySelector('#scene .thumb').cx.baseVal.value").number ?? 0 > 600
        }
        try mouse(browser, "mousePressed", 1000, 200)
        try mouse(browser, "mouseReleased", 1000, 200)
        try shows(browser, "journal.write is called for event 'touchUpInside' of far")
        #expect(browser.complaints == [])
        command.send(SIGTERM)
        #expect(command.wait() == 0)
        #expect(!said.contains("ding") && !FileManager.default.fileExists(atPath: scratch.path("called")))
    }

    @Test func `fingers pinch, a resting finger is a long press, and with --real plugins are called`() throws {
        let (command, browser) = try play("--real")
        try browser.ask("Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 5])
        try touch(browser, "touchStart", (560, 300), (600, 300))
        for step in 0..<20 {
            let way = Double(step) * 5
            try touch(browser, "touchMove", (560 - way, 300), (600 + way, 300))
        }
        try touch(browser, "touchEnd")
        try wait("the pinch is logged") { said.contains("plugin 'journal': zoomed") }
        try touch(browser, "touchStart", (450, 200))
        try wait("the long press is logged") { said.contains("plugin 'journal': held") }
        try touch(browser, "touchEnd")
        try touch(browser, "touchStart", (100, 200))
        try touch(browser, "touchEnd")
        try wait("the program was called") { FileManager.default.fileExists(atPath: scratch.path("called")) }
        // Closing the page while a finger is down cancels its touch.
        try touch(browser, "touchStart", (100, 200))
        try wait("the finger is down") { try browser.text("#touches-note").hasPrefix("1 down") }
        try browser.ask("Page.reload", [:])
        try wait("the touch is cancelled") { try browser.text("#lines").contains("cancelled") }
        #expect(browser.complaints == [])
        command.send(SIGINT)
        #expect(command.wait() == 0)
    }

    @Test func `a layout with errors and a wrong port are rejected`() throws {
        try scratch.write("bad.yaml", Data("root: { alpa: 1 }".utf8))
        let bad = try Command.run("play", "bad.yaml", in: scratch)
        #expect(bad.status == 1 && bad.complaints.contains("View has no key 'alpa'"))
        #expect(try Command.run("play", "lobby.yaml", "--port", "70000", in: scratch).status == 2)
        #expect(try Command.run("play", in: scratch).status == 2)
    }
}
