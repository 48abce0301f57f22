import ResponderKit

extension Stage {
    /// Adds a probe view in front of the window's other views.
    func touchable(
        _ name: String,
        _ x: Double = 0,
        _ y: Double = 0,
        _ width: Double = 100,
        _ height: Double = 100
    ) -> ProbeView {
        let view = ProbeView(name, x, y, width, height, recorder)
        window.addSubview(view)
        return view
    }

    /// Dispatches one report from the device with this id.
    func report(device: Int32, at time: Int64, _ samples: TouchSample...) {
        let own = samples.map { sample in
            var sample = sample
            sample.finger.device = device
            return sample
        }
        application.send(TouchFrame(time: time * 1000, own))
    }

    /// Queues a report without dispatching it.
    func post(at time: Int64, _ samples: TouchSample...) {
        application.post(TouchFrame(time: time * 1000, samples))
    }
}

extension TouchSample {
    static func cancelled(_ finger: Int32, _ x: Double, _ y: Double) -> TouchSample {
        TouchSample(FingerID(contact: finger), .cancelled, at: Point(x: x, y: y))
    }
}

/// A recognizer that stays `possible` and records its touches.
final class WatchingRecognizer: GestureRecognizer {
    let label: String
    let recorder: Recorder
    var onTouches: (TouchSet) -> Void = { _ in }
    var onReset: () -> Void = {}

    init(_ label: String, _ recorder: Recorder) {
        self.label = label
        self.recorder = recorder
        super.init()
        delaysTouchesEnded = false
    }

    private func note(_ phase: String, _ touches: TouchSet) {
        recorder.write("\(label) sees \(phase)" + (touches.count > 1 ? " \(touches.count)" : ""))
        onTouches(touches)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { note("began", touches) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { note("moved", touches) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { note("ended", touches) }

    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        note("cancelled", touches)
        super.touchesCancelled(touches, with: event)
    }

    override func reset() {
        recorder.write("\(label) reset")
        onReset()
        super.reset()
    }
}

/// An application that lets a test inspect and drop events.
final class WatchedApplication: Application {
    var onEvent: (Event) -> Void = { _ in }
    var swallows: (Event) -> Bool = { _ in false }

    override func sendEvent(_ event: Event) {
        onEvent(event)
        if !swallows(event) { super.sendEvent(event) }
    }
}

/// A window that lets a test drop its events.
final class SwallowingWindow: Window {
    var swallows: (Event) -> Bool = { _ in false }

    override func sendEvent(_ event: Event) {
        if !swallows(event) { super.sendEvent(event) }
    }
}

/// Records reported misuse.
final class MisuseLog: ApplicationObserver {
    private(set) var all: [Misuse] = []
    func misuse(_ misuse: Misuse) { all.append(misuse) }
}
