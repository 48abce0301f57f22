@testable internal import Bridge
@testable internal import GestureKinds
@testable internal import InputHub
@testable internal import LayoutRuntime
@testable internal import ResponderKit

/// Observes calls of views and recognizers in a pipeline, and checks their invariants.
///
/// After the begin event of a touch, the hit view receives exactly one end or cancellation event, and then no further
/// event of this touch. Recognizers change states only by the documented transitions. After all fingers are up, no
/// touch and no recognition attempt is in progress.
final class Watch: ApplicationObserver {
    private struct Account {
        /// Retained, so that no other touch reuses its address.
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
            case .touchesMoved: hold(account.isDown, "a touch moved before it began")
            case .touchesEnded, .touchesCancelled:
                hold(account.isDown, "a touch ended before it began")
                account.isOver = true
            default: continue
            }
            accounts[key] = account
        }
        // Releases ended touches above 256 entries, to bound memory use.
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

    // MARK: End

    /// Advances the time by a minute after all fingers are up. Checks that no touch and no recognition attempt is in
    /// progress.
    func finish(at time: Int64) {
        application.becomeActive()
        var time = max(time, application.now)
        for _ in 0..<3 where time < .max / 2 {
            time += 20_000_000
            pipeline.advance(to: time)
            application.advance(to: time)
        }
        hold(
            !accounts.values.contains { $0.isDown && !$0.isOver },
            "all fingers are up, but a view received no end event"
        )
        hold(application.touchEvent.allTouches?.isEmpty != false, "all fingers are up, but `allTouches` is not empty")
        hold(application.delivery.lingering.isEmpty, "all fingers are up, but withheld touches remain")
        hold(application.arena.engaged.isEmpty, "all fingers are up, but an attempt is in progress")
        // Excludes custom recognizers, because a plugin determines their state.
        let custom = states.values.filter { $0.recognizer is CustomGestureRecognizer }
        hold(states.count == custom.count, "all fingers are up, but a recognizer is not reset")
        hold(!application.isBusy, "the application is still busy")
        application.removeObserver(self)
    }
}
