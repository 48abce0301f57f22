import ResponderKit
import TestTraits
import Testing

/// Tests the translation of a pan.
@Suite struct PanTranslationTests {
    @Test(.rule("G71")) func `the translation starts at touch-down`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        let ways = pan.values { pan.translation(in: nil) }
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 504, 500, at: 10)
        stage.move(1, 530, 490, at: 20)
        stage.move(1, 560, 520, at: 30)
        stage.report(at: 40, .ended(1, 570, 520))
        #expect(ways.all == [Point(x: 30, y: -10), Point(x: 60, y: 20), Point(x: 70, y: 20)])
        #expect(pan.translation(in: nil) == .zero)
    }

    @Test(.rule("G71")) func `a second pan starts at zero`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        let ways = pan.values { pan.translation(in: nil) }
        for time: Int64 in [0, 100] {
            stage.down(1, 500, 500, at: time)
            #expect(pan.translation(in: nil) == .zero)
            stage.move(1, 530, 490, at: time + 20)
            stage.up(1, at: time + 30)
        }
        #expect(ways.all == Array(repeating: Point(x: 30, y: -10), count: 4))
    }

    @Test(.rule("G71")) func `the translation does not jump when a finger is added or lifted`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        stage.move(1, 130, 500, at: 10)
        #expect(pan.translation(in: nil) == Point(x: 30, y: 0))
        stage.down(2, 900, 900, at: 20)
        #expect(pan.translation(in: nil) == Point(x: 30, y: 0))
        stage.move(2, 900, 940, at: 30)
        #expect(pan.translation(in: nil) == Point(x: 30, y: 20))
        stage.up(1, at: 40)
        #expect(pan.translation(in: nil) == Point(x: 30, y: 20))
        stage.move(2, 910, 940, at: 50)
        #expect(pan.translation(in: nil) == Point(x: 40, y: 20))
    }

    @Test(.rule("G71")) func `the translation does not jump when a finger is added while another moves`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        stage.move(1, 130, 500, at: 10)
        stage.report(at: 20, .moved(1, 150, 500), .began(2, 900, 900))
        #expect(pan.translation(in: nil) == Point(x: 40, y: 0))
        stage.report(at: 30, .moved(1, 150, 510), .moved(2, 900, 910))
        #expect(pan.translation(in: nil) == Point(x: 40, y: 10))
    }

    @Test(.rule("G71")) func `the translation does not jump when a finger lifts while another moves`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        let ways = pan.values { pan.translation(in: nil) }
        stage.report(at: 0, .began(1, 100, 500), .began(2, 900, 900))
        stage.report(at: 10, .moved(1, 130, 500), .moved(2, 930, 900))
        stage.report(at: 20, .moved(1, 150, 500), .ended(2, 930, 900))
        stage.move(1, 160, 500, at: 30)
        #expect(ways.all == [Point(x: 30, y: 0), Point(x: 40, y: 0), Point(x: 50, y: 0)])
    }

    @Test(.rule("G71")) func `the translation does not jump when one finger replaces another`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 100, 500, at: 0)
        stage.move(1, 130, 500, at: 10)
        stage.report(at: 20, .ended(1, 130, 500), .began(2, 900, 900))
        #expect(pan.translation(in: nil) == Point(x: 30, y: 0))
        stage.move(2, 910, 900, at: 30)
        #expect(pan.translation(in: nil) == Point(x: 40, y: 0))
        stage.up(2, at: 40)
        #expect(stage.log == ["began", "changed", "ended", "reset"])
    }

    @Test(.rule("G71")) func `the translation is in the coordinates of the given view`() {
        let pan = PanGestureRecognizer()
        let turned = PositionTests.turnedView()
        let stage = Stage(for: pan, in: turned)
        let scaled = PositionTests.scaledView()
        turned.addSubview(scaled)
        stage.down(1, 300, 300, at: 0)
        stage.move(1, 340, 310, at: 10)
        #expect(isClose(pan.translation(in: turned), Point(x: 10, y: -40)))
        #expect(isClose(pan.translation(in: scaled), Point(x: 5, y: -20)))
        #expect(isClose(pan.translation(in: stage.window), Point(x: 40, y: 10)))
        #expect(isClose(pan.translation(in: nil), Point(x: 40, y: 10)))
    }

    @Test(.rule("G71")) func `shifted bounds and frames do not affect the translation`() {
        let pan = PanGestureRecognizer()
        let view = View(frame: Rect(x: 100, y: 100, width: 400, height: 400))
        view.bounds = Rect(x: 33, y: 44, width: 400, height: 400)
        let stage = Stage(for: pan, in: view)
        stage.down(1, 300, 300, at: 0)
        stage.move(1, 340, 310, at: 10)
        #expect(isClose(pan.translation(in: view), Point(x: 40, y: 10)))
    }

    @Test(.rule("G72")) func `setTranslation sets the translation at the current location`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 540, 500, at: 10)
        pan.setTranslation(Point(x: 7, y: -3), in: nil)
        #expect(pan.translation(in: nil) == Point(x: 7, y: -3))
        stage.move(1, 550, 505, at: 20)
        #expect(pan.translation(in: nil) == Point(x: 17, y: 2))
        stage.down(2, 100, 100, at: 30)
        #expect(pan.translation(in: nil) == Point(x: 17, y: 2))
        pan.setTranslation(.zero, in: nil)
        stage.move(2, 120, 100, at: 40)
        #expect(pan.translation(in: nil) == Point(x: 10, y: 0))
    }

    @Test(.rule("G72")) func `resetting the translation at every change gives increments`() {
        let pan = PanGestureRecognizer()
        let stage = Stage(for: pan)
        let ways = pan.values { pan.translation(in: nil) }
        pan.addAction { [unowned pan] _ in pan.setTranslation(.zero, in: nil) }
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 530, 500, at: 10)
        stage.move(1, 535, 500, at: 20)
        stage.move(1, 535, 512, at: 30)
        stage.up(1, at: 40)
        #expect(ways.all == [Point(x: 30, y: 0), Point(x: 5, y: 0), Point(x: 0, y: 12), .zero])
    }

    @Test(.rule("G72"), arguments: [true, false])
    func `the translation can be set in the coordinates of any view`(_ isTurned: Bool) {
        let pan = PanGestureRecognizer()
        let view = isTurned ? PositionTests.turnedView() : PositionTests.scaledView()
        let stage = Stage(for: pan, in: view)
        stage.down(1, 300, 300, at: 0)
        stage.move(1, 340, 300, at: 10)
        pan.setTranslation(Point(x: 10, y: 20), in: view)
        #expect(isClose(pan.translation(in: view), Point(x: 10, y: 20)))
        #expect(isClose(pan.translation(in: nil), isTurned ? Point(x: -20, y: 10) : Point(x: 20, y: 40)))
        stage.move(1, 344, 300, at: 20)
        #expect(isClose(pan.translation(in: nil), isTurned ? Point(x: -16, y: 10) : Point(x: 24, y: 40)))
    }
}
