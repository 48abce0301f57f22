internal import Bridge
import FlightLog
import Foundation
import InputEvents
internal import InputHub
import JSON
import Platform
import TestSupport
import TestTraits
import Testing
import TimeLimits
internal import TouchTrace

/// Tests the inspector's page in a browser: the view tree, the selected view, hit-tested points, times and saved files.
@Suite(.timeLimit(.minutes(TimeLimits.testMinutes)), .serialized, .tags(.browser)) struct InspectorViewTests {
    private func open(_ rig: InspectorRig) throws -> Browser {
        let browser = try Browser(rig.address)
        try wait(rig, browser, "the views are shown", "document.querySelectorAll('#scene .view').length >= 9")
        return browser
    }

    private func wait(_ rig: InspectorRig, _ browser: Browser, _ what: String, _ expression: String) throws {
        try rig.wait(what) { try browser.evaluate(expression) == true }
    }

    private static let text = "document.querySelector('#view-text').textContent"

    @Test func `a click on a view or in the tree shows its handlers and calls, and its recognizers as a graph`() throws
    {
        let rig = try InspectorRig(isReplay: true)
        rig.tap(180, 1720)
        let browser = try open(rig)
        // A click on the picture selects the view under the pointer.
        try browser.click("#scene .view.button")
        try wait(
            rig,
            browser,
            "a button is selected",
            "document.querySelector('#view-title').textContent.startsWith('Button ')"
        )
        try browser.evaluate(
            "document.querySelectorAll('#tree li').forEach((e) => { if (e.textContent.includes('callButton')) e.click() })"
        )
        try wait(
            rig,
            browser,
            "the button is selected",
            "document.querySelector('#view-title').textContent === 'Button call'"
        )
        try wait(
            rig,
            browser,
            "its call is listed",
            "\(Self.text).includes('out.write') && \(Self.text).includes('not run')"
        )
        #expect(try browser.evaluate("document.querySelectorAll('#scene .view.selected').length") == 1)
        #expect(try browser.text("#view-text").contains("Responder chaincall (Button)root (View)"))
        // Arrow keys move the selection in the tree, and Enter confirms it.
        try browser.press("t", code: "KeyT", 84, text: "t")
        for _ in 0..<30 { try browser.press("ArrowUp", code: "ArrowUp", 38) }
        for _ in 0..<2 { try browser.press("ArrowDown", code: "ArrowDown", 40) }
        try browser.press("Enter", code: "Enter", 13, text: "\r")
        try wait(
            rig,
            browser,
            "the map is selected",
            "document.querySelector('#view-title').textContent === 'View map'"
        )
        #expect(try browser.evaluate("document.querySelectorAll('#view .graph .node').length") == 3)
        #expect(try browser.text("#view-text").contains("The gesture that is recognized first makes the others fail."))
        #expect(try browser.evaluate("document.activeElement.getAttribute('role')") == "treeitem")
        #expect(browser.complaints == [])
    }

    @Test func `a call has the result that the plugin reported`() throws {
        let rig = try InspectorRig(
            """
            screens: [{ name: lobby, size: [1080, 1920] }]
            plugins: { shell: { type: exec } }
            root:
              id: root
              subviews:
                - { id: call, class: Button, frame: [60, 1640, 320, 160], on: { touchUpInside: { shell.run: [sh, -c, "exit 3"] } } }
                - { id: done, class: Button, frame: [60, 100, 320, 160], on: { touchUpInside: { shell.run: ["true"] } } }
            """,
            isDryRun: false
        )
        let browser = try Browser(rig.address)
        try wait(rig, browser, "the views are shown", "document.querySelectorAll('#scene .view').length >= 3")
        rig.tap(180, 1720)
        try rig.wait("the results are reported") { rig.pipeline.callReports.all.count == 1 }
        rig.time += 1_000_000
        rig.tap(180, 150)
        for (name, words) in [("call", "failed: exit status 3"), ("done", "delivered")] {
            try browser.evaluate(
                "document.querySelectorAll('#tree li').forEach((e) => { if (e.textContent.includes('\(name)Button')) e.click() })"
            )
            try wait(rig, browser, "the result is shown", "\(Self.text).includes('\(words)')")
        }
        // The explanation of the touch states the result, too.
        try browser.evaluate("[...document.querySelectorAll('.touch-row')].at(-1).click()")
        try wait(
            rig,
            browser,
            "the result is explained",
            "document.querySelector('#explain').textContent.includes('exit status 3')"
        )
        #expect(browser.complaints == [])
    }

    @Test func `the mouse over a point shows the view that a touch would hit, and a click shows the reasons`() throws {
        let rig = try InspectorRig(isReplay: true)
        let browser = try open(rig)
        try browser.click("#scene .view.switch")
        try wait(
            rig,
            browser,
            "the line names the view",
            "document.querySelector('#hover').textContent.endsWith('the view quiet would be hit')"
        )
        try wait(
            rig,
            browser,
            "the reasons are listed",
            "document.querySelector('#probe-text .hit').textContent === 'quiet hit'"
        )
        // The page draws the picture in the next animation frame.
        try wait(rig, browser, "the view is marked", "document.querySelectorAll('#scene .probed').length === 1")
        try browser.evaluate("document.querySelector('#close-probe').click()")
        #expect(try browser.evaluate("document.querySelector('#probe').hidden") == true)
        #expect(browser.complaints == [])
    }

    @Test func `playhead, clock, slider and the values of controls agree at every time`() throws {
        let rig = try InspectorRig(isReplay: true)
        rig.tap(100, 100)
        rig.time += 1_000_000
        rig.down(600, 1720)
        for step in 0..<20 { rig.move(600 + Double(step) * 8, 1722, after: 8000) }
        rig.up(752, 1722)
        let browser = try open(rig)
        try wait(rig, browser, "the touches are listed", "document.querySelectorAll('.touch-row').length === 2")
        let part = """
            (() => {
              const [thumb, track] = ['.thumb', '.track'].map((one) => document.querySelector('#scene ' + one))
              const [from, to] = [track.x1.baseVal.value, track.x2.baseVal.value]
              return (thumb.cx.baseVal.value - from) / (to - from)
            })()
            """
        try wait(rig, browser, "the thumb is at its last value", "\(part) > 0.7")
        // At 0.5 s, the touch has not moved the thumb of the slider `volume` yet. The page's clock and time slider show
        // 0.5 s.
        try browser.evaluate("scrub.value = 500; scrub.dispatchEvent(new Event('input'))")
        try wait(rig, browser, "the thumb is at its first value", "Math.abs(\(part) - 0.4) < 0.02")
        #expect(try browser.text("#clock") == "0.500 s")
        #expect(try browser.evaluate("scrub.value") == "500")
        #expect(try browser.evaluate("scrub.getAttribute('aria-valuetext')") == "0.500 s")
        #expect(browser.complaints == [])
    }

    @Test func `repeated rows are collapsed, and the selected seconds are saved`() throws {
        let rig = try InspectorRig(isReplay: true)
        let panel = try #require(rig.pipeline.add(Streams.panel(), before: 0) { _ in })
        rig.pipeline.hub.take(ContiguousArray(Streams.down(9, 1, 10, 990, at: rig.time)).span, of: panel)
        rig.pipeline.hub.take(ContiguousArray(Streams.up(9, at: rig.time)).span, of: panel)
        rig.down(500, 800)
        for step in 1...50 { rig.move(500 + Double(step), 800) }
        rig.up(550, 800)
        let browser = try open(rig)
        try browser.click("[data-group=\"moves\"]")
        let moves = "[...document.querySelectorAll('#lines .text')].filter((e) => e.textContent.startsWith('moved'))"
        try wait(
            rig,
            browser,
            "the moves share few rows",
            "\(moves).length < 5 && \(moves).reduce((sum, e) => sum + Number(e.querySelector(\'.times\')?.textContent.slice(2) ?? 1), 0) === 50"
        )
        try browser.click("#collapse")
        try wait(rig, browser, "each move has a row", "\(moves).length === 50")
        // The page saves a file with a link; the test reads the link instead of clicking it.
        try browser.evaluate(
            "HTMLAnchorElement.prototype.click = function () { window.saved = [this.download, this.href] }"
        )
        let forms = [
            ("recording", "touches.yml"), ("script", "touches.touch"), ("test", "test.touch"),
            ("picture", "touches.svg"),
        ]
        for (form, name) in forms {
            try browser.evaluate("window.saved = null; form.value = '\(form)'; save.click()")
            try wait(rig, browser, "the \(form) is saved", "window.saved !== null")
            #expect(try browser.evaluate("window.saved[0]").text == name)
        }
        #expect(browser.complaints == [])
    }

    @Test
    func `a panel's slots are shown in its own units, live and at an earlier time, and a date beside the seconds`()
        throws
    {
        let epoch = try #require(EventEpoch("2026-11-27T20:15:00Z", at: 0))
        for isReplay in [false, true] {
            let rig = try InspectorRig(isReplay: isReplay, epoch: isReplay ? epoch : nil)
            if !isReplay { rig.pipeline.hub.log = EventLog(capacity: 4096) }
            let panel = try #require(rig.pipeline.add(Streams.panel(), before: 0) { _ in })
            func send(_ events: [RawEvent]) { rig.pipeline.hub.take(ContiguousArray(events).span, of: panel) }
            send(Streams.down(3, 41, 500, 400, at: rig.time))
            send(Streams.move(3, 510, 400, at: rig.time + 1_000_000))
            let browser = try open(rig)
            let slots = "document.querySelector('#contact-list').textContent"
            try wait(rig, browser, "the slot is listed", "\(slots).includes('\(panel):3id 41#1')")
            try wait(rig, browser, "its position is listed", "\(slots).includes('510, 400 panel units')")
            try browser.evaluate("scrub.value = 500; scrub.dispatchEvent(new Event('input'))")
            guard isReplay else { continue }
            try wait(rig, browser, "the earlier position is listed", "\(slots).includes('500, 400 panel units')")
            let date = "new Date(Date.UTC(2026, 10, 27, 20, 15, 1, 500)).toLocaleString('sv')"
            #expect(try browser.evaluate("clock.textContent === `0.500 s (${\(date)}.500)`") == true)
            #expect(browser.complaints == [])
        }
    }

    @Test(arguments: [380, 900, 1600]) func `nothing is wider than the window, and each control has a name`(
        _ width: Int
    ) throws {
        let rig = try InspectorRig(isReplay: true)
        rig.tap(180, 1720)
        let browser = try open(rig)
        try browser.resize(width, 820)
        try browser.evaluate(
            "document.querySelectorAll('#tree li').forEach((e) => { if (e.textContent.includes('callButton')) e.click() })"
        )
        try wait(
            rig,
            browser,
            "the button is selected",
            "document.querySelector('#view-title').textContent === 'Button call'"
        )
        #expect(try browser.evaluate("document.documentElement.scrollWidth <= innerWidth") == true)
        let unnamed =
            "[...document.querySelectorAll('button, input, select, [role=tree], section')].filter((e) => !(e.textContent.trim() || e.ariaLabel || e.labels?.length)).length"
        #expect(try browser.evaluate(unnamed) == 0)
        #expect(browser.complaints == [])
    }
}
