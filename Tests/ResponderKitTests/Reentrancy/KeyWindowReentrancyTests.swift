import ResponderKit
import TestTraits
import Testing

/// Tests key window callbacks that change the key window again.
@Suite struct KeyWindowReentrancyTests {
    private final class Handler: Window {
        var log: [String] = []
        var onResign: () -> Void = {}
        override func becomeKey() { log.append("becomes") }
        override func resignKey() {
            log.append("resigns")
            onResign()
        }
    }

    private let application = Application()
    private let windows: [Handler]

    init() {
        windows = (0..<3).map { [application] _ in Handler(frame: .zero, application: application) }
        for window in windows { window.isHidden = false }
        windows[0].makeKey()
    }

    @Test(.rule("W6")) func `of two windows made key during one change the later one is key`() {
        windows[0].onResign = { [windows] in windows[2].makeKey() }
        windows[1].makeKey()
        #expect(application.keyWindow === windows[2])
        #expect(windows.map(\.log) == [["becomes", "resigns"], [], ["becomes"]])
    }

    @Test(.rule("W6")) func `a window removed during the change does not become key`() {
        windows[0].onResign = { [windows] in windows[1].application = nil }
        windows[1].makeKey()
        #expect(application.keyWindow == nil)
        #expect(windows[1].log == [])
    }

    @Test(.rule("W6")) func `a window made key while the key window hides stays key`() {
        windows[0].onResign = { [windows] in windows[1].makeKey() }
        windows[0].isHidden = true
        #expect(application.keyWindow === windows[1])
        #expect(windows.map(\.log) == [["becomes", "resigns"], ["becomes"], []])
    }

    @Test(.rule("X14")) func `a window moved again while it is removed ends where it was moved last`() {
        let next = Application()
        let view = ProbeView("v", 0, 0, 100, 100, Recorder())
        let window = windows[0]
        window.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        window.addSubview(view)
        view.onCancelled = { _, _ in window.application = next }
        application.send(TouchFrame(time: 0, [.began(1, 10, 10)]))
        window.application = nil
        #expect(window.application === next)
        #expect(next.windows.map(ObjectIdentifier.init) == [ObjectIdentifier(window)])
        #expect(!application.windows.contains { $0 === window })
        #expect(application.keyWindow !== window)
    }
}
