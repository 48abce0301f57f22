/// Identifies a finger on a panel while it is down.
public struct FingerID: Hashable, Sendable, BitwiseCopyable {
    /// Number that the host assigned to the input device; contact numbers of different devices are independent.
    public var device: Int32
    /// Number of the contact on the device, such as its slot.
    public var contact: Int32

    /// Creates an identifier.
    public init(device: Int32 = 0, contact: Int32) {
        self.device = device
        self.contact = contact
    }
}

extension FingerID: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int32) { self.init(contact: value) }
}

/// State change of one finger at one time, as reported by an input source.
public struct TouchSample: Sendable, BitwiseCopyable {
    /// Kind of change.
    public enum Change: Sendable, BitwiseCopyable {
        /// The finger went down.
        case began
        /// The finger moved, or its pressure or size changed.
        case moved
        /// The finger went up.
        case ended
        /// The source cancelled the touch.
        case cancelled
    }

    /// Identifier of the finger and its device.
    public var finger: FingerID
    /// Kind of change.
    public var change: Change
    /// Location in screen coordinates, the coordinates of window frames.
    public var location: Point
    /// Radius of the contact in points; 0 if unknown.
    public var majorRadius = 0.0
    /// Pressure; 1 for an average touch.
    public var force = 1.0
    /// Maximum value of `force`.
    public var maximumPossibleForce = 1.0
    /// Angle between a stylus and the surface, in radians.
    public var altitudeAngle = Double.pi / 2
    /// Kind of contact.
    public var type = Touch.TouchType.direct

    /// Creates a sample with neutral pressure and size.
    public init(_ finger: FingerID, _ change: Change, at location: Point) {
        self.finger = finger
        self.change = change
        self.location = location
    }
}

/// Simultaneous samples of an input source, delivered as one event (E12).
///
/// Hosts can reuse a frame to avoid memory allocation.
public struct TouchFrame: Sendable {
    /// Time of the samples.
    public var time: Microseconds
    /// Samples of the fingers that changed.
    public var samples: [TouchSample]

    /// Creates a frame; `append` adds further samples.
    public init(time: Microseconds = 0, _ samples: [TouchSample] = []) {
        self.time = time
        self.samples = samples
    }

    /// Sets the time and removes all samples, but retains the capacity.
    public mutating func reset(time: Microseconds) {
        self.time = time
        samples.removeAll(keepingCapacity: true)
    }

    /// Adds a sample.
    public mutating func append(_ sample: TouchSample) { samples.append(sample) }
}
