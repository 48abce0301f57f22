import ResponderKit

/// Records all state transitions of recognizers, including failures and resets, with the recognizer's name if set.
final class StateWriter: ApplicationObserver {
    private let recorder: Recorder

    init(_ recorder: Recorder) { self.recorder = recorder }

    func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {
        let name = recognizer.name.map { "\($0) " } ?? ""
        recorder.write(name + (new == .possible ? "reset" : "\(new)"))
    }
}

extension Stage {
    /// Adds the recognizers to a view, which fills the window by default, and records their states.
    convenience init(for first: GestureRecognizer, _ others: GestureRecognizer..., in view: View? = nil) {
        self.init()
        let view = view ?? View(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
        window.addSubview(view)
        for recognizer in [first] + others { view.addGestureRecognizer(recognizer) }
        application.addObserver(StateWriter(recorder))
    }
}

extension GestureRecognizer {
    /// Records a value on each target call.
    func values<Value>(_ value: @escaping () -> Value) -> Values<Value> {
        let values = Values<Value>()
        addAction { _ in values.all.append(value()) }
        return values
    }
}

/// Values recorded on each target call of a recognizer.
final class Values<Value> {
    var all: [Value] = []
}

/// Returns whether two numbers are equal within rounding errors.
func isClose(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }

func isClose(_ one: Point, _ other: Point) -> Bool { isClose(one.x, other.x) && isClose(one.y, other.y) }

func isClose(_ some: [Double], _ others: [Double]) -> Bool {
    some.count == others.count && zip(some, others).allSatisfy { isClose($0, $1) }
}

func isClose(_ some: [Point], _ others: [Point]) -> Bool {
    some.count == others.count && zip(some, others).allSatisfy { isClose($0, $1) }
}
