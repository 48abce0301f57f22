import ResponderKit
import TestTraits
import Testing

@Suite struct HitTestScopeTests {
    private let stage = Stage(application: HitApplication())

    @Test(.rule("H12"), arguments: [false, true], [1, 30])
    func `the part of a view outside its parent is not hit, clipped or not`(clips: Bool, siblings: Int) {
        let parent = plainView("parent", Rect(x: 100, y: 100, width: 100, height: 100))
        let child = plainView("child", Rect(x: 50, y: 50, width: 100, height: 100))
        let grandchild = plainView("grandchild", Rect(x: 0, y: 0, width: 500, height: 500))
        stage.window.addSubview(parent)
        for _ in 1..<siblings { parent.addSubview(View()) }
        parent.addSubview(child)
        child.addSubview(grandchild)
        parent.clipsToBounds = clips
        child.clipsToBounds = clips
        #expect(stage.hit(199, 199, finger: 1) === grandchild)
        #expect(stage.hit(200, 199, finger: 2) === stage.window)
        #expect(stage.hit(220, 220, finger: 3) === stage.window)
        #expect(stage.hit(160, 210, finger: 4) === stage.window)
    }

    @Test(.rule("H27")) func `only order and bounds decide, not what would be drawn`() {
        let back = plainView("back", Rect(x: 0, y: 0, width: 100, height: 100))
        let front = plainView("front", Rect(x: 0, y: 0, width: 100, height: 100))
        stage.window.addSubview(back)
        stage.window.addSubview(front)
        // A view with the lowest alpha that can be hit, and with clipping, can still be hit at its corners.
        front.alpha = 0.01
        front.clipsToBounds = true
        front.tag = 7
        #expect(stage.hit(0, 0, finger: 1) === front)
        #expect(stage.hit(99.5, 99.5, finger: 2) === front)
        stage.window.sendSubviewToBack(front)
        #expect(stage.hit(0, 0, finger: 3) === back)
    }
}
