import ResponderKit

/// A named controller that records parent changes and touches, and forwards touches.
class ProbeController: ViewController {
    let name: String
    let recorder: Recorder
    /// Runs before the controller is added to a parent or removed from it.
    var onWillMove: (ViewController?) -> Void = { _ in }

    init(_ name: String, _ recorder: Recorder = Recorder()) {
        self.name = name
        self.recorder = recorder
    }

    override func loadView() {
        view = View()
        view.identifier = "\(name).view"
    }

    override func viewDidLoad() { recorder.write("\(name) loaded") }

    override func willMove(toParent parent: ViewController?) {
        recorder.write("\(name) will move to \((parent as? ProbeController)?.name ?? (parent == nil ? "nil" : "?"))")
        onWillMove(parent)
    }

    override func didMove(toParent parent: ViewController?) {
        recorder.write("\(name) did move to \((parent as? ProbeController)?.name ?? (parent == nil ? "nil" : "?"))")
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
        recorder.write("\(name) began in \(touches.first?.view?.identifier ?? "?")")
        super.touchesBegan(touches, with: event)
    }
}

/// A controller that records begin, end and cancellation of touches and presses without forwarding them.
final class HearingController: ProbeController {
    override func touchesBegan(_ touches: TouchSet, with event: Event?) { recorder.write("\(name) began") }
    override func touchesEnded(_ touches: TouchSet, with event: Event?) { recorder.write("\(name) ended") }
    override func touchesCancelled(_ touches: TouchSet, with event: Event?) { recorder.write("\(name) cancelled") }
    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent?) {
        recorder.write("\(name) press began")
    }
    override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent?) {
        recorder.write("\(name) press ended")
    }
    override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent?) {
        recorder.write("\(name) press cancelled")
    }
}

/// A view that runs a closure once, after it has left its window.
final class LeavingView: View {
    var onLeave: (() -> Void)?

    override func didMoveToWindow() {
        guard window == nil, let leave = onLeave else { return }
        onLeave = nil
        leave()
    }
}

/// Returns the responder chain above a responder.
func chain(from responder: Responder) -> [Responder] {
    Array(sequence(first: responder) { $0.next }.dropFirst().prefix(50))
}

/// Returns the responder chain as names of controllers and views; unnamed responders appear by type.
func names(from responder: Responder) -> [String] {
    chain(from: responder).map { link in
        if let view = link as? View, let name = view.identifier { return name }
        return (link as? ProbeController)?.name ?? "\(type(of: link))"
    }
}

/// Counts rejected attempts to create a cycle in the controller hierarchy.
final class CircleCounter: ApplicationObserver {
    private(set) var count = 0

    func misuse(_ misuse: Misuse) { if misuse == .circularControllers { count += 1 } }
}

extension Stage {
    /// Starts to count rejected attempts to create a cycle.
    func countCircles() -> CircleCounter {
        let counter = CircleCounter()
        application.addObserver(counter)
        return counter
    }

    /// Sets a new controller as the window's root.
    func root(_ name: String = "root") -> ProbeController {
        let root = ProbeController(name, recorder)
        window.rootViewController = root
        return root
    }
}
