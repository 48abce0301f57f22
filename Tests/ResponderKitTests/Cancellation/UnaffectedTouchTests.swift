import ResponderKit
import TestTraits
import Testing

@Suite struct UnaffectedTouchTests {
    private let stage = Stage()

    enum Change: CaseIterable, CustomTestStringConvertible {
        case hidden, transparent, parentHidden, windowHidden

        var testDescription: String { "\(self)" }
    }

    @Test(.rule("X7"), arguments: Change.allCases)
    func `a view that becomes hidden or transparent keeps its touches`(change: Change) {
        let parent = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        let view = ProbeView("v", 0, 0, 100, 100, stage.recorder)
        parent.addSubview(view)
        stage.window.addSubview(parent)
        stage.down(1, 10, 10, at: 0)
        switch change {
        case .hidden: view.isHidden = true
        case .transparent: view.alpha = 0
        case .parentHidden: parent.isHidden = true
        case .windowHidden: stage.window.isHidden = true
        }
        stage.move(1, 11, 11, at: 10)
        stage.down(2, 20, 20, at: 20)
        stage.up(1, at: 30)
        stage.tap(10, 10, finger: 3, at: 40)
        #expect(stage.log == ["v began", "v moved", "v ended"])
    }

    @Test(.rule("X8"), arguments: [true, false])
    func `disabling user interaction rejects new touches but not live ones`(isOnParent: Bool) {
        let parent = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        let view = ProbeView("v", 0, 0, 100, 100, stage.recorder)
        view.isMultipleTouchEnabled = true
        parent.addSubview(view)
        stage.window.addSubview(parent)
        stage.down(1, 10, 10, at: 0)
        (isOnParent ? parent : view).isUserInteractionEnabled = false
        stage.move(1, 11, 11, at: 10)
        stage.down(2, 20, 20, at: 20)
        stage.move(2, 21, 21, at: 30)
        stage.up(2, at: 40)
        stage.up(1, at: 50)
        #expect(stage.log == ["v began", "v moved", "v ended"])
    }

    @Test(.rule("X9")) func `a view or window added in front does not affect a live touch`() {
        _ = stage.touchable("v")
        stage.down(1, 10, 10, at: 0)
        _ = stage.touchable("top")
        let front = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000), application: stage.application)
        front.windowLevel = .alert
        front.isHidden = false
        front.addSubview(ProbeView("front", 0, 0, 1000, 1000, stage.recorder))
        stage.move(1, 11, 11, at: 10)
        stage.up(1, at: 20)
        #expect(stage.recorder.take() == ["v began", "v moved", "v ended"])
        stage.tap(10, 10, at: 1000)
        #expect(stage.log == ["front began", "front ended"])
    }
}
