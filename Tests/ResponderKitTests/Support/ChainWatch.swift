import ResponderKit

/// Records actions, misuse, and each responder that an event reaches on the responder chain. Works with all responder
/// classes.
final class ChainWatch: ApplicationObserver {
    let recorder = Recorder()

    var log: [String] { recorder.lines }

    func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event) {
        recorder.write("\(name(of: responder)) \(method)")
    }

    func action(_ action: Selector, sent sender: AnyObject?, to target: (any ActionTarget)?) {
        recorder.write("\(action) to \((target as? Responder).map(name(of:)) ?? "nobody")")
    }

    func misuse(_ misuse: Misuse) { recorder.write("misuse") }

    private func name(of responder: Responder) -> String {
        switch responder {
        case is Window: "window"
        case is Application: "application"
        case let view as View: view.identifier ?? "view"
        case let link as Link: link.ear.name
        case is ViewController: "controller"
        default: "responder"
        }
    }
}

extension Stage {
    /// Starts to record the responders that events reach.
    func watchChain() -> ChainWatch {
        let watch = ChainWatch()
        application.addObserver(watch)
        return watch
    }

    /// Adds a recording view to the window, optionally as first responder.
    func listener(_ name: String, in superview: View? = nil, isFirst: Bool = false) -> ListeningView {
        let view = ListeningView(name, recorder)
        (superview ?? window).addSubview(view)
        if isFirst { view.becomeFirstResponder() }
        return view
    }

    func shake(_ change: MotionChange, at time: Int64) {
        application.post(motion: change, at: time * 1000)
        application.dispatchPending()
    }

    func remote(_ command: Event.EventSubtype, at time: Int64 = 0) {
        application.post(remoteControl: command, at: time * 1000)
        application.dispatchPending()
    }
}
