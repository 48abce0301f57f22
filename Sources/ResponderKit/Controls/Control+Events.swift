extension Control {
    /// Events of a control; the raw values are UIKit's.
    public struct Event: OptionSet, Hashable, Sendable {
        /// One bit for each event.
        public let rawValue: UInt

        /// Creates a set of events from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A finger went down (C4).
        public static let touchDown = Event(rawValue: 1 << 0)
        /// A finger went down for a second tap or a later one (C5).
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        /// The finger moved and is inside (C8).
        public static let touchDragInside = Event(rawValue: 1 << 2)
        /// The finger moved and is outside (C8).
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        /// The finger came back inside (C8, C9).
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        /// The finger went outside (C8).
        public static let touchDragExit = Event(rawValue: 1 << 5)
        /// The finger went up inside (C11).
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// The finger went up outside (C11).
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// The touch was cancelled (C12).
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// The finger changed the control's value (C19, C20).
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// The control's main action was triggered (C18).
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// Every event of a touch.
        public static let allTouchEvents = Event(rawValue: 0xFFF)
        /// Every event.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// State of a control; empty means normal (C16).
    public struct State: OptionSet, Hashable, Sendable {
        /// One bit for each property.
        public let rawValue: UInt

        /// Creates a state from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Neither highlighted nor disabled nor selected.
        public static let normal: State = []
        /// Pressed.
        public static let highlighted = State(rawValue: 1 << 0)
        /// Not enabled.
        public static let disabled = State(rawValue: 1 << 1)
        /// Selected.
        public static let selected = State(rawValue: 1 << 2)
    }
}
