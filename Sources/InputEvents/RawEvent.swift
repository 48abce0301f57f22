/// One event as the kernel gives it: what changed to which value, and when.
///
/// A panel and a recording give the same events, so from here on nobody can tell them apart.
public struct RawEvent: Equatable, Sendable, BitwiseCopyable {
    /// Microseconds of the clock that the source counts by: the monotonic one of a panel, a recording's own.
    public var time: Int64
    public var type: EventType
    public var code: UInt16
    public var value: Int32

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
    public func isMark(_ mark: SyncMark) -> Bool { type == .synchronization && code == mark.rawValue }
}

/// What an event is about: the kernel's `EV_` constants.
public struct EventType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let synchronization = EventType(rawValue: 0x00)
    public static let key = EventType(rawValue: 0x01)
    public static let relative = EventType(rawValue: 0x02)
    public static let absolute = EventType(rawValue: 0x03)
    public static let miscellaneous = EventType(rawValue: 0x04)
    public static let `switch` = EventType(rawValue: 0x05)
    public static let light = EventType(rawValue: 0x11)
    public static let sound = EventType(rawValue: 0x12)
    public static let `repeat` = EventType(rawValue: 0x14)
    public static let forceFeedback = EventType(rawValue: 0x15)
}

/// The marks between events: the kernel's `SYN_` constants.
public struct SyncMark: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A frame is complete; with value 1 only its first part is, as the kernel split it for size (K7).
    public static let report = SyncMark(rawValue: 0)
    public static let configuration = SyncMark(rawValue: 1)
    /// One contact of protocol A is complete (V1).
    public static let contactReport = SyncMark(rawValue: 2)
    /// Events were lost; those up to the next report are the reader's repair (K1).
    ///
    /// A stream that begins with this mark begins with how the device was found.
    public static let dropped = SyncMark(rawValue: 3)
}
