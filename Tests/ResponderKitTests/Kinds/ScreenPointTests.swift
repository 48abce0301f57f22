import ResponderKit
import TestTraits
import Testing

/// Tests that gesture limits are in screen points, regardless of the view's scale.
@Suite struct ScreenPointTests {
    static let scales = [0.25, 4.0]

    /// Adds the recognizer to a view that fills the window; one point of the view has `scale` screen points.
    private func stage(_ scale: Double, _ recognizer: GestureRecognizer) -> Stage {
        let view = View(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
        view.transform = AffineTransform(scaleX: scale, y: scale)
        view.frame = Rect(x: 0, y: 0, width: 1000, height: 1000)
        return Stage(for: recognizer, in: view)
    }

    @Test(.rule("G57"), arguments: scales, [(40.0, "ended"), (50, "failed")])
    func `a tap's movement limit is in screen points`(_ scale: Double, _ expected: (way: Double, state: String)) {
        let stage = stage(scale, TapGestureRecognizer())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 500 + expected.way, 500, at: 20)
        stage.up(1, at: 50)
        #expect(stage.log == [expected.state, "reset"])
    }

    @Test(.rule("G59"), arguments: scales, [(40.0, "ended"), (50, "failed")])
    func `the distance limit between two taps is in screen points`(
        _ scale: Double,
        _ expected: (way: Double, state: String)
    ) {
        let stage = stage(scale, GestureKind.doubleTap.make())
        stage.tap(500, 500, at: 0)
        stage.tap(500 + expected.way, 500, at: 150)
        #expect(stage.log == [expected.state, "reset"])
    }

    @Test(.rule("G61", "G63"), arguments: scales, [(9.0, "began"), (11, "failed")])
    func `a long press's allowableMovement is in screen points`(
        _ scale: Double,
        _ expected: (way: Double, state: String)
    ) {
        let stage = stage(scale, LongPressGestureRecognizer())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 500 + expected.way, 500, at: 20)
        stage.advance(to: 1000)
        #expect(stage.log == [expected.state])
    }

    @Test(.rule("G68"), arguments: scales, [(9.0, []), (11, ["began"])] as [(Double, [String])])
    func `a pan's starting distance is in screen points`(_ scale: Double, _ expected: (way: Double, states: [String])) {
        let stage = stage(scale, PanGestureRecognizer())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 500 + expected.way, 500, at: 20)
        #expect(stage.log == expected.states)
    }
}
