import ResponderKit
import TestTraits
import Testing

@Suite struct HitTestEligibilityTests {
    /// A property change of a view. Most changes exclude the view from hit testing. With `atTheLimit`, the view has the
    /// lowest alpha that can be hit; with `opaque`, it is unchanged.
    enum State: CaseIterable, Sendable {
        case hidden, clear, barelyTooClear, interactionDisabled, atTheLimit, opaque

        func apply(to view: View) {
            switch self {
            case .hidden: view.isHidden = true
            case .clear: view.alpha = 0
            case .barelyTooClear: view.alpha = 0.01.nextDown
            case .interactionDisabled: view.isUserInteractionEnabled = false
            case .atTheLimit: view.alpha = 0.01
            case .opaque: break
            }
        }

        var isInReach: Bool { self == .atTheLimit || self == .opaque }
    }

    private let stage = Stage(application: HitApplication())
    private let recorder = Recorder()

    @Test(.rule("H2", "H3"), arguments: State.allCases)
    func `a hidden, transparent or disabled view returns nil, and alpha 0.01 can be hit`(state: State) {
        let view = LoggingView("view", Rect(x: 0, y: 0, width: 100, height: 100), recorder)
        let child = LoggingView("child", Rect(x: 0, y: 0, width: 50, height: 50), recorder)
        view.addSubview(child)
        state.apply(to: view)
        let hit = view.hitTest(Point(x: 10, y: 10), with: nil)
        #expect(hit === (state.isInReach ? child : nil))
        let asked = ["view inside", "child hitTest (10.0, 10.0)", "child inside"]
        #expect(recorder.lines == ["view hitTest (10.0, 10.0)"] + (state.isInReach ? asked : []))
    }

    @Test(.rule("H2"), arguments: State.allCases)
    func `no view in the subtree of an ineligible view is hit, at any depth`(state: State) {
        let behind = plainView("behind", Rect(x: 0, y: 0, width: 200, height: 200))
        let top = plainView("top", Rect(x: 0, y: 0, width: 200, height: 200))
        let middle = plainView("middle", Rect(x: 0, y: 0, width: 200, height: 200))
        let leaf = plainView("leaf", Rect(x: 0, y: 0, width: 200, height: 200))
        stage.window.addSubview(behind)
        stage.window.addSubview(top)
        top.addSubview(middle)
        middle.addSubview(leaf)
        state.apply(to: top)
        #expect(stage.hit(50, 50) === (state.isInReach ? leaf : behind))
    }

    @Test(.rule("H2")) func `a view can be hit again when its properties are restored`() {
        let view = plainView("view", Rect(x: 0, y: 0, width: 100, height: 100))
        for state in State.allCases {
            state.apply(to: view)
            view.isHidden = false
            view.alpha = 1
            view.isUserInteractionEnabled = true
            #expect(view.hitTest(Point(x: 1, y: 1), with: nil) === view, "\(state)")
        }
    }

    @Test(.rule("H2", "H3")) func `an observer is notified why a view is ineligible`() {
        let observer = HitObserver()
        observer.writesRefusals = true
        stage.application.addObserver(observer)
        for state in State.allCases {
            let view = plainView("\(state)", Rect(x: 0, y: 0, width: 100, height: 100))
            stage.window.addSubview(view)
            state.apply(to: view)
        }
        stage.window.bringSubviewToFront(stage.window.subviews[4])
        _ = stage.hit(150, 50)
        #expect(
            observer.recorder.take() == [
                "atTheLimit hitTest (150.0, 50.0)", "atTheLimit outside", "atTheLimit refused: outside",
                "opaque hitTest (150.0, 50.0)", "opaque outside", "opaque refused: outside",
                "interactionDisabled hitTest (150.0, 50.0)", "interactionDisabled refused: interactionDisabled",
                "barelyTooClear hitTest (150.0, 50.0)",
                "barelyTooClear refused: transparent(alpha: \(0.01.nextDown))",
                "clear hitTest (150.0, 50.0)", "clear refused: transparent(alpha: 0.0)",
                "hidden hitTest (150.0, 50.0)", "hidden refused: hidden",
            ]
        )
        #expect(stage.hit(50, 50, finger: 2)?.identifier == "atTheLimit")
    }

    @Test(.rule("H4")) func `alpha values are not multiplied along the tree`() {
        var parent: View = stage.window
        for depth in 0..<20 {
            let view = plainView("\(depth)", Rect(x: 0, y: 0, width: 100, height: 100))
            view.alpha = 0.01
            parent.addSubview(view)
            parent = view
        }
        #expect(stage.hit(50, 50)?.identifier == "19")
    }

    @Test(.rule("H28"), arguments: State.allCases)
    func `an override of hitTest bypasses the eligibility check, an override of point(inside:) does not`(state: State) {
        let stubborn = ScriptedView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        stubborn.onHitTest = { view, _, _ in view }
        let willing = ScriptedView(frame: Rect(x: 200, y: 0, width: 100, height: 100))
        willing.onPointInside = { _, _ in true }
        for view in [stubborn, willing] {
            state.apply(to: view)
            stage.window.addSubview(view)
        }
        stage.window.sendSubviewToBack(stubborn)
        #expect(stage.hit(250, 50) === (state.isInReach ? willing : stubborn))
        willing.removeFromSuperview()
        #expect(stage.hit(500, 500, finger: 2) === stubborn)
    }
}
