import ResponderKit

/// An application with one window, simulated fingers and a simulated clock; times are in milliseconds.
final class Stage {
    let application: Application
    let window: Window
    let recorder = Recorder()
    private var locations: [Int32: Point] = [:]

    init(width: Double = 1000, height: Double = 1000, application: Application = Application()) {
        self.application = application
        window = Window(frame: Rect(x: 0, y: 0, width: width, height: height), application: application)
        window.makeKeyAndVisible()
    }

    /// All recorded lines.
    var log: [String] { recorder.lines }

    /// Dispatches one report with any number of fingers.
    func report(at time: Int64, _ samples: TouchSample...) {
        for sample in samples { locations[sample.finger.contact] = sample.location }
        application.send(TouchFrame(time: time * 1000, samples))
    }

    func down(_ finger: Int32 = 1, _ x: Double, _ y: Double, at time: Int64) {
        report(at: time, .began(finger, x, y))
    }

    func move(_ finger: Int32 = 1, _ x: Double, _ y: Double, at time: Int64) {
        report(at: time, .moved(finger, x, y))
    }

    /// Lifts the finger at its current location.
    func up(_ finger: Int32 = 1, at time: Int64) {
        let location = locations[finger] ?? .zero
        report(at: time, .ended(finger, location.x, location.y))
    }

    /// Cancels the touch as if its device had cancelled it.
    func cancel(_ finger: Int32 = 1, at time: Int64) {
        let location = locations[finger] ?? .zero
        report(at: time, TouchSample(FingerID(contact: finger), .cancelled, at: location))
    }

    /// Taps for 50 ms and returns the end time.
    @discardableResult
    func tap(_ x: Double, _ y: Double, finger: Int32 = 1, at time: Int64) -> Int64 {
        down(finger, x, y, at: time)
        up(finger, at: time + 50)
        return time + 50
    }

    func advance(to time: Int64) { application.advance(to: time * 1000) }

    func press(_ button: Int32 = 1, _ change: PressSample.Change, type: Press.PressType = .select, at time: Int64) {
        application.post([PressSample(ButtonID(code: button), change, type: type)], at: time * 1000)
        application.dispatchPending()
    }
}

extension TouchSample {
    static func began(_ finger: Int32, _ x: Double, _ y: Double) -> TouchSample {
        TouchSample(FingerID(contact: finger), .began, at: Point(x: x, y: y))
    }

    static func moved(_ finger: Int32, _ x: Double, _ y: Double) -> TouchSample {
        TouchSample(FingerID(contact: finger), .moved, at: Point(x: x, y: y))
    }

    static func ended(_ finger: Int32, _ x: Double, _ y: Double) -> TouchSample {
        TouchSample(FingerID(contact: finger), .ended, at: Point(x: x, y: y))
    }
}

/// Lines recorded by views, recognizers and targets of a test.
final class Recorder {
    private(set) var lines: [String] = []

    func write(_ line: String) { lines.append(line) }

    /// Returns and clears the recorded lines.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}
