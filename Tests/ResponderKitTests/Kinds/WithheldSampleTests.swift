import ResponderKit
import TestTraits
import Testing

/// Tests withheld touch samples, as the view later receives them.
@Suite struct WithheldSampleTests {
    private let stage = Stage()
    private let view: ProbeView
    private let lines = Recorder()

    init() {
        view = ProbeView("page", 0, 0, 1000, 1000, stage.recorder)
        view.isMultipleTouchEnabled = true
        stage.window.addSubview(view)
        let limit = TouchLimitGestureRecognizer()
        limit.maximumNumberOfTouches = 2
        view.addGestureRecognizer(limit)
        view.onBegan = { [lines] in lines.write("began", $0, $1) }
        view.onMoved = { [lines] in lines.write("moved", $0, $1) }
        view.onEnded = { [lines] in lines.write("ended", $0, $1) }
        view.onCancelled = { [lines] in lines.write("cancelled", $0, $1) }
    }

    @Test(.rule("G89")) func `samples have their original times, locations and previous locations`() {
        stage.down(1, 100, 100, at: 0)
        stage.move(1, 103, 100, at: 10)
        stage.move(1, 107, 100, at: 20)
        stage.move(1, 130, 100, at: 30)
        #expect(
            lines.take() == [
                "began 0: 100.0 from 100.0", "moved 10: 103.0 from 100.0", "moved 20: 107.0 from 103.0",
                "moved 30: 130.0 from 107.0",
            ]
        )
        stage.move(1, 140, 100, at: 40)
        #expect(lines.take() == ["moved 40: 140.0 from 130.0"])
    }

    @Test(.rule("G89")) func `the samples of two touches are interleaved as they arrived`() {
        stage.down(1, 100, 100, at: 0)
        stage.move(1, 103, 100, at: 10)
        stage.report(at: 20, .moved(1, 104, 100), .began(2, 500, 100))
        stage.report(at: 30, .moved(1, 105, 100), .moved(2, 501, 100))
        stage.up(2, at: 40)
        #expect(
            lines.take() == [
                "began 0: 100.0 from 100.0", "moved 10: 103.0 from 100.0", "began 20: 500.0 from 500.0",
                "moved 20: 104.0 from 103.0",
                "moved 30: 105.0 from 104.0, 501.0 from 500.0", "ended 40: 501.0 from 501.0",
            ]
        )
    }

    @Test(.rule("G89")) func `two samples of a touch with the same time are delivered one by one`() {
        stage.down(1, 100, 100, at: 0)
        stage.move(1, 103, 100, at: 10)
        stage.move(1, 107, 100, at: 10)
        stage.up(1, at: 20)
        #expect(
            lines.take() == [
                "began 0: 100.0 from 100.0", "moved 10: 103.0 from 100.0", "moved 10: 107.0 from 103.0",
                "ended 20: 107.0 from 107.0",
            ]
        )
    }

    @Test(.rule("G89")) func `a touch has its current values again after the replay`() {
        stage.down(1, 100, 100, at: 0)
        stage.move(1, 103, 100, at: 10)
        var touch: Touch?
        view.onMoved = { touches, _ in touch = touches.first }
        stage.advance(to: 500)
        #expect(touch?.time == 10_000 && touch?.location(in: nil) == Point(x: 103, y: 100))
        #expect(touch?.phase == .stationary)
    }

    @Test(.rule("G89"), .atLimit("withheld-samples"))
    func `32 samples are delivered one by one`() {
        stage.down(1, 100, 100, at: 0)
        for step in 1...31 { stage.move(1, 100 + Double(step) / 10, 100, at: Int64(step)) }
        stage.advance(to: 500)
        #expect(lines.take().count == 32)
    }

    @Test(.rule("G89"), .pastLimit("withheld-samples"))
    func `further samples are merged, and the last location is delivered`() {
        stage.down(1, 100, 100, at: 0)
        for step in 1...60 { stage.move(1, 100 + Double(step) / 10, 100, at: Int64(step)) }
        stage.advance(to: 500)
        let all = lines.take()
        #expect(all.count == 32)
        #expect(all.last == "moved 60: 106.0 from 103.0")
    }

    @Test(.rule("G89")) func `a view that is removed by the first sample receives a cancellation and nothing more`() {
        view.onBegan = { [view] _, _ in view.removeFromSuperview() }
        stage.down(1, 100, 100, at: 0)
        stage.move(1, 103, 100, at: 10)
        stage.advance(to: 500)
        #expect(stage.log == ["page began", "page cancelled"])
    }

    @Test(.rule("G89")) func `a tap is replayed while another recognizer delays its end`() {
        let twice = TapGestureRecognizer()
        twice.numberOfTapsRequired = 2
        view.addGestureRecognizer(twice)
        stage.tap(100, 100, at: 0)
        stage.advance(to: 3000)
        let calls = lines.take()
        #expect(
            calls.count == 2 && calls.first == "began 0: 100.0 from 100.0" && calls.last?.hasPrefix("ended ") == true
        )
    }

    /// Adds a double-tap recognizer that withholds touches. Performs a double tap whose second touch moves too far.
    private func tapAndDrag() {
        let twice = TapGestureRecognizer()
        twice.numberOfTapsRequired = 2
        twice.delaysTouchesBegan = true
        view.addGestureRecognizer(twice)
        stage.down(1, 100, 100, at: 0)
        stage.move(1, 102, 100, at: 10)
        stage.up(1, at: 50)
        stage.down(2, 100, 100, at: 150)
        stage.move(2, 104, 100, at: 160)
        stage.move(2, 160, 100, at: 170)
    }

    @Test(.rule("G26", "G89"), arguments: [true, false])
    func `a delayed tap ends before a later touch begins`(_ isMultipleTouchEnabled: Bool) {
        view.isMultipleTouchEnabled = isMultipleTouchEnabled
        tapAndDrag()
        #expect(
            lines.take() == [
                "began 0: 100.0 from 100.0", "moved 10: 102.0 from 100.0", "ended 50: 102.0 from 102.0",
                "began 150: 100.0 from 100.0", "moved 160: 104.0 from 100.0", "moved 170: 160.0 from 104.0",
            ]
        )
    }

    @Test(.rule("G89")) func `samples of a tap whose view was removed occupy no room`() {
        let twice = TapGestureRecognizer()
        twice.numberOfTapsRequired = 2
        twice.delaysTouchesBegan = true
        view.addGestureRecognizer(twice)
        for round in 0..<20 {
            let start = Int64(round) * 1000
            stage.down(1, 100, 100, at: start)
            stage.move(1, 102, 100, at: start + 10)
            stage.up(1, at: start + 50)
            view.removeFromSuperview()
            stage.window.addSubview(view)
        }
        view.removeGestureRecognizer(twice)
        #expect(lines.take() == [])
        stage.down(1, 100, 100, at: 30_000)
        stage.move(1, 102, 100, at: 30_010)
        stage.move(1, 104, 100, at: 30_020)
        stage.advance(to: 31_000)
        #expect(
            lines.take() == [
                "began 30000: 100.0 from 100.0", "moved 30010: 102.0 from 100.0", "moved 30020: 104.0 from 102.0",
            ]
        )
    }

    @Test(.rule("G89")) func `a window that receives the event during a replay replays its own samples`() {
        let other = Window(frame: Rect(x: 0, y: 1000, width: 1000, height: 1000), application: stage.application)
        other.isHidden = false
        let upper = ProbeView("upper", 0, 0, 1000, 1000, stage.recorder)
        let limit = TouchLimitGestureRecognizer()
        limit.maximumNumberOfTouches = 2
        upper.addGestureRecognizer(limit)
        upper.onBegan = { [lines] in lines.write("upper began", $0, $1) }
        upper.onMoved = { [lines] in lines.write("upper moved", $0, $1) }
        other.addSubview(upper)
        view.onBegan = { [lines] touches, event in
            lines.write("began", touches, event)
            if let event { other.sendEvent(event) }
        }
        stage.report(at: 0, .began(1, 100, 100), .began(2, 100, 1100))
        stage.report(at: 10, .moved(1, 103, 100), .moved(2, 104, 1100))
        stage.report(at: 20, .moved(1, 130, 100), .moved(2, 140, 1100))
        #expect(
            lines.take() == [
                "began 0: 100.0 from 100.0", "moved 10: 103.0 from 100.0", "upper began 0: 100.0 from 100.0",
                "upper moved 10: 104.0 from 100.0", "moved 20: 130.0 from 103.0", "upper moved 20: 140.0 from 104.0",
            ]
        )
    }
}

extension Recorder {
    /// Records a call, its time in milliseconds, and the x coordinates of the touches.
    fileprivate func write(_ phase: String, _ touches: TouchSet, _ event: Event?) {
        let locations = touches.map { "\($0.location(in: nil).x) from \($0.previousLocation(in: nil).x)" }
        write("\(phase) \((event?.time ?? -1) / 1000): \(locations.joined(separator: ", "))")
    }
}
