import ResponderKit

extension Control.Event {
    static let named: [(name: String, event: Control.Event)] = [
        ("touchDown", .touchDown), ("touchDownRepeat", .touchDownRepeat), ("touchDragInside", .touchDragInside),
        ("touchDragOutside", .touchDragOutside), ("touchDragEnter", .touchDragEnter),
        ("touchDragExit", .touchDragExit), ("touchUpInside", .touchUpInside), ("touchUpOutside", .touchUpOutside),
        ("touchCancel", .touchCancel), ("valueChanged", .valueChanged),
        ("primaryActionTriggered", .primaryActionTriggered),
    ]
}

extension Stage {
    /// Adds a control of 100 × 50 points at (400, 400), and records all of its events.
    @discardableResult
    func add<Kind: Control>(_ control: Kind, in superview: View? = nil) -> Kind {
        control.frame = Rect(x: 400, y: 400, width: 100, height: 50)
        (superview ?? window).addSubview(control)
        for (name, event) in Control.Event.named {
            control.addAction(for: event) { [recorder] _, _ in recorder.write(name) }
        }
        return control
    }

    /// Adds a view that fills the window, and records the calls to its touch methods.
    func addProbe(_ name: String = "outer") -> ProbeView {
        let probe = ProbeView(name, 0, 0, 1000, 1000, recorder)
        window.addSubview(probe)
        return probe
    }
}

/// A control with tracking methods that call a test's closures.
final class ScriptedControl: Control {
    var onBegin: (ScriptedControl) -> Bool = { _ in true }
    var onContinue: (ScriptedControl) -> Bool = { _ in true }
    var onEnd: (ScriptedControl) -> Void = { _ in }
    var onCancel: (ScriptedControl) -> Void = { _ in }
    var onHighlight: (ScriptedControl) -> Void = { _ in }
    /// Margin of the hit area around the bounds, in points.
    var reach = 0.0
    /// Whether `touchesEnded` is not forwarded to the base class.
    var swallowsEnds = false

    override var isHighlighted: Bool { didSet { onHighlight(self) } }

    override func beginTracking(_ touch: Touch, with event: ResponderKit.Event?) -> Bool { onBegin(self) }
    override func continueTracking(_ touch: Touch, with event: ResponderKit.Event?) -> Bool { onContinue(self) }
    override func endTracking(_ touch: Touch?, with event: ResponderKit.Event?) { onEnd(self) }
    override func cancelTracking(with event: ResponderKit.Event?) { onCancel(self) }

    override func point(inside point: Point, with event: ResponderKit.Event?) -> Bool {
        bounds.insetBy(dx: -reach, dy: -reach).contains(point)
    }

    override func touchesEnded(_ touches: TouchSet, with event: ResponderKit.Event?) {
        if !swallowsEnds { super.touchesEnded(touches, with: event) }
    }
}

/// Returns the control's tracking state as one comparable value.
func flags(_ control: Control) -> [Bool] { [control.isTracking, control.isTouchInside, control.isHighlighted] }

/// Records the control events reported to observers.
final class ControlObserver: ApplicationObserver {
    private(set) var sent: [(control: Control, event: Control.Event)] = []

    func control(_ control: Control, sent event: Control.Event) { sent.append((control, event)) }
}
