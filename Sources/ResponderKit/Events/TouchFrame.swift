/// Names a finger while it is down: the device and the contact on it.
public struct FingerID: Hashable, Sendable, BitwiseCopyable {
    /// The input device; fingers of different devices never mix.
    public var device: Int32
    /// The contact on that device, for instance its slot.
    public var contact: Int32

    /// A finger of a device.
    public init(device: Int32 = 0, contact: Int32) {
        self.device = device
        self.contact = contact
    }
}

extension FingerID: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int32) { self.init(contact: value) }
}

/// What an input source reports of one finger at one time.
public struct TouchSample: Sendable, BitwiseCopyable {
    /// What the finger did.
    public enum Change: Sendable, BitwiseCopyable {
        /// It went down.
        case began
        /// It moved, or its pressure or size changed.
        case moved
        /// It went up.
        case ended
        /// The source takes the touch back.
        case cancelled
    }

    /// Which finger.
    public var finger: FingerID
    /// What it did.
    public var change: Change
    /// Where it is, in the coordinates in which the windows' frames are given.
    public var location: Point
    /// The radius of the contact in points, 0 when unknown.
    public var majorRadius = 0.0
    /// The pressure, 1 for an ordinary touch.
    public var force = 1.0
    /// The largest possible pressure.
    public var maximumPossibleForce = 1.0
    /// The angle of a stylus to the surface in radians.
    public var altitudeAngle = Double.pi / 2
    /// What touches the surface.
    public var type = Touch.TouchType.direct

    /// A report of a finger with neutral pressure and size.
    public init(_ finger: FingerID, _ change: Change, at location: Point) {
        self.finger = finger
        self.change = change
        self.location = location
    }
}

/// One report of the input source: everything in it happened at one time and becomes one event (E12).
///
/// A host keeps one frame and fills it anew, so that reporting allocates nothing.
public struct TouchFrame: Sendable {
    /// When it happened.
    public var time: Microseconds
    /// What each finger did.
    public var samples: [TouchSample]

    /// A frame at a time; fill it with `append`.
    public init(time: Microseconds = 0, _ samples: [TouchSample] = []) {
        self.time = time
        self.samples = samples
    }

    /// Empties the frame and keeps its storage.
    public mutating func reset(time: Microseconds) {
        self.time = time
        samples.removeAll(keepingCapacity: true)
    }

    /// Adds what one finger did.
    public mutating func append(_ sample: TouchSample) { samples.append(sample) }
}
