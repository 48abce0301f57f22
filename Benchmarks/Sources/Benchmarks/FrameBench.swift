import ResponderKit

/// What a moved frame and a tap cost on their whole way, and whether the frame allocates.
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

    private final class Sink: View {
        var count = 0
        override func touchesBegan(_ touches: TouchSet, with event: Event?) {}
        override func touchesMoved(_ touches: TouchSet, with event: Event?) { count += touches.count }
        override func touchesEnded(_ touches: TouchSet, with event: Event?) {}
        override func touchesCancelled(_ touches: TouchSet, with event: Event?) {}
    }

    /// A window with views in each other, the innermost returned.
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
        let application = Application()
        let sink = Sink()
        sink.isMultipleTouchEnabled = true
        let window = chain(application, ending: sink)
        // Long presses stay possible for the whole run: each of them looks at every frame.
        for number in 0..<recognizers {
            let press = LongPressGestureRecognizer()
            press.minimumPressDuration = 1e9
            press.allowableMovement = 1e9
            press.numberOfTouchesRequired = Int(fingers)
            (number % 2 == 0 ? sink : window).addGestureRecognizer(press)
        }
        var frame = TouchFrame()
        var time: Microseconds = 0
        frame.reset(time: time)
        for finger in 0..<fingers { frame.append(sample(finger, .began, 0)) }
        application.send(frame)
        let calls = recognizers > 100 ? 500 : 20_000
        var step = 0
        func frames() {
            for _ in 0..<calls {
                step += 1
                time += 1000
                frame.reset(time: time)
                for finger in 0..<fingers { frame.append(sample(finger, .moved, step)) }
                application.send(frame)
            }
        }
        let figure = Measure.alone(calls: calls, frames)
        let allocations = Measure.allocations(calls: calls, frames)
        precondition(sink.count > 0)
        table.add(
            String(fingers),
            String(recognizers),
            figure.text,
            (figure.median / Double(fingers)).short,
            allocations.short
        )
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
