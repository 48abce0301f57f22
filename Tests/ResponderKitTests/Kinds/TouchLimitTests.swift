import ResponderKit
import TestTraits
import Testing

/// Tests which touches a touch limit withholds, delivers or cancels.
@Suite struct TouchLimitTests {
    private let stage = Stage()

    /// Adds a view at (0, 0) that records phases, touch counts, times in milliseconds and locations.
    private func page(_ limit: TouchLimitGestureRecognizer) -> ProbeView {
        let view = ProbeView("page", 0, 0, 1000, 1000, stage.recorder)
        view.isMultipleTouchEnabled = true
        view.passesOn = false
        stage.window.addSubview(view)
        view.addGestureRecognizer(limit)
        return view
    }

    /// Creates a touch limit; a nil `milliseconds` selects the default interval.
    private func limit(
        _ most: Int = 2,
        within milliseconds: Double? = 80,
        edges: RectEdge = []
    ) -> TouchLimitGestureRecognizer {
        let limit = TouchLimitGestureRecognizer()
        limit.maximumNumberOfTouches = most
        if let milliseconds { limit.decisionInterval = milliseconds / 1000 }
        limit.edges = edges
        return limit
    }

    /// Moves three fingers by the vector `way` in ten steps of 10 ms, and lifts them.
    private func swipe(_ way: Point, from start: Int64) {
        for step in 1...10 {
            let part = Double(step) / 10
            let samples = (1...3).map {
                TouchSample.moved(Int32($0), 200 + 100 * Double($0) + way.x * part, 500 + way.y * part)
            }
            stage.application.send(TouchFrame(time: (start + Int64(step) * 10) * 1000, samples))
        }
        for finger in 1...3 { stage.up(Int32(finger), at: start + 110) }
    }

    private static let ways = [
        Point(x: 0, y: -300), Point(x: 250, y: 0), Point(x: 180, y: 180), Point(x: -200, y: 190),
    ]

    @Test(.rule("G86"), arguments: ways)
    func `a swipe with three fingers never reaches the view`(_ way: Point) {
        _ = page(limit())
        for finger in 1...3 { stage.down(Int32(finger), 200 + 100 * Double(finger), 500, at: Int64(finger) * 20) }
        swipe(way, from: 60)
        #expect(stage.log == [])
    }

    @Test(.rule("G86"), arguments: ways)
    func `fingers that rest before they swipe never reach the view`(_ way: Point) {
        _ = page(limit())
        for finger in 1...3 { stage.down(Int32(finger), 200 + 100 * Double(finger), 500, at: Int64(finger) * 20) }
        stage.advance(to: 3000)
        swipe(way, from: 3000)
        #expect(stage.log == [])
    }

    @Test(.rule("G86", "G87"), arguments: ways)
    func `fingers that land 130 ms apart never reach the view by default`(_ way: Point) {
        _ = page(limit(within: nil))
        for finger in 1...3 { stage.down(Int32(finger), 200 + 100 * Double(finger), 500, at: Int64(finger) * 130) }
        swipe(way, from: 390)
        #expect(stage.log == [])
    }

    @Test(.rule("G86", "G87"), arguments: ways)
    func `with a shorter interval, the view receives a cancelled touch and no move`(_ way: Point) {
        _ = page(limit(within: 80))
        for finger in 1...3 { stage.down(Int32(finger), 200 + 100 * Double(finger), 500, at: Int64(finger) * 130) }
        swipe(way, from: 390)
        #expect(stage.log == ["page began", "page began", "page cancelled 2"])
    }

    @Test(.rule("G86")) func `after too many touches, no touch is delivered until all fingers are up`() {
        _ = page(limit())
        for finger in 1...3 { stage.down(Int32(finger), 100, 500, at: Int64(finger)) }
        for finger in 2...3 { stage.up(Int32(finger), at: 20) }
        stage.down(4, 500, 500, at: 30)
        stage.move(4, 600, 500, at: 40)
        stage.up(4, at: 300)
        stage.up(1, at: 310)
        #expect(stage.recorder.take() == [])
        stage.tap(500, 500, at: 400)
        #expect(stage.log == ["page began", "page ended"])
    }

    @Test(.rule("G87")) func `a resting finger is delivered after the interval, by default 140 ms`() {
        let view = page(limit(within: nil))
        var times: [Int64] = []
        view.onBegan = { touches, event in
            times.append(event?.time ?? -1)
            times.append(touches.first?.time ?? -1)
        }
        stage.down(1, 500, 500, at: 100)
        stage.advance(to: 239)
        #expect(stage.recorder.take() == [])
        stage.advance(to: 240)
        #expect(stage.recorder.take() == ["page began"])
        #expect(times == [100_000, 100_000])
    }

    @Test(.rule("G87")) func `a drag is delivered when it exceeds the slop, and not withheld again`() {
        _ = page(limit())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 506, 500, at: 10)
        stage.move(1, 512, 500, at: 20)
        #expect(stage.recorder.take() == [])
        stage.move(1, 513, 500, at: 30)
        #expect(stage.recorder.take() == ["page began", "page moved", "page moved", "page moved"])
        stage.move(1, 520, 500, at: 40)
        #expect(stage.recorder.take() == ["page moved"])
        stage.up(at: 50)
        #expect(stage.log == ["page ended"])
    }

    @Test(.rule("G87"), arguments: [80.0, 5000])
    func `a tap is delivered completely at the lift`(_ interval: Double) {
        _ = page(limit(within: interval))
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 502, 500, at: 20)
        #expect(stage.recorder.take() == [])
        stage.up(at: 60)
        #expect(stage.recorder.take() == ["page began", "page moved", "page ended"])
    }

    @Test(.rule("G87")) func `an interval longer than a press delivers the press at the lift`() {
        _ = page(limit(within: 5000))
        stage.down(1, 500, 500, at: 0)
        stage.up(at: 2000)
        #expect(stage.log == ["page began", "page ended"])
    }

    @Test(.rule("G87")) func `two fingers are delivered together and can pinch`() {
        _ = page(limit())
        stage.down(1, 400, 500, at: 0)
        stage.down(2, 600, 500, at: 50)
        stage.advance(to: 129)
        #expect(stage.recorder.take() == [])
        stage.advance(to: 130)
        #expect(stage.recorder.take() == ["page began", "page began"])
        stage.report(at: 140, .moved(1, 350, 500), .moved(2, 650, 500))
        #expect(stage.recorder.take() == ["page moved 2"])
    }

    @Test(.rule("G87")) func `a finger that joins a delivered finger is withheld by itself`() {
        _ = page(limit())
        stage.down(1, 400, 500, at: 0)
        stage.move(1, 500, 500, at: 10)
        #expect(stage.recorder.take() == ["page began", "page moved"])
        stage.down(2, 600, 500, at: 100)
        stage.move(1, 520, 500, at: 110)
        #expect(stage.recorder.take() == ["page moved"])
        stage.advance(to: 180)
        #expect(stage.recorder.take() == ["page began"])
        stage.down(3, 700, 500, at: 300)
        #expect(stage.log == ["page cancelled 2"])
    }

    @Test(.rule("G87")) func `the lift of one finger delivers all withheld touches in their order`() {
        _ = page(limit())
        stage.down(1, 400, 500, at: 0)
        stage.down(2, 600, 500, at: 20)
        stage.up(1, at: 40)
        #expect(stage.recorder.take() == ["page began", "page began", "page ended"])
        stage.up(2, at: 50)
        #expect(stage.log == ["page ended"])
    }

    @Test(.rule("G87")) func `a withheld touch that is cancelled is never delivered`() {
        _ = page(limit())
        stage.down(1, 400, 500, at: 0)
        stage.down(2, 600, 500, at: 10)
        stage.cancel(1, at: 20)
        stage.advance(to: 200)
        #expect(stage.recorder.take() == ["page began"])
        stage.up(2, at: 300)
        #expect(stage.log == ["page ended"])
    }

    @Test(.rule("G88")) func `a swipe from an edge never reaches the view`() {
        _ = page(limit(.max, edges: .bottom))
        stage.down(1, 500, 995, at: 0)
        for step in 1...10 { stage.move(1, 500 + Double(step), 995 - 20 * Double(step), at: Int64(step) * 10) }
        stage.up(at: 120)
        #expect(stage.log == [])
    }

    @Test(.rule("G88")) func `a tap, a rest and a movement along the edge are delivered`() {
        _ = page(limit(.max, edges: .bottom))
        stage.tap(500, 995, at: 0)
        #expect(stage.recorder.take() == ["page began", "page ended"])
        stage.down(1, 500, 995, at: 1000)
        stage.advance(to: 1080)
        stage.move(1, 500, 900, at: 1090)
        #expect(stage.recorder.take() == ["page began", "page moved"])
        stage.up(at: 1100)
        stage.down(1, 500, 995, at: 2000)
        stage.move(1, 530, 990, at: 2020)
        stage.up(at: 2030)
        #expect(stage.log == ["page ended", "page began", "page moved", "page ended"])
    }

    @Test(.rule("G88")) func `without a maximum, touches away from the edges are not withheld`() {
        _ = page(limit(.max, edges: .bottom))
        stage.down(1, 500, 995, at: 0)
        stage.down(2, 500, 500, at: 10)
        #expect(stage.recorder.take() == ["page began"])
        stage.move(1, 500, 960, at: 20)
        stage.move(2, 550, 500, at: 30)
        #expect(stage.log == ["page moved"])
    }

    @Test(.rule("G88")) func `each view has its own limit`() {
        _ = page(limit(1))
        let map = ProbeView("map", 600, 0, 400, 400, stage.recorder)
        map.isMultipleTouchEnabled = true
        stage.window.addSubview(map)
        map.addGestureRecognizer(limit(3))
        stage.down(1, 100, 100, at: 0)
        for finger in 2...4 { stage.down(Int32(finger), 700, 100, at: Int64(finger)) }
        stage.advance(to: 200)
        #expect(stage.log == ["page began", "map began", "map began", "map began"])
    }

    @Test(.rule("G90")) func `a touch that a control handles is neither withheld nor counted`() {
        let view = page(limit(1))
        let button = Button(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        button.addAction(for: .touchDown) { [stage] _, _ in stage.recorder.write("down") }
        view.addSubview(button)
        stage.down(1, 50, 50, at: 0)
        #expect(stage.recorder.take() == ["down"])
        stage.down(2, 500, 500, at: 10)
        stage.advance(to: 200)
        #expect(stage.log == ["page began"])
    }

    @Test(.rule("G90")) func `a touch of a subview that passes touches on is withheld`() {
        let view = page(limit(1))
        let child = ProbeView("child", 0, 0, 100, 100, stage.recorder)
        view.addSubview(child)
        stage.down(1, 50, 50, at: 0)
        #expect(stage.recorder.take() == [])
        stage.advance(to: 200)
        #expect(stage.log == ["child began", "page began"])
    }

    @Test(.rule("G86")) func `other recognizers recognize the withheld touches`() {
        let view = page(limit(2))
        let swipe = SwipeGestureRecognizer()
        swipe.numberOfTouchesRequired = 3
        swipe.direction = .right
        _ = stage.attach("swipe", swipe, to: view)
        for finger in 1...3 { stage.down(Int32(finger), 200 + 100 * Double(finger), 500, at: Int64(finger) * 10) }
        self.swipe(Point(x: 300, y: 0), from: 30)
        #expect(stage.log == ["swipe ended"])
    }
}
