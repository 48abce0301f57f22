import ResponderKit
import TestTraits
import Testing

/// Tests the location and the touch count of gestures.
@Suite struct PositionTests {
    /// Returns a view rotated by 90° clockwise, with its centre at (300, 300).
    static func turnedView() -> View {
        let view = View(frame: Rect(x: 200, y: 200, width: 200, height: 200))
        view.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
        return view
    }

    /// Returns a view scaled to twice its bounds, with its centre at (300, 300).
    static func scaledView() -> View {
        let view = View(frame: Rect(x: 200, y: 200, width: 200, height: 200))
        view.transform = AffineTransform(scaleX: 2, y: 2)
        return view
    }

    @Test(.rule("G53")) func `the location of several fingers is their centroid`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        #expect(pan.numberOfTouches == 0)
        stage.down(1, 100, 100, at: 0)
        #expect(pan.numberOfTouches == 1)
        #expect(pan.location(in: nil) == Point(x: 100, y: 100))
        stage.down(2, 200, 130, at: 10)
        stage.down(3, 300, 310, at: 20)
        #expect(pan.numberOfTouches == 3)
        #expect(pan.location(in: nil) == Point(x: 200, y: 180))
        #expect(pan.location(in: pan.view) == Point(x: 200, y: 180))
        stage.move(3, 330, 340, at: 30)
        #expect(pan.location(in: nil) == Point(x: 210, y: 190))
        #expect(pan.location(ofTouch: 0, in: nil) == Point(x: 100, y: 100))
        #expect(pan.location(ofTouch: 1, in: nil) == Point(x: 200, y: 130))
        #expect(pan.location(ofTouch: 2, in: nil) == Point(x: 330, y: 340))
        stage.up(1, at: 40)
        #expect(pan.numberOfTouches == 2)
        #expect(pan.location(in: nil) == Point(x: 265, y: 235))
        #expect(pan.location(ofTouch: 0, in: nil) == Point(x: 200, y: 130))
    }

    @Test(.rule("G53")) func `only the recognizer's own fingers count`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan, in: View(frame: Rect(x: 0, y: 0, width: 200, height: 200)))
        stage.down(1, 900, 900, at: 0)
        stage.down(2, 100, 100, at: 10)
        #expect(pan.numberOfTouches == 1)
        #expect(pan.location(in: nil) == Point(x: 100, y: 100))
    }

    @Test(.rule("G53")) func `locations are converted to the coordinates of any view`() {
        let pan = PanGestureRecognizer()
        let view = Self.turnedView()
        let stage = Stage(for: pan, in: view)
        let shifted = View(frame: Rect(x: 50, y: 20, width: 10, height: 10))
        shifted.bounds = Rect(x: 5, y: 7, width: 10, height: 10)
        stage.window.addSubview(shifted)
        stage.down(1, 320, 300, at: 0)
        stage.down(2, 340, 310, at: 10)
        #expect(isClose(pan.location(in: view), Point(x: 105, y: 70)))
        #expect(isClose(pan.location(ofTouch: 0, in: view), Point(x: 100, y: 80)))
        #expect(isClose(pan.location(ofTouch: 1, in: view), Point(x: 110, y: 60)))
        #expect(pan.location(in: nil) == Point(x: 330, y: 305))
        #expect(pan.location(in: stage.window) == Point(x: 330, y: 305))
        #expect(pan.location(in: shifted) == Point(x: 285, y: 292))
    }

    @Test(.rule("G53")) func `locations are converted to a scaled view's coordinates`() {
        let pan = PanGestureRecognizer()
        let view = Self.scaledView()
        let stage = Stage(for: pan, in: view)
        stage.down(1, 320, 300, at: 0)
        stage.down(2, 340, 320, at: 10)
        #expect(isClose(pan.location(in: view), Point(x: 115, y: 105)))
        #expect(isClose(pan.location(ofTouch: 1, in: view), Point(x: 120, y: 110)))
    }

    @Test(.rule("G54")) func `a tap's location is that of the finger at recognition`() {
        let tap = TapGestureRecognizer()
        let stage = Stage(for: tap)
        let locations = tap.values { tap.location(in: nil) }
        let counts = tap.values { tap.numberOfTouches }
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 503, 502, at: 20)
        stage.report(at: 40, .ended(1, 504, 502))
        #expect(locations.all == [Point(x: 504, y: 502)])
        #expect(counts.all == [1])
    }

    @Test(.rule("G54")) func `a double tap's location is that of the second tap`() {
        let tap = TapGestureRecognizer()
        tap.numberOfTapsRequired = 2
        let stage = Stage(for: tap)
        let locations = tap.values { tap.location(in: nil) }
        stage.tap(500, 500, at: 0)
        stage.tap(505, 500, at: 150)
        #expect(locations.all == [Point(x: 505, y: 500)])
    }

    @Test(.rule("G53", "G54")) func `a two-finger tap's location is between the fingers`() {
        let tap = TapGestureRecognizer()
        tap.numberOfTouchesRequired = 2
        let stage = Stage(for: tap)
        let locations = tap.values { tap.location(in: nil) }
        stage.report(at: 0, .began(1, 400, 400), .began(2, 500, 420))
        stage.report(at: 50, .ended(1, 400, 400), .ended(2, 500, 420))
        #expect(locations.all == [Point(x: 450, y: 410)])
    }

    @Test(.rule("G54")) func `a tap that had to wait retains its location`() {
        let single = TapGestureRecognizer()
        let double = TapGestureRecognizer()
        double.numberOfTapsRequired = 2
        single.require(toFail: double)
        let view = Self.turnedView()
        let stage = Stage(for: single, double, in: view)
        let locations = single.values { single.location(in: view) }
        let screenLocations = single.values { single.location(in: nil) }
        stage.tap(320, 300, at: 0)
        #expect(locations.all.isEmpty)
        stage.advance(to: 2000)
        #expect(isClose(locations.all, [Point(x: 100, y: 80)]))
        #expect(screenLocations.all == [Point(x: 320, y: 300)])
    }

    @Test(.rule("G54")) func `a swipe's location is where it began`() {
        let swipe = SwipeGestureRecognizer()
        let view = Self.scaledView()
        let stage = Stage(for: swipe, in: view)
        let locations = swipe.values { swipe.location(in: nil) }
        let ownLocations = swipe.values { swipe.location(in: view) }
        let fingers = swipe.values { swipe.location(ofTouch: 0, in: nil) }
        for (start, time) in [(250.0, Int64(0)), (350.0, 1000)] {
            stage.down(1, start, 300, at: time)
            stage.move(1, start + 120, 300, at: time + 100)
            stage.up(1, at: time + 150)
        }
        #expect(locations.all == [Point(x: 250, y: 300), Point(x: 350, y: 300)])
        #expect(isClose(ownLocations.all, [Point(x: 75, y: 100), Point(x: 125, y: 100)]))
        #expect(fingers.all == [Point(x: 370, y: 300), Point(x: 470, y: 300)])
    }

    @Test(.rule("G54")) func `a two-finger swipe's location is between the points where the fingers began`() {
        let swipe = SwipeGestureRecognizer()
        swipe.numberOfTouchesRequired = 2
        let stage = Stage(for: swipe)
        let locations = swipe.values { swipe.location(in: nil) }
        stage.down(1, 200, 300, at: 0)
        stage.down(2, 200, 400, at: 10)
        stage.report(at: 100, .moved(1, 320, 300), .moved(2, 320, 400))
        #expect(locations.all == [Point(x: 200, y: 350)])
    }
}
