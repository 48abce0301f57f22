import ResponderKit

/// A controller with a name that writes what it is told of its parents and of touches, which it hands on.
class ProbeController: ViewController {
    let name: String
    let recorder: Recorder
    /// Called before the controller gets or loses a parent.
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

/// A controller that writes every phase of touches and presses, and hands none on.
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

/// A view that does something once when it has left its window.
final class LeavingView: View {
    var onLeave: (() -> Void)?

    override func didMoveToWindow() {
        guard window == nil, let leave = onLeave else { return }
        onLeave = nil
        leave()
    }
}

/// The chain from a responder on, the responder left out.
func chain(from responder: Responder) -> [Responder] {
    Array(sequence(first: responder) { $0.next }.dropFirst().prefix(50))
}

/// The chain by the names of the controllers and views; what has none is named by its type.
func names(from responder: Responder) -> [String] {
    chain(from: responder).map { link in
        if let view = link as? View, let name = view.identifier { return name }
        return (link as? ProbeController)?.name ?? "\(type(of: link))"
    }
}

/// Counts how often controllers were to be made circular.
final class CircleCounter: ApplicationObserver {
    private(set) var count = 0

    func misuse(_ misuse: Misuse) { if misuse == .circularControllers { count += 1 } }
}

extension Stage {
    /// Counts from now on how often controllers are to be made circular.
    func countCircles() -> CircleCounter {
        let counter = CircleCounter()
        application.addObserver(counter)
        return counter
    }

    /// A controller that is the window's root.
    func root(_ name: String = "root") -> ProbeController {
        let root = ProbeController(name, recorder)
        window.rootViewController = root
        return root
    }
}
