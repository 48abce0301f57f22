/// Identifies a finger while it is down.
public struct FingerID: Hashable, Sendable, BitwiseCopyable {
    /// The input device; contact numbers of different devices are independent.
    public var device: Int32
    /// The contact on that device, for example its slot.
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

/// Report of an input source about one finger at one time.
public struct TouchSample: Sendable, BitwiseCopyable {
    /// What happened to the finger.
    public enum Change: Sendable, BitwiseCopyable {
        /// The finger went down.
        case began
        /// The finger moved, or its pressure or size changed.
        case moved
        /// The finger went up.
        case ended
        /// The source cancels the touch.
        case cancelled
    }

    /// Identifier of the finger and its device.
    public var finger: FingerID
    /// What happened to the finger.
    public var change: Change
    /// Location in screen coordinates, those of window frames.
    public var location: Point
    /// Radius of the contact in points; 0 if unknown.
    public var majorRadius = 0.0
    /// Pressure; 1 for an ordinary touch.
    public var force = 1.0
    /// Maximum value of `force`.
    public var maximumPossibleForce = 1.0
    /// The angle of a stylus to the surface in radians.
    public var altitudeAngle = Double.pi / 2
    /// Kind of contact.
    public var type = Touch.TouchType.direct

    /// Creates a report with neutral pressure and size.
    public init(_ finger: FingerID, _ change: Change, at location: Point) {
        self.finger = finger
        self.change = change
        self.location = location
    }
}

/// Simultaneous samples of an input source, delivered as one event (E12).
///
/// A host can reuse one frame, so that reporting does not allocate.
public struct TouchFrame: Sendable {
    /// Time of the samples.
    public var time: Microseconds
    /// Samples of the fingers that changed.
    public var samples: [TouchSample]

    /// Creates a frame; fill it with `append`.
    public init(time: Microseconds = 0, _ samples: [TouchSample] = []) {
        self.time = time
        self.samples = samples
    }

    /// Removes all samples, keeps the capacity and sets the time.
    public mutating func reset(time: Microseconds) {
        self.time = time
        samples.removeAll(keepingCapacity: true)
    }

    /// Adds a sample.
    public mutating func append(_ sample: TouchSample) { samples.append(sample) }
}
