extension Control {
    /// Events of a control; the raw values are the same as in UIKit.
    public struct Event: OptionSet, Hashable, Sendable {
        /// Bit mask with one bit per event.
        public let rawValue: UInt

        /// Creates a set of events from a bit mask.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A finger went down on the control (C4).
        public static let touchDown = Event(rawValue: 1 << 0)
        /// A finger went down for the second or a later tap of a sequence (C5).
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        /// The finger moved and is inside the control (C8).
        public static let touchDragInside = Event(rawValue: 1 << 2)
        /// The finger moved and is outside the control (C8).
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        /// The finger moved back inside the control (C8, C9).
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        /// The finger moved from inside to outside the control (C8).
        public static let touchDragExit = Event(rawValue: 1 << 5)
        /// The finger lifted inside the control (C11).
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// The finger lifted outside the control (C11).
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// The touch was cancelled (C12).
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// The finger changed the control's value (C19, C20).
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// The control's main action was triggered (C18).
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// All touch events.
        public static let allTouchEvents = Event(rawValue: 0xFFF)
        /// All events.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// State of a control; an empty set means normal (C16).
    public struct State: OptionSet, Hashable, Sendable {
        /// Bit mask with one bit per state.
        public let rawValue: UInt

        /// Creates a state from a bit mask.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The control is neither highlighted nor disabled nor selected.
        public static let normal: State = []
        /// The control is pressed.
        public static let highlighted = State(rawValue: 1 << 0)
        /// The control is disabled.
        public static let disabled = State(rawValue: 1 << 1)
        /// The control is selected.
        public static let selected = State(rawValue: 1 << 2)
    }
}
