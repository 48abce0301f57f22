/// Turns samples of buttons into presses and brings them to recognizers and the responder that they began at.
final class PressTracker {
    unowned(unsafe) var application: Application!
    /// Handlers asked for every press to be cancelled.
    var isCancelWanted = false
    private let event: PressesEvent

    init(_ event: PressesEvent) { self.event = event }

    func dispatch(_ samples: [PressSample]) {
        rest()
        for sample in samples {
            if let press = event.presses.first(where: { $0.button == sample.button }) {
                if press.phase != .stationary {
                    serve()
                    rest()
                }
                take(sample, of: press)
            } else if sample.change == .began, application.isActive {
                begin(sample)
            }
        }
        serve()
    }

    /// Takes back the presses for which the condition holds (P8).
    func cancel(where condition: (Press) -> Bool) {
        isCancelWanted = false
        rest()
        for press in event.presses where condition(press) { press.phase = .cancelled }
        serve()
    }

    /// Takes back what the responders of a subtree are following.
    func viewWillLeave(_ view: View) {
        let leaving = event.presses.filter { !$0.isOver && $0.responder?.isInside(view) == true }
        guard !leaving.isEmpty else { return }
        application.prepare(event)
        for press in leaving { press.isOver = true }
        call(.cancelled, leaving)
    }

    private func rest() {
        event.presses.removeAll { $0.phase == .ended || $0.phase == .cancelled }
        for press in event.presses { press.phase = .stationary }
    }

    private func begin(_ sample: PressSample) {
        let press = Press(sample, time: application.now)
        press.responder = application.keyWindow?.firstResponder ?? application.keyWindow
        event.presses.append(press)
        application.prepare(event)
        let view = press.responder?.firstInChain { $0 is View } as? View
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

    /// Sends the event, then keeps the promise of one end for each begin if an override swallowed it.
    private func serve() {
        guard event.presses.contains(where: { $0.phase != .stationary }) else { return }
        application.prepare(event)
        application.sendEvent(event)
        let swallowed = event.presses.filter { !$0.isOver && ($0.phase == .ended || $0.phase == .cancelled) }
        if !swallowed.isEmpty {
            for press in swallowed { press.isOver = true }
            call(.cancelled, swallowed)
        }
        application.arena.hasNews = true
        application.settleRecognizers()
        application.arena.forgetLifted()
    }

    /// Serves the event: recognizers first, then the responders (P7).
    func serve(_ event: Event) {
        guard event === self.event, application.isBusy else { return }
        application.arena.run(self.event)
        application.arena.settle()
        for press in self.event.presses where press.isWithdrawn && !press.isOver {
            press.isOver = true
            if press.phase != .began { call(.cancelled, [press]) }
        }
        for phase in [Press.Phase.began, .changed, .ended, .cancelled] {
            let presses = self.event.presses.filter { $0.phase == phase && !$0.isOver }
            guard !presses.isEmpty else { continue }
            if phase == .ended || phase == .cancelled {
                for press in presses { press.isOver = true }
            }
            call(phase, presses)
        }
    }

    /// Calls the presses' responders, those of one responder as one set.
    private func call(_ phase: Press.Phase, _ presses: [Press]) {
        var rest = presses
        let event = event
        while let responder = rest.first?.responder {
            let own = Set(rest.filter { $0.responder === responder })
            rest.removeAll(where: own.contains)
            application.walk(event) {
                switch phase {
                case .began: responder.receive(.pressesBegan, [], event) { $0.pressesBegan(own, with: event) }
                case .changed: responder.receive(.pressesChanged, [], event) { $0.pressesChanged(own, with: event) }
                case .ended: responder.receive(.pressesEnded, [], event) { $0.pressesEnded(own, with: event) }
                case .cancelled:
                    responder.receive(.pressesCancelled, [], event) { $0.pressesCancelled(own, with: event) }
                case .stationary: break
                }
            }
        }
    }
}

extension GestureArena {
    /// Shows the event to the recognizers of its presses.
    func run(_ event: PressesEvent) {
        let recognizers = engaged
        for recognizer in recognizers where recognizer.arena === self && !recognizer.isOver {
            show(event, to: recognizer, .began) { $0.pressesBegan($1, with: event) }
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
