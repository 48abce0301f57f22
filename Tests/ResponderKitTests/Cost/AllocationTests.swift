// Only for release builds: debug code allocates memory that optimized code does not.
#if !DEBUG

import CAllocationCount
import ResponderKit
import TestTraits
import Testing

/// Tests that touch frames cause no heap allocations.
@Suite(.tags(.allocation)) struct AllocationTests {
    /// A view that receives every touch and does nothing.
    private final class Sink: View {
        private(set) var moves = 0
        override func touchesBegan(_ touches: TouchSet, with event: Event?) {}
        override func touchesMoved(_ touches: TouchSet, with event: Event?) { moves += touches.count }
        override func touchesEnded(_ touches: TouchSet, with event: Event?) {}
        override func touchesCancelled(_ touches: TouchSet, with event: Event?) {}
    }

    private final class Fingers {
        let stage = Stage()
        private var frame = TouchFrame()
        private var step = 0

        func report(_ change: TouchSample.Change) {
            step += 1
            frame.reset(time: Int64(step) * 1000)
            for finger in 0..<10 {
                let location = Point(x: 100 + Double(finger) * 50 + Double(step % 40), y: 100)
                frame.append(TouchSample(FingerID(contact: Int32(finger)), change, at: location))
            }
            stage.application.send(frame)
        }

        /// Returns the number of heap allocations for a thousand frames, after a warm-up.
        func allocationsOfMoves() -> UInt64 {
            for _ in 0..<200 { report(.moved) }
            let before = allocation_count()
            for _ in 0..<1000 { report(.moved) }
            return allocation_count() - before
        }
    }

    private func sink(_ fingers: Fingers) -> Sink {
        let middle = View(frame: fingers.stage.window.bounds)
        let sink = Sink(frame: middle.bounds)
        sink.isMultipleTouchEnabled = true
        fingers.stage.window.addSubview(middle)
        middle.addSubview(sink)
        return sink
    }

    @Test func `moves of ten fingers on a view allocate nothing`() {
        let fingers = Fingers()
        let sink = sink(fingers)
        fingers.report(.began)
        #expect(fingers.allocationsOfMoves() == 0)
        #expect(sink.moves > 1000)
    }

    @Test func `moves of ten fingers that go up the chain allocate nothing`() {
        let fingers = Fingers()
        let last = View(frame: fingers.stage.window.bounds)
        last.isMultipleTouchEnabled = true
        fingers.stage.window.addSubview(last)
        fingers.report(.began)
        #expect(fingers.allocationsOfMoves() == 0)
    }

    @Test func `moves of ten fingers with undecided recognizers allocate nothing`() {
        let fingers = Fingers()
        let sink = sink(fingers)
        for _ in 0..<20 {
            let press = LongPressGestureRecognizer()
            (press.minimumPressDuration, press.allowableMovement, press.numberOfTouchesRequired) = (1e6, 1e6, 10)
            sink.addGestureRecognizer(press)
        }
        fingers.report(.began)
        #expect(fingers.allocationsOfMoves() == 0)
        #expect(sink.moves > 1000)
    }

    @Test func `moves tracked by a pan and a pinch, with a named action and a closure, allocate nothing`() {
        final class Target: ActionTarget {
            var count = 0
            func respond(to action: Selector, _ call: ActionCall) -> Bool { call { count += 1 } }
        }
        let fingers = Fingers()
        let sink = sink(fingers)
        let (pan, pinch, probe, target) = (
            PanGestureRecognizer(), PinchGestureRecognizer(), GestureProbe(fingers.stage.recorder), Target()
        )
        probe.simultaneous = true
        var way = Point.zero
        pan.addAction { _ in way = pan.translation(in: sink) }
        pan.addTarget(target, action: "panned")
        for recognizer in [pan, pinch] {
            recognizer.delegate = probe
            sink.addGestureRecognizer(recognizer)
        }
        fingers.report(.began)
        #expect(fingers.allocationsOfMoves() == 0)
        #expect(target.count > 100)
        withExtendedLifetime(way) {}
    }

    @Test func `dragging in a control with targets allocates nothing`() {
        let fingers = Fingers()
        let slider = Slider(frame: Rect(x: 0, y: 0, width: 1000, height: 200))
        slider.isContinuous = true
        fingers.stage.window.addSubview(slider)
        var count = 0
        slider.addAction(for: .allEvents) { _, _ in count += 1 }
        fingers.report(.began)
        #expect(fingers.allocationsOfMoves() == 0)
    }
}

#endif
