import ResponderKit
import TestTraits
import Testing

@Suite struct SiblingsDemoTests {
    private let stage = Stage(application: HitApplication())
    private let recorder = Recorder()
    private let container, testView2, testView3: View

    init() {
        container = LoggingView("testView1", Rect(x: 0, y: 0, width: 300, height: 300), recorder)
        testView2 = LoggingView("testView2", Rect(x: 20, y: 20, width: 100, height: 100), recorder)
        testView3 = LoggingView("testView3", Rect(x: 150, y: 20, width: 100, height: 100), recorder)
        stage.window.addSubview(container)
        container.addSubview(testView2)
        container.addSubview(testView3)
    }

    @Test(.rule("H17", "H6")) func `a tap in testView2 visits testView3 before testView2`() {
        #expect(stage.hit(50, 50) === testView2)
        #expect(
            recorder.lines == [
                "testView1 hitTest (50.0, 50.0)", "testView1 inside",
                "testView3 hitTest (-100.0, 30.0)", "testView3 outside",
                "testView2 hitTest (30.0, 30.0)", "testView2 inside",
            ]
        )
    }

    @Test(.rule("H17", "H8")) func `a tap in testView3 does not visit testView2`() {
        #expect(stage.hit(200, 50) === testView3)
        #expect(
            recorder.lines == [
                "testView1 hitTest (200.0, 50.0)", "testView1 inside",
                "testView3 hitTest (50.0, 30.0)", "testView3 inside",
            ]
        )
    }
}
