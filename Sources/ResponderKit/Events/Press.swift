/// A press of a keyboard key, a remote's button or a switch, from down to up.
public final class Press {
    /// Phase of a press.
    public enum Phase: Int, Sendable {
        /// The button went down.
        case began
        /// The button's analog value changed.
        case changed
        /// The button is down and unchanged in this event.
        case stationary
        /// The button went up.
        case ended
        /// The press was cancelled, for example because its device was removed.
        case cancelled

        @inline(__always) var isFinal: Bool { self == .ended || self == .cancelled }
    }

    /// Kind of button.
    public enum PressType: Int, Sendable, CaseIterable {
        /// The up arrow.
        case upArrow
        /// The down arrow.
        case downArrow
        /// The left arrow.
        case leftArrow
        /// The right arrow.
        case rightArrow
        /// The select button.
        case select
        /// The menu or back button.
        case menu
        /// The play/pause button.
        case playPause
        /// The page-up button.
        case pageUp
        /// The page-down button.
        case pageDown
        /// Another key of a keyboard, identified by `key`.
        case keyboard
    }

    /// Kind of button.
    public let type: PressType
    /// Current phase.
    public internal(set) var phase = Phase.began
    /// Pressure from 0 to 1; always 1 for a button without an analog value.
    public internal(set) var force: Double
    /// The key of a keyboard; nil for other buttons.
    public let key: Key?
    /// The responder for all phases of the press, fixed at its start (P5); nil without a key window.
    public internal(set) var responder: Responder?
    /// Time of the last change, in microseconds of the host's clock.
    public internal(set) var time: Microseconds
    /// Identifier of the button and its device.
    public let button: ButtonID

    var recognizers: ContiguousArray<GestureRecognizer> = []
    /// Whether the responder has received `pressesBegan`.
    var hasBegun = false
    /// Whether the responder receives no further phases.
    var isOver = false
    /// Whether to cancel the press in the responder, because a recognizer has recognized its gesture.
    var isWithdrawn = false

    init(_ sample: PressSample, time: Microseconds) {
        type = sample.type
        force = sample.force
        key = sample.key
        button = sample.button
        self.time = time
    }

    /// Time of the last change, in seconds of the host's clock.
    public var timestamp: Double { time.seconds }

    /// The recognizers that receive the press; nil if there are none.
    public var gestureRecognizers: [GestureRecognizer]? { recognizers.isEmpty ? nil : Array(recognizers) }
}

extension Press: Hashable {
    public static func == (left: Press, right: Press) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A key of a keyboard.
public struct Key: Hashable, Sendable {
    /// Usage ID of the key in the keyboard page of the USB HID usage tables.
    public var keyCode: Int
    /// Text that the key produces; empty for other keys.
    public var characters: String

    /// Creates a key from its HID usage ID and its text.
    public init(keyCode: Int, characters: String = "") {
        self.keyCode = keyCode
        self.characters = characters
    }
}

/// Identifies a button while it is down.
public struct ButtonID: Hashable, Sendable {
    /// Number that the host assigned to the input device.
    public var device: Int32
    /// Number of the button on the device, such as its key code.
    public var code: Int32

    /// Creates an identifier.
    public init(device: Int32 = 0, code: Int32) {
        self.device = device
        self.code = code
    }
}

extension ButtonID: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int32) { self.init(code: value) }
}

/// State change of one button at one time, as reported by an input source.
public struct PressSample: Sendable {
    /// Kind of change.
    public enum Change: Sendable {
        /// The button went down.
        case began
        /// The button's analog value changed.
        case changed
        /// The button went up.
        case ended
        /// The source cancelled the press.
        case cancelled
    }

    /// Identifier of the button and its device.
    public var button: ButtonID
    /// Kind of change.
    public var change: Change
    /// Kind of button.
    public var type: Press.PressType
    /// Pressure from 0 to 1.
    public var force = 1.0
    /// The key of a keyboard; nil for other buttons.
    public var key: Key?

    /// Creates a sample.
    public init(_ button: ButtonID, _ change: Change, type: Press.PressType = .keyboard, key: Key? = nil) {
        self.button = button
        self.change = change
        self.type = type
        self.key = key
    }
}

/// An event that reports button presses.
public final class PressesEvent: Event {
    @exclusivity(unchecked) var presses: [Press] = []

    init() { super.init(type: .presses) }

    /// All presses of buttons that are down or went up in the event (P9).
    public var allPresses: Set<Press> { Set(presses) }

    /// Returns the presses that the recognizer receives.
    public func presses(for recognizer: GestureRecognizer) -> Set<Press> {
        Set(presses.filter { recognizer.presses.containsObject($0) })
    }
}
