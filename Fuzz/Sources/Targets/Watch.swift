@testable internal import Bridge
@testable internal import GestureKinds
@testable internal import InputHub
@testable internal import LayoutRuntime
@testable internal import ResponderKit

/// Follows what views and recognizers of a pipeline hear, and holds them to the rules.
///
/// Whoever hears that a touch began hears once that it ended or was cancelled, and nothing after that; recognizers go the
/// ways of their states alone; once all fingers are up and time has passed, nothing is left.
final class Watch: ApplicationObserver {
    private struct Account {
        /// Keeps the touch's address from naming another one.
        let touch: Touch
        var isDown = false
        var isOver = false
    }

    private let pipeline: Pipeline
    private var application: Application { pipeline.application }
    private var accounts: [ObjectIdentifier: Account] = [:]
    private var states: [ObjectIdentifier: (recognizer: GestureRecognizer, state: GestureRecognizer.State)] = [:]
    var followsHitTests: Bool { false }

    init(_ pipeline: Pipeline) {
        self.pipeline = pipeline
        pipeline.application.addObserver(self)
    }

    // MARK: Touches

    func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event) {
        for touch in touches where touch.view === responder {
            let key = ObjectIdentifier(touch)
            var account = accounts[key] ?? Account(touch: touch)
            hold(!account.isOver, "\(method) after the end of a touch")
            switch method {
            case .touchesBegan:
                hold(!account.isDown, "a touch began twice")
                account.isDown = true
            case .touchesMoved: hold(account.isDown, "a touch moved that has not begun")
            case .touchesEnded, .touchesCancelled:
                hold(account.isDown, "a touch ended that has not begun")
                account.isOver = true
            default: continue
            }
            accounts[key] = account
        }
        // Touches are kept for as long as their finger is down, not longer.
        if accounts.count > 256 { accounts = accounts.filter { !$0.value.isOver } }
    }

    // MARK: Recognizers

    func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {
        let known = states[ObjectIdentifier(recognizer)]?.state ?? .possible
        hold(known == old, "\(recognizer) leaves \(old) and was \(known)")
        let isWay =
            switch old {
            case .possible: new == .began || new == .ended || new == .failed
            case .began, .changed: new == .changed || new == .ended || new == .cancelled
            case .ended, .cancelled, .failed: new == .possible
            }
        hold(isWay, "\(recognizer) goes from \(old) to \(new)")
        states[ObjectIdentifier(recognizer)] = new == .possible ? nil : (recognizer, new)
    }

    // MARK: The end

    /// All fingers are up: lets time pass, and looks whether anything is left over.
    func finish(at time: Int64) {
        application.becomeActive()
        var time = max(time, application.now)
        for _ in 0..<3 where time < .max / 2 {
            time += 20_000_000
            pipeline.advance(to: time)
            application.advance(to: time)
        }
        hold(!accounts.values.contains { $0.isDown && !$0.isOver }, "all fingers are up and an end was never told")
        hold(application.touchEvent.allTouches?.isEmpty != false, "all fingers are up and touches are left")
        hold(application.delivery.lingering.isEmpty, "all fingers are up and touches linger")
        hold(application.arena.engaged.isEmpty, "all fingers are up and a recognizer is engaged")
        // Those of type custom are in whatever state their plugin has left them.
        let custom = states.values.filter { $0.recognizer is CustomGestureRecognizer }
        hold(states.count == custom.count, "all fingers are up and a recognizer is not as at the beginning")
        hold(!application.isBusy, "the application is still busy")
        application.removeObserver(self)
    }
}
