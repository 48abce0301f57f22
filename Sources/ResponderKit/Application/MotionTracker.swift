/// Phase of a shake from an input source.
public enum MotionChange: Sendable {
    /// A shake began.
    case began
    /// The shake ended.
    case ended
    /// The source cancelled the shake.
    case cancelled
}

/// Delivers shakes to the first responder. Cancels a shake that exceeds the maximum duration (M2, M3).
final class MotionTracker: DeadlineOwner {
    unowned(unsafe) var application: Application!
    /// Whether to cancel the shake after the current event.
    var isCancelWanted = false
    private var target: Responder?
    private var change = MotionChange.began
    private lazy var limit = Deadline(owner: self)

    /// Maximum duration of a shake, in microseconds; Apple documents no limit.
    private static let longest: Microseconds = 3_000_000

    func dispatch(_ change: MotionChange) {
        isCancelWanted = false
        if change == .began {
            guard target == nil, application.isActive else { return }
            target = application.keyWindow?.firstResponder ?? application.keyWindow
            application.deadlines.set(limit, to: application.now.later(by: Self.longest))
        }
        guard target != nil else { return }
        self.change = change
        let event = Event(type: .motion, subtype: .motionShake)
        application.prepare(event)
        application.announceAndSend(event)
        if change != .began {
            target = nil
            application.deadlines.set(limit, to: nil)
        }
    }

    /// Cancels the shake if its responder is in a subtree that leaves the window.
    func viewWillLeave(_ view: View) {
        if target?.isInside(view) == true { dispatch(.cancelled) }
    }

    func deadlinePassed() { dispatch(.cancelled) }

    func serve(_ event: Event) {
        guard let target else { return }
        switch change {
        case .began: application.call(.motionBegan, of: target, with: event)
        case .ended: application.call(.motionEnded, of: target, with: event)
        case .cancelled: application.call(.motionCancelled, of: target, with: event)
        }
    }
}
