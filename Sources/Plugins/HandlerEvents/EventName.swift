/// Events of views, gestures, controls and screens, as named in layouts.
public enum EventName: String, Sendable, CaseIterable, BitwiseCopyable {
    case touchesBegan, touchesMoved, touchesEnded, touchesCancelled
    case pressesBegan, pressesChanged, pressesEnded, pressesCancelled
    case motionBegan, motionEnded, motionCancelled
    case remoteControlReceived
    /// States of gestures; a discrete gesture's `recognized` is `ended`.
    case possible, began, changed, ended, cancelled, failed
    case touchDown, touchDownRepeat, touchDragInside, touchDragOutside, touchDragEnter, touchDragExit
    case touchUpInside, touchUpOutside, touchCancel, valueChanged, primaryActionTriggered
    /// An action sent up the responder chain to a responder that implements it.
    case action
    case idle, active
    case deviceAdded, deviceRemoved
    case dark, wake
    /// A panel reports touches at a point without a finger.
    case ghost

    /// Index in `allCases`.
    @inlinable package var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

    /// Kind of source of an event.
    public enum Family: Sendable, CaseIterable {
        case touches, presses, motion, remoteControl, gesture, control, action, screen, device, ghost
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
        }
    }

    /// Rules of a full queue for an event.
    public enum Flow: Sendable {
        /// Independent event; must not be lost.
        case single
        /// Begins a stream, whose end must not be lost.
        case begins
        /// Continues a stream; a newer one replaces it.
        case continues
        /// A state that outlasts its stream: a newer one replaces it, and the last must not be lost.
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
    /// All events that end a stream of the family.
    public var ends: [EventName] { EventName.allCases.filter { $0.family == self && $0.flow == .ends } }
}
