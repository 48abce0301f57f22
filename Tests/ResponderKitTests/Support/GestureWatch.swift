import ResponderKit

/// Writes every state that the recognizers take, `failed` and the reset included, with a name where they have one.
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
    /// A view, as large as the window unless another is given, with these recognizers; their states go to the log.
    convenience init(for first: GestureRecognizer, _ others: GestureRecognizer..., in view: View? = nil) {
        self.init()
        let view = view ?? View(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
        window.addSubview(view)
        for recognizer in [first] + others { view.addGestureRecognizer(recognizer) }
        application.addObserver(StateWriter(recorder))
    }
}

extension GestureRecognizer {
    /// Keeps what a value is whenever the targets are told.
    func values<Value>(_ value: @escaping () -> Value) -> Values<Value> {
        let values = Values<Value>()
        addAction { _ in values.all.append(value()) }
        return values
    }
}

/// The values that a recognizer had whenever its targets were told.
final class Values<Value> {
    var all: [Value] = []
}

/// Whether two figures are the same but for rounding.
func isClose(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }

/// Whether two points are the same but for rounding.
func isClose(_ one: Point, _ other: Point) -> Bool { isClose(one.x, other.x) && isClose(one.y, other.y) }

/// Whether the figures are the same but for rounding.
func isClose(_ some: [Double], _ others: [Double]) -> Bool {
    some.count == others.count && zip(some, others).allSatisfy { isClose($0, $1) }
}

/// Whether the points are the same but for rounding.
func isClose(_ some: [Point], _ others: [Point]) -> Bool {
    some.count == others.count && zip(some, others).allSatisfy { isClose($0, $1) }
}
