import ResponderKit

/// A view that records its hit-testing calls without changing the results.
class LoggingView: View {
    let recorder: Recorder

    init(_ name: String, _ frame: Rect, _ recorder: Recorder) {
        self.recorder = recorder
        super.init(frame: frame)
        identifier = name
    }

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        recorder.write("\(identifier ?? "?") hitTest \(point)")
        return super.hitTest(point, with: event)
    }

    override func point(inside point: Point, with event: Event?) -> Bool {
        let answer = super.point(inside: point, with: event)
        recorder.write("\(identifier ?? "?") \(answer ? "inside" : "outside")")
        return answer
    }
}

/// Records the same lines as `LoggingView`, for views of any class with an identifier.
final class HitObserver: ApplicationObserver {
    let recorder = Recorder()
    /// Whether the observer also records rejections and their reasons.
    var writesRefusals = false

    func hitTest(_ view: View, at point: Point, event: Event?) {
        if let name = view.identifier { recorder.write("\(name) hitTest \(point)") }
    }

    func pointInside(_ view: View, at point: Point, answer: Bool) {
        if let name = view.identifier { recorder.write("\(name) \(answer ? "inside" : "outside")") }
    }

    func hitTest(_ view: View, refused point: Point, reason: HitTestRejection) {
        if writesRefusals, let name = view.identifier { recorder.write("\(name) refused: \(reason)") }
    }
}

/// Records reported misuse.
final class MisuseObserver: ApplicationObserver {
    private(set) var heard: [Misuse] = []

    func misuse(_ misuse: Misuse) { heard.append(misuse) }
}

/// Creates a named view without overrides.
func plainView(_ name: String, _ frame: Rect) -> View {
    let view = View(frame: frame)
    view.identifier = name
    return view
}

/// A view with scripted hit-test results. Without a script, it calls super.
final class ScriptedView: View {
    var onHitTest: ((ScriptedView, Point, Event?) -> View?)?
    var onPointInside: ((ScriptedView, Point) -> Bool)?

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        if let onHitTest { return onHitTest(self, point, event) }
        return super.hitTest(point, with: event)
    }

    override func point(inside point: Point, with event: Event?) -> Bool {
        if let onPointInside { return onPointInside(self, point) }
        return super.point(inside: point, with: event)
    }

    /// Returns the hit-test result of the superclass.
    func standardHitTest(_ point: Point, _ event: Event?) -> View? { super.hitTest(point, with: event) }
}

/// An application that records begun touches in `sendEvent`, before any other notification.
final class HitApplication: Application {
    private(set) var touches: [Touch] = []

    /// Hit view of the last begun touch.
    var hit: View? { touches.last?.view }

    override func sendEvent(_ event: Event) {
        touches += event.allTouches?.filter { $0.phase == .began } ?? []
        super.sendEvent(event)
    }
}

extension Stage {
    /// Puts a new finger down and returns its hit view; nil if no view is hit, or if the application is not a
    /// `HitApplication`.
    func hit(_ x: Double, _ y: Double, finger: Int32 = 1, at time: Int64 = 0) -> View? {
        down(finger, x, y, at: time)
        return (application as? HitApplication)?.hit
    }
}

/// A window with a scripted `hitTest`.
final class ScriptedWindow: Window {
    var onHitTest: ((Point, Event?) -> View?)?
    var onSendEvent: ((Event) -> Void)?
    /// Whether the window forwards events to super; if false, it drops them.
    var passesOn = true

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        if let onHitTest { return onHitTest(point, event) }
        return super.hitTest(point, with: event)
    }

    override func sendEvent(_ event: Event) {
        onSendEvent?(event)
        if passesOn { super.sendEvent(event) }
    }
}

/// Returns whether both arrays contain identical views in the same order.
func areSame(_ views: [View], _ others: [View]) -> Bool {
    views.count == others.count && zip(views, others).allSatisfy { $0 === $1 }
}
