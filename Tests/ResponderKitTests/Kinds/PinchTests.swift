import ResponderKit
import TestTraits
import Testing

@Suite struct PinchTests {
    /// Puts down two fingers that are `distance` points apart.
    private func stage(_ pinch: PinchGestureRecognizer, distance: Double = 100) -> Stage {
        let stage = Stage(for: pinch)
        stage.report(at: 0, .began(1, 300, 500), .began(2, 300 + distance, 500))
        return stage
    }

    @Test(.rule("G80", "G81"), arguments: [(100.0, 180.0), (200, 120), (100, 400)])
    func `a pinch begins when the distance has changed enough in either direction`(_ old: Double, _ new: Double) {
        let pinch = PinchGestureRecognizer()
        let stage = stage(pinch, distance: old)
        #expect(stage.log == [])
        stage.move(2, 300 + new, 500, at: 20)
        #expect(stage.log == ["began"])
        #expect(isClose(pinch.scale, new / old))
    }

    @Test(.rule("G81")) func `a pure rotation is no pinch`() {
        let stage = stage(PinchGestureRecognizer())
        stage.move(2, 300, 600, at: 20)
        stage.move(2, 200, 500, at: 30)
        #expect(stage.log == [])
    }

    @Test(.rule("G82")) func `the scale is the distance divided by that at the start`() {
        let pinch = PinchGestureRecognizer()
        #expect(pinch.scale == 1)
        let stage = Stage(for: pinch)
        let scales = pinch.values { pinch.scale }
        stage.down(1, 300, 500, at: 0)
        stage.move(1, 310, 500, at: 5)
        #expect(pinch.scale == 1)
        stage.down(2, 410, 500, at: 10)
        #expect(pinch.scale == 1)
        stage.move(2, 510, 500, at: 20)
        stage.move(2, 610, 500, at: 30)
        stage.move(1, 560, 500, at: 40)
        stage.report(at: 50, .moved(1, 310, 500), .moved(2, 310, 700))
        stage.report(at: 60, .ended(1, 310, 500), .ended(2, 310, 700))
        #expect(isClose(scales.all, [2, 3, 0.5, 2, 2]))
    }

    @Test(.rule("G82")) func `a second pinch starts at one`() {
        let pinch = PinchGestureRecognizer()
        let stage = stage(pinch)
        stage.move(2, 500, 500, at: 20)
        pinch.scale = 7
        stage.report(at: 30, .ended(1, 300, 500), .ended(2, 500, 500))
        #expect(pinch.scale == 1)
        #expect(pinch.velocity == 0)
        stage.report(at: 100, .began(1, 300, 500), .began(2, 500, 500))
        #expect(pinch.scale == 1)
        stage.move(2, 400, 500, at: 120)
        #expect(isClose(pinch.scale, 0.5))
    }

    @Test(.rule("G82")) func `assigning the scale sets a new base`() {
        let pinch = PinchGestureRecognizer()
        let stage = stage(pinch)
        stage.move(2, 500, 500, at: 20)
        pinch.scale = 10
        #expect(pinch.scale == 10)
        stage.move(2, 400, 500, at: 30)
        #expect(isClose(pinch.scale, 5))
        stage.move(2, 700, 500, at: 40)
        #expect(isClose(pinch.scale, 20))
    }

    @Test(.rule("G82")) func `assigning one at every change gives increments`() {
        let pinch = PinchGestureRecognizer()
        let stage = stage(pinch)
        let scales = pinch.values { pinch.scale }
        pinch.addAction { [unowned pinch] _ in pinch.scale = 1 }
        stage.move(2, 500, 500, at: 20)
        stage.move(2, 600, 500, at: 30)
        stage.move(2, 450, 500, at: 40)
        stage.report(at: 50, .ended(1, 300, 500), .ended(2, 450, 500))
        #expect(isClose(scales.all, [2, 1.5, 0.5, 1]))
    }

    @Test(.rule("G82")) func `assigning the scale resets the velocity`() {
        let pinch = PinchGestureRecognizer()
        let stage = stage(pinch)
        #expect(pinch.velocity == 0)
        stage.move(2, 500, 500, at: 25)
        #expect(isClose(pinch.velocity, 40))
        pinch.scale = 1
        #expect(pinch.velocity == 0)
        stage.move(2, 600, 500, at: 50)
        #expect(isClose(pinch.velocity, 20))
    }

    @Test(.rule("G82")) func `the scale does not depend on the view's transform`() {
        let pinch = PinchGestureRecognizer()
        let stage = Stage(for: pinch, in: PositionTests.scaledView())
        stage.report(at: 0, .began(1, 200, 300), .began(2, 300, 300))
        stage.move(2, 400, 300, at: 20)
        #expect(isClose(pinch.scale, 2))
    }

    @Test(.rule("G82")) func `fingers that start at one point have a finite scale`() {
        let pinch = PinchGestureRecognizer()
        let stage = stage(pinch, distance: 0)
        stage.move(2, 400, 500, at: 20)
        let scale = pinch.scale
        #expect(scale.isFinite && scale > 1)
        stage.move(2, 500, 500, at: 30)
        #expect(isClose(pinch.scale, 2 * scale))
        #expect(stage.log == ["began", "changed"])
    }

    @Test(.rule("G82")) func `fingers that meet at one point have a finite scale`() {
        let pinch = PinchGestureRecognizer()
        let stage = stage(pinch)
        stage.move(2, 300, 500, at: 20)
        #expect(pinch.scale > 0 && pinch.scale < 0.1)
        pinch.scale = 1
        stage.move(2, 400, 500, at: 30)
        #expect(pinch.scale.isFinite && pinch.scale > 1)
        #expect(pinch.velocity.isFinite)
        #expect(stage.log == ["began", "changed"])
    }
}
