import Testing
import TouchbridgeTestKit

/// Tests which touches a `forward` call with limits (such as `maximumTouches`) forwards to the plugin or withholds.
@Suite struct ForwardLimitTests {
    private func calls(_ script: String, limit: String = "{ maximumTouches: 2 }") throws -> [String] {
        let stage = try LayoutStage(
            text: """
                screens: [{ size: [1000, 1000] }]
                plugins: { panel: { type: uinput } }
                root:
                  id: page
                  multipleTouchEnabled: true
                  on: { touches: { panel.forward: \(limit) } }
                  subviews:
                    - { id: free, frame: [800, 0, 200, 200], multipleTouchEnabled: true, on: { touches: panel.forward } }
                    - { id: few, frame: [0, 0, 200, 200], multipleTouchEnabled: true, on: { touches: { panel.forward: { maximumTouches: 1 } } } }
                    - { id: plain, frame: [0, 800, 200, 200], multipleTouchEnabled: true }
                """
        )
        #expect(stage.warnings == [])
        try stage.play(TouchScript(script))
        return stage.handlerCalls.map {
            $0.replacing("panel.forward of ", with: "").replacing(" on touches", with: " ")
        }
    }

    private let swipe = """
        move 1 500,600 and move 2 600,600 and move 3 700,600 over 80ms
        up 1 and up 2 and up 3
        """

    @Test func `a diagonal swipe with three fingers is not forwarded`() throws {
        #expect(try calls("down 1 300,300 and down 2 400,300 and down 3 500,300\n\(swipe)\nwait 1s") == [])
    }

    @Test func `fingers that rest before they swipe are not forwarded`() throws {
        let landing = "down 1 300,300\nwait 40ms\ndown 2 400,300\nwait 40ms\ndown 3 500,300\nwait 2s"
        #expect(try calls("\(landing)\n\(swipe)\nwait 1s") == [])
    }

    /// A three-finger swipe whose fingers land 130 ms apart.
    private var slowSwipe: String {
        "down 1 300,300\nwait 130ms\ndown 2 400,300\nwait 130ms\ndown 3 500,300\n\(swipe)"
    }

    @Test func `fingers that land 130 ms apart are not forwarded, and the tap that follows is complete`() throws {
        #expect(try calls("\(slowSwipe)\nwait 1s") == [])
        #expect(try calls("\(slowSwipe)\nwait 20ms\ntap 1 300,300\nwait 1s") == ["page Began", "page Ended"])
    }

    @Test func `with a shorter interval, fingers that land later are cancelled`() throws {
        let late = try calls("\(slowSwipe)\nwait 1s", limit: "{ maximumTouches: 2, decideWithin: 80ms }")
        #expect(late == ["page Began", "page Began", "page Cancelled", "page Cancelled"])
    }

    @Test func `a scroll is forwarded before the lift, and a tap is complete`() throws {
        let scroll = try calls("down 1 300,300\nmove 1 300,500 over 40ms\nwait 1s")
        #expect(scroll.first == "page Began" && scroll.count > 2 && !scroll.contains("page Ended"))
        #expect(try calls("tap 1 300,300\nwait 1s") == ["page Began", "page Ended"])
        let long = try calls("down 1 300,300\nwait 400ms\nup 1", limit: "{ maximumTouches: 2, decideWithin: 500ms }")
        #expect(long == ["page Began", "page Ended"])
    }

    @Test func `a swipe from the bottom edge is not forwarded`() throws {
        let edge = "{ edges: bottom, edgeWidth: 30 }"
        #expect(try calls("down 1 500,980\nmove 1 500,700 over 80ms\nup 1\nwait 1s", limit: edge) == [])
        #expect(try calls("tap 1 500,980\nwait 1s", limit: edge) == ["page Began", "page Ended"])
        #expect(try calls("down 1 500,500", limit: edge) == ["page Began"])
        #expect(try calls("down 1 20,500", limit: edge) == ["page Began"])
    }

    @Test func `each view has its own limit`() throws {
        let three = "down 1 X,50 and down 2 X,100 and down 3 X,150\nwait 1s"
        #expect(try calls(three.replacing("X", with: "900")) == ["free Began", "free Began", "free Began"])
        #expect(try calls(three.replacing("X", with: "100")) == [])
        #expect(try calls("down 1 100,50\nwait 1s") == ["few Began"])
    }

    @Test func `a further finger on another view does not count`() throws {
        let script = "down 1 300,300 and down 2 400,300 and down 3 900,50\nwait 1s"
        #expect(try calls(script) == ["free Began", "page Began", "page Began"])
    }

    @Test func `a further finger on a subview without handlers counts`() throws {
        let script = "down 1 300,300 and down 2 400,300 and down 3 100,900\nwait 1s"
        #expect(try calls(script) == [])
        #expect(try calls("tap 1 100,900\nwait 1s") == ["page Began", "page Ended"])
    }
}
