/// An evdev event: time, type, code and value.
///
/// Live devices and recordings produce the same events.
public struct RawEvent: Equatable, Sendable, BitwiseCopyable {
    /// Time in microseconds by the source's clock: CLOCK_MONOTONIC for a live device, the recording's clock for a
    /// recording.
    public var time: Int64
    public var type: EventType
    public var code: UInt16
    public var value: Int32

    /// Limit event-seconds (limits.md, Recordings and dumps): maximum number of seconds in an event's timestamp. If
    /// exceeded: the recording is rejected with an error.
    ///
    /// Prevents overflows in microsecond arithmetic: the sum of two such timestamps is below a quarter of the maximum
    /// of `Int64`.
    public static let lastSecond: Int64 = 1_000_000_000_000

    public init(time: Int64, type: EventType, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }

    /// Creates an event that sets an absolute axis.
    public init(_ axis: Axis, _ value: Int32, at time: Int64) {
        self.init(time: time, type: .absolute, code: axis.rawValue, value: value)
    }

    /// Creates a key event: down (1), up (0) or repeat (2).
    public init(_ key: KeyCode, _ value: Int32, at time: Int64) {
        self.init(time: time, type: .key, code: key.rawValue, value: value)
    }

    /// Creates a synchronization event (EV_SYN).
    public init(_ mark: SyncMark, _ value: Int32 = 0, at time: Int64) {
        self.init(time: time, type: .synchronization, code: mark.rawValue, value: value)
    }

    @inlinable public func isMark(_ mark: SyncMark) -> Bool { type == .synchronization && code == mark.rawValue }
}

/// Type of an event: the kernel's `EV_` constants.
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

/// Code of a synchronization event: the kernel's `SYN_` constants.
public struct SyncMark: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// End of a frame. With value 1: end of a piece of a frame that the kernel split because of its size (K7).
    @inlinable public static var report: SyncMark { SyncMark(rawValue: 0) }
    @inlinable public static var configuration: SyncMark { SyncMark(rawValue: 1) }
    /// End of one contact in protocol A (V1).
    @inlinable public static var contactReport: SyncMark { SyncMark(rawValue: 2) }
    /// Events were lost. The device's reader resynchronizes: the events up to the next SYN_REPORT are valid and set the
    /// current state, unlike in the kernel's stream (K1). A SYN_DROPPED at the start of a device's events precedes the
    /// initial state.
    @inlinable public static var dropped: SyncMark { SyncMark(rawValue: 3) }
}
