/// One event as the kernel gives it: what changed to which value, and when.
///
/// A panel and a recording give the same events, so from here on nobody can tell them apart.
public struct RawEvent: Equatable, Sendable, BitwiseCopyable {
    /// Microseconds of the clock that the source counts by: the monotonic one of a panel, a recording's own.
    public var time: Int64
    public var type: EventType
    public var code: UInt16
    public var value: Int32

    /// Limit event-seconds (Recordings and dumps): seconds of an event's timestamp. Past it: an error.
    ///
    /// Keeps microsecond arithmetic from overflowing: sums and differences of such times fit into 64 bits five times
    /// over.
    public static let lastSecond: Int64 = 1_000_000_000_000

    public init(time: Int64, type: EventType, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }

    /// A new value of an absolute axis.
    public init(_ axis: Axis, _ value: Int32, at time: Int64) {
        self.init(time: time, type: .absolute, code: axis.rawValue, value: value)
    }

    /// A key that went down (1), up (0) or repeats (2).
    public init(_ key: KeyCode, _ value: Int32, at time: Int64) {
        self.init(time: time, type: .key, code: key.rawValue, value: value)
    }

    /// A mark between events.
    public init(_ mark: SyncMark, _ value: Int32 = 0, at time: Int64) {
        self.init(time: time, type: .synchronization, code: mark.rawValue, value: value)
    }

    /// Whether it is this mark.
    @inlinable public func isMark(_ mark: SyncMark) -> Bool { type == .synchronization && code == mark.rawValue }
}

/// What an event is about: the kernel's `EV_` constants.
public struct EventType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    @inlinable public static var synchronization: EventType { EventType(rawValue: 0x00) }
    @inlinable public static var key: EventType { EventType(rawValue: 0x01) }
    @inlinable public static var relative: EventType { EventType(rawValue: 0x02) }
    @inlinable public static var absolute: EventType { EventType(rawValue: 0x03) }
    @inlinable public static var miscellaneous: EventType { EventType(rawValue: 0x04) }
    @inlinable public static var `switch`: EventType { EventType(rawValue: 0x05) }
    @inlinable public static var light: EventType { EventType(rawValue: 0x11) }
    @inlinable public static var sound: EventType { EventType(rawValue: 0x12) }
    @inlinable public static var `repeat`: EventType { EventType(rawValue: 0x14) }
    @inlinable public static var forceFeedback: EventType { EventType(rawValue: 0x15) }
}

/// The marks between events: the kernel's `SYN_` constants.
public struct SyncMark: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A frame is complete; with value 1 only its first part is, as the kernel split it for size (K7).
    @inlinable public static var report: SyncMark { SyncMark(rawValue: 0) }
    @inlinable public static var configuration: SyncMark { SyncMark(rawValue: 1) }
    /// One contact of protocol A is complete (V1).
    @inlinable public static var contactReport: SyncMark { SyncMark(rawValue: 2) }
    /// Events were lost; those up to the next report are the reader's repair (K1).
    ///
    /// A stream that begins with this mark begins with how the device was found.
    @inlinable public static var dropped: SyncMark { SyncMark(rawValue: 3) }
}
