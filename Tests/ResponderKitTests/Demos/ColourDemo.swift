import ResponderKit

/// The colour demo: White contains Red and Blue, and Blue contains Orange and Yellow. Each responder records its calls,
/// and passes them on to the next responder.
final class ColourDemo {
    let recorder = Recorder()
    let application: DemoApplication
    let delegate: DemoDelegate
    let window: DemoWindow
    let controller: DemoController
    let rootView, white, red, blue, orange, yellow: ProbeView
    private var time: Microseconds = 0

    /// Window location of a tap on each view.
    static let onWhite = Point(x: 187, y: 640)
    static let onRed = Point(x: 187, y: 100)
    static let onBlue = Point(x: 187, y: 560)
    static let onOrange = Point(x: 100, y: 400)
    static let onYellow = Point(x: 275, y: 400)

    /// Responders above the views inside Blue, in chain order; each records a phase from such a view.
    static let chainAboveBlue = ["blue", "white", "root", "controller", "window", "application", "delegate"]

    init(blueBeforeRed: Bool = false) {
        application = DemoApplication(recorder)
        delegate = DemoDelegate(recorder)
        application.delegate = delegate
        window = DemoWindow(recorder, application)
        controller = DemoController(recorder)
        rootView = ProbeView("root", 0, 0, 375, 667, recorder)
        white = ProbeView("white", 0, 0, 375, 667, recorder)
        red = ProbeView("red", 30, 40, 315, 200, recorder)
        blue = ProbeView("blue", 30, 280, 315, 300, recorder)
        orange = ProbeView("orange", 20, 30, 120, 200, recorder)
        yellow = ProbeView("yellow", 175, 30, 120, 200, recorder)
        controller.view = rootView
        rootView.addSubview(white)
        for view in blueBeforeRed ? [blue, red] : [red, blue] { white.addSubview(view) }
        blue.addSubview(orange)
        blue.addSubview(yellow)
        window.rootViewController = controller
        window.makeKeyAndVisible()
    }

    /// Taps for 50 ms, 10 s after the previous tap.
    func tap(_ location: Point) {
        time += 10_000_000
        application.send(TouchFrame(time: time, [TouchSample(1, .began, at: location)]))
        application.send(TouchFrame(time: time + 50_000, [TouchSample(1, .ended, at: location)]))
    }
}

final class DemoController: ViewController {
    let recorder: Recorder

    init(_ recorder: Recorder) {
        self.recorder = recorder
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
        recorder.write("controller began")
        super.touchesBegan(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event?) {
        recorder.write("controller ended")
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
        recorder.write("controller cancelled")
        super.touchesCancelled(touches, with: event)
    }
}

final class DemoWindow: Window {
    let recorder: Recorder

    init(_ recorder: Recorder, _ application: Application) {
        self.recorder = recorder
        super.init(frame: Rect(x: 0, y: 0, width: 375, height: 667), application: application)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
        recorder.write("window began")
        super.touchesBegan(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event?) {
        recorder.write("window ended")
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
        recorder.write("window cancelled")
        super.touchesCancelled(touches, with: event)
    }
}

final class DemoApplication: Application {
    let recorder: Recorder

    init(_ recorder: Recorder) {
        self.recorder = recorder
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
        recorder.write("application began")
        super.touchesBegan(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event?) {
        recorder.write("application ended")
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
        recorder.write("application cancelled")
        super.touchesCancelled(touches, with: event)
    }
}

final class DemoDelegate: Responder, ApplicationDelegate {
    let recorder: Recorder

    init(_ recorder: Recorder) {
        self.recorder = recorder
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
        recorder.write("delegate began")
        super.touchesBegan(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event?) {
        recorder.write("delegate ended")
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
        recorder.write("delegate cancelled")
        super.touchesCancelled(touches, with: event)
    }
}
