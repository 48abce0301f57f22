/// Converts button samples to presses and delivers the presses to recognizers and responders.
final class PressTracker {
    unowned(unsafe) var application: Application!
    /// Whether to cancel all presses after the current event.
    var isCancelWanted = false
    private let event: PressesEvent
    /// Whether the current event was delivered; guards against overrides that call `sendEvent` several times.
    private var isServed = true

    init(_ event: PressesEvent) { self.event = event }

    func dispatch(_ samples: [PressSample]) {
        beginEvent()
        for sample in samples {
            if let press = press(of: sample.button), press.phase != .stationary {
                // The button changed twice in one list of samples: delivers the first change as a separate event.
                serve()
                beginEvent()
            }
            if let press = press(of: sample.button) {
                take(sample, of: press)
            } else if sample.change == .began, application.isActive {
                begin(sample)
            }
        }
        serve()
    }

    /// Cancels the presses that satisfy the condition (P8).
    func cancel(where condition: (Press) -> Bool) {
        isCancelWanted = false
        beginEvent()
        for press in event.presses where condition(press) { press.phase = .cancelled }
        serve()
    }

    /// Cancels the presses of responders in a subtree that leaves the window.
    func viewWillLeave(_ view: View) {
        let leaving = event.presses.filter { !$0.isOver && $0.responder?.isInside(view) == true }
        guard !leaving.isEmpty else { return }
        application.prepare(event)
        call(.cancelled, leaving)
    }

    /// Cancels the presses of recognized gestures in their responders, including gestures recognized by a timer.
    func flush() {
        guard !event.presses.isEmpty else { return }
        let claimed = event.presses.filter { $0.isWithdrawn && !$0.isOver }
        guard !claimed.isEmpty else { return }
        application.prepare(event)
        call(.cancelled, claimed)
    }

    private func press(of button: ButtonID) -> Press? { event.presses.first { $0.button == button } }

    private func beginEvent() {
        event.presses.removeAll { $0.phase.isFinal }
        for press in event.presses { press.phase = .stationary }
    }

    private func begin(_ sample: PressSample) {
        let press = Press(sample, time: application.now)
        press.responder = application.keyWindow?.firstResponder ?? application.keyWindow
        event.presses.append(press)
        application.prepare(event)
        let own = (press.responder as? ViewController)?.viewIfLoaded
        let view = own ?? press.responder?.firstInChain { $0 is View } as? View
        application.arena.offer(press, from: view, event)
    }

    private func take(_ sample: PressSample, of press: Press) {
        press.time = application.now
        switch sample.change {
        case .began: break
        case .changed:
            guard press.force != sample.force else { return }
            press.force = sample.force
            press.phase = .changed
        case .ended: press.phase = .ended
        case .cancelled: press.phase = .cancelled
        }
    }

    private func serve() {
        guard event.presses.contains(where: { $0.phase != .stationary }) else { return }
        isServed = false
        application.prepare(event)
        application.announceAndSend(event)
        if !isServed { cancelUnforwarded() }
        application.arena.needsSettle = true
        application.settleRecognizers()
        application.arena.forgetLifted()
        // Releases finished presses: a press retains its responder and thereby the view tree (X14).
        event.presses.removeAll { $0.phase.isFinal }
    }

    /// Cancels presses that an override of `sendEvent` did not forward. Each `pressesBegan` call is thus followed by
    /// exactly one `pressesEnded` or `pressesCancelled` call to the same responder.
    private func cancelUnforwarded() {
        isServed = true
        for press in event.presses {
            switch press.phase {
            case .began:
                press.isOver = true
                application.arena.drop(press)
            case .changed: press.phase = .stationary
            case .ended: press.phase = .cancelled
            case .stationary, .cancelled: break
            }
        }
        deliver()
    }

    /// Delivers the event: to recognizers first, then to responders (P7).
    func serve(_ event: Event) {
        guard event === self.event, application.isBusy, !isServed else { return }
        isServed = true
        deliver()
    }

    private func deliver() {
        application.arena.run(event)
        application.arena.referee.settle()
        flush()
        for phase in [Press.Phase.began, .changed, .ended, .cancelled] {
            call(phase, event.presses.filter { $0.phase == phase })
        }
    }

    /// Calls each responder once with all of its presses that have begun and are not finished.
    private func call(_ phase: Press.Phase, _ presses: [Press]) {
        var rest = presses.filter { $0.responder != nil }
        while let responder = rest.first?.responder {
            let own = rest.filter { $0.responder === responder && !$0.isOver }
            rest.removeAll { $0.responder === responder }
            for press in own where phase.isFinal { press.isOver = true }
            for press in own where phase == .began { press.hasBegun = true }
            let begun = own.filter(\.hasBegun)
            if !begun.isEmpty { invoke(responder, phase, begun) }
        }
    }

    /// Calls a responder with presses that temporarily have the given phase.
    private func invoke(_ responder: Responder, _ phase: Press.Phase, _ presses: [Press]) {
        let phases = presses.map(\.phase)
        for press in presses { press.phase = phase }
        let set = Set(presses)
        switch phase {
        case .began: application.call(.pressesBegan, of: responder, [], set, with: event)
        case .changed: application.call(.pressesChanged, of: responder, [], set, with: event)
        case .ended: application.call(.pressesEnded, of: responder, [], set, with: event)
        case .cancelled: application.call(.pressesCancelled, of: responder, [], set, with: event)
        case .stationary: break
        }
        for (press, phase) in zip(presses, phases) { press.phase = phase }
    }
}

extension GestureArena {
    /// Delivers the event to the recognizers of its presses.
    func run(_ event: PressesEvent) {
        let recognizers = engaged
        for recognizer in recognizers where recognizer.arena === self && !recognizer.isOver {
            show(event, to: recognizer, .began) {
                $0.pressesBegan($1, with: event)
                // Also cancels the press of a further button that goes down during a gesture.
                if $0.isActive, $0.cancelsTouchesInView { withdraw($0) }
            }
            show(event, to: recognizer, .changed) { $0.pressesChanged($1, with: event) }
            show(event, to: recognizer, .ended) { $0.pressesEnded($1, with: event) }
            show(event, to: recognizer, .cancelled) { $0.pressesCancelled($1, with: event) }
        }
    }

    private func show(
        _ event: PressesEvent,
        to recognizer: GestureRecognizer,
        _ phase: Press.Phase,
        _ call: (GestureRecognizer, Set<Press>) -> Void
    ) {
        let presses = recognizer.presses.filter { $0.phase == phase }
        if !presses.isEmpty { call(recognizer, Set(presses)) }
    }
}
