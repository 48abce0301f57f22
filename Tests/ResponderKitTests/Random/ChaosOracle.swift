import ResponderKit

/// Records the calls to hit views and recognizers, and reports violations.
final class ChaosOracle: ApplicationObserver {
    private struct Account {
        var isDown = false
        var isOver = false
        /// Whether the view was in no window when hit; such a view cannot leave its window.
        var isStray = false
        /// Retains the touch, so its address is not reused. Needed if no observer announces new touches.
        var touch: Touch?
    }

    private var accounts: [ObjectIdentifier: Account] = [:]
    private var states: [ObjectIdentifier: GestureRecognizer.State] = [:]
    /// Violations found so far.
    private(set) var problems: [String] = []
    /// Recorded events; empty unless tracing is enabled.
    private(set) var trace: [String] = []
    let isTracing: Bool
    /// Whether the application announces touches to this oracle. Otherwise, the first call to a view opens a touch's
    /// account.
    let isObserving: Bool

    init(isTracing: Bool, isObserving: Bool) {
        self.isTracing = isTracing
        self.isObserving = isObserving
    }

    func write(_ line: @autoclosure () -> String) {
        guard isTracing else { return }
        trace.append(line())
        if trace.count > 2000 { trace.removeFirst(1000) }
    }

    func complain(_ problem: String) {
        write("PROBLEM " + problem)
        problems.append(problem)
    }

    // MARK: Touches

    func touch(_ touch: Touch, hit view: View?) {
        let key = ObjectIdentifier(touch)
        if let old = accounts[key], old.isDown, !old.isOver {
            complain("a touch is released, but its view received no end event")
        }
        accounts[key] = Account(isStray: view.map { $0.window !== touch.window } ?? true)
        write("hit \(touch.finger.contact) -> \(view?.identifier ?? "nobody")")
    }

    /// Checks the touches that a view receives; ignores calls to views other than the hit view.
    func received(_ view: View, _ phase: Touch.Phase, _ touches: TouchSet) {
        for touch in touches where touch.view === view {
            let key = ObjectIdentifier(touch)
            if !isObserving, accounts[key] == nil { accounts[key] = Account(isStray: true, touch: touch) }
            guard var account = accounts[key] else {
                complain("\(view.identifier ?? "?") receives \(phase) of a touch that was not announced")
                continue
            }
            let name = "\(view.identifier ?? "?"), finger \(touch.finger.contact)"
            write("  \(name) \(phase)")
            if account.isOver { complain("\(name): \(phase) after the end") }
            if phase == .began {
                if account.isDown { complain("\(name): began twice") }
                account.isDown = true
            } else if !account.isDown {
                complain("\(name): \(phase) without began")
            }
            if phase == .ended || phase == .cancelled { account.isOver = true }
            if touch.phase != phase { complain("\(name): \(phase) with the phase \(touch.phase)") }
            if phase != .cancelled, !account.isStray, view.window !== touch.window {
                complain("\(name): \(phase) outside its window")
            }
            accounts[key] = account
        }
    }

    /// Checks that each account is closed. Must be called only while no finger is down.
    func checkAllEnded() {
        for account in accounts.values where account.isDown && !account.isOver {
            complain("all fingers are up, but a view received no end event")
        }
        accounts.removeAll()
    }

    // MARK: Recognizers

    func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {
        let key = ObjectIdentifier(recognizer)
        let known = states[key] ?? .possible
        write("  \(recognizer.name ?? "?") \(old) -> \(new)")
        if known != old { complain("\(recognizer.name ?? "?") leaves \(old) and was \(known)") }
        if !Self.isEdge(old, new) { complain("\(recognizer.name ?? "?") goes from \(old) to \(new)") }
        states[key] = new == .possible ? nil : new
    }

    func recognizer(_ recognizer: GestureRecognizer, waitsFor others: [GestureRecognizer]) {
        if others.isEmpty { complain("\(recognizer.name ?? "?") waits for no recognizer") }
        write("  \(recognizer.name ?? "?") waits")
    }

    /// Legal state transitions, written by hand from G1 to G3 and G47.
    private static func isEdge(_ old: GestureRecognizer.State, _ new: GestureRecognizer.State) -> Bool {
        switch old {
        case .possible: new == .began || new == .ended || new == .failed
        case .began, .changed: new == .changed || new == .ended || new == .cancelled
        case .ended, .cancelled, .failed: new == .possible
        }
    }

    func checkAllReset() {
        if !states.isEmpty { complain("\(states.count) recognizers were never reset") }
        states.removeAll()
    }
}
