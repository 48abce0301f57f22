import Foundation
import JSON
import TestSupport
import TestTraits
import Testing
import TimeLimits

@Suite(.timeLimit(.minutes(TimeLimits.testMinutes)), .serialized, .tags(.browser)) struct InspectorBrowserTests {
    /// Opens the page and waits until it shows the views.
    private func open(_ rig: InspectorRig, isDark: Bool = false) throws -> Browser {
        let browser = try Browser(rig.address, isDark: isDark)
        try rig.wait("the views are shown") {
            try browser.evaluate("document.querySelectorAll('#scene .view').length").number ?? 0 >= 9
        }
        return browser
    }

    private func wait(_ rig: InspectorRig, _ browser: Browser, _ what: String, _ expression: String) throws {
        try rig.wait(what) { try browser.evaluate(expression) == true }
    }

    /// Simulates typical input: taps, a drag, two fingers, a slider, and touches that stay down.
    private func play(_ rig: InspectorRig) {
        rig.tap(200, 1400)
        rig.tap(180, 1720)
        rig.time += 200_000
        rig.tap(980, 1400)
        rig.down(900, 400)
        for step in 0..<50 {
            let way = Double(step) / 49
            rig.move(900 - 520 * way, 400 + 160 * (way * 6).sine + 300 * way, after: 8000)
        }
        rig.up(380, 700, after: 8000)
        rig.time += 150_000
        rig.down(600, 1720)
        for step in 0..<20 { rig.move(600 + Double(step) * 8, 1722, after: 8000) }
        rig.up(752, 1722)
        rig.tap(940, 1720)
        rig.time += 200_000
        rig.down(300, 900)
        rig.down(800, 500, finger: 1)
        for step in 0..<40 {
            rig.move(300 - Double(step) * 3, 900 + Double(step) * 4, after: 5000)
            rig.move(800 + Double(step) * 3, 500 - Double(step) * 5, finger: 1, after: 5000)
        }
    }

    private func check(_ browser: Browser, _ rig: InspectorRig) {
        #expect(browser.complaints == [])
        let strangers = browser.requests.filter { address in
            !address.hasPrefix("http://127.0.0.1:\(rig.port)/") && !address.hasPrefix("ws://127.0.0.1:\(rig.port)/")
        }
        #expect(strangers == [])
        #expect(browser.requests.contains { $0.hasPrefix("ws://") })
    }

    @Test func `a sequence has a row with its current step, and its own event lines`() throws {
        let rig = try InspectorRig(
            """
            screens: [{ size: [1000, 1000] }]
            plugins: { out: { type: log } }
            root:
              id: page
              subviews:
                - { id: left, frame: [0, 0, 400, 400], gestures: [{ id: first, type: tap }] }
                - { id: right, frame: [500, 0, 400, 400], gestures: [{ id: second, type: tap }] }
              sequences: [{ id: code, steps: [first, second, second], within: 1min, on: { ended: out.write } }]
            """
        )
        let browser = try Browser(rig.address)
        try wait(rig, browser, "the views are shown", "document.querySelectorAll('#scene .view').length >= 3")
        func row(_ state: String) throws {
            let row = "[...document.querySelectorAll('#gesture-list tr')].map((one) => one.textContent)"
            try wait(
                rig,
                browser,
                "the gesture list contains '\(state)'",
                "\(row).some((one) => one === 'codeSequence on page\(state)')"
            )
        }
        rig.tap(100, 100)
        try row("step 1 of 3")
        #expect(try browser.text("#lines").contains("sequence code step 1 of 3: first"))
        rig.tap(100, 100)
        let lines = "document.querySelector('#lines').textContent"
        try wait(
            rig,
            browser,
            "the log shows the failed sequence",
            "\(lines).includes('sequence code failed after step 1 of 3')"
        )
        try row("step 1 of 3")
        rig.tap(600, 100)
        rig.tap(600, 100)
        try row("completed, step 3 of 3")
        check(browser, rig)
    }

    @Test func `touches are shown live with recognizers, controls, events and latency`() throws {
        let rig = try InspectorRig()
        let browser = try open(rig)
        play(rig)
        try wait(rig, browser, "two touches are down", "document.querySelectorAll('#scene .touch.moved').length === 2")
        #expect(try browser.text("#touches-note").hasPrefix("2 down"))
        try wait(rig, browser, "the trails are shown", "document.querySelectorAll('#scene .trail').length >= 2")
        #expect(try browser.text("#gesture-list").contains("drag"))
        #expect(try browser.text("#control-list").contains("volume"))
        #expect(
            try browser.evaluate("document.querySelector('#scene .hit title').textContent").text?.hasPrefix("View map")
                == true
        )
        #expect(try browser.text("#lines").contains("out.write is called for event 'touchUpInside' of call"))
        #expect(try browser.text("#connection-text") == "live")
        rig.up(183, 1056)
        rig.up(917, 305, finger: 1)
        try wait(
            rig,
            browser,
            "none is down",
            "document.querySelector('#touches-note').textContent.startsWith('0 down')"
        )
        // The slider's thumb is at the finger's last location, even after the page is resized.
        let part = """
            (() => {
              const [thumb, track] = ['.thumb', '.track'].map((one) => document.querySelector('#scene ' + one))
              const [from, to] = [track.x1.baseVal.value, track.x2.baseVal.value]
              return (thumb.cx.baseVal.value - from) / (to - from)
            })()
            """
        try wait(rig, browser, "the thumb has moved", "\(part) > 0.7")
        try browser.evaluate("document.querySelector('#scene').style.height = '300px'")
        try wait(
            rig,
            browser,
            "the scene is drawn again",
            "document.querySelector('#scene').getBoundingClientRect().height === 300"
        )
        try wait(rig, browser, "the thumb stays where it is", "\(part) > 0.7")
        check(browser, rig)
    }

    @Test func `selecting a touch explains it, by mouse and by keyboard`() throws {
        let rig = try InspectorRig()
        let browser = try open(rig)
        rig.tap(980, 1400)
        rig.down(500, 800)
        try wait(rig, browser, "a touch is down", "document.querySelectorAll('#scene .touch.began').length === 1")
        try browser.click("#scene .touch.began .mark")
        try wait(rig, browser, "the explanation is open", "!document.querySelector('#explain').hidden")
        #expect(try browser.text("#explain-title") == "Explanation: touch 2 on map")
        // The text is the page's own summary until the server's explanation arrives.
        let words = try browser.text("#explain-text")
        #expect(words.contains("map is hit") || words.contains("`map`: hit"), "\(words)")
        #expect(words.contains("hold"), "\(words)")
        try browser.press("Escape", code: "Escape", 27)
        try wait(rig, browser, "the explanation is closed", "document.querySelector('#explain').hidden")
        // Selects touch 1, a touch on a disabled button, in the list of touches.
        try browser.evaluate("document.querySelector('[data-touch=\"1\"].touch-row').focus()")
        try browser.press("Enter", code: "Enter", 13, text: "\r")
        try wait(
            rig,
            browser,
            "the other one",
            "document.querySelector('#explain-title').textContent.startsWith('Explanation: touch 1 ')"
        )
        check(browser, rig)
    }

    @Test func `an explanation begins with the answer, and cites rules with their numbers and pages`() throws {
        let rig = try InspectorRig()
        rig.tap(980, 1400)
        let browser = try open(rig)
        try wait(rig, browser, "the list shows one touch", "document.querySelectorAll('.touch-row').length === 1")
        try browser.click(".touch-row")
        let first = "document.querySelector('#explain-text').firstElementChild"
        try wait(rig, browser, "the answer is shown", "\(first)?.matches('h3.answer:not(:empty)') === true")
        let answer = try browser.text("#explain-text .answer")
        #expect(answer.hasPrefix("touch 1, at ") && answer.contains("No view at this point has a handler"), "\(answer)")
        #expect(try browser.evaluate("\(first).nextElementSibling.textContent") == "origin")
        let rule = try browser.text("#explain-text .rule")
        let (number, page) = (try browser.text(".rule strong"), try browser.text(".rule code"))
        #expect(number.hasPrefix("H") || number.hasPrefix("C"), "\(rule)")
        #expect(rule.hasPrefix("\(number) ") && rule.hasSuffix(". \(page)"), "\(rule)")
        #expect(page.contains("reference/behaviours/"), "\(rule)")
        check(browser, rig)
    }

    @Test func `events are filtered by text, touch and kind`() throws {
        let rig = try InspectorRig()
        let browser = try open(rig)
        play(rig)
        let lines = "[...document.querySelectorAll('#lines .text')].map(e => e.textContent)"
        try wait(rig, browser, "the log shows events", "\(lines).length > 20")
        #expect(try browser.evaluate("\(lines).some(t => t.startsWith('moved'))") == false)
        try browser.press("/", code: "Slash", 191, text: "/")
        #expect(try browser.evaluate("document.activeElement.id") == "filter")
        for letter in "out.write -news" { try browser.press(String(letter), text: String(letter)) }
        let want = "\(lines).length > 1 && \(lines).every(t => t.includes('out.write') && !t.includes('news'))"
        try wait(rig, browser, "the log shows only the matching events", want)
        try browser.evaluate("filter.value = '#1'; filter.dispatchEvent(new Event('input'))")
        let numbers = "[...document.querySelectorAll('#lines .number')].map(e => e.textContent)"
        try wait(
            rig,
            browser,
            "the log shows only touch 1",
            "\(numbers).length > 3 && \(numbers).every(t => t === '#1')"
        )
        try browser.evaluate("filter.value = ''; filter.dispatchEvent(new Event('input'))")
        try browser.click("[data-group=\"moves\"]")
        try wait(rig, browser, "the log shows moves", "\(lines).some(t => t.startsWith('moved'))")
        check(browser, rig)
    }

    @Test func `the page can be paused, stepped and rewound while the kiosk continues`() throws {
        let rig = try InspectorRig()
        let browser = try open(rig)
        rig.down(500, 800)
        for step in 0..<20 { rig.move(500 + Double(step), 800) }
        try wait(rig, browser, "a touch is down", "document.querySelectorAll('#scene .touch').length === 1")
        try browser.press(" ", code: "Space", 32, text: " ")
        try wait(rig, browser, "the page is paused", "document.body.dataset.live === 'false'")
        rig.up(520, 800)
        try wait(
            rig,
            browser,
            "the page shows that newer events exist",
            "document.querySelector('#log-note').textContent.endsWith('newer')"
        )
        #expect(try browser.evaluate("document.querySelectorAll('#scene .touch.moved').length") == 1)
        try browser.press("ArrowLeft", code: "ArrowLeft", 37)
        try browser.press("ArrowLeft", code: "ArrowLeft", 37)
        try browser.press("ArrowRight", code: "ArrowRight", 39)
        try browser.press("l", code: "KeyL", 76, text: "l")
        try wait(rig, browser, "the page is live", "document.body.dataset.live === 'true'")
        try wait(
            rig,
            browser,
            "no touch is down",
            "document.querySelector('#touches-note').textContent.startsWith('0 down')"
        )
        // Selects the time of a log event, then focuses the time slider and returns to the end with the End key.
        try wait(rig, browser, "the log shows a line", "document.querySelector('#lines .line:last-child') !== null")
        try browser.click("#lines .line:last-child")
        try wait(
            rig,
            browser,
            "the page shows the touch as down",
            "document.querySelector('#touches-note').textContent.startsWith('1 down') || document.querySelector('#touches-note').textContent.startsWith('0 down · 0')"
        )
        #expect(try browser.evaluate("document.body.dataset.live") == "false")
        try browser.evaluate("document.getElementById('scrub').focus()")
        try browser.press("End", code: "End", 35)
        try wait(
            rig,
            browser,
            "the end",
            "document.querySelector('#touches-note').textContent.startsWith('0 down · 1')"
        )
        check(browser, rig)
    }

    @Test func `the keyboard reaches all controls in visual order, and a list shows its shortcuts`() throws {
        let rig = try InspectorRig()
        let browser = try open(rig)
        rig.tap(180, 1720)
        try wait(rig, browser, "the list shows one touch", "document.querySelectorAll('.touch-row').length === 1")
        var order: [String] = []
        for _ in 0..<30 {
            try browser.press("Tab", code: "Tab", 9)
            let name = "(e => e.id || e.dataset.group || e.dataset.touch || e.tagName)(document.activeElement)"
            order.append(try browser.evaluate(name).text ?? "")
        }
        let expected = [
            "back", "pause", "forward", "live", "help", "names", "unseen", "1", "filter", "touches", "moves", "search",
            "calls", "gestures", "controls", "handlers", "panels", "other", "lines", "scrub",
        ]
        #expect(order.filter { expected.contains($0) }.prefix(expected.count) == expected[...])
        try browser.evaluate("document.activeElement.blur()")
        try browser.press("?", code: "Slash", 191, text: "?")
        try wait(rig, browser, "the dialog is open", "document.querySelector('dialog').open")
        #expect(try browser.text("dialog").contains("pause or resume"))
        try browser.press("Escape", code: "Escape", 27)
        try wait(rig, browser, "the dialog is closed", "!document.querySelector('dialog').open")
        // In the log, the arrow keys select an event, and Enter shows its time.
        try browser.evaluate("document.getElementById('lines').focus()")
        try browser.press("ArrowDown", code: "ArrowDown", 40)
        try browser.press("Enter", code: "Enter", 13, text: "\r")
        try wait(rig, browser, "the page shows the time of the event", "document.body.dataset.live === 'false'")
        // Each button and field has an accessible name.
        let unnamed =
            "[...document.querySelectorAll('button, input')].filter(e => !(e.textContent.trim() || e.ariaLabel || e.labels?.length)).length"
        #expect(try browser.evaluate(unnamed) == 0)
        check(browser, rig)
    }

    @Test func `names that look like HTML are shown as text`() throws {
        let name = "<img src=x onerror=alert(1)>"
        let rig = try InspectorRig(
            "root: { id: '\(name)', subviews: [{ id: '</script><b>', class: Button, frame: [0, 0, 900, 500] }] }"
        )
        let browser = try Browser(rig.address)
        rig.tap(100, 100)
        try wait(rig, browser, "the list shows one touch", "document.querySelectorAll('.touch-row').length === 1")
        try browser.click(".touch-row")
        try wait(
            rig,
            browser,
            "the explanation is open",
            "document.querySelector('#explain-title').textContent.includes('</script><b>')"
        )
        #expect(try browser.evaluate("document.querySelectorAll('img, b').length") == 0)
        check(browser, rig)
    }

    @Test func `a recording can be viewed from its beginning to its end`() throws {
        let rig = try InspectorRig(isReplay: true)
        play(rig)
        let browser = try open(rig)
        try wait(
            rig,
            browser,
            "all touches are listed",
            "document.querySelector('#touches-note').textContent.endsWith('7 seen') || document.querySelector('#touches-note').textContent.endsWith('8 seen')"
        )
        #expect(try browser.text("#connection-text") == "recording")
        try browser.evaluate("document.getElementById('scrub').focus()")
        try browser.press("Home", code: "Home", 36)
        try wait(
            rig,
            browser,
            "the beginning",
            "/^[01] down · [01] seen/.test(document.querySelector('#touches-note').textContent)"
        )
        try browser.press("l", code: "KeyL", 76, text: "l")
        try wait(
            rig,
            browser,
            "two touches are down at the end",
            "document.querySelector('#touches-note').textContent.startsWith('2 down')"
        )
        check(browser, rig)
    }

    @Test(arguments: [false, true])
    func `the page is legible at 1080p and on a laptop, light and dark`(_ isDark: Bool) throws {
        let rig = try InspectorRig()
        let browser = try open(rig, isDark: isDark)
        play(rig)
        try wait(rig, browser, "two touches are down", "document.querySelectorAll('#scene .touch.moved').length === 2")
        try browser.evaluate("document.querySelector('[data-touch=\"4\"].touch-row').click()")
        let words = "document.querySelector('#explain-text').textContent"
        try wait(rig, browser, "the explanation contains the origin", "\(words).includes('origin')")
        let folder = ProcessInfo.processInfo.environment["TOUCHBRIDGE_SCREENSHOTS"]
        for (name, width, height) in [("1080p", 1920, 1080), ("laptop", 1366, 768), ("small", 900, 700)] {
            try browser.resize(width, height)
            try wait(rig, browser, "the window is \(width) px wide", "innerWidth === \(width)")
            if name != "small" {
                #expect(try browser.evaluate("document.documentElement.scrollHeight <= innerHeight") == true, "\(name)")
            }
            // The page is not wider than the window, and no text is too small.
            #expect(try browser.evaluate("document.documentElement.scrollWidth <= innerWidth") == true, "\(name)")
            let small =
                "[...document.querySelectorAll('body *')].filter(e => e.childElementCount === 0 && e.textContent.trim()"
                + " && e.getClientRects().length && parseFloat(getComputedStyle(e).fontSize) < 9).length"
            #expect(try browser.evaluate(small) == 0, "\(name)")
            guard let folder else { continue }
            usleep(400_000)
            let file = "\(folder)/inspector-\(name)-\(isDark ? "dark" : "light").png"
            try browser.screenshot().write(to: URL(filePath: file))
        }
        check(browser, rig)
    }
}

extension Double {
    fileprivate var sine: Double { sin(self) }
}
