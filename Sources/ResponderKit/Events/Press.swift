/// One button from down to up: a key, a remote's button, a switch on the housing.
public final class Press {
    /// Where a press is in its life.
    public enum Phase: Int, Sendable {
        /// The button went down.
        case began
        /// Its analog value changed.
        case changed
        /// It is down and did nothing in this event.
        case stationary
        /// It went up.
        case ended
        /// The press was taken back.
        case cancelled

        /// Nothing comes after it.
        @inline(__always) var isFinal: Bool { self == .ended || self == .cancelled }
    }

    /// Which button.
    public enum PressType: Int, Sendable, CaseIterable {
        /// The upward arrow.
        case upArrow
        /// The downward arrow.
        case downArrow
        /// The arrow to the left.
        case leftArrow
        /// The arrow to the right.
        case rightArrow
        /// The button that chooses.
        case select
        /// The button that leads back.
        case menu
        /// The button that plays and pauses.
        case playPause
        /// The button for the next page upward.
        case pageUp
        /// The button for the next page downward.
        case pageDown
        /// Any other key of a keyboard; `key` tells which.
        case keyboard
    }

    /// Which button.
    public let type: PressType
    /// Where the press is in its life.
    public internal(set) var phase = Phase.began
    /// How hard the button is pressed, between 0 and 1; 1 where it cannot tell.
    public internal(set) var force: Double
    /// The key of a keyboard, nil for other buttons.
    public let key: Key?
    /// The responder that got the press when it began; all later phases go there (P5).
    public internal(set) var responder: Responder?
    /// When the press changed last, in microseconds of the host's clock.
    public internal(set) var time: Microseconds
    /// Which button of which device this is.
    public let button: ButtonID

    var recognizers: ContiguousArray<GestureRecognizer> = []
    /// The responder was told that the press began.
    var hasBegun = false
    /// The responder is told nothing more.
    var isOver = false
    /// A recognizer has claimed the press.
    var isWithdrawn = false

    init(_ sample: PressSample, time: Microseconds) {
        type = sample.type
        force = sample.force
        key = sample.key
        button = sample.button
        self.time = time
    }

    /// When the press changed last, in seconds of the host's clock.
    public var timestamp: Double { time.seconds }

    /// The recognizers that are receiving the press, nil when there are none.
    public var gestureRecognizers: [GestureRecognizer]? { recognizers.isEmpty ? nil : Array(recognizers) }
}

extension Press: Hashable {
    public static func == (left: Press, right: Press) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A key of a keyboard.
public struct Key: Hashable, Sendable {
    /// The key's number in the USB HID usage table for keyboards.
    public var keyCode: Int
    /// What the key types, empty when it types nothing.
    public var characters: String

    /// A key by its HID usage and what it types.
    public init(keyCode: Int, characters: String = "") {
        self.keyCode = keyCode
        self.characters = characters
    }
}

/// Names a button while it is down: the device and the button on it.
public struct ButtonID: Hashable, Sendable {
    /// The input device.
    public var device: Int32
    /// The button on that device, for instance its key code.
    public var code: Int32

    /// A button of a device.
    public init(device: Int32 = 0, code: Int32) {
        self.device = device
        self.code = code
    }
}

extension ButtonID: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int32) { self.init(code: value) }
}

/// What an input source reports of one button at one time.
public struct PressSample: Sendable {
    /// What the button did.
    public enum Change: Sendable {
        /// It went down.
        case began
        /// Its analog value changed.
        case changed
        /// It went up.
        case ended
        /// The source takes the press back.
        case cancelled
    }

    /// Which button of which device.
    public var button: ButtonID
    /// What it did.
    public var change: Change
    /// Which kind of button.
    public var type: Press.PressType
    /// How hard it is pressed.
    public var force = 1.0
    /// The key, for keyboards.
    public var key: Key?

    /// A report of a button.
    public init(_ button: ButtonID, _ change: Change, type: Press.PressType = .keyboard, key: Key? = nil) {
        self.button = button
        self.change = change
        self.type = type
        self.key = key
    }
}

/// An event that tells of buttons.
public final class PressesEvent: Event {
    @exclusivity(unchecked) var presses: [Press] = []

    init() { super.init(type: .presses) }

    /// Every button that is involved at the moment (P9).
    public var allPresses: Set<Press> { Set(presses) }

    /// The presses that the recognizer is receiving.
    public func presses(for recognizer: GestureRecognizer) -> Set<Press> {
        Set(presses.filter { recognizer.presses.containsObject($0) })
    }
}
