import ResponderKit

/// Cost of a frame of moved touches and of a tap, from the application to the view. Also counts allocations.
enum FrameBench {
    static func run() {
        var table = Table(
            "Moved frame from post to the view's touchesMoved: median (least–most)",
            ["touches", "recognizers on the chain", "ns per frame", "ns per touch", "allocations per frame"]
        )
        for touches: Int32 in [1, 10] {
            for recognizers in [0, 10, 1000] { row(&table, touches, recognizers) }
        }
        table.show()
        var taps = Table("A tap from down to handler", ["what", "ns: median (least–most)"])
        taps.add("down and up on a plain view, four levels deep", tap(false).text)
        taps.add("down and up on a Button, to its touchUpInside closure", tap(true).text)
        taps.show()
    }

    /// Returns a window with three nested views; `last` is the innermost view.
    private static func chain(_ application: Application, ending last: View) -> Window {
        let frame = Rect(x: 0, y: 0, width: 1000, height: 1000)
        let window = Window(frame: frame, application: application)
        window.makeKeyAndVisible()
        var parent: View = window
        for view in [View(frame: frame), View(frame: frame), last] {
            view.frame = frame
            parent.addSubview(view)
            parent = view
        }
        return window
    }

    private static func row(_ table: inout Table, _ fingers: Int32, _ recognizers: Int) {
        let way = MovedFrames(fingers, recognizers)
        let calls = recognizers > 100 ? 500 : 20_000
        let figure = Measure.alone(calls: calls) { way.send(calls) }
        let allocations = Measure.allocations(calls: calls) { way.send(calls) }
        table.add(
            String(fingers),
            String(recognizers),
            figure.text,
            (figure.median / Double(fingers)).short,
            allocations.short
        )
    }

    /// Returns the number of allocations per frame.
    static func allocations(_ fingers: Int32, _ recognizers: Int) -> Double {
        let way = MovedFrames(fingers, recognizers)
        return Measure.allocations(calls: 500) { way.send(500) }
    }

    /// Sends frames in which all fingers move; recognizers receive all touches and stay in the state `possible`.
    final class MovedFrames {
        private let application = Application()
        private let sink = Sink()
        private let window: Window
        private let fingers: Int32
        private var frame = TouchFrame()
        private var time: Microseconds = 0
        private var step = 0

        /// `recognizers` is the number of recognizers on touched views; `elsewhere` is the number on other views.
        init(_ fingers: Int32, _ recognizers: Int, elsewhere: Int = 0) {
            self.fingers = fingers
            sink.isMultipleTouchEnabled = true
            window = chain(application, ending: sink)
            for number in 0..<recognizers { (number % 2 == 0 ? sink : window).addGestureRecognizer(press()) }
            for _ in 0..<elsewhere {
                let other = View(frame: Rect(x: 900, y: 900, width: 10, height: 10))
                other.addGestureRecognizer(press())
                window.insertSubview(other, at: 0)
            }
            frame.reset(time: time)
            for finger in 0..<fingers { frame.append(sample(finger, .began, 0)) }
            application.send(frame)
        }

        /// Returns a long press that stays in the state `possible` for the whole run.
        private func press() -> LongPressGestureRecognizer {
            let press = LongPressGestureRecognizer()
            press.minimumPressDuration = 1e9
            press.allowableMovement = 1e9
            press.numberOfTouchesRequired = Int(fingers)
            return press
        }

        func send(_ frames: Int) {
            let before = sink.count
            for _ in 0..<frames {
                step += 1
                time += 1000
                frame.reset(time: time)
                for finger in 0..<fingers { frame.append(sample(finger, .moved, step)) }
                application.send(frame)
            }
            precondition(sink.count > before)
        }
    }

    private static func sample(_ finger: Int32, _ change: TouchSample.Change, _ step: Int) -> TouchSample {
        TouchSample(FingerID(contact: finger), change, at: Point(x: Double(finger) * 50 + Double(step % 40), y: 100))
    }

    private static func tap(_ isButton: Bool) -> Figure {
        let application = Application()
        var acts = 0
        let sink = Sink()
        let button = Button()
        button.addAction(for: .touchUpInside) { _, _ in acts += 1 }
        let window = chain(application, ending: isButton ? button : sink)
        var frame = TouchFrame()
        var time: Microseconds = 0
        let calls = 10_000
        let figure = Measure.alone(calls: calls) {
            for _ in 0..<calls {
                for change in [TouchSample.Change.began, .ended] {
                    time += 500_000
                    frame.reset(time: time)
                    frame.append(sample(1, change, 0))
                    application.send(frame)
                }
            }
        }
        precondition(!isButton || acts > 0)
        withExtendedLifetime(window) {}
        return figure
    }
}
