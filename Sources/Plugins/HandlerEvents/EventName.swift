/// What can happen to a view, a gesture, a control or a screen, by the name that layouts bind handlers to.
public enum EventName: String, Sendable, CaseIterable, BitwiseCopyable {
    case touchesBegan, touchesMoved, touchesEnded, touchesCancelled
    case pressesBegan, pressesChanged, pressesEnded, pressesCancelled
    case motionBegan, motionEnded, motionCancelled
    case remoteControlReceived
    /// States of gestures; a discrete gesture's `recognized` is `ended`.
    case possible, began, changed, ended, cancelled, failed
    case touchDown, touchDownRepeat, touchDragInside, touchDragOutside, touchDragEnter, touchDragExit
    case touchUpInside, touchUpOutside, touchCancel, valueChanged, primaryActionTriggered
    /// An action that climbed the chain to a responder that has it.
    case action
    case idle, active
    case deviceAdded, deviceRemoved
    case dark, wake
    /// A point of a panel touches by itself.
    case ghost

    /// Its index in `allCases`.
    @inlinable package var place: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

    /// Whose event it is.
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

    /// What a queue may do with it when it is full.
    public enum Flow: Sendable {
        /// Stands alone, and is not to be lost.
        case single
        /// Begins a stream, whose end is not to be lost.
        case begins
        /// The newest one of a stream stands for those before it.
        case goesOn
        /// A state that outlasts its stream: the newest one stands for those before it, and is not to be lost.
        case value
        /// Ends a stream.
        case ends
    }

    public var flow: Flow {
        switch self {
        case .touchesBegan, .pressesBegan, .motionBegan, .began, .touchDown: .begins
        case .touchesMoved, .pressesChanged, .changed, .touchDragInside, .touchDragOutside: .goesOn
        case .valueChanged: .value
        case .touchesEnded, .touchesCancelled, .pressesEnded, .pressesCancelled, .motionEnded, .motionCancelled, .ended,
            .cancelled, .failed, .touchUpInside, .touchUpOutside, .touchCancel:
            .ends
        default: .single
        }
    }
}

extension EventName.Family {
    /// All ways in which a stream of the family can end.
    public var ends: [EventName] { EventName.allCases.filter { $0.family == self && $0.flow == .ends } }
}
