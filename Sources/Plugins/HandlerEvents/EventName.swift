/// Events that can call handlers; the raw values are the names in layouts.
public enum EventName: String, Sendable, CaseIterable, BitwiseCopyable {
    case touchesBegan, touchesMoved, touchesEnded, touchesCancelled
    case pressesBegan, pressesChanged, pressesEnded, pressesCancelled
    case motionBegan, motionEnded, motionCancelled
    case remoteControlReceived
    /// Gesture states. In layouts, the state `ended` of a discrete gesture is named `recognized`.
    case possible, began, changed, ended, cancelled, failed
    case touchDown, touchDownRepeat, touchDragInside, touchDragOutside, touchDragEnter, touchDragExit
    case touchUpInside, touchUpOutside, touchCancel, valueChanged, primaryActionTriggered
    /// An action reached an object that implements the action. Controls send actions along the responder chain, and
    /// plugins send actions to the application.
    case action
    case idle, active
    case deviceAdded, deviceRemoved
    case dark, wake
    /// A panel reports ghost touches (touches without a finger); see `GhostReason`.
    case ghost
    /// A timer of the layout fired.
    case timer
    /// Stale: a panel sent no event for a contact during `staleContactTimeout`. Silent: a panel sent no events during
    /// `silentAfter`.
    case stale, silent

    /// Name of `ended` in layouts, for a discrete gesture such as a tap.
    public static let recognized = "recognized"

    /// Index of the event in `allCases`.
    @inlinable package var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

    /// Group of related events, which supply values for the same placeholders (`Placeholder.isKnown`).
    public enum Family: Sendable, CaseIterable {
        case touches, presses, motion, remoteControl, gesture, control, action, screen, device, ghost, panel, timer
    }

    public var family: Family {
        switch self {
        case .touchesBegan, .touchesMoved, .touchesEnded, .touchesCancelled: .touches
        case .pressesBegan, .pressesChanged, .pressesEnded, .pressesCancelled: .presses
        case .motionBegan, .motionEnded, .motionCancelled: .motion
        case .remoteControlReceived: .remoteControl
        case .possible, .began, .changed, .ended, .cancelled, .failed: .gesture
        case .touchDown, .touchDownRepeat, .touchDragInside, .touchDragOutside, .touchDragEnter, .touchDragExit,
            .touchUpInside, .touchUpOutside, .touchCancel, .valueChanged, .primaryActionTriggered:
            .control
        case .action: .action
        case .idle, .active, .dark, .wake: .screen
        case .deviceAdded, .deviceRemoved: .device
        case .ghost: .ghost
        case .stale, .silent: .panel
        case .timer: .timer
        }
    }

    /// How a full queue treats an event.
    public enum Flow: Sendable {
        /// The event is delivered on its own; a newer event never replaces it.
        case single
        /// The event begins a stream (the events of one touch, gesture or press), whose end event must not be lost.
        case begins
        /// The event continues a stream; a newer event of the stream replaces the queued event.
        case continues
        /// A value that remains valid after the end of its stream. A newer value replaces the queued value, and the
        /// last value must not be lost.
        case value
        case ends
    }

    public var flow: Flow {
        switch self {
        case .touchesBegan, .pressesBegan, .motionBegan, .began, .touchDown: .begins
        case .touchesMoved, .pressesChanged, .changed, .touchDragInside, .touchDragOutside: .continues
        case .valueChanged: .value
        case .touchesEnded, .touchesCancelled, .pressesEnded, .pressesCancelled, .motionEnded, .motionCancelled, .ended,
            .cancelled, .failed, .touchUpInside, .touchUpOutside, .touchCancel:
            .ends
        default: .single
        }
    }
}

extension EventName.Family {
    /// All events that can end a stream of this family.
    public var ends: [EventName] { EventName.allCases.filter { $0.family == self && $0.flow == .ends } }
}
