import ResponderKit

/// A recognizer that follows a plan. Records its touches and the delegate's calls.
final class ScriptedRecognizer: GestureRecognizer {
    /// Phase of a finger.
    enum Moment: Sendable { case down, move, up }

    /// Planned states of the recognizer for a finger's phases.
    enum Plan: Sendable {
        /// Remains `possible`.
        case waits
        case recognizes(Moment)
        case fails(Moment)
        /// Begins with the first move, changes with later moves, and ends when the finger lifts.
        case follows
    }

    struct Topics: OptionSet {
        let rawValue: Int
        static let touches = Topics(rawValue: 1)
        static let resets = Topics(rawValue: 2)
        static let questions = Topics(rawValue: 4)
    }

    /// Delegate, retained by the recognizer. Inactive until a test sets `delegate`.
    let probe: GestureProbe
    let recorder: Recorder
    var plan: Plan
    var writes: Topics = []
    var prevents = true
    var isPreventable = true
    weak var requiredByOverride: GestureRecognizer?
    weak var dependentByOverride: GestureRecognizer?
    var onTouches: (ScriptedRecognizer, Touch.Phase, TouchSet, Event) -> Void = { _, _, _, _ in }
    var onDeadline: (ScriptedRecognizer) -> Void = { _ in }
    private var hasBegun = false

    init(_ name: String, _ plan: Plan, _ recorder: Recorder) {
        self.recorder = recorder
        self.plan = plan
        probe = GestureProbe(recorder)
        super.init()
        probe.watch(self, as: name)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { see(.began, touches, event) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { see(.moved, touches, event) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { see(.ended, touches, event) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        see(.cancelled, touches, event)
        super.touchesCancelled(touches, with: event)
    }

    override func reset() {
        super.reset()
        hasBegun = false
        if writes.contains(.resets) { recorder.write("\(title) reset") }
    }

    override func deadlinePassed() { onDeadline(self) }

    override func canPrevent(_ other: GestureRecognizer) -> Bool { answer("canPrevent", other, prevents) }
    override func canBePrevented(by other: GestureRecognizer) -> Bool { answer("canBePrevented", other, isPreventable) }
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { requiredByOverride === other }
    override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { dependentByOverride === other }

    private var title: String { name ?? "" }

    private func answer(_ question: String, _ other: GestureRecognizer, _ answer: Bool) -> Bool {
        if writes.contains(.questions) { recorder.write("\(title) \(question) \(other.name ?? "")") }
        return answer
    }

    private func see(_ phase: Touch.Phase, _ touches: TouchSet, _ event: Event) {
        if writes.contains(.touches) {
            recorder.write("\(title) sees \(phase)" + (touches.count > 1 ? " \(touches.count)" : ""))
        }
        onTouches(self, phase, touches, event)
        switch phase {
        case .began: act(at: .down)
        case .moved: act(at: .move)
        case .ended: act(at: .up)
        case .stationary, .cancelled: break
        }
    }

    private func act(at moment: Moment) {
        switch plan {
        case .waits: break
        case .recognizes(let right): if moment == right { state = .ended }
        case .fails(let right): if moment == right { state = .failed }
        case .follows:
            switch moment {
            case .down: break
            case .move:
                state = hasBegun ? .changed : .began
                hasBegun = true
            case .up: state = hasBegun ? .ended : .failed
            }
        }
    }
}

/// Records every state transition of a recognizer with its cause, and its failure requirements.
final class TransitionLog: ApplicationObserver {
    private let recorder: Recorder

    init(_ recorder: Recorder = Recorder()) { self.recorder = recorder }

    /// Returns and clears the recorded lines.
    func take() -> [String] { recorder.take() }

    func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {
        recorder.write("\(recognizer.name ?? "") \(old)>\(new): \(Self.words(cause))")
    }

    func recognizer(_ recognizer: GestureRecognizer, waitsFor others: [GestureRecognizer]) {
        recorder.write("\(recognizer.name ?? "") waits for \(others.map { $0.name ?? "" }.joined(separator: ", "))")
    }

    private static func words(_ cause: GestureCause) -> String {
        switch cause {
        case .prevented(let other): "prevented by \(other.name ?? "")"
        case .requiredFailureRecognized(let other): "\(other.name ?? "") recognized"
        case .vetoedByView(let view): "vetoed by \(view.identifier ?? "")"
        default: "\(cause)"
        }
    }
}

extension Stage {
    /// Adds a view of 200 × 200 points, at (100, 100) in the window or at (0, 0) in `parent`.
    func addView(_ name: String = "v", to parent: View? = nil) -> ProbeView {
        let view = ProbeView(name, parent == nil ? 100 : 0, parent == nil ? 100 : 0, 200, 200, recorder)
        (parent ?? window).addSubview(view)
        return view
    }

    /// Adds a scripted recognizer to a view.
    @discardableResult
    func attach(_ name: String, _ plan: ScriptedRecognizer.Plan, to view: View) -> ScriptedRecognizer {
        let recognizer = ScriptedRecognizer(name, plan, recorder)
        view.addGestureRecognizer(recognizer)
        return recognizer
    }

    /// Adds a recognizer to a view and records its target calls.
    func attach<Recognizer: GestureRecognizer>(_ name: String, _ recognizer: Recognizer, to view: View) -> Recognizer {
        GestureProbe(recorder).watch(recognizer, as: name)
        view.addGestureRecognizer(recognizer)
        return recognizer
    }

    /// Starts recording transitions in a separate recorder.
    func watchTransitions() -> TransitionLog {
        let log = TransitionLog()
        application.addObserver(log)
        return log
    }
}
